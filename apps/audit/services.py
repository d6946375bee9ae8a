"""What happens to the audit log itself."""

import datetime as dt

from django.conf import settings
from django.utils import timezone

from apps.audit.models import AuditEntry


def audit_expire() -> int:
    """Deletes entries older than AUDIT_RETENTION_DAYS; returns how many. To be run now and then."""
    oldest = timezone.now() - dt.timedelta(days=settings.AUDIT_RETENTION_DAYS)
    return AuditEntry.objects.filter(at__lt=oldest).delete()[0]
