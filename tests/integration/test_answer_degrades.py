"""An answer whose cast fails, whose documents vanish and whose clocks disagree ends, and says so."""

import datetime as dt
import threading
import time
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.db.models.functions import Now

from apps.documents.models import Document
from apps.documents.services import document_delete
from apps.drafting.models import Session, Turn
from apps.drafting.selectors import session_as_dict
from apps.drafting.services import session_delete
from apps.inference.embedders import get_embedder
from apps.runs import claiming, executor, leases
from apps.runs.models import Artifact, PhaseRun
from apps.runs.types import EventDraft, PhaseKey, Superseded
from apps.verification.storage import summary_as_dict
from apps.verification.types import Finding, Judgement, Stance, Thresholds
from apps.workspaces.models import Workspace
from tests.integration.answer_fixture import (
    PASSAGES,
    Broken,
    Cast,
    FindsNothing,
    Says,
    answered,
    ask,
    codes,
    held,
    told,
    work_until,
)

CRITICAL = "The maximum loan-to-value ratio for an investment property is 75%"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("two_attempts")]


class Likely:
    """A Judge that holds what a claim cites for likely to bear it out, and no more."""

    name = "likely"
    prompts: dict[str, str] = {}
    together = 8
    thresholds = Thresholds()

    def judge(self, *, claims: Any, chunks: Any) -> Any:
        for _claim in claims:
            found = [Finding(key=c.key, quote=c.content, stance=Stance.SUPPORTS, score=0.7) for c in chunks]
            yield Judgement(findings=tuple(found), judge=self.name)


def test_an_answer_goes_through_with_the_whole_cast(workspace: Workspace, document: Document):
    shown = answered(*ask(workspace), Cast())

    assert shown["status"] == "completed"
    assert "75%" in shown["response"]
    assert shown["ledger"]["summary"]["supported"] >= 1
    assert shown["errors"] == shown["warnings"] == []


def test_without_skeptic_and_claim_reader_the_answer_says_that_nothing_was_verified(workspace, document):
    shown = answered(*ask(workspace), Cast(skeptic=Broken(), claim_reader=Broken()))

    assert shown["status"] == "completed"
    assert "75%" in shown["response"]
    assert shown["claims"] == []
    assert (shown["ledger"]["summary"]["total_claims"], shown["ledger"]["summary"]["evidence_coverage"]) == (0, None)
    assert shown["metrics"]["unsupported_claim_count"] is None
    assert codes(shown) == {"SKEPTIC_SKIPPED", "LEDGER_PARTIAL"}
    assert {error["phase"] for error in shown["errors"]} == {"skeptic:0:0", "claims:0:0"}


def test_without_a_skeptic_the_judges_side_takes_the_claims(workspace, document):
    shown = answered(*ask(workspace), Cast(skeptic=Broken()))

    assert (shown["status"], codes(shown)) == ("completed", {"SKEPTIC_SKIPPED"})
    assert shown["ledger"]["summary"]["supported"] >= 1


def test_claims_that_a_failing_judge_did_not_reach_are_unchecked(workspace, document, settings):
    settings.PHASE_MAX_ATTEMPTS = 1
    writer = Says("The ratio is 75% [cite:{key}]. ", "The fee is $450 [cite:{key}].")
    shown = answered(*ask(workspace), Cast(writer=writer, judge=Broken(Cast().judge(), before=1)))

    assert shown["status"] == "completed"
    assert codes(shown) == {"LEDGER_PARTIAL"}
    summary = shown["ledger"]["summary"]
    assert (summary["total_claims"], summary["unchecked"], len(shown["ledger"]["entries"])) == (2, 1, 1)


