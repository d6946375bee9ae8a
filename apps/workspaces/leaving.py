"""A person who is deleted leaves every workspace they are in, but none without an owner."""

from typing import Any

from django.dispatch import receiver

from apps.accounts.models import User
from apps.accounts.signals import user_deleting
from apps.core.errors import Problem
from apps.workspaces.models import Membership, Role, Workspace
from apps.workspaces.services import membership_audit

NAMED = 10  # workspaces that a refusal names one by one


@receiver(user_deleting)
def memberships_go_with_their_user(user: User, **_: Any) -> None:
    """Raises Problem ``conflict`` (409), naming the workspaces of which they are the only owner."""
    if lonely := _owned_by_nobody_else(user):
        named = ", ".join(f"“{workspace.name}”" for workspace in lonely[:NAMED])
        more = f" and {len(lonely) - NAMED} more" if len(lonely) > NAMED else ""
        told = f"Nobody but {user.email} owns {named}{more}. Give each another owner first, or delete it."
        raise Problem("conflict", told)
    for membership in user.memberships.select_related("workspace", "user").order_by("workspace__name", "pk"):
        membership_audit("member.removed", membership)


def _owned_by_nobody_else(user: User) -> list[Workspace]:
    """Locks the owners' rows of all their workspaces, so that no other owner leaves at the same moment."""
    theirs = Membership.objects.filter(user=user, role=Role.OWNER).values("workspace")
    owners = Membership.objects.select_for_update().filter(workspace__in=theirs, role=Role.OWNER).order_by("pk")
    kept = {owner.workspace_id for owner in owners if owner.user_id != user.pk}
    alone = {owner.workspace_id for owner in owners} - kept
    return list(Workspace.objects.filter(pk__in=alone).order_by("name", "pk"))
