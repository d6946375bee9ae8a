"""Ledgers in the database: what is recorded comes back as the contract shows it."""

import json
import uuid
from dataclasses import asdict

import pytest

from apps.verification.models import Claim, Ledger, LedgerEntry
from apps.verification.risks import Risk, RiskFlag, Severity
from apps.verification.storage import (
    claim_draft,
    claims_as_dicts,
    decision_of,
    entry_as_dict,
    entry_record,
    ledger_as_dict,
    ledger_finish,
    ledger_open,
    ledger_summary,
    problems_of,
    searched_record,
    summaries_before,
)
from apps.verification.types import (
    Check,
    ClaimDraft,
    ClaimType,
    Decision,
    Evidence,
    Importance,
    Stance,
    Thresholds,
    Verdict,
)
from apps.workspaces.models import Workspace

pytestmark = pytest.mark.django_db

TEXT = "The limit is 80%. The term is 30 years. Water is wet."


def draft(text: str, **fields) -> ClaimDraft:
    start = TEXT.index(text)
    values = {"claim_type": ClaimType.NUMERIC, "importance": Importance.CRITICAL, "requires_citation": True} | fields
    return ClaimDraft(
        claim_text=text, start_offset=start, end_offset=start + len(text), citations=("a" * 12,), **values
    )


DRAFTS = (
    draft("The limit is 80%."),
    draft("The term is 30 years."),
    draft("Water is wet.", importance=Importance.MINOR),
)


def evidence(document: str, quote: str = "The limit is 80%", stance: Stance = Stance.SUPPORTS) -> Evidence:
    return Evidence(
        chunk_id="chunk-1", key="a" * 12, document_id=document, page=3, page_end=4, start_offset=10,
        end_offset=10 + len(quote), quote=quote, stance=stance,
    )  # fmt: skip


SUPPORTED = Decision(verdict=Verdict.SUPPORTED, reason="", confidence=0.93, evidence=(evidence("d1"), evidence("d2")))
CONFLICT = Decision(
    verdict=Verdict.CONTRADICTED, reason="conflict", confidence=0.9,
    evidence=(evidence("d2", "The term is 25 years", Stance.CONTRADICTS), evidence("d1", "The term is 30 years")),
    checks=(Check(name="number_lint", detail="25 for 30"),), notes="One passage supports this.",
)  # fmt: skip
LOST = Decision(verdict=Verdict.NOT_FOUND, reason="mismatch", confidence=0.0)
SEARCHED = {"queries": ["limit"], "documents": 2, "chunks": 9, "nearest": []}
MINOR = Decision(verdict=Verdict.NOT_FOUND, reason="minor", confidence=0.0, minor=True)


@pytest.fixture
def ledger() -> Ledger:
    workspace = Workspace.objects.create(name="Lending")
    return ledger_open(workspace_id=workspace.id, turn_id=uuid.uuid4(), cycle=0, claims=DRAFTS, thresholds=Thresholds())


def record(ledger: Ledger, *decisions: Decision | None) -> list[Claim]:
    rows = list(ledger.claims.all())
    for row, decision in zip(rows, decisions, strict=False):
        if decision is not None:
            entry_record(claim_id=row.id, decision=decision)
    return rows


def test_claims_come_back_in_order_with_their_offsets(ledger):
    assert tuple(claim_draft(row) for row in ledger.claims.all()) == DRAFTS
    shown = claims_as_dicts(ledger)
    assert [TEXT[one["start_offset"] : one["end_offset"]] for one in shown] == [one["claim_text"] for one in shown]


def test_opening_again_replaces_the_ledger_of_that_cycle_only(ledger):
    record(ledger, SUPPORTED)
    values = {"workspace_id": ledger.workspace_id, "turn_id": ledger.turn_id, "thresholds": Thresholds()}
    ledger_open(cycle=1, claims=DRAFTS[:1], **values)
    again = ledger_open(cycle=0, claims=DRAFTS[:2], **values)
    assert Ledger.objects.filter(turn_id=ledger.turn_id).count() == 2
    assert again.claims.count() == 2
    assert LedgerEntry.objects.filter(claim__ledger=again).count() == 0


def test_unjudged_claims_have_no_entry_and_count_as_unchecked(ledger):
    record(ledger, SUPPORTED)
    total = ledger_summary(ledger)
    assert (total.total_claims, total.supported, total.unchecked) == (3, 1, 2)
    assert len(ledger_as_dict(ledger, existing_documents={"d1"})["entries"]) == 1


def test_a_minor_claim_is_listed_outside_the_totals(ledger):
    record(ledger, SUPPORTED, CONFLICT, MINOR)
    total = ledger_summary(ledger)
    assert (total.total_claims, total.minor_claims, total.evidence_coverage) == (2, 1, 0.5)
    assert claims_as_dicts(ledger)[2]["requires_citation"] is False
    assert len(ledger_as_dict(ledger, existing_documents={"d1"})["entries"]) == 3


