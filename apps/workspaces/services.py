"""What happens to workspaces and the people in them."""

from typing import Any

from django.conf import settings
from django.db import IntegrityError, OperationalError, transaction

from apps.accounts.models import User
from apps.core.errors import Problem, invalid
from apps.workspaces.models import Membership, Role, Workspace
from apps.workspaces.signals import workspace_deleting

DELETE_ATTEMPTS = 5


@transaction.atomic
def workspace_create(*, name: str, owner: User) -> Workspace:
    """A new workspace with ``owner`` as its only member, searched by the installation's embedding model.

    Raises Problem ``invalid`` for an empty name.
    """
    if not name.strip():
        raise invalid(name="A workspace needs a name.")
    workspace = Workspace.objects.create(name=name.strip(), embedding_model=settings.EMBEDDING_MODEL)
    Membership.objects.create(workspace=workspace, user=owner, role=Role.OWNER)
    return workspace


def workspace_update(
    *, workspace: Workspace, name: str | None = None, settings: dict[str, Any] | None = None
) -> Workspace:
    """Rename it, or replace its settings. Raises Problem ``invalid`` for an empty name."""
    if name is not None:
        if not name.strip():
            raise invalid(name="A workspace needs a name.")
        workspace.name = name.strip()
    if settings is not None:
        workspace.settings = settings
    workspace.save(update_fields=["name", "settings"])
    return workspace


@transaction.atomic
def member_add(*, workspace: Workspace, user: User, role: Role | str) -> Membership:
    """Let ``user`` in. Raises Problem ``conflict`` (409) for somebody who is a member already."""
    membership, made = Membership.objects.get_or_create(workspace=workspace, user=user, defaults={"role": Role(role)})
    if not made:
        raise Problem("conflict", f"{user.email} is a member already.")
    return membership


@transaction.atomic
def member_set_role(*, membership: Membership, role: Role | str) -> Membership:
    """Give a member another role. Raises Problem ``conflict`` (409) when no owner would be left."""
    if Role(role) is not Role.OWNER:
        _refuse_last_owner(membership)
    membership.role = Role(role)
    membership.save(update_fields=["role"])
    return membership


@transaction.atomic
def member_remove(*, membership: Membership) -> None:
    """Show a member out. Raises Problem ``conflict`` (409) when no owner would be left."""
    _refuse_last_owner(membership)
    membership.delete()


def _refuse_last_owner(membership: Membership) -> None:
    """Locks the owners' rows, so that two owners cannot leave at the same moment."""
    owners = Membership.objects.select_for_update().filter(workspace_id=membership.workspace_id, role=Role.OWNER)
    if [owner.pk for owner in owners.order_by("pk")] == [membership.pk]:
        raise Problem("conflict", "A workspace keeps at least one owner.")


def workspace_delete(*, workspace: Workspace) -> None:
    """Delete it with everything in it. Raises Problem ``conflict`` (409) when workers kept writing to it meanwhile."""
    for _ in range(DELETE_ATTEMPTS):
        try:
            with transaction.atomic():
                if not Workspace.objects.select_for_update().filter(pk=workspace.pk).exists():
                    return
                workspace_deleting.send(sender=Workspace, workspace=workspace)
                Workspace.objects.filter(pk=workspace.pk).delete()
            return
        except (IntegrityError, OperationalError):
            continue  # a worker added a row, or a deadlock was broken, between two statements
    raise Problem("conflict", "The workspace is being worked in; try again.")
