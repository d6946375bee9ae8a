"""Sessions as programs see them. The whole session is made by ``selectors.session_as_dict``; these describe it."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from apps.core.fields import Text
from apps.drafting.models import Session, SessionStatus
from apps.drafting.selectors import session_summary
from apps.drafting.services import MODES
from apps.runs.models import Artifact
from apps.verification.serializers import ClaimSerializer, CycleSerializer, LedgerSerializer, RevisionSerializer
from apps.verification.types import Mode
from apps.workspaces.options import VERIFICATION_ADVICE
from apps.workspaces.serializers import ObjectField
from apps.workspaces.views import InWorkspace


@extend_schema_field({"type": "string", "minLength": 1})
class AnyText(Text):
    """A text that may also be empty, as far as the serializer is concerned, but is not described so."""

    def run_validation(self, data: Any = empty) -> Any:
        return "" if data == "" else super().run_validation(data)


@extend_schema_field({"type": "string", "enum": list(MODES)})
class KnownMode(serializers.CharField):
    """Described with the modes there are."""


@extend_schema_field({"type": "string", "enum": [mode.value for mode in Mode]})
class KnownVerification(serializers.CharField):
    """Described with the verification modes there are, and what each is for."""

    def __init__(self, **options: Any) -> None:
        left_out = "Left out: the workspace's `default_verification`, else strict."
        super().__init__(help_text=f"{VERIFICATION_ADVICE} {left_out}", **options)


@extend_schema_field(OpenApiTypes.UUID)
class DocumentId(Text):
    """Described as the UUID that it has to be; what is none is for the service to refuse, with the unknown ones."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=64, **options)


class Question(serializers.Serializer):
    """What is asked, and how strictly it is to be verified."""

    # what is wrong with them is for the service to say, of all at once
    query = AnyText(trim_whitespace=False)
    mode = KnownMode(default="answer")
    verification = KnownVerification(required=False)
    document_ids = serializers.ListField(
        child=DocumentId(), default=list, max_length=1000, help_text="Only these; none: all."
    )
    settings = ObjectField(default=dict)


class FollowUp(serializers.Serializer):
    """A further question of a session."""

    query = AnyText(trim_whitespace=False)
    document_ids = serializers.ListField(
        child=DocumentId(),
        required=False,
        max_length=1000,
        help_text="Only these; none: all. Left out: those of the session.",
    )


class QuestionTo(Question, InWorkspace):
    """What is asked, and of which workspace."""


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


class PlaceSerializer(serializers.Serializer):
    """Where the cited text stands; equal text may stand in several places."""

    chunk_id = serializers.UUIDField()
    document_id = serializers.UUIDField()
    filename = serializers.CharField()
    page = serializers.IntegerField(allow_null=True)


class CitationSerializer(serializers.Serializer):
    """What a `[cite:KEY]` of the response names, with the quote that was held against its claim, if one was."""

    key = serializers.CharField()
    number = serializers.IntegerField(help_text="In order of first appearance, from 1.")
    filename = serializers.CharField()
    title = serializers.CharField()
    heading_path = serializers.ListField(child=serializers.CharField())
    chunk_id = serializers.UUIDField()
    document_id = serializers.UUIDField()
    page = serializers.IntegerField(allow_null=True)
    page_end = serializers.IntegerField(allow_null=True)
    start_offset = serializers.IntegerField()
    end_offset = serializers.IntegerField()
    quote = serializers.CharField(allow_null=True)
    places = PlaceSerializer(many=True)
    source_deleted = serializers.BooleanField()


class SkepticReportSerializer(serializers.Serializer):
    """What the Skeptic doubts; empty until it has read the text."""

    objections = serializers.ListField(child=serializers.CharField(), required=False)
    missing = serializers.ListField(child=serializers.CharField(), required=False)
    contradictions = serializers.ListField(child=serializers.CharField(), required=False)


class TokenUsageSerializer(serializers.Serializer):
    """Tokens of model endpoints; the built-in engine uses none."""

    writer = serializers.IntegerField()
    skeptic = serializers.IntegerField()
    judge = serializers.IntegerField()


class TargetSerializer(serializers.Serializer):
    """A figure against what is aimed at; `met` is null where there is nothing to measure."""

    name = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    target = serializers.FloatField()
    comparison = serializers.ChoiceField(choices=[">=", "<=", "<"])
    met = serializers.BooleanField(allow_null=True)


class MetricsSerializer(serializers.Serializer):
    """A turn's figures; empty until it has ended, without the text's figures where it ended early."""

    processing_time_ms = serializers.IntegerField(allow_null=True, required=False)
    time_to_first_token_ms = serializers.IntegerField(allow_null=True, required=False)
    token_usage = TokenUsageSerializer(required=False)
    cost = serializers.FloatField(allow_null=True, required=False)
    evidence_coverage = serializers.FloatField(allow_null=True, required=False)
    found_ratio = serializers.FloatField(allow_null=True, required=False)
    unsupported_claim_count = serializers.IntegerField(allow_null=True, required=False)
    revision_cycles = serializers.IntegerField(required=False)
    citation_count = serializers.IntegerField(required=False)
    citations_per_paragraph = serializers.FloatField(allow_null=True, required=False)
    targets = TargetSerializer(many=True, required=False)


class AttemptErrorSerializer(serializers.Serializer):
    """What went wrong in one attempt of a phase, also where a later one went well."""

    phase = serializers.CharField()
    attempt = serializers.IntegerField()
    code = serializers.CharField()
    message = serializers.CharField()
    retryable = serializers.BooleanField()
    at = serializers.DateTimeField()


class FlagSerializer(serializers.Serializer):
    """A marker that the response has behind a statement without support, and the text that was streamed has not."""

    offset = serializers.IntegerField(help_text="In the text as it was streamed, in code points.")
    marker = serializers.CharField()


class TextSerializer(serializers.Serializer):
    """A text with what was found about it."""

    response = serializers.CharField()
    citations = CitationSerializer(many=True)
    claims = ClaimSerializer(many=True)
    ledger = LedgerSerializer(allow_null=True)
    cycles = CycleSerializer(many=True)
    revisions = RevisionSerializer(many=True)
    flags = FlagSerializer(many=True)
    skeptic_report = SkepticReportSerializer()
    metrics = MetricsSerializer()
    warnings = WarningSerializer(many=True)
    errors = AttemptErrorSerializer(many=True)


class TurnSerializer(TextSerializer):
    """One question with its answer."""

    id = serializers.UUIDField()
    index = serializers.IntegerField()
    mode = serializers.CharField(help_text="A follow-up is answered in mode `answer`, whatever the session's is.")
    query = serializers.CharField(help_text="As it was asked.")
    standalone_query = serializers.CharField(
        help_text="As it was searched and answered: made to stand without the conversation where it did not."
    )
    status = serializers.ChoiceField(choices=SessionStatus.choices)
    created_at = serializers.DateTimeField()
    completed_at = serializers.DateTimeField(allow_null=True)


class SessionSerializer(TextSerializer, SessionItem):
    """A whole session; `query` is the first question, text and ledger beside `turns` are those of the newest turn."""

    turns = TurnSerializer(many=True)