def test_counts_told_by_batches_that_are_judged_at_the_same_time_are_never_behind(workspace, document, monkeypatch):
    def slowly(summary: Any) -> Any:
        time.sleep(0.1)
        return summary_as_dict(summary)

    monkeypatch.setattr("apps.drafting.verdicts.summary_as_dict", slowly)
    tools = Cast(writer=Says(*(f"Fee number {number} is $45{number} [cite:{{key}}]. " for number in range(9))))
    session, run = ask(workspace)
    work_until(run, "judge", tools)

    def judge(index: int) -> None:
        executor.execute(run_id=run.id, key=PhaseKey("judge", 0, index), tools=tools)
        connection.close()

    threads = [threading.Thread(target=judge, args=(index,)) for index in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    unchecked = [e["payload"]["summary"]["unchecked"] for e in told(session) if e["type"] == "ledger_updated"]
    assert unchecked == [8, 7, 6, 5, 4, 3, 2, 1, 0]


def test_a_revision_that_breaks_off_leaves_readers_with_the_first_text(workspace, document):
    class BreaksOff(Says):
        def revise(self, task: Any) -> Any:
            yield "Half of a "
            raise RuntimeError("out of order")

    writer = BreaksOff(CRITICAL + " [cite:{key}].")
    session, run = ask(workspace)
    shown = answered(session, run, Cast(writer=writer, judge=FindsNothing()))

    assert shown["status"] == "completed"
    assert shown["response"].startswith(CRITICAL)
    assert codes(shown) == {"REVISION_FAILED", "CRITICAL_GAP"}
    assert any(event["payload"].get("delta", "").startswith("Half") for event in told(session))
    assert told(session)[-1]["payload"]["cycle"] == 0


@pytest.mark.parametrize("revised", [(CRITICAL + ".",), (" ", "\n")], ids=["the same text", "nothing"])
def test_a_revision_to_the_same_text_or_to_nothing_ends(workspace, document, revised):
    writer = Says(CRITICAL + ".", revised=revised)
    shown = answered(*ask(workspace), Cast(writer=writer, judge=FindsNothing()))

    assert (shown["status"], shown["response"]) == ("completed", CRITICAL + ".")
    assert "CRITICAL_GAP" in codes(shown)


def test_a_writer_that_writes_nothing_ends_in_an_error_that_says_so(workspace, document):
    session, run = ask(workspace)
    shown = answered(session, run, Cast(writer=Says("  ")))

    assert shown["status"] == "error"
    assert [error["code"] for error in shown["errors"]] == ["empty_text"] * 2
    assert told(session)[-1]["type"] == "error"


def test_what_a_writer_says_is_stored_without_letters_that_cannot_be(workspace, document):
    writer = Says("The ratio\x00 is ", "75\ud800% [ci", "te:{key}].")
    shown = answered(*ask(workspace), Cast(writer=writer))

    assert shown["status"] == "completed"
    assert shown["response"].startswith("The ratio is 75% [cite:")


@pytest.mark.parametrize("phase", ["retrieve", "write", "skeptic", "judge", "finalize"])
def test_a_document_deleted_before_a_phase_ends_the_answer_sensibly(workspace, document, phase):
    session, run = ask(workspace)
    assert work_until(run, phase, Cast())
    shown = answered(session, run, Cast(), meanwhile=lambda: document_delete(document=document))

    assert (shown["status"], shown["errors"]) == ("completed", [])
    assert codes(shown) & {"NO_MATCHES", "SOURCES_DELETED"}
    assert all(citation["source_deleted"] for citation in shown["citations"])
    if phase == "finalize":
        assert [citation["quote"] for citation in shown["citations"]] == [PASSAGES[0]]
        assert shown["citations"][0]["filename"] == "policy.txt"


def test_a_document_deleted_before_the_revision_leaves_no_citation_that_names_nothing(workspace, document):
    session, run = ask(workspace)
    tools = Cast(judge=FindsNothing())
    assert work_until(run, "revise", tools)
    shown = answered(session, run, tools, meanwhile=lambda: document_delete(document=document))

    assert (shown["status"], shown["errors"]) == ("completed", [])


def test_a_writer_that_was_killed_begins_again_on_a_clean_page(workspace, document):
    session, run = ask(workspace)
    work_until(run, "write", Cast())
    killed = claiming.claim(run_id=run.id, key=PhaseKey("write"))
    for type, payload in (("generation_started", {"attempt": 1, "cycle": 0}), ("content_chunk", {"delta": "Half"})):
        draft = EventDraft(type=type, payload={"offset": 0, "cycle": 0, **payload})
        leases.record(killed, drafts=[draft], progress={"start": 1, "claims": 0})
    PhaseRun.objects.filter(run=run, name="write").update(lease_until=Now() - dt.timedelta(seconds=1))
    claiming.release_lost(limit=100)

    shown = answered(session, run, Cast())

    assert "75%" in shown["response"]
    started = [event["payload"] for event in told(session) if event["type"] == "generation_started"]
    assert [payload["attempt"] for payload in started] == [1, 2]


def test_times_are_right_though_the_machine_that_took_the_question_has_a_clock_an_hour_ahead(workspace, document):
    session, run = ask(workspace)
    Turn.objects.filter(session=session).update(created_at=F("created_at") + dt.timedelta(hours=1))

    metrics = answered(session, run, Cast())["metrics"]

    assert 0 < metrics["time_to_first_token_ms"] <= metrics["processing_time_ms"] < 60_000


@pytest.mark.parametrize("judge", ["builtin", "rules"])
def test_the_ledger_reports_the_cuts_of_its_judge_and_mode(workspace, document, settings, judge):
    settings.JUDGE_MODEL = judge
    strict = answered(*ask(workspace), Cast())["ledger"]["thresholds"]
    helpful = answered(*ask(workspace, verification="helpful"), Cast())["ledger"]["thresholds"]

    assert strict == {"supported": 0.8, "weak": 0.5}
    assert helpful == {"supported": 0.5, "weak": 0.5}


def test_each_claim_is_ruled_by_the_cuts_of_the_judge(workspace, document):
    class Easy(Likely):
        """Cuts lower than others do."""

        thresholds = Thresholds(supported=0.6)

    said = {
        judge.thresholds.supported: answered(*ask(workspace), Cast(judge=judge))["ledger"]["entries"]
        for judge in (Likely(), Easy())
    }
    assert {entry["verdict"] for entry in said[0.8]} == {"weak"}
    assert {entry["verdict"] for entry in said[0.6]} == {"supported"}


def test_a_question_that_nothing_matches_says_what_came_closest_and_copies_none_of_it(workspace, document, monkeypatch):
    monkeypatch.setattr(get_embedder("builtin"), "similarity_floor", 2.0)
    session, run = ask(workspace)
    shown = answered(session, run, Cast())

    retrieved = Artifact.objects.get(run=run, name="retrieve").data
    assert retrieved["chunks"] == []
    nearest = retrieved["searched"]["nearest"]
    assert [set(passage) for passage in nearest] == [{"chunk_id", "key", "document_id", "page", "similarity"}] * 2
    assert not any(passage in str(retrieved) for passage in PASSAGES)
    assert codes(shown) == {"NO_MATCHES"}
    assert shown["citations"] == []


def test_a_session_deleted_while_a_phase_works_leaves_nothing(workspace, document):
    session, run = ask(workspace)
    work_until(run, "judge", Cast())
    lease = claiming.claim(run_id=run.id, key=PhaseKey("judge"))
    session_delete(session=session)

    with pytest.raises(Superseded):
        leases.record(lease)
    assert not Session.objects.exists()
    assert not Artifact.objects.exists()


def test_a_session_is_shown_with_few_questions_to_the_database(workspace, document, django_assert_max_num_queries):
    session, run = ask(workspace)
    answered(session, run, Cast())
    with django_assert_max_num_queries(9):
        session_as_dict(Session.objects.get(id=session.id))
    assert held(session)["status"] == "completed"