def test_what_earlier_versions_came_to_is_counted_in_one_question(ledger, django_assert_num_queries):
    record(ledger, SUPPORTED, CONFLICT, MINOR)
    turn = {"workspace_id": ledger.workspace_id, "turn_id": ledger.turn_id}
    second = ledger_open(cycle=1, claims=DRAFTS, thresholds=Thresholds(), **turn)
    last = ledger_open(cycle=2, claims=DRAFTS[:1], thresholds=Thresholds(), **turn)
    ledger_open(cycle=0, claims=DRAFTS, thresholds=Thresholds(), **{**turn, "turn_id": uuid.uuid4()})
    with django_assert_num_queries(1):
        found = summaries_before(last.turn_id, cycle=2)
    assert found == {0: ledger_summary(ledger), 1: ledger_summary(second)}
    assert list(found) == [0, 1]
    with django_assert_num_queries(0):
        assert summaries_before(last.turn_id, cycle=0) == {}


@pytest.mark.parametrize("count", range(4))
def test_the_summary_counts_the_very_entries_that_are_shown_with_it(ledger, django_assert_num_queries, count):
    record(ledger, *(SUPPORTED, CONFLICT, MINOR)[:count])
    with django_assert_num_queries(1):  # a verdict that comes between two reads would stand in one of them only
        shown = ledger_as_dict(ledger, existing_documents={"d1"})
    assert shown["summary"] == asdict(ledger_summary(ledger))
    assert len(shown["entries"]) == count


def test_the_ledger_has_the_shape_of_the_contract(ledger):
    rows = record(ledger, SUPPORTED, CONFLICT, MINOR)
    flag = RiskFlag(
        code=Risk.SOURCES_CONFLICT, severity=Severity.HIGH, claim_ids=(str(rows[1].id),), message="They differ."
    )
    ledger_finish(ledger, risk_flags=[flag], follow_up_questions=["What is the term?"])
    shown = ledger_as_dict(Ledger.objects.get(id=ledger.id), existing_documents={"d1"})
    entry = shown["entries"][1]
    assert entry["claim_id"] == str(rows[1].id)
    assert (entry["verdict"], entry["reason"], entry["confidence_score"]) == ("contradicted", "conflict", 0.9)
    assert entry["chunk_ids"] == ["chunk-1"]
    assert entry["evidence_snippet"] == "The term is 25 years"
    assert entry["checks"] == [{"name": "number_lint", "detail": "25 for 30"}]
    fields = "chunk_id key document_id page page_end start_offset end_offset quote stance source_deleted"
    assert set(entry["evidence"][0]) == set(fields.split())
    assert [held["source_deleted"] for held in entry["evidence"]] == [True, False]
    assert shown["thresholds"] == {"supported": 0.8, "weak": 0.5}
    counted = "total_claims supported weak contradicted not_found unchecked evidence_coverage found_ratio minor_claims"
    assert set(shown["summary"]) == set(counted.split())
    assert shown["risk_flags"] == [
        {"code": "sources_conflict", "severity": "high", "claim_ids": [str(rows[1].id)], "message": "They differ."}
    ]
    assert shown["follow_up_questions"] == ["What is the term?"]
    assert [one["searched"] for one in shown["entries"]] == [None, None, None]
    json.dumps(shown)


def test_what_was_searched_is_kept_with_a_claim_that_was_not_found_and_with_no_other(ledger):
    rows = record(ledger, SUPPORTED, LOST, CONFLICT)
    searched_record({str(row.id): SEARCHED for row in rows})
    shown = {
        entry["claim_id"]: entry["searched"] for entry in ledger_as_dict(ledger, existing_documents={"d1"})["entries"]
    }
    assert shown == {str(rows[0].id): None, str(rows[1].id): SEARCHED, str(rows[2].id): None}


def test_what_was_searched_for_one_claim_alone_stands_over_what_was_searched_for_all(ledger):
    rows = record(ledger, LOST, LOST)
    own = SEARCHED | {"queries": ["only this"]}
    searched_record({str(rows[0].id): own})
    searched_record({str(row.id): SEARCHED for row in rows})
    assert [entry["searched"] for entry in ledger_as_dict(ledger, existing_documents={"d1"})["entries"]] == [
        own,
        SEARCHED,
    ]


def test_a_claim_that_is_found_after_all_forgets_what_was_searched(ledger):
    row, *_ = record(ledger, LOST)
    searched_record({str(row.id): SEARCHED})
    entry = entry_record(claim_id=row.id, decision=SUPPORTED)
    assert entry_as_dict(entry)["searched"] is None


def test_recording_again_replaces_the_verdict(ledger):
    (row, *_) = record(ledger, CONFLICT)
    entry = entry_record(claim_id=row.id, decision=SUPPORTED)
    assert LedgerEntry.objects.filter(claim=row).count() == 1
    assert entry_as_dict(entry)["verdict"] == "supported"


def test_a_decision_comes_back_as_it_was(ledger):
    for decision in (SUPPORTED, CONFLICT, MINOR):
        (row, *_) = record(ledger, decision)
        assert decision_of(LedgerEntry.objects.select_related("claim").get(claim=row)) == decision


def test_a_revision_is_told_what_did_not_hold(ledger):
    record(ledger, SUPPORTED, CONFLICT, MINOR)
    (problem,) = problems_of(ledger)
    assert (problem["claim_text"], problem["verdict"], problem["reason"]) == (
        "The term is 30 years.",
        "contradicted",
        "conflict",
    )


def test_ledgers_go_with_their_workspace(ledger):
    record(ledger, SUPPORTED)
    Workspace.objects.filter(id=ledger.workspace_id).delete()
    assert not Ledger.objects.exists()
    assert not LedgerEntry.objects.exists()
