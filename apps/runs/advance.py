"""From the stored state of a run to its next phases, or to its end. Called with the run's row locked."""

import json
from collections.abc import Container, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from apps.runs import bells, events
from apps.runs.models import Artifact, Checkpoint, PhaseState, Run, RunState
from apps.runs.prepared import Call, Prepared, send
from apps.runs.registry import PHASES, PIPELINES, SUBJECTS
from apps.runs.types import EventDraft, Outcome, PhaseKey, RunSnapshot

OPEN = frozenset({PhaseState.READY, PhaseState.RUNNING})
# by hand, since every phase of every run comes through here: the model's own way takes four times as long
OPEN_NEW = Prepared(
    "open_phases",
    """
INSERT INTO runs_phaserun (id, created_at, run_id, workspace_id, name, cycle, index, queue, state, attempt, fence,
                           rung_at, worker, errors)
SELECT gen_random_uuid(), now(), %(run)s::uuid, %(workspace)s::uuid, name, cycle, index, queue, 'ready', 0, 0, now(),
       '', '[]'
FROM json_to_recordset(%(phases)s::json) AS new (name text, cycle int, index int, queue text)
""",
)
END_RUN = Prepared(
    "end_run",
    """
WITH ended AS (
    UPDATE runs_run SET state = %(state)s, error_code = %(code)s, error_message = %(message)s, finished_at = now()
    WHERE id = %(run)s
)
UPDATE runs_phaserun SET state = 'void', fence = fence + 1, lease_until = NULL, finished_at = now()
WHERE run_id = %(run)s AND state IN ('ready', 'running')
""",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """What is left of a run's advance: statements to send within the transaction under way, and events to append."""

    calls: Sequence[Call] = ()
    drafts: Sequence[EventDraft] = ()


FRESH = {"state": PhaseState.READY, "attempt": 0, "losses": 0, "progress": {}, "finished_at": None}


def turn_of(run: Run) -> UUID | None:
    """The turn an event of this run belongs to."""
    return run.subject_id if run.subject_kind == "turn" else None


def append_for(run: Run, drafts: Sequence[EventDraft]) -> None:
    """Append events of a run to its stream."""
    send(*appending_for(run, drafts))


def appending_for(run: Run, drafts: Sequence[EventDraft]) -> list[Call]:
    """The statement of ``append_for``, to be sent within the transaction under way; none where there are no events."""
    told = {"stream_id": run.stream_id, "session_id": run.session_id, "turn_id": turn_of(run)}
    return [events.appending(drafts=drafts, **told)] if drafts else []


def advance(run: Run, snapshot: RunSnapshot) -> Steps:
    """Make the phases that should exist by now; end the run when nothing is left to do."""
    wanted = PIPELINES.get(run.pipeline).next_phases(snapshot)
    void_phases(run, [key for key, state in snapshot.states.items() if key not in wanted and state != PhaseState.VOID])
    missing = [key for key in wanted if snapshot.states.get(key, PhaseState.VOID) == PhaseState.VOID]
    if missing or any(snapshot.states[key] in OPEN for key in wanted):
        return Steps(calls=opening(run, missing, again=snapshot.states))
    outcome = Outcome(state=RunState.COMPLETED)
    return Steps(calls=[_ending(run, outcome)], drafts=SUBJECTS.get(run.subject_kind).finished(run, outcome))


def opening(run: Run, keys: Sequence[PhaseKey], *, again: Container[PhaseKey] = ()) -> list[Call]:
    """Store phases as ready: those of ``again`` (void until now) anew, others by a statement to be sent within the
    transaction under way. Rings for all after the commit."""
    queues = {key: PHASES.get(key.name).queue() for key in keys}
    for key, queue in queues.items():
        if key in again:
            fresh = {**FRESH, "queue": queue, "available_at": Now(), "rung_at": Now()}
            run.phases.filter(**key._asdict()).update(**fresh)
        ring_after_commit(run, key, queue)
    new = [{**key._asdict(), "queue": queue} for key, queue in queues.items() if key not in again]
    return [OPEN_NEW({"run": run.id, "workspace": run.workspace_id, "phases": json.dumps(new)})] if new else []


def void_phases(run: Run, keys: list[PhaseKey]) -> None:
    """Take back phases that should not have begun: who works on them finds a stale fence, what they made is gone."""
    for key in keys:
        phases = run.phases.filter(**key._asdict())
        Checkpoint.objects.filter(phase__in=phases).delete()
        phases.update(state=PhaseState.VOID, fence=F("fence") + 1, lease_until=None, finished_at=Now())
        Artifact.objects.filter(run=run, **key._asdict()).delete()


def ring_after_commit(run: Run, key: PhaseKey, queue: str, *, pause: float = 0.0) -> None:
    """Tell a worker of a ready phase as soon as it can be seen and, in ``pause`` seconds, be taken."""
    transaction.on_commit(lambda: bells.ring_worker(run_id=run.id, key=str(key), queue=queue, pause=pause))


def finish(run: Run, outcome: Outcome) -> list[EventDraft]:
    """Put a run into its one terminal state; what was open becomes void and its holders' fences stale."""
    send(_ending(run, outcome))
    return SUBJECTS.get(run.subject_kind).finished(run, outcome)


def _ending(run: Run, outcome: Outcome) -> Call:
    run.state, run.error_code, run.error_message = outcome.state, outcome.code, outcome.message
    told = {"state": outcome.state.value, "code": outcome.code, "message": outcome.message}
    return END_RUN({"run": run.id, **told})
