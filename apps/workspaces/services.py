"""What happens to workspaces and the people in them."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import IntegrityError, OperationalError, connection, transaction

from apps.accounts.models import User
from apps.core.auditing import audit
from apps.core.errors import Problem, invalid
from apps.workspaces.models import Membership, Role, Workspace
from apps.workspaces.options import OPTIONS, check_options
from apps.workspaces.signals import embedding_model_wanted, workspace_deleting

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
    audit(action="workspace.created", workspace=workspace, obj=workspace, label=workspace.name)
    return workspace


@transaction.atomic
def workspace_update(
    *,
    workspace: Workspace,
    name: str | None = None,
    settings: dict[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    embedding_model: str | None = None,
    by: User | None = None,
) -> Workspace:
    """Rename it, replace its settings, or begin to switch to another embedding model.

    ``options`` replaces single ones of its settings; None leaves an option open. Raises Problem ``invalid`` for an
    empty name, for settings and for a model that cannot be used here, ``not-found`` when it was deleted; then nothing
    is changed. What is not named stays as it is now, whoever changed it meanwhile.
    """
    check_options({**(settings or {}), **(options or {})})
    if name is not None and not name.strip():
        raise invalid(name="A workspace needs a name.")
    if embedding_model is not None:  # first: it takes a run's row, and who holds one may wait for the workspace's
        embedding_model_wanted.send(sender=Workspace, workspace=workspace, model=embedding_model, by=by)
    _hold_as_it_is(workspace)
    if options is not None:
        merged = {**(workspace.settings if settings is None else settings), **options}
        settings = {key: value for key, value in merged.items() if value is not None or key not in options}
    details: dict[str, Any] = {"embedding_model": embedding_model} if embedding_model else {}
    if name is not None:
        workspace.name = name.strip()
    if settings is not None:
        details["settings"] = _options_changed(workspace.settings, settings)
        workspace.settings = settings
    wanted = {"name": name, "settings": settings, "embedding_model": embedding_model}
    changed = [field for field, value in wanted.items() if value is not None]
    workspace.save(update_fields=[field for field in changed if field != "embedding_model"])
    audit(
        action="workspace.changed",
        workspace=workspace,
        obj=workspace,
        label=workspace.name,
        details={"changed": changed, **details},
    )
    return workspace


def _hold_as_it_is(workspace: Workspace) -> None:
    """Read it anew and keep others from changing it until the transaction ends; raises Problem ``not-found``."""
    try:
        workspace.refresh_from_db(from_queryset=Workspace.objects.select_for_update(no_key=True))
    except Workspace.DoesNotExist:
        raise Problem("not-found", "The workspace was deleted.") from None


def _options_changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The options that are no longer what they were, as they are now; what programs keep there is not told."""
    names = [option.name for option in OPTIONS]
    return {name: after.get(name) for name in names if before.get(name) != after.get(name)}


@transaction.atomic
def member_add(*, workspace: Workspace, user: User, role: Role | str) -> Membership:
    """Let ``user`` in. Raises Problem ``conflict`` (409) for somebody who is a member already."""
    membership, made = Membership.objects.get_or_create(workspace=workspace, user=user, defaults={"role": Role(role)})
    if not made:
        raise Problem("conflict", f"{user.email} is a member already.")
    membership_audit("member.added", membership)
    return membership


@transaction.atomic
def member_set_role(*, membership: Membership, role: Role | str) -> Membership:
    """Give a member another role. Raises Problem ``conflict`` (409) when no owner would be left."""
    if Role(role) is not Role.OWNER:
        _refuse_last_owner(membership)
    membership.role = Role(role)
    membership.save(update_fields=["role"])
    membership_audit("member.changed", membership)
    return membership


@transaction.atomic
def member_remove(*, membership: Membership) -> None:
    """Show a member out. Raises Problem ``conflict`` (409) when no owner would be left."""
    _refuse_last_owner(membership)
    membership_audit("member.removed", membership)
    membership.delete()


def membership_audit(action: str, membership: Membership) -> None:
    """Have it written down what was done to a member, and the role they have or had."""
    details = {"role": str(membership.role)}
    user = membership.user
    audit(action=action, workspace=membership.workspace, obj=user, label=user.email, details=details)


def _refuse_last_owner(membership: Membership) -> None:
    """Locks the owners' rows, so that two owners cannot leave at the same moment."""
    owners = Membership.objects.select_for_update().filter(workspace_id=membership.workspace_id, role=Role.OWNER)
    if [owner.pk for owner in owners.order_by("pk")] == [membership.pk]:
        raise Problem("conflict", "A workspace keeps at least one owner.")


def workspace_hold(*, workspace: Workspace) -> None:
    """Keep it from being deleted until the transaction ends; raises Problem ``not-found`` when it is gone already.

    A row that points to a workspace asks for the same lock anyway, but not before the commit, where it is too late for
    a clear answer.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM workspaces_workspace WHERE id = %s FOR KEY SHARE", [workspace.pk])
        if cursor.fetchone() is None:
            raise Problem("not-found", "The workspace was deleted.")


def workspace_delete(*, workspace: Workspace) -> None:
    """Delete it with everything in it. Raises Problem ``conflict`` (409) when workers kept writing to it meanwhile."""
    for _ in range(DELETE_ATTEMPTS):
        try:
            with transaction.atomic():
                if not Workspace.objects.select_for_update().filter(pk=workspace.pk).exists():
                    return
                workspace_deleting.send(sender=Workspace, workspace=workspace)
                Workspace.objects.filter(pk=workspace.pk).delete()
                audit(action="workspace.deleted", obj=workspace, label=workspace.name)
            return
        except (IntegrityError, OperationalError):
            continue  # a worker added a row, or a deadlock was broken, between two statements
    raise Problem("conflict", "The workspace is being worked in; try again.")
