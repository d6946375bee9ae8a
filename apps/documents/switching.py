"""From one embedding model to another: vectors of both side by side, one of them searched, a switch in one step."""

import hashlib
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now

from apps.core.errors import Problem, invalid
from apps.documents.vectors import searched_chunk_count
from apps.inference.embedders import EMBEDDERS
from apps.runs.models import Run, RunState
from apps.runs.registry import SUBJECTS
from apps.runs.selectors import active_run_of
from apps.runs.services import run_cancel, run_create
from apps.runs.types import Data, EventDraft, Outcome
from apps.workspaces.models import EmbeddingState, Workspace

SUBJECT = "workspace_embedding"
PIPELINE = "reembed"


def embedding_switch(*, workspace: Workspace, model: str, by: Any = None) -> Workspace:
    """Begin to search the workspace by ``model``; returns the workspace as it is then.

    Its passages are embedded in the background, those that have a vector of ``model`` already not again. Another switch
    under way is called off; naming the active model does only that. Raises Problem ``invalid`` (422) for a model that
    cannot be used here, ``not-found`` for a workspace that was deleted.
    """
    if model not in EMBEDDERS and not settings.OPENAI_BASE_URL:
        known = ", ".join(EMBEDDERS.names())
        raise invalid(embedding_model=f"{model} is not built in ({known}), and no model endpoint is set up here.")
    with transaction.atomic():
        _one_at_a_time(workspace.pk)
        running = active_run_of(subject_kind=SUBJECT, subject_id=workspace.pk)
        if running is None or running.inputs["model"] != model:
            # its run first, then the workspace: the order in which a worker's commit takes them
            if running is not None:
                run_cancel(run=running, reason="Another embedding model was chosen.")
            _begin(workspace.pk, model, by)
        return Workspace.objects.get(pk=workspace.pk)


def _begin(workspace_id: UUID, model: str, by: Any) -> None:
    workspace = Workspace.objects.select_for_update(no_key=True).filter(pk=workspace_id).first()
    if workspace is None:
        raise Problem("not-found", "The workspace was deleted.")
    if workspace.embedding_model == model:
        if workspace.embedding_state != EmbeddingState.SETTLED:
            total = searched_chunk_count(workspace_id=workspace_id)
            _note(workspace_id, target="", state=EmbeddingState.SETTLED, done=total, total=total, error={})
        return
    total = searched_chunk_count(workspace_id=workspace_id)
    _note(workspace_id, target=model, state=EmbeddingState.SWITCHING, done=0, total=total, error={})
    run_create(
        workspace=workspace,
        pipeline=PIPELINE,
        subject_kind=SUBJECT,
        subject_id=workspace_id,
        stream_id=workspace_id,
        inputs={"model": model, "by": str(by.pk) if by is not None and by.pk else None},
    )


def _note(workspace_id: UUID, **facts: Any) -> None:
    values = {f"embedding_{name}": value for name, value in facts.items()}
    Workspace.objects.filter(pk=workspace_id).update(**values, embedding_changed_at=Now())


def _one_at_a_time(workspace_id: UUID) -> None:
    """Two people who choose at the same moment do so one after the other."""
    number = int.from_bytes(hashlib.sha256(f"embedding model of {workspace_id}".encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


def progress_event(*, model: str, done: int, total: int) -> EventDraft:
    """How far a switch is, in passages."""
    return EventDraft(type="embedding_progress", payload={"model": model, "done": done, "total": total})


def switched_event(*, model: str, previous: str) -> EventDraft:
    """Searches are answered by ``model`` from here on."""
    return EventDraft(type="embedding_switched", payload={"model": model, "previous": previous})


class EmbeddingSubject:
    """Keeps what a workspace says of a switch in step with the switch's run."""

    restartable = True  # a switch that failed may be taken up again

    def belongs(self, run: Run) -> bool:
        return run.subject_id == run.workspace_id

    def started(self, run: Run) -> list[EventDraft]:
        if not self.belongs(run):
            return []
        model, total = run.inputs["model"], searched_chunk_count(workspace_id=run.subject_id)
        _note(run.subject_id, target=model, state=EmbeddingState.SWITCHING, error={}, total=total)
        done = Workspace.objects.filter(pk=run.subject_id).values_list("embedding_done", flat=True).first()
        return [progress_event(model=model, done=min(done or 0, total), total=total)]

    def finished(self, run: Run, outcome: Outcome) -> list[EventDraft]:
        if outcome.state == RunState.COMPLETED or not self.belongs(run):
            return []  # told by the switch itself, which knows what was searched before
        error: Data = {"code": outcome.code, "message": outcome.message or "The switch was cancelled."}
        _note(run.subject_id, state=EmbeddingState.FAILED, error=error)
        return [EventDraft(type="embedding_stopped", payload={"model": run.inputs["model"], **error})]


SUBJECTS.add(SUBJECT, EmbeddingSubject())
