"""Who holds a phase: claim, renewal, fenced writes, commit, failure. All times are the database's.

Rows are locked in one order everywhere: run, phase, stream.
"""

import datetime as dt
import logging
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from apps.runs import events
from apps.runs.advance import advance, finish, turn_of
from apps.runs.models import Artifact, Checkpoint, PhaseRun, PhaseState, Run, RunState
from apps.runs.registry import PHASES, PIPELINES, SUBJECTS
from apps.runs.selectors import database_now
from apps.runs.storable import storable
from apps.runs.types import Data, EventDraft, Outcome, PhaseError, PhaseKey, PhaseResult, Projection, Superseded

logger = logging.getLogger(__name__)
UNKNOWN_SECONDS = 600.0  # how long a deploy may take until every worker knows a new phase
RETRY_SECONDS = (0.5, 2.0, 8.0)  # wait before attempt 2, 3, 4; the last one again for those after

CLAIM = """
UPDATE runs_phaserun AS phase
SET state = 'running', fence = fence + 1, attempt = attempt + 1, worker = %(worker)s, started_at = now(),
    lease_until = now() + make_interval(secs => %(lease)s), deadline_at = now() + make_interval(secs => %(deadline)s),
    errors = CASE WHEN phase.state = 'ready' THEN errors ELSE errors || jsonb_build_array(jsonb_build_object(
        'attempt', attempt, 'code', 'worker_lost', 'message', 'the worker was not heard of before its lease ended',
        'retryable', true, 'at', now())) END
FROM runs_run AS run
WHERE run.id = phase.run_id AND run.state = 'active'
  AND phase.run_id = %(run)s AND phase.name = %(name)s AND phase.cycle = %(cycle)s AND phase.index = %(index)s
  AND ((phase.state = 'ready' AND phase.available_at <= now())
    OR (phase.state = 'running' AND phase.lease_until < now()))
  AND phase.attempt < %(attempts)s
RETURNING phase.id, phase.fence, phase.attempt
"""
RENEW = """
UPDATE runs_phaserun SET lease_until = now() + make_interval(secs => %(lease)s)
WHERE id = %(phase)s AND fence = %(fence)s AND state = 'running' AND now() < deadline_at
RETURNING id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to work on one phase, as long as its fence is the newest."""

    phase_id: UUID
    run: Run
    key: PhaseKey
    fence: int
    attempt: int


def worker_name() -> str:
    """Host and process, as shown beside what it holds."""
    return f"{socket.gethostname()}:{os.getpid()}"


def claim(*, run_id: UUID, key: PhaseKey) -> Lease | None:
    """Take a phase that is ready or whose lease ran out; None when there is nothing to take.

    Raises UnknownKindError, and takes nothing, when this code knows the phase or its pipeline not (yet, or no longer).
    """
    values = {
        "worker": worker_name(),
        "lease": settings.PHASE_LEASE_SECONDS,
        "deadline": PHASES.get(key.name).deadline,
        "attempts": settings.PHASE_MAX_ATTEMPTS,
        "run": run_id,
        **key._asdict(),
    }
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(CLAIM, values)
        row = cursor.fetchone()
        if row is None:
            return None
        run = Run.objects.get(id=run_id)
        first = PIPELINES.get(run.pipeline).first
        lease = Lease(phase_id=row[0], run=run, key=key, fence=row[1], attempt=row[2])
        if lease.attempt == 1 and key == first:
            append_for(run, SUBJECTS.get(run.subject_kind).started(run))
    return lease


def append_for(run: Run, drafts: Sequence[EventDraft]) -> None:
    """Append events of a run to its stream."""
    events.append(stream_id=run.stream_id, drafts=drafts, session_id=run.session_id, turn_id=turn_of(run))


def renew(lease: Lease) -> bool:
    """Hold the phase a while longer; False when it is no longer ours or past its deadline."""
    with connection.cursor() as cursor:
        cursor.execute(RENEW, {"lease": settings.PHASE_LEASE_SECONDS, "phase": lease.phase_id, "fence": lease.fence})
        return cursor.fetchone() is not None


def hand_back(lease: Lease) -> bool:
    """Leave the phase to others before its lease ends; the attempt does not count. False when it is ours no longer."""
    mine = PhaseRun.objects.filter(id=lease.phase_id, fence=lease.fence, state=PhaseState.RUNNING)
    return bool(
        mine.update(
            state=PhaseState.READY, attempt=F("attempt") - 1, lease_until=None, available_at=Now(), rung_at=None
        )
    )


def holds(lease: Lease) -> bool:
    """Whether the fence is still the newest."""
    return PhaseRun.objects.filter(id=lease.phase_id, fence=lease.fence, state=PhaseState.RUNNING).exists()


def _locked(lease: Lease) -> PhaseRun:
    phase = (
        PhaseRun.objects.select_for_update()
        .filter(id=lease.phase_id, fence=lease.fence, state=PhaseState.RUNNING)
        .first()
    )
    if phase is None:
        raise Superseded(str(lease.key))
    return phase


def record(
    lease: Lease,
    *,
    item: str | None = None,
    data: Data | None = None,
    drafts: Sequence[EventDraft] = (),
    project: Projection | None = None,
) -> None:
    """Store a checkpoint, rows and events of an unfinished phase at once; raises Superseded under an old fence."""
    with transaction.atomic():
        _locked(lease)
        told = _projected(project)
        if item is not None:
            Checkpoint.objects.update_or_create(
                phase_id=lease.phase_id, item=item, defaults={"data": storable(data or {})}
            )
        append_for(lease.run, [*drafts, *told])


