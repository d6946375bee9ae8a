"""People and tokens as programs see them."""

from rest_framework import serializers

from apps.accounts.models import ApiToken, Scope
from apps.core.fields import Text


class TokenRequest(serializers.Serializer):
    """What a new token shall be."""

    name = Text(min_length=1, max_length=100)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Scope.choices),
        allow_empty=False,
        min_length=1,
        max_length=len(Scope.values),
    )
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class TokenSerializer(serializers.ModelSerializer):
    """A token without its secret."""

    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices), read_only=True)

    class Meta:
        model = ApiToken
        fields = ("id", "name", "prefix", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at")
        read_only_fields = fields


class NewTokenSerializer(TokenSerializer):
    """A token just made, with the secret that is never shown again."""

    token = serializers.CharField(read_only=True, help_text="Send it as `Authorization: Bearer …`; shown only once.")

    class Meta(TokenSerializer.Meta):
        fields = (*TokenSerializer.Meta.fields, "token")
        read_only_fields = fields
