"""From the stored state of a run to its next phases, or to its end. Called with the run's row locked."""

from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from apps.runs import bells
from apps.runs.models import PhaseRun, PhaseState, Run, RunState
from apps.runs.registry import PHASES, PIPELINES, SUBJECTS
from apps.runs.selectors import snapshot_of
from apps.runs.types import EventDraft, Outcome, PhaseKey


def turn_of(run: Run) -> UUID | None:
    """The turn an event of this run belongs to."""
    return run.subject_id if run.subject_kind == "turn" else None


def advance(run: Run) -> list[EventDraft]:
    """Make the phases that should exist by now; end the run when nothing is left to do. Returns events to append."""
    snapshot = snapshot_of(run)
    wanted = PIPELINES.get(run.pipeline).next_phases(snapshot)
    missing = [key for key in wanted if key not in snapshot.states]
    open_phases(run, missing)
    if missing or any(state in {PhaseState.READY, PhaseState.RUNNING} for state in snapshot.states.values()):
        return []
    return finish(run, Outcome(state=RunState.COMPLETED))


def open_phases(run: Run, keys: list[PhaseKey]) -> None:
    """Store phases as ready and ring for them after the commit."""
    for key in keys:
        queue = PHASES.get(key.name).queue()
        PhaseRun.objects.create(run=run, queue=queue, rung_at=Now(), **key._asdict())
        ring_after_commit(run, key, queue)


def ring_after_commit(run: Run, key: PhaseKey, queue: str) -> None:
    """Tell a worker of a ready phase as soon as it can be seen."""
    transaction.on_commit(lambda: bells.ring_worker(run_id=run.id, key=str(key), queue=queue))


def finish(run: Run, outcome: Outcome) -> list[EventDraft]:
    """Put a run into its one terminal state; what was open becomes void and its holders' fences stale."""
    run.state, run.error_code, run.error_message = outcome.state, outcome.code, outcome.message
    run.finished_at = Now()
    run.save(update_fields=["state", "error_code", "error_message", "finished_at"])
    run.phases.filter(state__in=[PhaseState.READY, PhaseState.RUNNING]).update(
        state=PhaseState.VOID, fence=F("fence") + 1, lease_until=None, finished_at=Now()
    )
    return SUBJECTS.get(run.subject_kind).finished(run, outcome)
