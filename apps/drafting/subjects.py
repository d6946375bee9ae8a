"""A turn as the subject of a run: its status follows the run, and one terminal event ends it."""

import datetime as dt

from django.db.models import Min, QuerySet

from apps.drafting.models import Session, SessionStatus, Turn
from apps.drafting.timings import timing_targets_of
from apps.drafting.verify_files import verify_file_forget
from apps.runs.models import Event, Run, RunState
from apps.runs.registry import SUBJECTS
from apps.runs.selectors import database_now, phase_errors
from apps.runs.types import EventDraft, Outcome

STATUS_OF = {
    RunState.COMPLETED: SessionStatus.COMPLETED,
    RunState.FAILED: SessionStatus.ERROR,
    RunState.CANCELLED: SessionStatus.CANCELLED,
}


class TurnSubject:
    """Keeps a turn and its session in step with the turn's run."""

    restartable = False  # readers were told a final end

    def belongs(self, run: Run) -> bool:
        return _of(run).exists()

    def started(self, run: Run) -> list[EventDraft]:
        _of(run).update(status=SessionStatus.PROCESSING)
        own = Session.objects.filter(id=run.session_id, workspace_id=run.workspace_id)
        own.update(status=SessionStatus.PROCESSING)
        return []

    def finished(self, run: Run, outcome: Outcome) -> list[EventDraft]:
        verify_file_forget(run)
        turn = _of(run).first()
        if turn is None:
            return []
        # the first phase was opened as the turn was accepted, by the database's clock; the turn's own created_at is the
        # clock of the machine that took the question: not to be subtracted from another
        now, began = database_now(), run.phases.aggregate(first=Min("created_at"))["first"]
        turn.status, turn.completed_at = STATUS_OF[outcome.state], now
        turn.errors = phase_errors(run)
        first = _first_words_at(turn)
        turn.metrics = {
            **turn.metrics,
            "processing_time_ms": _milliseconds(began, now),
            "time_to_first_token_ms": _milliseconds(began, first),
        }
        if outcome.state == RunState.COMPLETED:
            timings = timing_targets_of(run, mode=turn.mode or turn.session.mode, began=began, first=first, ended=now)
            turn.metrics["targets"] = [*turn.metrics.get("targets", ()), *timings]
        turn.save(update_fields=["status", "completed_at", "errors", "metrics"])
        Session.objects.filter(id=turn.session_id).update(status=turn.status, completed_at=now)
        return [_terminal_event(turn, outcome)]


def _of(run: Run) -> QuerySet[Turn]:
    """The run's turn; none when it is gone, or another tenant's."""
    return Turn.objects.filter(id=run.subject_id, session__workspace_id=run.workspace_id)


def _first_words_at(turn: Turn) -> dt.datetime | None:
    events = Event.objects.filter(stream_id=turn.session_id, turn_id=turn.id, type="content_chunk")
    return events.order_by("seq").values_list("at", flat=True).first()


def _milliseconds(start: dt.datetime | None, end: dt.datetime | None) -> int | None:
    return None if start is None or end is None else round((end - start).total_seconds() * 1000)


def _terminal_event(turn: Turn, outcome: Outcome) -> EventDraft:
    if outcome.state == RunState.COMPLETED:
        return EventDraft(
            type="generation_complete",
            payload={
                "status": turn.status,
                "cycle": turn.cycle,
                "metrics": turn.metrics,
                "warnings": turn.warnings,
                "citations": turn.citations,
                "flags": turn.flags,
            },
        )
    if outcome.state == RunState.CANCELLED:
        return EventDraft(type="cancelled", payload={"message": outcome.message})
    return EventDraft(type="error", payload={"code": outcome.code, "message": outcome.message})


SUBJECTS.add("turn", TurnSubject())
