"""Who holds a phase: claim, renewal, fenced writes, commit, failure. All times are the database's.

Rows are locked in one order everywhere: run, phase, stream.
"""

import datetime as dt
import json
import logging
from collections.abc import Sequence
from uuid import UUID, uuid4

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connection, transaction
from django.db.models import ExpressionWrapper, F, IntegerField, Q
from django.db.models.functions import Now
from django.db.models.lookups import GreaterThanOrEqual

from apps.runs.advance import advance, append_for, appending_for, finish, ring_after_commit
from apps.runs.claiming import Lease, take_next
from apps.runs.models import Checkpoint, PhaseRun, PhaseState, Run, RunState
from apps.runs.prepared import Prepared, Rows, conclude, send
from apps.runs.registry import PHASES, PIPELINES
from apps.runs.selectors import database_now, snapshot_from, snapshot_of, states_of
from apps.runs.storable import storable
from apps.runs.types import Data, EventDraft, Outcome, PhaseError, PhaseKey, PhaseResult, Projection, Superseded

logger = logging.getLogger(__name__)
UNKNOWN_SECONDS = 600.0  # how long a deploy may take until every worker knows a new phase
RETRY_SECONDS = (0.5, 2.0, 8.0)  # wait before attempt 2, 3, 4; the last one again for those after

# locks the run before its phase, as everywhere
FINISH = Prepared(
    "finish_phase",
    """
WITH held AS (
    SELECT id FROM runs_run WHERE id = %(run)s AND state = 'active' FOR UPDATE
), done AS (
    UPDATE runs_phaserun SET state = 'done', finished_at = now(), lease_until = NULL FROM held
    WHERE runs_phaserun.id = %(phase)s AND runs_phaserun.run_id = held.id AND fence = %(fence)s AND state = 'running'
    RETURNING runs_phaserun.id
), gone AS (
    DELETE FROM runs_checkpoint USING done WHERE phase_id = done.id
)
INSERT INTO runs_artifact (id, created_at, run_id, name, cycle, index, version, data)
SELECT %(artifact)s::uuid, now(), %(run)s, %(name)s::text, %(cycle)s::int, %(index)s::int, %(version)s::int,
       %(data)s::jsonb
FROM done
RETURNING id
""",
)
HELD = """
SELECT phase.id
FROM runs_phaserun AS phase, unnest(%(phases)s::uuid[], %(fences)s::bigint[]) AS mine (id, fence)
WHERE phase.id = mine.id AND phase.fence = mine.fence AND phase.state = 'running' AND now() < phase.deadline_at"""
# waits for nobody: who ends a run has locked some of its phases and comes for others
RENEW = f"""
UPDATE runs_phaserun SET lease_until = now() + make_interval(secs => %(lease)s)
WHERE id IN ({HELD} FOR UPDATE OF phase SKIP LOCKED)
RETURNING id
"""


def renewed(held: Sequence[Lease]) -> set[UUID]:
    """Hold phases a while longer, but for those that somebody has locked; the ids of the others that are ``held``."""
    with connection.cursor() as cursor:
        cursor.execute(RENEW, {"lease": settings.PHASE_LEASE_SECONDS, **_fences(held)})
        return {row[0] for row in cursor.fetchall()}


def held(leases: Sequence[Lease]) -> set[UUID]:
    """The ids of those phases that are still ours and not past their deadline."""
    with connection.cursor() as cursor:
        cursor.execute(HELD, _fences(leases))
        return {row[0] for row in cursor.fetchall()}


def _fences(leases: Sequence[Lease]) -> dict[str, list[UUID] | list[int]]:
    return {"phases": [lease.phase_id for lease in leases], "fences": [lease.fence for lease in leases]}


def hand_back(lease: Lease) -> bool:
    """Leave the phase to others before its lease ends; the attempt does not count. False when it is ours no longer."""
    mine = PhaseRun.objects.filter(id=lease.phase_id, fence=lease.fence, state=PhaseState.RUNNING)
    back = {"state": PhaseState.READY, "attempt": F("attempt") - 1, "lease_until": None}
    if not mine.update(**back, available_at=Now(), rung_at=Now()):
        return False
    logger.info("%s of run %s is left to others", lease.key, lease.run.id)
    ring_after_commit(lease.run, lease.key, PHASES.get(lease.key.name).queue())
    return True


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
    progress: Data | None = None,
) -> None:
    """Store a checkpoint, rows and events of an unfinished phase at once; raises Superseded under an old fence.

    ``progress`` replaces what the phase has told of itself and lets the pipeline act on it: phases may begin, or be
    taken back, before this one is done.
    """
    with transaction.atomic():
        run = None if progress is None else _active_run(lease)
        phase = _locked(lease)
        if run is not None:
            phase.progress = storable(progress)
            phase.save(update_fields=["progress"])
            # before rows are written: whoever holds a phase locks it before the rows of its work
            send(*advance(run, snapshot_of(run)).calls)
        told = _projected(project)
        if item is not None:
            Checkpoint.objects.update_or_create(
                phase_id=lease.phase_id, item=item, defaults={"data": storable(data or {})}
            )
        append_for(lease.run, [*drafts, *told])


