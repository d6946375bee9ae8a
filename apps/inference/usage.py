"""What calls used and cost: a row each, limits before the next, sums for whoever asks."""

import datetime as dt
import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection, connections
from django.db.models import Count, Q, Sum
from django.db.models.functions import Now

from apps.inference.calling import CallScope
from apps.inference.contracts import ModelError
from apps.inference.models import ModelCall

logger = logging.getLogger(__name__)
ROLES = ("writer", "skeptic", "judge")
PER = 1_000_000  # tokens that a price is for
PHASE_CHARS, MODEL_CHARS, MOST_TOKENS = 60, 200, 2**31 - 1  # what the columns hold


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What the calls of a run used. ``cost`` in US dollars: 0.0 without calls, None when a price is unknown."""

    tokens: Mapping[str, int]  # by role: writer, skeptic, judge; in and out together
    calls: Mapping[str, int]
    cost: float | None


def usage_of(run_id: UUID) -> Usage:
    """What the model calls of a run used so far; its embeddings count in the cost alone."""
    rows = ModelCall.objects.filter(run_id=run_id).order_by()
    by_role = {
        row["role"]: row
        for row in rows.values("role").annotate(calls=Count("id"), tokens=Sum("input_tokens") + Sum("output_tokens"))
    }
    total = rows.aggregate(dollars=Sum("cost"), unknown=Count("id", filter=Q(cost=None)))
    return Usage(
        tokens={role: by_role[role]["tokens"] if role in by_role else 0 for role in ROLES},
        calls={role: by_role[role]["calls"] if role in by_role else 0 for role in ROLES},
        cost=None if total["unknown"] else float(total["dollars"] or 0),
    )


def model_calls_expire() -> int:
    """Delete rows older than the audit log is kept; returns how many."""
    oldest = Now() - dt.timedelta(days=settings.AUDIT_RETENTION_DAYS)
    return ModelCall.objects.filter(at__lt=oldest).delete()[0]


def hold_to_limits(run_id: UUID | None) -> None:
    """Raise ModelError when a run has used up what it may; calls that are under way then are not in the sum."""
    tokens, cost = settings.SESSION_MAX_TOKENS, settings.SESSION_MAX_COST
    if run_id is None or not (tokens or cost):
        return
    used = ModelCall.objects.filter(run_id=run_id).aggregate(
        tokens=Sum("input_tokens") + Sum("output_tokens"), dollars=Sum("cost")
    )
    if tokens and (used["tokens"] or 0) >= tokens:
        told = f"The turn has used {used['tokens']} of {tokens} tokens (SESSION_MAX_TOKENS)."
        raise ModelError("token_limit", told, retryable=False)
    if cost and (used["dollars"] or 0) >= cost:
        told = f"The turn has cost ${used['dollars']:.4f} of ${cost:g} (SESSION_MAX_COST)."
        raise ModelError("cost_limit", told, retryable=False)


def told_tokens(told: object) -> int | None:
    """A number of tokens as an endpoint tells it; None for what cannot be one, which is then counted here."""
    believable = isinstance(told, int) and not isinstance(told, bool) and 0 <= told <= MOST_TOKENS
    return told if believable else None


def cost_of(model: str, *, input_tokens: int, output_tokens: int) -> Decimal | None:
    """US dollars by MODEL_PRICES; None for tokens of a model without a price."""
    if not input_tokens and not output_tokens:
        return Decimal(0)
    if model not in settings.MODEL_PRICES:
        return None
    given, made = settings.MODEL_PRICES[model]
    cost = (Decimal(str(given)) * input_tokens + Decimal(str(made)) * output_tokens) / PER
    return cost.quantize(Decimal("1e-8"))


def record_call(
    *,
    scope: CallScope,
    role: str,
    model: str,
    outcome: str,
    input_tokens: int,
    output_tokens: int = 0,
    estimated: bool,
    first_token_ms: int | None = None,
    duration_ms: int,
) -> None:
    """Write a call's row. An answer is not lost because its row could not be written: that is told in the log."""
    call = ModelCall(
        workspace_id=scope.workspace_id, run_id=scope.run_id, phase=scope.phase[:PHASE_CHARS], role=role,
        model=model[:MODEL_CHARS], outcome=outcome, input_tokens=input_tokens, output_tokens=output_tokens,
        estimated=estimated, cost=cost_of(model, input_tokens=input_tokens, output_tokens=output_tokens),
        first_token_ms=first_token_ms, duration_ms=duration_ms,
    )  # fmt: skip
    if _amid_a_query():
        threading.Thread(target=_write_elsewhere, args=(call,), name="record of a call", daemon=True).start()
    else:
        _write(call)


def _amid_a_query() -> bool:
    """Whether this thread's own connection is at work: then we are in a finalizer, called by the garbage collector.

    At work it is in a transaction too, also while one begins or ends: no model is called there, and the row would share
    the fate of somebody else's work.
    """
    held = connection.connection
    return held is not None and (held.lock.locked() or not held.autocommit)


def _write_elsewhere(call: ModelCall) -> None:
    """On a connection of a thread of its own: waiting here for one's own query would be for ever."""
    try:
        _write(call)
    finally:
        connection.close()


def _write(call: ModelCall) -> None:
    try:
        _insert(call)
    except DatabaseError as error:
        told = " ".join(str(error).split())
        logger.warning("a call of %s (%s) could not be recorded: %s", call.model, call.outcome, told)


def _insert(call: ModelCall) -> None:
    """Again on a new connection where the one at hand was lost during the call."""
    try:
        call.save(force_insert=True)
    except (OperationalError, InterfaceError):
        connection.close()
        call.save(force_insert=True)


def release_connections() -> None:
    """Give the database connection back while a model is waited for; inside a transaction it has to stay."""
    for held in connections.all(initialized_only=True):
        if not held.in_atomic_block:
            held.close()
