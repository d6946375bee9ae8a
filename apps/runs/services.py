"""What can be done with runs from outside: begin, cancel, try again, forget."""

from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now

from apps.runs import events
from apps.runs.advance import finish, opening, ring_after_commit, turn_of
from apps.runs.models import PhaseRun, PhaseState, Run, RunState, Stream
from apps.runs.prepared import send
from apps.runs.registry import PIPELINES, SUBJECTS
from apps.runs.selectors import active_run_of
from apps.runs.types import Data, Outcome, PhaseKey
from apps.workspaces.models import Workspace
from apps.workspaces.services import workspace_hold


def run_create(
    *,
    workspace: Workspace,
    pipeline: str,
    subject_kind: str,
    subject_id: UUID,
    stream_id: UUID,
    inputs: Data | None = None,
    session_id: UUID | None = None,
) -> Run:
    """A run whose first phase is ready. Commits with the caller's transaction; workers are rung after it.

    Raises Problem ``not-found`` when the workspace was deleted meanwhile.
    """
    SUBJECTS.get(subject_kind)
    with transaction.atomic():
        workspace_hold(workspace=workspace)
        kind = "session" if session_id else "workspace"
        stream: Stream = events.stream_open(stream_id=stream_id, kind=kind, workspace=workspace)
        run = Run.objects.create(
            workspace=workspace,
            pipeline=pipeline,
            subject_kind=subject_kind,
            subject_id=subject_id,
            stream=stream,
            session_id=session_id,
            inputs=inputs or {},
        )
        send(*opening(run, [PIPELINES.get(pipeline).first]))
    return run


def run_cancel(*, run: Run, reason: str = "") -> bool:
    """End a run now; whoever works on it finds its fence stale. False when it had ended already."""
    with transaction.atomic():
        locked = Run.objects.select_for_update().filter(id=run.id, state=RunState.ACTIVE).first()
        if locked is None:
            return False
        drafts = finish(locked, Outcome(state=RunState.CANCELLED, code="cancelled", message=reason))
        events.append(stream_id=locked.stream_id, drafts=drafts, session_id=locked.session_id, turn_id=turn_of(locked))
    return True


def runs_forget(*, subject_kind: str, subject_id: UUID) -> None:
    """Cancel and delete every run of a subject that is about to be deleted."""
    with transaction.atomic():
        runs = Run.objects.select_for_update().filter(subject_kind=subject_kind, subject_id=subject_id)
        held = list(runs.order_by("id"))
        # a worker in the middle of a checkpoint would add a row to what is being deleted
        list(PhaseRun.objects.select_for_update().filter(run__in=held).order_by("id").values_list("id"))
        for run in held:
            run.delete()


def phase_retry(*, phase: PhaseRun) -> bool:
    """Give a phase that gave up, and the run that failed with it, another set of attempts.

    False when there is nothing to retry: it is not failed, its subject is worked on by another run by now, or has told
    its readers that it ended for good.
    """
    with transaction.atomic():
        run = Run.objects.select_for_update().filter(id=phase.run_id, state=RunState.FAILED).first()
        if run is None or not SUBJECTS.get(run.subject_kind).restartable:
            return False
        if active_run_of(subject_kind=run.subject_kind, subject_id=run.subject_id) is not None:
            return False
        stopped = run.phases.select_for_update().filter(state__in=[PhaseState.FAILED, PhaseState.VOID])
        if not any(row.id == phase.id and row.state == PhaseState.FAILED for row in stopped):
            return False
        run.state, run.error_code, run.error_message, run.finished_at = RunState.ACTIVE, "", "", None
        run.save(update_fields=["state", "error_code", "error_message", "finished_at"])
        for row in stopped:
            key = PhaseKey(row.name, row.cycle, row.index)
            PhaseRun.objects.filter(id=row.id).update(
                state=PhaseState.READY, attempt=0, losses=0, available_at=Now(), rung_at=Now(), finished_at=None
            )
            ring_after_commit(run, key, row.queue)
        drafts = SUBJECTS.get(run.subject_kind).started(run)
        events.append(stream_id=run.stream_id, drafts=drafts, session_id=run.session_id, turn_id=turn_of(run))
    return True
