"""Verifying a text while a role fails, or while what it needs goes away."""

from typing import Any

import pytest

from apps.documents.services import document_delete
from apps.drafting.models import Session
from apps.drafting.services import session_delete
from apps.inference.contracts import ModelError
from apps.runs.models import Artifact, Event, Run
from apps.verification.models import Claim, Ledger
from apps.verification.types import Finding, Judgement, Stance, Thresholds
from tests.integration.answer_fixture import (
    Broken,
    Cast,
    FindsNothing,
    answered,
    codes,
    told,
    work_until,
)
from tests.integration.verify_fixture import verify

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("two_attempts")]


def test_a_skeptic_that_fails_is_skipped(workspace, document):
    shown = answered(*verify(workspace), Cast(skeptic=Broken()))

    assert (shown["status"], codes(shown)) == ("completed", {"SKEPTIC_SKIPPED"})
    assert shown["ledger"]["summary"]["total_claims"] == 3


def test_without_skeptic_and_claim_reader_nothing_is_verified_and_that_is_said(workspace, document):
    shown = answered(*verify(workspace), Cast(skeptic=Broken(), claim_reader=Broken()))

    assert (shown["status"], shown["claims"]) == ("completed", [])
    assert codes(shown) >= {"SKEPTIC_SKIPPED", "LEDGER_PARTIAL"}


def test_a_skeptic_that_fails_half_way_is_gone_on_for(workspace, document):
    parts = "\n\n".join(f"{filler} The fee of unit {unit} is $450." for unit in range(9))
    real = Cast().skeptic()

    class FailsLater:
        name = "tires"
        prompts: dict[str, str] = {}
        calls = 0

        def review(self, **asked: Any) -> Any:
            self.calls += 1
            if self.calls > 1:
                raise RuntimeError("out of order")
            return real.review(**asked)

    session, run = verify(workspace, parts)
    shown = answered(session, run, Cast(skeptic=FailsLater()))

    whole = answered(*verify(workspace, parts), Cast())
    assert [claim["claim_text"] for claim in shown["claims"]] == [claim["claim_text"] for claim in whole["claims"]]
    assert len(shown["claims"]) == 18
    extracted = [event for event in told(session) if event["type"] == "claim_extracted"]
    assert len(extracted) == 18, "none is told twice"
    assert codes(shown) >= {"SKEPTIC_SKIPPED"}


filler = "The committee of the bank " + "and its many members " * 60 + "met."


def test_claims_that_a_failing_judge_did_not_reach_are_unchecked(workspace, document):
    shown = answered(*verify(workspace), Cast(judge=Broken(Cast().judge(), before=1)))

    assert (shown["status"], codes(shown)) == ("completed", {"LEDGER_PARTIAL"})
    summary = shown["ledger"]["summary"]
    assert summary["total_claims"] == summary["unchecked"] + len(shown["ledger"]["entries"])
    assert summary["unchecked"] == 1, "each attempt goes on after the last verdict"


def test_claims_that_could_not_be_searched_for_are_unchecked(workspace, document, monkeypatch):
    def away(**asked: Any) -> Any:
        raise ModelError("unavailable", "The endpoint does not answer.", retryable=False)

    monkeypatch.setattr("workers.phases.search.retrieve_context", away)
    shown = answered(*verify(workspace), Cast())

    assert (shown["status"], shown["ledger"]["summary"]["unchecked"]) == ("completed", 3)
    assert "The search failed" in next(
        each["message"] for each in shown["warnings"] if each["code"] == "LEDGER_PARTIAL"
    )


def test_a_judge_that_finds_nothing_rejects_every_claim(workspace, document):
    shown = answered(*verify(workspace), Cast(judge=FindsNothing()))

    assert {entry["verdict"] for entry in shown["ledger"]["entries"]} == {"not_found"}


def test_what_a_judge_finds_in_a_passage_of_another_claim_does_not_count(workspace, document):
    class NamesThemAll:
        """Holds every passage it is shown to bear out every claim."""

        name = "generous"
        prompts: dict[str, str] = {}
        together = 8
        thresholds = Thresholds()

        def judge(self, *, claims: Any, chunks: Any) -> Any:
            findings = [Finding(key=c.key, quote=c.content, stance=Stance.SUPPORTS, score=0.95) for c in chunks]
            return iter([Judgement(findings=tuple(findings)) for _ in claims])

    session, run = verify(workspace)
    shown = answered(session, run, Cast(judge=NamesThemAll()))

    cited = {claim["id"]: set(claim["citations"]) for claim in shown["claims"]}
    for entry in shown["ledger"]["entries"]:
        assert {held["key"] for held in entry["evidence"]} <= cited[entry["claim_id"]]
        assert not [check for check in entry["checks"] if check["name"] == "quote_lock"]


@pytest.mark.parametrize("phase", ["skeptic", "search", "judge", "finalize"])
def test_a_session_deleted_before_a_phase_leaves_nothing(workspace, document, phase):
    session, run = verify(workspace)
    assert work_until(run, phase, Cast())
    session_delete(session=session)

    for model in (Session, Run, Ledger, Claim, Artifact):
        assert not model.objects.exists(), model
    assert not Event.objects.filter(session_id=session.id).exists()


@pytest.mark.parametrize("phase", ["search", "judge", "finalize"])
def test_a_document_deleted_before_a_phase_ends_the_session_sensibly(workspace, document, phase):
    session, run = verify(workspace)
    assert work_until(run, phase, Cast())
    shown = answered(session, run, Cast(), meanwhile=lambda: document_delete(document=document))

    assert (shown["status"], shown["errors"]) == ("completed", [])
    assert codes(shown) & {"NO_MATCHES", "SOURCES_DELETED"}
