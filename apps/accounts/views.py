"""The view that every API view is made from: somebody is logged in, and their token's scope reaches far enough."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from apps.accounts.idempotency import answered_once
from apps.accounts.models import Scope
from apps.accounts.selectors import allows
from apps.core.errors import Problem
from apps.core.limits import count_request

LOOKING = frozenset({"GET", "HEAD", "OPTIONS"})


class ScopedView(APIView):
    """``scopes`` says what each method that changes something needs; looking needs ``read``."""

    permission_classes = (IsAuthenticated,)
    scopes: ClassVar[dict[str, Scope]] = {}

    def scope_for(self, method: str) -> Scope:
        """The scope a token needs for ``method``; ``admin`` where the view does not say."""
        return Scope.READ if method in LOOKING else self.scopes.get(method, Scope.ADMIN)

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        scope = self.scope_for(request.method)
        if not allows(request.auth, scope):
            raise Problem("scope-too-low", f"This needs a token with the scope {scope.value}.")

    def check_throttles(self, request: Request) -> None:
        """Raises Problem ``too-many-requests`` (429) for a user who asks more often than this server allows."""
        count_request(request.user.pk)

    def once(self, create: Callable[[], Response]) -> Response:
        """The answer of ``create``, or what it was before under the request's ``Idempotency-Key``.

        To be called after it is settled that the user may do this: an answer kept is given to nobody else.
        """
        return answered_once(request=self.request, create=create)

    def page(self, queryset: QuerySet[Any], serializer: type[BaseSerializer]) -> Response:
        """One page of ``queryset`` as the view's ``pagination_class`` cuts it."""
        paginator = self.pagination_class()
        rows = paginator.paginate_queryset(queryset, self.request, view=self)
        return paginator.get_paginated_response(serializer(rows, many=True).data)

    def valid(self, serializer: type[BaseSerializer], **options: Any) -> dict[str, Any]:
        """What the body holds, checked. Raises ValidationError (422) with the fields that are wrong."""
        bound = serializer(data=self.request.data, **options)
        bound.is_valid(raise_exception=True)
        return bound.validated_data
