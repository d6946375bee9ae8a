"""A turn as the subject of a run: its status follows the run, and one terminal event ends it."""

from django.utils import timezone

from apps.drafting.models import Session, SessionStatus, Turn
from apps.runs.models import Event, Run, RunState
from apps.runs.registry import SUBJECTS
from apps.runs.selectors import phase_errors
from apps.runs.types import EventDraft, Outcome

STATUS_OF = {
    RunState.COMPLETED: SessionStatus.COMPLETED,
    RunState.FAILED: SessionStatus.ERROR,
    RunState.CANCELLED: SessionStatus.CANCELLED,
}


class TurnSubject:
    """Keeps a turn and its session in step with the turn's run."""

    restartable = False  # readers were told a final end

    def started(self, run: Run) -> list[EventDraft]:
        Turn.objects.filter(id=run.subject_id).update(status=SessionStatus.PROCESSING)
        Session.objects.filter(id=run.session_id).update(status=SessionStatus.PROCESSING)
        return []

    def finished(self, run: Run, outcome: Outcome) -> list[EventDraft]:
        turn = Turn.objects.filter(id=run.subject_id).first()
        if turn is None:
            return []
        now = timezone.now()
        turn.status, turn.completed_at = STATUS_OF[outcome.state], now
        turn.errors = phase_errors(run)
        turn.metrics = {
            **turn.metrics,
            "processing_time_ms": round((now - turn.created_at).total_seconds() * 1000),
            "time_to_first_token_ms": _first_token_ms(turn),
        }
        turn.save(update_fields=["status", "completed_at", "errors", "metrics"])
        Session.objects.filter(id=turn.session_id).update(status=turn.status, completed_at=now)
        return [_terminal_event(turn, outcome)]


def _first_token_ms(turn: Turn) -> int | None:
    """Milliseconds from the question's acceptance to the first text a reader could see."""
    first = (
        Event.objects.filter(stream_id=turn.session_id, turn_id=turn.id, type="content_chunk")
        .order_by("seq")
        .values_list("at", flat=True)
        .first()
    )
    return None if first is None else round((first - turn.created_at).total_seconds() * 1000)


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
            },
        )
    if outcome.state == RunState.CANCELLED:
        return EventDraft(type="cancelled", payload={"message": outcome.message})
    return EventDraft(type="error", payload={"code": outcome.code, "message": outcome.message})


SUBJECTS.add("turn", TurnSubject())
