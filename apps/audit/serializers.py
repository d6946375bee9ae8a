"""The audit log as programs see it."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.audit.models import AuditEntry


class ActorSerializer(serializers.Serializer):
    """Who did it; the id is null when that person is gone."""

    id = serializers.UUIDField(source="actor_id", allow_null=True)
    email = serializers.CharField(source="actor_email")


class ActedOnSerializer(serializers.Serializer):
    """What it was done to."""

    type = serializers.CharField(source="object_type")
    id = serializers.CharField(source="object_id")
    label = serializers.CharField(source="object_label")


class ByTokenSerializer(serializers.Serializer):
    """The token that the request carried; the id is null for somebody who was logged in."""

    id = serializers.UUIDField(source="token_id", allow_null=True)
    name = serializers.CharField(source="token_name")


class AuditEntrySerializer(serializers.ModelSerializer):
    """One act."""

    actor = ActorSerializer(source="*", read_only=True)
    token = ByTokenSerializer(source="*", read_only=True)
    object = ActedOnSerializer(source="*", read_only=True)
    details = serializers.SerializerMethodField()

    class Meta:
        model = AuditEntry
        fields = ("id", "at", "action", "actor", "token", "object", "details", "request_id", "ip")
        read_only_fields = fields

    @extend_schema_field({"type": "object", "additionalProperties": True})
    def get_details(self, entry: AuditEntry) -> dict[str, Any]:
        return entry.details
