"""A document as the subject of a run: its state follows the run, and its workspace's readers are told."""

from django.db.models import QuerySet
from django.utils import timezone

from apps.documents.models import Document, DocumentStatus
from apps.runs.models import Run, RunState
from apps.runs.registry import SUBJECTS
from apps.runs.types import Data, EventDraft, Outcome

# the part of the whole that is done when a stage ends; embedding takes most of the time
PROGRESS_AFTER = {"extract": 0.15, "chunk": 0.2, "embed": 0.95, "index": 1.0}
STAGES = tuple(PROGRESS_AFTER)


def progress_event(*, document_id: object, stage: str, done: int, total: int) -> tuple[EventDraft, float]:
    """An event and the overall progress (0 … 1) for ``done`` of ``total`` items of a stage."""
    place = STAGES.index(stage)
    before = PROGRESS_AFTER[STAGES[place - 1]] if place else 0.0
    progress = before + (PROGRESS_AFTER[stage] - before) * (done / total if total else 1.0)
    payload = {
        "document_id": str(document_id),
        "stage": stage,
        "done": done,
        "total": total,
        "progress": round(progress, 4),
    }
    return EventDraft(type="document_progress", payload=payload), progress


class DocumentSubject:
    """Keeps a document's state in step with its run."""

    restartable = True  # a document in error may be taken up again

    def belongs(self, run: Run) -> bool:
        return _of(run).exists()

    def started(self, run: Run) -> list[EventDraft]:
        _of(run).update(status=DocumentStatus.PROCESSING, stage=STAGES[0], error_code="", error_reason="")
        return [progress_event(document_id=run.subject_id, stage=STAGES[0], done=0, total=1)[0]]

    def finished(self, run: Run, outcome: Outcome) -> list[EventDraft]:
        document = _of(run).first()
        if document is None:
            return []
        if outcome.state == RunState.COMPLETED:
            document.status, document.ready_at = DocumentStatus.READY, timezone.now()
            document.stage, document.progress = "", 1.0
            document.save(update_fields=["status", "ready_at", "stage", "progress"])
            return [EventDraft(type="document_ready", payload=_facts(document))]
        document.status, document.error_code = DocumentStatus.ERROR, outcome.code
        document.error_reason = outcome.message or "The processing was cancelled."
        document.save(update_fields=["status", "error_code", "error_reason"])
        error = {"code": document.error_code, "message": document.error_reason, "stage": document.stage}
        return [EventDraft(type="document_error", payload={**_facts(document), **error})]


def _of(run: Run) -> QuerySet[Document]:
    """The run's document; none when it is gone, or another tenant's."""
    return Document.objects.filter(id=run.subject_id, workspace_id=run.workspace_id)


def _facts(document: Document) -> Data:
    return {
        "document_id": str(document.id),
        "filename": document.filename,
        "title": document.title,
        "pages": document.page_count,
        "chunks": document.chunk_count,
        "notices": document.notices,
    }


SUBJECTS.add("document", DocumentSubject())
