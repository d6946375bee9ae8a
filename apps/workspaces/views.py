"""The view that every API view about a tenant's things is made from."""

import uuid
from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from apps.accounts.models import Scope
from apps.accounts.views import LOOKING, ScopedView
from apps.core.errors import invalid
from apps.workspaces.models import Role, Workspace
from apps.workspaces.selectors import workspaces_of
from apps.workspaces.tenancy import get_visible

M = TypeVar("M", bound=Model)

SCOPE_OF_ROLE = {Role.VIEWER: Scope.READ, Role.EDITOR: Scope.WRITE, Role.OWNER: Scope.ADMIN}


class TenantView(ScopedView):
    """``roles`` says what each method needs; looking needs a viewer, a method not named an owner.

    A route with ``<uuid:ws>`` has ``self.workspace``; other routes fetch their object with :meth:`object_of`.
    Either way another tenant's object is 404 and too low a role 403.
    """

    roles: ClassVar[dict[str, Role]] = {}
    workspace: Workspace

    def role_for(self, method: str) -> Role:
        """The role that ``method`` needs in the workspace."""
        return self.roles.get(method, Role.VIEWER if method in LOOKING else Role.OWNER)

    def scope_for(self, method: str) -> Scope:
        return SCOPE_OF_ROLE[self.role_for(method)]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if "ws" in kwargs:
            self.workspace = self.object_of(Workspace.objects.all(), kwargs["ws"])

    def object_of(self, queryset: QuerySet[M], pk: uuid.UUID) -> M:
        """The row with this key. Raises Problem ``not-found`` or ``role-too-low``."""
        return get_visible(queryset, self.request.user, role=self.role_for(self.request.method), pk=pk)

    def workspace_of_body(self) -> Workspace:
        """The workspace that the body names, else the only one the user is in.

        Raises Problem ``not-found`` or ``role-too-low``, and ``invalid`` (422) for a user of none or of several.
        """
        named = self.valid(InWorkspace)["workspace_id"]
        if named is not None:
            return self.object_of(Workspace.objects.all(), named)
        mine = list(workspaces_of(self.request.user).values_list("pk", flat=True)[:2])
        if len(mine) != 1:
            raise invalid(workspace_id="Name the workspace: you are in none or in several.")
        return self.object_of(Workspace.objects.all(), mine[0])


class InWorkspace(serializers.Serializer):
    """Where a call belongs that has no workspace in its path."""

    workspace_id = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text="May be left out by who is in one workspace only."
    )
