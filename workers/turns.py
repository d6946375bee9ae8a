"""Whose turn it is to do a chore of the whole fleet: one worker's, as often as it is due.

Any number of workers and schedulers may ask at once. The row in the database decides, so that neither a restart nor a
lost message makes it happen twice or never.
"""

import datetime as dt

from django.db.models.functions import Now

from workers.models import Upkeep


def due_unheard(name: str, *, every: dt.timedelta, again: dt.timedelta) -> bool:
    """Whether the caller is to ring for the chore: nobody began it for ``every``, nor rang for it for ``again``."""
    Upkeep.objects.get_or_create(name=name)
    due = Upkeep.objects.filter(name=name, begun_at__lte=Now() - every)
    return due.filter(rung_at__lte=Now() - again).update(rung_at=Now()) == 1


def taken(name: str, *, every: dt.timedelta) -> bool:
    """Whether the caller is to do the chore now: nobody began it for ``every``; from here on somebody has."""
    Upkeep.objects.get_or_create(name=name)
    return Upkeep.objects.filter(name=name, begun_at__lte=Now() - every).update(begun_at=Now()) == 1
