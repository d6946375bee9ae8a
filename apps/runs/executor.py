"""One phase from claim to commit. Celery tasks, the command line and tests all come through here."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.db.models.functions import Now

from apps.core.registry import UnknownKindError
from apps.runs import leases
from apps.runs.context import PhaseContext
from apps.runs.leases import Lease
from apps.runs.models import PhaseRun, PhaseState, Run, RunState
from apps.runs.registry import PHASES
from apps.runs.types import PhaseError, PhaseKey, Superseded

logger = logging.getLogger(__name__)
LOOK_SECONDS = 1.0  # how soon a phase learns that it was cancelled
IDLE_SECONDS = 0.05  # between two looks for work in this process


class Heartbeat:
    """Renews a lease from a thread of its own while the phase works, and notices when it is lost or to be left."""

    def __init__(self, lease: Lease, *, until: Callable[[], bool] = lambda: False) -> None:
        self.lease = lease
        self.until = until
        self.lost = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"heartbeat {lease.key}", daemon=True)

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()

    def _beat(self) -> None:
        interval = min(LOOK_SECONDS, settings.PHASE_LEASE_SECONDS / 3)
        renewed = time.monotonic()
        try:
            while not self._stop.wait(interval):
                try:
                    due = time.monotonic() - renewed >= settings.PHASE_LEASE_SECONDS / 3
                    held = leases.renew(self.lease) if due else leases.holds(self.lease)
                    renewed = time.monotonic() if due else renewed
                except DatabaseError as error:
                    logger.warning("heartbeat of %s: %s", self.lease.key, error)
                    connection.close()
                    continue
                if not held or self.until():
                    self.lost.set()
                    return
        finally:
            connection.close()


def execute(*, run_id: UUID, key: PhaseKey, tools: Any, until: Callable[[], bool] = lambda: False) -> bool:
    """Claim the phase, run it, commit it. False when there was nothing to claim; failures are stored, not raised.

    When ``until`` says so, the phase ends at its next item and is ready again for whoever comes.
    """
    try:
        lease = leases.claim(run_id=run_id, key=key)
    except UnknownKindError as error:
        logger.warning("%s of run %s is left to workers that know it: %s", key, run_id, error)
        return False
    if lease is None:
        return False
    try:
        with Heartbeat(lease, until=until) as heartbeat:
            result = PHASES.get(key.name).run(PhaseContext(lease, tools=tools, lost=heartbeat.lost))
            leases.commit(lease, result)
    except Superseded:
        _leave(lease, until)
    except PhaseError as error:
        _store(lease, error)
    except Exception as error:
        logger.exception("%s of run %s broke", key, run_id)
        _store(lease, PhaseError("unexpected", f"{type(error).__name__}: {error}"[:500], retryable=True))
    return True


def _leave(lease: Lease, until: Callable[[], bool]) -> None:
    try:
        handed_back = until() and leases.hand_back(lease)
    except DatabaseError as error:
        logger.warning("%s could not be handed back: %s", lease.key, error)
        return
    how = "is left to others" if handed_back else "was taken over or has ended"
    logger.info("%s of run %s %s", lease.key, lease.run.id, how)


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
        stale = PhaseRun.objects.filter(run_id=run_id, state=PhaseState.RUNNING, lease_until__lt=Now())
        row = ready.order_by("created_at", "index").first() or stale.first()
        if row is None:
            time.sleep(IDLE_SECONDS)
        elif not execute(run_id=run_id, key=PhaseKey(row.name, row.cycle, row.index), tools=tools, until=until):
            leases.give_up(phase_id=row.id)
            time.sleep(IDLE_SECONDS)
    return RunState.ACTIVE
