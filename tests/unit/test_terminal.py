"""A session as it is printed: what to beware of and what to ask next, in a line or two."""

from typing import Any

from workers.terminal import session_text, verification_text


def session(**ledger: Any) -> dict[str, Any]:
    searched = {
        "documents": 3,
        "chunks": 41,
        "queries": ["leave"],
        "nearest": [{"chunk_id": "c", "key": "a" * 12, "document_id": "d", "page": 7, "similarity": 0.4}],
    }
    claim = {"id": "1", "requires_citation": True, "claim_type": "fact", "importance": "critical"}
    entry = {"claim_id": "1", "verdict": "not_found", "reason": "mismatch", "confidence_score": 0.0, "evidence": []}
    entry["notes"] = "No passage that was found says this."
    counts = {"total_claims": 1, "supported": 0, "weak": 0, "contradicted": 0, "not_found": 1, "unchecked": 0}
    turn = {"query": "How long is leave?", "standalone_query": "How long is leave?", "mode": "answer"}
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
        "cycles": [],
        "claims": [{**claim, "claim_text": "Leave is long."}],
        "ledger": {
            "entries": [{**entry, "searched": searched}],
            "summary": {**counts, "evidence_coverage": 0.0},
            "risk_flags": [],
            "follow_up_questions": [],
            **ledger,
        },
    }


FLAG = {"code": "stale_source", "severity": "medium", "claim_ids": ["1"], "message": "A later one is at hand."}


def cycle(number: int, coverage: float | None, met: bool | None) -> dict[str, Any]:
    summary = {"total_claims": 0 if coverage is None else 40, "evidence_coverage": coverage}
    return {"cycle": number, "summary": summary, "coverage_gate": 0.85, "gate_met": met}


def test_risks_and_questions_are_told_briefly():
    shown = session_text(session(risk_flags=[FLAG], follow_up_questions=["What is sick pay?", "Who decides?"]))
    assert "! medium risk, stale_source: A later one is at hand.\n" in shown
    assert "You could ask next\n  › What is sick pay?\n  › Who decides?\n" in shown


def test_nothing_is_told_where_there_is_nothing():
    shown = session_text(session())
    assert "risk" not in shown
    assert "ask next" not in shown
    assert "ask next" not in session_text(session() | {"ledger": None, "claims": []})


def test_what_was_not_found_says_where_it_was_sought():
    assert "searched in vain: 3 documents, 41 passages; nearest aaaaaaaaaaaa, p. 7\n" in session_text(session())


def test_risks_of_a_text_written_elsewhere_are_told():
    assert "! medium risk, stale_source: A later one is at hand.\n" in verification_text(session(risk_flags=[FLAG]))


def test_each_version_of_a_revised_text_is_told_with_its_coverage():
    shown = session_text(session() | {"cycles": [cycle(0, 0.625, False), cycle(1, 0.9, True)]})
    assert "Evidence coverage, to reach 85%\n" in shown
    assert "  as written: 62% of 40 claims, not reached\n  revision 1: 90% of 40 claims, reached\n" in shown


def test_a_draft_that_was_not_revised_says_whether_it_covers_enough():
    draft = session() | {"mode": "draft", "cycles": [cycle(0, 0.625, False)]}
    draft["turns"] = [draft["turns"][-1] | {"mode": "draft"}]
    assert "  as written: 62% of 40 claims, not reached\n" in session_text(draft)


def test_an_answer_that_was_not_revised_has_its_coverage_in_the_counts_alone():
    assert "to reach" not in session_text(session() | {"cycles": [cycle(0, 0.625, False)]})


def test_a_version_without_a_claim_neither_reaches_nor_misses_the_gate():
    shown = session_text(session() | {"cycles": [cycle(0, 0.625, False), cycle(1, None, None)]})
    assert "  revision 1: no claim that needs evidence\n" in shown


def test_why_a_claim_is_not_supported_is_told_and_of_one_that_is_nothing():
    told = "        why: No passage that was found says this.\n"
    doubted = session()
    supported = session()
    supported["ledger"]["entries"][0] |= {"verdict": "supported", "reason": ""}
    assert told in session_text(doubted)
    assert told in verification_text(doubted)
    assert "why:" not in session_text(supported)
