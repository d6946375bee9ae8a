"""Telling what somebody did, from any room; the audit room writes it down in the same transaction."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model
from django.dispatch import Signal

# sent with ``act``; whoever listens writes at once, so that what was done and what is told of it commit together
acted = Signal()


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What was done. ``action`` is a slug like ``document.uploaded``; an ``actor`` of None is the caller, if any."""

    action: str
    actor: Any = None
    workspace: Any = None
    object_type: str = ""
    object_id: str = ""
    object_label: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


def audit(
    *,
    action: str,
    actor: Any = None,
    workspace: Any = None,
    obj: Model | None = None,
    label: str = "",
    details: Mapping[str, Any] | None = None,
) -> None:
    """Have it written down that ``action`` was done to ``obj``; to be called inside the transaction that does it.

    Without ``actor`` it is the user of the request under way; in a command or a worker, nobody. ``label`` is what a
    person knows the object by, ``details`` is JSON; neither may hold a secret or a text out of a document or a query.
    """
    acted.send(
        sender=Act,
        act=Act(
            action=action,
            actor=actor,
            workspace=workspace,
            object_type="" if obj is None else str(obj._meta.model_name),
            object_id="" if obj is None else str(obj.pk),
            object_label=label,
            details=dict(details or {}),
        ),
    )
