"""Sessions as programs see them. The whole session is made by ``selectors.session_as_dict``; these describe it."""

from typing import Any

from rest_framework import serializers

from apps.drafting.models import Session, SessionStatus
from apps.drafting.selectors import session_summary
from apps.runs.models import Artifact
from apps.verification.types import Mode
from apps.workspaces.serializers import ObjectField


class Question(serializers.Serializer):
    """What is asked, and how strictly it is to be verified."""

    query = serializers.CharField(trim_whitespace=False, allow_blank=True)
    mode = serializers.CharField(default="answer")
    verification = serializers.CharField(default=Mode.STRICT.value, help_text="`strict` or `helpful`.")
    document_ids = serializers.ListField(
        child=serializers.CharField(max_length=64), default=list, max_length=1000, help_text="Only these; none: all."
    )
    settings = ObjectField(default=dict)


class SessionItem(serializers.Serializer):
    """A session as it stands in a list: without its texts and its ledger."""

    id = serializers.UUIDField()
    workspace_id = serializers.UUIDField()
    author = serializers.EmailField(allow_null=True)
    query = serializers.CharField()
    mode = serializers.CharField()
    verification = serializers.ChoiceField(choices=[mode.value for mode in Mode])
    settings = serializers.DictField()
    document_ids = serializers.ListField(child=serializers.UUIDField())
    status = serializers.ChoiceField(choices=SessionStatus.choices)
    created_at = serializers.DateTimeField()
    completed_at = serializers.DateTimeField(allow_null=True)
    stream = serializers.CharField(help_text="Path of the WebSocket that tells how it goes.")

    def to_representation(self, instance: Session) -> dict[str, Any]:
        return session_summary(instance)


class ArtifactSerializer(serializers.ModelSerializer):
    """What one finished phase left: ids and figures."""

    run_id = serializers.UUIDField(read_only=True)
    data = serializers.DictField(read_only=True)

    class Meta:
        model = Artifact
        fields = ("id", "run_id", "name", "cycle", "index", "version", "data", "created_at")
        read_only_fields = fields


class EventSerializer(serializers.Serializer):
    """One event of a stream."""

    v = serializers.IntegerField()
    type = serializers.CharField()
    stream = serializers.UUIDField()
    session_id = serializers.UUIDField(allow_null=True)
    turn_id = serializers.UUIDField(allow_null=True)
    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    payload = serializers.DictField()


class EventPage(serializers.Serializer):
    """Events in order; ``next`` is where the following ones will be found, null when there was nothing after these."""

    next = serializers.URLField(allow_null=True)
    results = EventSerializer(many=True)


class WarningSerializer(serializers.Serializer):
    code = serializers.CharField()
    message = serializers.CharField()


class TextSerializer(serializers.Serializer):
    """A text with what was found about it."""

    response = serializers.CharField(allow_null=True)
    citations = serializers.ListField(child=serializers.DictField(), allow_null=True)
    claims = serializers.ListField(child=serializers.DictField(), allow_null=True)
    ledger = serializers.DictField(allow_null=True)
    skeptic_report = serializers.DictField(allow_null=True)
    metrics = serializers.DictField(allow_null=True)
    warnings = WarningSerializer(many=True, allow_null=True)
    errors = serializers.ListField(child=serializers.DictField(), allow_null=True)


class TurnSerializer(TextSerializer):
    """One question with its answer."""

    id = serializers.UUIDField()
    index = serializers.IntegerField()
    query = serializers.CharField()
    status = serializers.ChoiceField(choices=SessionStatus.choices)
    created_at = serializers.DateTimeField()
    completed_at = serializers.DateTimeField(allow_null=True)


class SessionSerializer(TextSerializer, SessionItem):
    """A whole session; text and ledger beside `turns` are those of the last turn."""

    turns = TurnSerializer(many=True)
