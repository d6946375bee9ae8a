"""The view that every API view is made from: somebody is logged in, and their token's scope reaches far enough."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from apps.accounts.models import Scope
from apps.accounts.selectors import allows
from apps.core.errors import Problem

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
