"""An administrator sees all that a session's ledger knows: risks, what was sought in vain, versions, doubts."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import format_html_join

from apps.accounts.models import User
from apps.drafting.models import Turn
from apps.verification.coverage import targets
from apps.verification.models import Ledger, LedgerEntry
from apps.verification.storage import entry_record, ledger_open, ledger_summary
from apps.verification.types import ClaimDraft, ClaimType, Decision, Importance, Thresholds, Verdict
from tests.integration.conftest import Holdings

AS_WRITTEN, REVISED = "The limit is 40 %.", "The limit is < 30 %."


def shown(holdings: Holdings) -> str:
    browser = Client()
    browser.force_login(User.objects.create_superuser("root@example.org", "a long pass phrase"))
    return browser.get(reverse("admin:drafting_session_change", args=[holdings.session.pk])).content.decode()


def row(*cells: Any) -> str:
    """A row of a table, escaped."""
    return f"<tr>{format_html_join('', '<td>{}</td>', ((cell,) for cell in cells))}</tr>"


@pytest.fixture
def page(db: None, holdings_a: Holdings) -> str:
    flag = {"code": "stale_source", "severity": "medium", "claim_ids": [str(holdings_a.claim.id)]}
    Ledger.objects.filter(id=holdings_a.ledger.id).update(
        risk_flags=[{**flag, "message": "A later <b>document</b> is at hand."}],
        follow_up_questions=["What does “Handbook” say about <i>leave</i>?"],
    )
    near = {"chunk_id": str(holdings_a.chunk.id), "document_id": str(holdings_a.document.id)}
    searched = {
        "queries": ["limit", "upper <b>bound</b>"],
        "documents": 3,
        "chunks": 41,
        "nearest": [
            {**near, "key": "c" * 12, "page": 7, "similarity": 0.416},
            {**near, "key": "d" * 12, "page": None, "similarity": None},
        ],
    }
    LedgerEntry.objects.filter(id=holdings_a.entry.id).update(verdict="not_found", evidence=[], searched=searched)
    return shown(holdings_a)


def test_risks_are_shown_with_their_severity_and_escaped(page: str):
    assert row("medium", "stale_source", "A later <b>document</b> is at hand.") in page


def test_follow_up_questions_are_shown_escaped(page: str):
    assert "What does “Handbook” say about &lt;i&gt;leave&lt;/i&gt;?" in page


def test_what_was_searched_in_vain_is_shown_with_the_queries(page: str):
    assert "searched: 3 documents, 41 passages, for “limit”, “upper &lt;b&gt;bound&lt;/b&gt;”" in page


def test_the_nearest_misses_are_shown_with_the_place_and_how_near_they_are(page: str, holdings_a: Holdings):
    document = reverse("admin:documents_document_change", args=[holdings_a.document.pk])
    assert f'near: cccccccccccc, p. 7, <a href="{document}">document</a>, similarity 0.42' in page
    assert f'near: dddddddddddd, <a href="{document}">document</a><' in page


@pytest.fixture
def revised(holdings_a: Holdings) -> str:
    """The page of a turn whose one claim had to be corrected, and was."""
    held, thresholds = holdings_a, Thresholds()
    LedgerEntry.objects.filter(id=held.entry.id).update(verdict="contradicted", reason="numeric")
    corrected = ClaimDraft(
        claim_text=REVISED, claim_type=ClaimType.NUMERIC, importance=Importance.CRITICAL, requires_citation=True,
        start_offset=0, end_offset=len(REVISED), citations=(),
    )  # fmt: skip
    ledger = ledger_open(
        workspace_id=held.workspace.pk, turn_id=held.turn.pk, cycle=1, claims=[corrected], thresholds=thresholds
    )
    decision = Decision(verdict=Verdict.SUPPORTED, reason="", confidence=0.9)
    entry_record(claim_id=ledger.claims.get().id, decision=decision)
    metrics = {"cost": 0.5, "targets": targets(ledger_summary(ledger), citations=0, paragraphs=4)}
    doubts = {"objections": ["Since <b>when</b>?"], "missing": ["the fee"], "contradictions": []}
    Turn.objects.filter(id=held.turn.id).update(cycle=1, response=REVISED, metrics=metrics, skeptic_report=doubts)
    return shown(held)


def test_each_version_is_shown_with_its_counts_and_whether_it_met_the_gate(revised: str):
    assert row("as written", 1, 0, 0, 1, 0, 0, 0, "0%", "85%, not met") in revised
    assert row("revision 1", 1, 1, 0, 0, 0, 0, 0, "100%", "85%, met") in revised


def test_a_version_without_a_claim_has_no_coverage(holdings_a: Holdings):
    holdings_a.ledger.claims.all().delete()
    assert row("as written", 0, 0, 0, 0, 0, 0, 0, "-", "85%") in shown(holdings_a)


def test_what_a_revision_did_is_shown_with_the_verdict_it_was_for(revised: str):
    assert row("1", "corrected", AS_WRITTEN, REVISED, "contradicted", "numeric") in revised


def test_the_skeptics_doubts_are_shown(revised: str):
    assert row("objections", "Since <b>when</b>?") in revised
    assert row("missing", "the fee") in revised


def test_targets_are_a_table_and_the_other_figures_are_as_they_were(revised: str):
    assert row("evidence_coverage", "1", ">= 0.85", "yes") in revised
    assert row("citations_per_paragraph", "0", ">= 1.5", "no") in revised
    assert "&quot;cost&quot;: 0.5" in revised
    assert "comparison" not in revised


def test_a_target_that_nothing_was_measured_by_is_neither_met_nor_missed(holdings_a: Holdings):
    Turn.objects.filter(id=holdings_a.turn.id).update(metrics={"targets": targets(None, citations=0, paragraphs=0)})
    assert row("evidence_coverage", "-", ">= 0.85", "-") in shown(holdings_a)
