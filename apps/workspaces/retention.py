"""How long a workspace keeps what comes and goes: its own number of days, else the installation's."""

import datetime as dt

from django.db.models import Q
from django.utils import timezone

from apps.workspaces.models import Workspace
from apps.workspaces.options import option_of


def past_retention(*, option: str, days: int, since: str = "created_at") -> Q:
    """Of rows with a ``workspace``, those kept long enough ``since`` a moment.

    ``days``: where that is left open; 0: there they are kept for good.
    """
    own = {
        workspace.pk: kept
        for workspace in Workspace.objects.filter(settings__has_key=option).only("settings")
        if (kept := option_of(workspace, option)) is not None
    }
    now = timezone.now()
    before = f"{since}__lt"
    past = Q(pk__in=())
    if days:
        past |= Q(**{before: now - dt.timedelta(days=days)}) & ~Q(workspace__in=list(own))
    for kept in sorted(set(own.values())):
        theirs = [workspace for workspace, length in own.items() if length == kept]
        past |= Q(workspace__in=theirs) & Q(**{before: now - dt.timedelta(days=kept)})
    return past
