"""/workspaces and their members"""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import idempotency
from apps.accounts.models import Scope, User
from apps.core.errors import invalid
from apps.core.pagination import NewestFirst
from apps.workspaces.models import Membership, Role, Workspace
from apps.workspaces.selectors import workspaces_of
from apps.workspaces.serializers import (
    MemberChange,
    MemberSerializer,
    NewMember,
    NewWorkspace,
    WorkspaceChange,
    WorkspaceSerializer,
)
from apps.workspaces.services import (
    member_add,
    member_remove,
    member_set_role,
    workspace_create,
    workspace_delete,
    workspace_update,
)
from apps.workspaces.tenancy import get_visible
from apps.workspaces.views import TenantView


class Workspaces(TenantView):
    """The workspaces I am a member of."""

    pagination_class = NewestFirst

    @extend_schema(operation_id="workspace_list", responses=WorkspaceSerializer(many=True))
    def get(self, request: Request) -> Response:
        """My workspaces, each with my role."""
        return self.page(workspaces_of(request.user), WorkspaceSerializer)

    @extend_schema(
        operation_id="workspace_create",
        request=NewWorkspace,
        responses={201: WorkspaceSerializer},
        parameters=idempotency.DESCRIBED,
    )
    def post(self, request: Request) -> Response:
        """A new workspace, owned by the user who asks."""
        return self.once(self._create)

    def _create(self) -> Response:
        workspace = workspace_create(owner=self.request.user, **self.valid(NewWorkspace))
        return Response(shown(workspace, self.request.user), status=201)


class OneWorkspace(TenantView):
    """One workspace."""

    @extend_schema(operation_id="workspace_get", responses=WorkspaceSerializer)
    def get(self, request: Request, ws: uuid.UUID) -> Response:
        """The workspace with my role."""
        return Response(shown(self.workspace, request.user))

    @extend_schema(operation_id="workspace_update", request=WorkspaceChange, responses=WorkspaceSerializer)
    def patch(self, request: Request, ws: uuid.UUID) -> Response:
        """Rename it, replace its settings, or have it searched by another embedding model (owners).

        Settings that are left out or null are the installation's; keys that are not described are kept for you.

        Another model is switched to in the background: `embedding` tells how far it is, and searches go on with the
        active one until every passage has a vector of the new one. Naming the active model calls a switch off.
        """
        workspace_update(workspace=self.workspace, by=request.user, **self.valid(WorkspaceChange))
        return Response(shown(self.workspace, request.user))

    @extend_schema(operation_id="workspace_delete", responses={204: None})
    def delete(self, request: Request, ws: uuid.UUID) -> Response:
        """Delete it with all its documents and sessions (owners)."""
        workspace_delete(workspace=self.workspace)
        return Response(status=204)


class Members(TenantView):
    """The people in a workspace."""

    pagination_class = NewestFirst

    @extend_schema(operation_id="member_list", responses=MemberSerializer(many=True))
    def get(self, request: Request, ws: uuid.UUID) -> Response:
        """Who is in, and with which role."""
        return self.page(Membership.objects.filter(workspace=self.workspace).select_related("user"), MemberSerializer)

    @extend_schema(
        operation_id="member_add",
        request=NewMember,
        responses={201: MemberSerializer},
        parameters=idempotency.DESCRIBED,
    )
    def post(self, request: Request, ws: uuid.UUID) -> Response:
        """Let somebody in who has an account (owners)."""
        return self.once(self._add)

    def _add(self) -> Response:
        wanted = self.valid(NewMember)
        user = User.objects.filter(email__iexact=wanted["email"], is_active=True).first()
        if user is None:
            raise invalid(email="Nobody has an account with this address.")
        membership = member_add(workspace=self.workspace, user=user, role=wanted["role"])
        return Response(MemberSerializer(membership).data, status=201)


class OneMember(TenantView):
    """A person in a workspace."""

    def role_for(self, method: str) -> Role:
        """Whoever is a member may leave; all else is for owners."""
        leaving = method == "DELETE" and self.kwargs["user"] == self.request.user.pk
        return Role.VIEWER if leaving else super().role_for(method)

    def scope_for(self, method: str) -> Scope:
        return Scope.ADMIN  # also to leave: a token to read changes nothing

    def membership(self, user: uuid.UUID) -> Membership:
        everyone = Membership.objects.select_related("user")
        return get_visible(everyone, self.request.user, workspace=self.workspace, user=user)

    @extend_schema(operation_id="member_set_role", request=MemberChange, responses=MemberSerializer)
    def patch(self, request: Request, ws: uuid.UUID, user: uuid.UUID) -> Response:
        """Give a member another role (owners); the last owner stays one."""
        membership = member_set_role(membership=self.membership(user), **self.valid(MemberChange))
        return Response(MemberSerializer(membership).data)

    @extend_schema(operation_id="member_remove", responses={204: None})
    def delete(self, request: Request, ws: uuid.UUID, user: uuid.UUID) -> Response:
        """Show a member out (owners), or leave; the last owner stays."""
        member_remove(membership=self.membership(user))
        return Response(status=204)


def shown(workspace: Workspace, user: User) -> dict[str, object]:
    """The workspace as ``user`` sees it."""
    return WorkspaceSerializer(workspaces_of(user).get(pk=workspace.pk)).data
