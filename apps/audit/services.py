"""What happens to the audit log itself."""

import datetime as dt

from django.conf import settings
from django.utils import timezone

from apps.audit.models import AuditEntry
from apps.workspaces.options import AUDIT_RETENTION
from apps.workspaces.retention import past_retention


def audit_expire() -> int:
    """Deletes entries older than AUDIT_RETENTION_DAYS, unless their workspace has them kept longer; returns how many.

    To be run now and then. No owner can have a log cleared before that.
    """
    days = settings.AUDIT_RETENTION_DAYS
    past = past_retention(option=AUDIT_RETENTION, days=days, since="at")
    return AuditEntry.objects.filter(past, at__lt=timezone.now() - dt.timedelta(days=days)).delete()[0]
