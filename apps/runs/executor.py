"""One phase from claim to commit. Celery tasks, the command line and tests all come through here."""

import logging
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any
from uuid import UUID

from django.db import Error as DatabaseError
from django.db import connection
from django.db.models.functions import Now

from apps.core.registry import UnknownKindError
from apps.runs import claiming, leases
from apps.runs.claiming import Lease
from apps.runs.context import PhaseContext
from apps.runs.heartbeat import Heartbeat
from apps.runs.models import PhaseRun, PhaseState, Run, RunState
from apps.runs.prepared import Rows
from apps.runs.registry import PHASES, SUBJECTS
from apps.runs.types import PhaseError, PhaseKey, PhaseResult, Superseded

logger = logging.getLogger(__name__)
IDLE_SECONDS = 0.05  # between two looks for work in this process


def execute(*, run_id: UUID, key: PhaseKey, tools: Any, until: Callable[[], bool] = lambda: False) -> bool:
    """Claim the phase, run it, commit it. False when there was nothing to claim; failures are stored, not raised.

    When ``until`` says so, the phase ends at its next item and is ready again for whoever comes.
    """
    try:
        lease = claiming.claim(run_id=run_id, key=key)
    except UnknownKindError as error:
        logger.warning("%s of run %s is left to workers that know it: %s", key, run_id, error)
        return False
    if lease is not None:
        _hold(lease, tools, until)
    return lease is not None


def execute_next(
    *,
    queue: str,
    tools: Any,
    until: Callable[[], bool] = lambda: False,
    go_on: Callable[[], bool] = lambda: False,
) -> int:
    """As ``execute``, with the phase of ``queue`` whose turn it is; returns how many were executed.

    While ``go_on`` says so, the commit of each takes the next one, by turns as ever: a transaction for two.
    """
    number, lease = 0, claiming.claim_next(queue=queue)
    while lease is not None:
        taken = _hold(lease, tools, until, then=lambda: queue if go_on() else None)
        number, lease = number + 1, claiming.leased(taken)
    return number


def _hold(lease: Lease, tools: Any, until: Callable[[], bool], then: Callable[[], str | None] = lambda: None) -> Rows:
    heartbeat = Heartbeat(lease, until=until)
    try:
        with heartbeat:
            ctx = PhaseContext(lease, tools=tools, lost=heartbeat.lost)
            with getattr(tools, "around", nullcontext)(ctx):
                result = _result(lease, ctx)
            return leases.commit(lease, result, then=then())
    except Superseded:
        _leave(heartbeat)
    except PhaseError as error:
        if heartbeat.lost.is_set() and until():  # its reader or its call was broken off: that is no failed attempt
            _leave(heartbeat)
        else:
            _store(lease, error)
    except Exception as error:
        if heartbeat.lost.is_set():  # what broke was most likely broken off
            _leave(heartbeat)
        else:
            logger.exception("%s of run %s broke", lease.key, lease.run.id)
            _store(lease, PhaseError("unexpected", f"{type(error).__name__}: {error}"[:500], retryable=True))
    return []


def _result(lease: Lease, ctx: PhaseContext) -> PhaseResult:
    """What the phase brings. Raises PhaseError, before anything is done, for a subject that the workspace has not."""
    kind = lease.run.subject_kind
    if not SUBJECTS.get(kind).belongs(lease.run):
        raise PhaseError(f"{kind}_gone", f"The {kind.replace('_', ' ')} was deleted.", retryable=False)
    return PHASES.get(lease.key.name).run(ctx)


def _leave(heartbeat: Heartbeat) -> None:
    lease = heartbeat.lease
    try:
        left = heartbeat.left or (heartbeat.until() and leases.hand_back(lease))
    except DatabaseError as error:
        logger.warning("%s could not be handed back: %s", lease.key, error)
        return
    if not left:
        logger.info("%s of run %s was taken over or has ended", lease.key, lease.run.id)


def _store(lease: Lease, error: PhaseError) -> None:
    connection.close_if_unusable_or_obsolete()  # the failure may be that of the connection
    try:
        leases.fail(lease, error)
    except Superseded:
        logger.info("%s of run %s failed after it had ended: %s", lease.key, lease.run.id, error.message)
    except Exception:
        # the lease runs out by itself and the sweeper takes it from there
        logger.exception("the failure of %s could not be stored", lease.key)


def drain(*, run_id: UUID, tools: Any, until: Callable[[], bool] = lambda: False) -> RunState:
    """Work on a run in this process until it has ended (or ``until`` says so); returns its state."""
    while not until():
        state = Run.objects.filter(id=run_id).values_list("state", flat=True).first()
        if state != RunState.ACTIVE:
            return RunState(state or RunState.CANCELLED)
        ready = PhaseRun.objects.filter(run_id=run_id, state=PhaseState.READY, available_at__lte=Now())
        row = ready.order_by("created_at", "index").first()
        if row is None:
            claiming.release_lost(limit=100)
            time.sleep(IDLE_SECONDS)
        elif not execute(run_id=run_id, key=PhaseKey(row.name, row.cycle, row.index), tools=tools, until=until):
            leases.give_up(phase_id=row.id)
            time.sleep(IDLE_SECONDS)
    return RunState.ACTIVE
