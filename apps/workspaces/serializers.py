"""Workspaces and members as programs see them."""

import json
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.workspaces.models import Membership, Role, Workspace

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


class WorkspaceSerializer(serializers.ModelSerializer):
    """A workspace and the role that the user who asks has in it."""

    role = serializers.ChoiceField(choices=Role.choices, read_only=True)
    settings = ObjectField(read_only=True)

    class Meta:
        model = Workspace
        fields = ("id", "name", "role", "settings", "embedding_model", "created_at")
        read_only_fields = fields


class NewWorkspace(serializers.Serializer):
    """What a new workspace is called."""

    name = serializers.CharField(max_length=200)


class WorkspaceChange(serializers.Serializer):
    """What may be changed of a workspace; ``settings`` replaces all of them."""

    name = serializers.CharField(max_length=200, required=False)
    settings = ObjectField(required=False)


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
