"""Writes down every act that a room tells of."""

from typing import Any

from django.dispatch import receiver

from apps.audit.callers import current_caller
from apps.audit.models import AuditEntry
from apps.core.auditing import Act, acted


@receiver(acted)
def write_down(act: Act, **_: Any) -> None:
    """Inside the transaction of who tells: an act that is rolled back leaves no entry."""
    caller = current_caller()
    actor = act.actor if getattr(act.actor, "pk", None) else caller.user
    token = caller.token if actor is not None and caller.user == actor else None
    AuditEntry.objects.create(
        actor_id=actor and actor.pk,
        actor_email=actor.email if actor is not None else "",
        token_id=token and token.pk,
        token_name=token.name if token is not None else "",
        workspace_id=act.workspace and act.workspace.pk,
        workspace_name=act.workspace.name if act.workspace is not None else "",
        action=act.action,
        object_type=act.object_type,
        object_id=act.object_id,
        object_label=_fitting(act.object_label),
        request_id=caller.request_id,
        ip=caller.ip,
        details=dict(act.details),
    )


def _fitting(label: str) -> str:
    """Somebody may have typed it: without NUL, which PostgreSQL refuses, and no longer than the column."""
    return label.replace("\x00", "")[: AuditEntry._meta.get_field("object_label").max_length]