def _projected(project: Projection | None) -> list[EventDraft]:
    """Write the rows; the events to tell of them, where it returns a list (a bare query's count is none)."""
    told = project() if project is not None else None
    return told if isinstance(told, list) else []


def commit(lease: Lease, result: PhaseResult) -> None:
    """Artifact, rows, events, and the next phases: all or nothing, only under the newest fence (else Superseded)."""
    with transaction.atomic():
        run = Run.objects.select_for_update().filter(id=lease.run.id, state=RunState.ACTIVE).first()
        if run is None:
            raise Superseded(str(lease.key))
        phase = _locked(lease)
        told = _projected(result.project)
        version, data = PHASES.get(lease.key.name).version, storable(result.artifact)
        Artifact.objects.create(run=run, version=version, data=data, **lease.key._asdict())
        phase.state, phase.finished_at, phase.lease_until = PhaseState.DONE, Now(), None
        phase.save(update_fields=["state", "finished_at", "lease_until"])
        phase.checkpoints.all().delete()
        append_for(run, [*result.events, *told, *advance(run)])


def fail(lease: Lease, error: PhaseError) -> None:
    """Note a failed attempt: ready again after a pause, or given up when it is final or was the last one."""
    with transaction.atomic():
        run = Run.objects.select_for_update().filter(id=lease.run.id, state=RunState.ACTIVE).first()
        if run is None:
            raise Superseded(str(lease.key))
        phase = _locked(lease)
        append_for(run, _fail_phase(run, phase, error))


def waiting() -> Q:
    """Phases that a worker may take now: ready, or left behind by one whose lease ran out."""
    return Q(state=PhaseState.READY, available_at__lte=Now()) | Q(state=PhaseState.RUNNING, lease_until__lt=Now())


def stranded() -> Q:
    """Waiting phases that nobody will take: their attempts are used up, or no code knows them any more."""
    since = Now() - dt.timedelta(seconds=UNKNOWN_SECONDS)
    unknown = ~Q(name__in=PHASES.names()) | ~Q(run__pipeline__in=PIPELINES.names())
    long_so = Q(state=PhaseState.READY, available_at__lt=since) | Q(state=PhaseState.RUNNING, lease_until__lt=since)
    return (waiting() & Q(attempt__gte=settings.PHASE_MAX_ATTEMPTS)) | (unknown & long_so)


def give_up(*, phase_id: UUID) -> None:
    """End a phase that is stranded; used by the sweeper."""
    with transaction.atomic():
        run_id = PhaseRun.objects.filter(id=phase_id).values_list("run_id", flat=True).first()
        run = Run.objects.select_for_update().filter(id=run_id, state=RunState.ACTIVE).first()
        if run is None:
            return
        phase = PhaseRun.objects.select_for_update(of=("self",)).filter(stranded(), id=phase_id).first()
        if phase is None:
            return
        if phase.attempt < settings.PHASE_MAX_ATTEMPTS:
            lost = PhaseError(
                "unknown_phase", f"no worker knows the phase {phase.name} of {run.pipeline}", retryable=False
            )
        else:
            message = f"no worker finished {phase.name} in {phase.attempt} attempts"
            lost = PhaseError("worker_lost", message, retryable=False)
        append_for(run, _fail_phase(run, phase, lost))


def _fail_phase(run: Run, phase: PhaseRun, error: PhaseError) -> list[EventDraft]:
    phase.errors = [*phase.errors, describe(error, phase.attempt)]
    phase.lease_until = None
    if error.retryable and phase.attempt < settings.PHASE_MAX_ATTEMPTS:
        pause = RETRY_SECONDS[min(phase.attempt, len(RETRY_SECONDS)) - 1]
        phase.state, phase.rung_at = PhaseState.READY, None
        phase.available_at = Now() + dt.timedelta(seconds=pause)
        phase.save(update_fields=["errors", "lease_until", "state", "rung_at", "available_at"])
        return []
    phase.state, phase.finished_at = PhaseState.FAILED, Now()
    phase.save(update_fields=["errors", "lease_until", "state", "finished_at"])
    if phase.name in PHASES and PHASES.get(phase.name).tolerated:
        return _advance_or_end(run)
    return finish(run, Outcome(state=RunState.FAILED, code=error.code, message=error.message))


def _advance_or_end(run: Run) -> list[EventDraft]:
    """Go on without a phase; where even that breaks there is nobody left to try again, and the run ends."""
    try:
        with transaction.atomic():
            return advance(run)
    except DatabaseError:
        raise
    except Exception as error:
        logger.exception("run %s cannot go on", run.id)
        message = f"the next phases could not be told: {type(error).__name__}: {error}"[:500]
        return finish(run, Outcome(state=RunState.FAILED, code="pipeline_broken", message=message))


def describe(error: PhaseError, attempt: int) -> Data:
    """A failed attempt as it is kept."""
    moment = database_now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {
        "attempt": attempt,
        "code": error.code,
        "message": error.message,
        "retryable": error.retryable,
        "at": moment,
    }


def note_error(lease: Lease, error: PhaseError) -> None:
    """Keep an error that the phase itself got over (a repeated call), without ending the attempt."""
    with transaction.atomic():
        phase = _locked(lease)
        phase.errors = [*phase.errors, describe(error, lease.attempt)]
        phase.save(update_fields=["errors"])
