"""Questions to the audit log."""

import datetime as dt

from django.db.models import QuerySet
from django.utils import timezone

from apps.audit.models import AuditEntry


def acts_since(*, action: str, within: dt.timedelta) -> QuerySet[AuditEntry]:
    """The entries of one action that are younger than ``within``."""
    return AuditEntry.objects.filter(action=action, at__gt=timezone.now() - within)
