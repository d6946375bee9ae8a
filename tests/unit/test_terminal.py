"""A session as it is printed: what to beware of and what to ask next, in a line or two."""

from typing import Any

from workers.terminal import session_text


def session(**ledger: Any) -> dict[str, Any]:
    searched = {
        "documents": 3,
        "chunks": 41,
        "queries": ["leave"],
        "nearest": [{"chunk_id": "c", "key": "a" * 12, "document_id": "d", "page": 7, "similarity": 0.4}],
    }
    claim = {"id": "1", "requires_citation": True, "claim_type": "fact", "importance": "critical"}
    entry = {"claim_id": "1", "verdict": "not_found", "reason": "mismatch", "confidence_score": 0.0, "evidence": []}
    counts = {"total_claims": 1, "supported": 0, "weak": 0, "contradicted": 0, "not_found": 1, "unchecked": 0}
    turn = {"query": "How long is leave?", "standalone_query": "How long is leave?"}
    return {
        "id": "s",
        "query": turn["query"],
        "turns": [turn],
        "response": "Leave is long.",
        "status": "completed",
        "errors": [],
        "citations": [],
        "warnings": [],
        "metrics": {},
        "claims": [{**claim, "claim_text": "Leave is long."}],
        "ledger": {
            "entries": [{**entry, "searched": searched}],
            "summary": {**counts, "evidence_coverage": 0.0},
            "risk_flags": [],
            "follow_up_questions": [],
            **ledger,
        },
    }


def test_risks_and_questions_are_told_briefly():
    flag = {"code": "stale_source", "severity": "medium", "claim_ids": ["1"], "message": "A later one is at hand."}
    shown = session_text(session(risk_flags=[flag], follow_up_questions=["What is sick pay?", "Who decides?"]))
    assert "! medium risk, stale_source: A later one is at hand.\n" in shown
    assert "You could ask next\n  › What is sick pay?\n  › Who decides?\n" in shown


def test_nothing_is_told_where_there_is_nothing():
    shown = session_text(session())
    assert "risk" not in shown
    assert "ask next" not in shown
    assert "ask next" not in session_text(session() | {"ledger": None, "claims": []})


def test_what_was_not_found_says_where_it_was_sought():
    assert "searched in vain: 3 documents, 41 passages; nearest aaaaaaaaaaaa, p. 7\n" in session_text(session())
