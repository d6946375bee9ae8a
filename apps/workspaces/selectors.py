"""What there is to see of workspaces."""

from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from apps.workspaces.models import Membership, Workspace
from apps.workspaces.tenancy import visible_to


def workspaces_of(user: Any) -> QuerySet[Workspace]:
    """The workspaces ``user`` is a member of, each with ``role``."""
    mine = Membership.objects.filter(workspace=OuterRef("pk"), user=user)
    return visible_to(Workspace.objects.all(), user).annotate(role=Subquery(mine.values("role")[:1]))