def _active_run(lease: Lease) -> Run:
    """The lease's run, locked: always before its phases."""
    run = Run.objects.select_for_update().filter(id=lease.run.id, state=RunState.ACTIVE).first()
    if run is None:
        raise Superseded(str(lease.key))
    return run


def _projected(project: Projection | None) -> list[EventDraft]:
    """Write the rows; the events to tell of them, where it returns a list (a bare query's count is none)."""
    told = project() if project is not None else None
    return told if isinstance(told, list) else []


def commit(lease: Lease, result: PhaseResult, *, then: str | None = None) -> Rows:
    """Artifact, rows, events, and the next phases: all or nothing, only under the newest fence (else Superseded).

    ``then``: take the next phase of that queue in the same transaction. Returns what was taken, for ``leased``.
    """
    with transaction.atomic():
        finished, states = send(FINISH(_finished(lease, result)), states_of(lease.run))
        if not finished:
            raise Superseded(str(lease.key))
        told = _projected(result.project)
        steps = advance(lease.run, snapshot_from(lease.run, states))
        appending = appending_for(lease.run, [*result.events, *told, *steps.drafts])
        taking = [take_next(queue=then)] if then else []
        rows = conclude(*steps.calls, *appending, *taking)
    return rows[-1] if taking else []


def _finished(lease: Lease, result: PhaseResult) -> Data:
    return {
        "run": lease.run.id,
        "phase": lease.phase_id,
        "fence": lease.fence,
        "artifact": uuid4(),
        "version": PHASES.get(lease.key.name).version,
        "data": json.dumps(storable(result.artifact), cls=DjangoJSONEncoder),
        **lease.key._asdict(),
    }


def fail(lease: Lease, error: PhaseError) -> None:
    """Note a failed attempt: ready again after a pause, or given up when it is final or was the last one."""
    with transaction.atomic():
        run, phase = _active_run(lease), _locked(lease)
        append_for(run, _fail_phase(run, phase, error))


def waiting() -> Q:
    """Phases that are ready for a worker now."""
    return Q(state=PhaseState.READY, available_at__lte=Now())


def exhausted() -> Q:
    """Phases that may not be tried again: they failed, or lost their worker, too often."""
    failures = ExpressionWrapper(F("attempt") - F("losses"), output_field=IntegerField())
    often = GreaterThanOrEqual(failures, settings.PHASE_MAX_ATTEMPTS)
    return Q(often) | Q(losses__gte=settings.PHASE_MAX_LOSSES)


def stranded() -> Q:
    """Waiting phases that nobody will take: their attempts are used up, or no code knows them any more."""
    since = Now() - dt.timedelta(seconds=UNKNOWN_SECONDS)
    unknown = ~Q(name__in=PHASES.names()) | ~Q(run__pipeline__in=PIPELINES.names())
    return (waiting() & exhausted()) | (unknown & Q(state=PhaseState.READY, available_at__lt=since))


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
        if phase.name not in PHASES or run.pipeline not in PIPELINES:
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
    failures = phase.attempt - phase.losses
    if error.retryable and failures < settings.PHASE_MAX_ATTEMPTS:
        pause = RETRY_SECONDS[min(max(failures, 1), len(RETRY_SECONDS)) - 1]
        phase.state, phase.rung_at = PhaseState.READY, None
        phase.available_at = Now() + dt.timedelta(seconds=pause)
        phase.save(update_fields=["errors", "lease_until", "state", "rung_at", "available_at"])
        # a bell that is lost with this process is made good by the next sweep
        ring_after_commit(run, PhaseKey(phase.name, phase.cycle, phase.index), phase.queue, pause=pause)
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
            steps = advance(run, snapshot_of(run))
            send(*steps.calls)
            return [*steps.drafts]
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
