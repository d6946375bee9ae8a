"""/tokens"""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import idempotency
from apps.accounts.models import ApiToken
from apps.accounts.serializers import NewTokenSerializer, TokenRequest, TokenSerializer
from apps.accounts.services import token_create, token_revoke
from apps.accounts.views import ScopedView
from apps.core.errors import Problem
from apps.core.pagination import NewestFirst


class Tokens(ScopedView):
    """My tokens."""

    pagination_class = NewestFirst

    @extend_schema(operation_id="token_list", responses=TokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The tokens of the user who asks, revoked ones too."""
        return self.page(ApiToken.objects.filter(user=request.user), TokenSerializer)

    @extend_schema(
        operation_id="token_create",
        request=TokenRequest,
        responses={201: NewTokenSerializer},
        parameters=idempotency.DESCRIBED,
    )
    def post(self, request: Request) -> Response:
        """A new token; its secret is in this answer and nowhere else."""
        return self.once(self._create)

    def _create(self) -> Response:
        token, shown = token_create(user=self.request.user, **self.valid(TokenRequest))
        return Response(TokenSerializer(token).data | {"token": shown}, status=201)


class OneToken(ScopedView):
    """One of my tokens."""

    @extend_schema(operation_id="token_revoke", responses={204: None})
    def delete(self, request: Request, token: uuid.UUID) -> Response:
        """Revoke it: from now on it opens nothing."""
        mine = ApiToken.objects.filter(user=request.user, pk=token).first()
        if mine is None:
            raise Problem("not-found", "There is no such token.")
        token_revoke(token=mine)
        return Response(status=204)
