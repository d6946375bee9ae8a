"""Workspaces and members as programs see them."""

import json
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.fields import Text
from apps.workspaces.models import EmbeddingState, Membership, Role, Workspace
from apps.workspaces.options import LONGEST_DAYS, OPTIONS, Option

LARGEST_SETTINGS = 16 * 1024  # bytes of JSON


@extend_schema_field({"type": "object", "additionalProperties": True})
class ObjectField(serializers.JSONField):
    """A JSON object of at most 16 KiB."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        value = super().to_internal_value(data)
        if not isinstance(value, dict):
            raise serializers.ValidationError("Must be a JSON object.")
        if len(json.dumps(value)) > LARGEST_SETTINGS:
            raise serializers.ValidationError(f"Must be at most {LARGEST_SETTINGS} bytes of JSON.")
        return value


def _described(option: Option) -> dict[str, Any]:
    if option.choices:
        return {"type": ["string", "null"], "enum": [*option.choices, None], "description": option.help}
    return {"type": ["integer", "null"], "minimum": 1, "maximum": LONGEST_DAYS, "description": option.help}


@extend_schema_field(
    {
        "type": "object",
        "properties": {option.name: _described(option) for option in OPTIONS},
        "additionalProperties": True,
    }
)
class SettingsField(ObjectField):
    """A workspace's options; what is wrong with one is for the service to say. Other keys are kept as they are."""


class EmbeddingErrorSerializer(serializers.Serializer):
    """Why a switch of the embedding model ended without it."""

    code = serializers.CharField()
    message = serializers.CharField()


class EmbeddingSerializer(serializers.Serializer):
    """The model that is searched, and the switch to another one."""

    active = serializers.CharField(source="embedding_model", help_text="The model whose vectors are searched.")
    target = serializers.SerializerMethodField(help_text="The model that is, or was last, being switched to.")
    state = serializers.ChoiceField(choices=EmbeddingState.choices, source="embedding_state")
    done = serializers.IntegerField(source="embedding_done", help_text="Passages with a vector of the target.")
    total = serializers.IntegerField(source="embedding_total", help_text="Passages that need one.")
    error = serializers.SerializerMethodField()

    def get_target(self, workspace: Workspace) -> str | None:
        return workspace.embedding_target or None

    @extend_schema_field(EmbeddingErrorSerializer(allow_null=True))
    def get_error(self, workspace: Workspace) -> dict[str, str] | None:
        return workspace.embedding_error or None


class WorkspaceSerializer(serializers.ModelSerializer):
    """A workspace and the role that the user who asks has in it."""

    role = serializers.ChoiceField(choices=Role.choices, read_only=True)
    settings = SettingsField(read_only=True)
    embedding = EmbeddingSerializer(source="*", read_only=True)

    class Meta:
        model = Workspace
        fields = ("id", "name", "role", "settings", "embedding_model", "embedding", "created_at")
        read_only_fields = fields


class NewWorkspace(serializers.Serializer):
    """What a new workspace is called."""

    name = Text(min_length=1, max_length=200)


class WorkspaceChange(serializers.Serializer):
    """What may be changed of a workspace; ``settings`` replaces all of them."""

    name = Text(min_length=1, max_length=200, required=False)
    settings = SettingsField(required=False)
    embedding_model = Text(max_length=200, required=False, help_text="`builtin`, or a model's name at the endpoint.")


class MemberSerializer(serializers.ModelSerializer):
    """A person in a workspace; ``id`` is the user's."""

    id = serializers.UUIDField(source="user_id", read_only=True)
    email = serializers.EmailField(source="user.email", read_only=True)

    class Meta:
        model = Membership
        fields = ("id", "email", "role", "created_at")
        read_only_fields = fields


class NewMember(serializers.Serializer):
    """Whom to let in, by the address of their account."""

    email = serializers.EmailField()
    role = serializers.ChoiceField(choices=Role.choices, default=Role.VIEWER)


class MemberChange(serializers.Serializer):
    """A member's new role."""

    role = serializers.ChoiceField(choices=Role.choices)
