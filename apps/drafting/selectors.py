"""Sessions as the contract shows them."""

from collections.abc import Collection
from typing import Any

from django.conf import settings

from apps.documents.models import Document
from apps.drafting.models import Session, Turn
from apps.runs.selectors import runs_of
from apps.verification.models import Ledger
from apps.verification.storage import claims_as_dicts, ledger_as_dict, summaries_before, summary_as_dict
from apps.verification.succession import revisions_of


def session_summary(session: Session) -> dict[str, Any]:
    """A session without its texts and ledger, as lists show it."""
    return {
        "id": str(session.id),
        "workspace_id": str(session.workspace_id),
        "author": session.author.email if session.author else None,
        "query": session.query,
        "mode": session.mode,
        "verification": session.verification,
        "settings": session.settings,
        "document_ids": session.document_ids,
        "status": session.status,
        "created_at": _moment(session.created_at),
        "completed_at": _moment(session.completed_at),
        "stream": f"/ws/sessions/{session.id}/",
    }


def session_as_dict(session: Session) -> dict[str, Any]:
    """The whole session: its last turn's text and ledger at the top, all turns below."""
    alive = _documents_alive(session)
    turns = [turn_as_dict(turn, alive=alive) for turn in session.turns.all()]
    last = turns[-1] if turns else {}
    shown = (
        "response", "citations", "claims", "ledger", "cycles", "revisions", "flags", "skeptic_report", "metrics",
        "warnings", "errors",
    )  # fmt: skip
    return {**session_summary(session), **{name: last.get(name) for name in shown}, "turns": turns}


def turn_as_dict(turn: Turn, *, alive: Collection[str]) -> dict[str, Any]:
    """One question with its answer, citations, claims and ledger. ``alive``: ids of the documents that still exist."""
    ledger = turn_ledger(turn)
    shown = ledger_as_dict(ledger, existing_documents=alive) if ledger else None
    return {
        "id": str(turn.id),
        "index": turn.index,
        "mode": turn.mode or turn.session.mode,
        "query": turn.query,
        "standalone_query": turn.standalone_query or turn.query,
        "status": turn.status,
        "response": turn.response,
        "citations": [
            {**citation, "source_deleted": citation["document_id"] not in alive} for citation in turn.citations
        ],
        "claims": claims_as_dicts(ledger) if ledger else [],
        "ledger": shown,
        "cycles": cycles_of(turn, summary=shown and shown["summary"]),
        "revisions": revisions_of(turn.id, until=turn.cycle),
        "flags": turn.flags,
        "skeptic_report": turn.skeptic_report,
        "metrics": turn.metrics,
        "warnings": turn.warnings,
        "errors": turn.errors,
        "created_at": _moment(turn.created_at),
        "completed_at": _moment(turn.completed_at),
    }


def cycles_of(turn: Turn, *, summary: dict[str, Any] | None) -> list[dict[str, Any]]:
    """What each version of the text came to, up to the one that the turn shows, whose ``summary`` is given."""
    before = summaries_before(turn.id, cycle=turn.cycle)
    summaries = {cycle: summary_as_dict(earlier) for cycle, earlier in before.items()}
    if summary:
        summaries[turn.cycle] = summary
    gate = _gate(turn)
    return [
        {
            "cycle": cycle,
            "summary": counts,
            "coverage_gate": gate,
            "gate_met": None if (coverage := counts["evidence_coverage"]) is None else coverage >= gate,
        }
        for cycle, counts in summaries.items()
    ]


def _gate(turn: Turn) -> float:
    """The coverage that the turn was measured by; where it has not come to that, the one its run was begun with."""
    measured = {target["name"]: target["target"] for target in turn.metrics.get("targets", ())}
    if "evidence_coverage" in measured:
        return measured["evidence_coverage"]
    run = runs_of(subject_kind="turn", subject_id=turn.id).first()
    return run.inputs["coverage_gate"] if run and "coverage_gate" in run.inputs else settings.COVERAGE_GATE


def ledger_of(session: Session) -> dict[str, Any] | None:
    """The ledger of a session's last turn; None before anything was verified."""
    turn = session.turns.last()
    ledger = turn and turn_ledger(turn)
    return ledger_as_dict(ledger, existing_documents=_documents_alive(session)) if ledger else None


def turn_ledger(turn: Turn) -> Ledger | None:
    """The ledger of the text the turn shows; None while there is no text that its claims could point into."""
    if not turn.response:
        return None
    return Ledger.objects.filter(turn_id=turn.id, cycle=turn.cycle).first()


def _documents_alive(session: Session) -> set[str]:
    return set(map(str, Document.objects.filter(workspace_id=session.workspace_id).values_list("id", flat=True)))


def _moment(value: Any) -> str | None:
    return value.isoformat().replace("+00:00", "Z") if value else None
