"""Judge beside Writer: neither waits for the other for ever, and of a text that is begun again nothing stays."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from apps.drafting import telling
from apps.drafting.models import Session
from apps.drafting.selectors import session_as_dict
from apps.drafting.services import session_cancel
from apps.inference.contracts import ModelError
from apps.runs import executor
from apps.runs.models import PhaseRun, Run
from apps.runs.types import PhaseKey
from apps.verification.storage import summary_as_dict
from tests.beside import beside
from tests.integration.answer_fixture import Broken, Cast, FindsNothing, Says, answered, ask, held, told

BATCH = tuple(f"Fee number {number} is $45{number} [cite:{{key}}]. " for number in range(8))
MORE = tuple(f"Charge number {number} is $46{number} [cite:{{key}}]. " for number in range(3))

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def told_at_once(two_attempts: None, monkeypatch: Any) -> None:
    monkeypatch.setattr(telling, "COALESCE_SECONDS", 0.0)


class Pauses(Says):
    """Does what it is told when it has said a batch of claims and a little more; at its next start, says the whole."""

    def __init__(self, meanwhile: Callable[[], object], *rest: str) -> None:
        super().__init__(*BATCH, *MORE, *rest)
        self.meanwhile = meanwhile
        self.starts = 0

    def write(self, task: Any) -> Any:
        self.starts += 1
        for number, piece in enumerate(super().write(task)):
            yield piece
            if number == len(BATCH) + 1 and self.starts == 1:
                self.meanwhile()


def judge(run: Run, tools: Any, *, cycle: int = 0) -> None:
    executor.execute(run_id=run.id, key=PhaseKey("judge", cycle), tools=tools)


def slow_verdicts(monkeypatch: Any, *, seconds: float) -> threading.Event:
    """Makes the storing of a verdict take so long; set as soon as one is being stored."""
    begun = threading.Event()

    def slowly(summary: Any) -> Any:
        begun.set()
        time.sleep(seconds)
        return summary_as_dict(summary)

    monkeypatch.setattr("apps.drafting.verdicts.summary_as_dict", slowly)
    return begun


def breaks_off() -> None:
    raise ModelError("timeout", "The stream broke off.", retryable=True)


def test_a_verdict_is_stored_while_the_writer_stores_its_next_claims(workspace, document, monkeypatch):
    judging = slow_verdicts(monkeypatch, seconds=0.3)
    session, run = ask(workspace)
    threads = []

    def judge_beside() -> None:
        threads.append(beside(lambda: judge(run, Cast())))
        assert judging.wait(20)

    shown = answered(session, run, Cast(writer=Pauses(judge_beside)))
    threads[0].join()

    assert shown["errors"] == [], "neither had to give way to the other"
    assert len(shown["ledger"]["entries"]) == len(BATCH + MORE)


def test_a_batch_that_was_given_up_is_judged_anew_when_the_writer_begins_again(workspace, document):
    session, run = ask(workspace)

    def judge_gives_up() -> None:
        for _ in range(2):
            judge(run, Cast(judge=Broken()))
        assert PhaseRun.objects.get(run=run, name="judge").state == "failed"
        breaks_off()

    shown = answered(session, run, Cast(writer=Pauses(judge_gives_up)))

    assert (shown["status"], shown["warnings"]) == ("completed", [])
    assert shown["ledger"]["summary"]["unchecked"] == 0
    assert len(shown["ledger"]["entries"]) == len(BATCH + MORE)


def test_no_verdict_on_an_earlier_text_is_told_after_the_writer_began_again(workspace, document, monkeypatch):
    judging = slow_verdicts(monkeypatch, seconds=0.1)
    session, run = ask(workspace)
    threads = []

    def judge_beside() -> None:
        threads.append(beside(lambda: judge(run, Cast())))
        assert judging.wait(20)
        breaks_off()

    shown = answered(session, run, Cast(writer=Pauses(judge_beside)))
    threads[0].join()

    events = told(session)
    begun = [place for place, event in enumerate(events) if event["type"] == "generation_started"]
    verdicts = [(place, e["payload"]["claim_id"]) for place, e in enumerate(events) if e["type"] == "claim_verified"]
    assert [place for place, _ in verdicts if begun[0] < place < begun[1]], "one of the earlier text was told"
    assert {claim for place, claim in verdicts if place > begun[1]} == {claim["id"] for claim in shown["claims"]}


def test_a_revision_that_breaks_off_after_its_first_verdicts_leaves_the_earlier_text_with_its_own(workspace, document):
    session, run = ask(workspace)

    class BreaksOff(Says):
        def revise(self, task: Any) -> Any:
            yield from (*BATCH, *MORE)
            judge(run, Cast(), cycle=1)
            raise RuntimeError("out of order")

    critical = "The maximum loan-to-value ratio for an investment property is 75% [cite:{key}]."
    shown = answered(session, run, Cast(writer=BreaksOff(critical), judge=FindsNothing()))

    assert (shown["status"], len(shown["claims"]), shown["ledger"]["cycle"]) == ("completed", 1, 0)
    assert "REVISION_FAILED" in {warning["code"] for warning in shown["warnings"]}
    assert {e["payload"]["cycle"] for e in told(session) if e["type"] == "claim_verified"} == {0, 1}
    assert set(PhaseRun.objects.filter(run=run, name="judge", cycle=1).values_list("state", flat=True)) == {"void"}


def test_before_the_text_is_there_no_claims_are_shown_that_point_into_it(workspace, document):
    session, run = ask(workspace)
    between = []

    def look_and_cancel() -> None:
        judge(run, Cast())
        between.append(session_as_dict(Session.objects.get(id=session.id)))
        session_cancel(session=session, by=None)

    answered(session, run, Cast(writer=Pauses(look_and_cancel)))
    shown = held(session)

    assert shown["status"] == "cancelled"
    for seen in (*between, shown):
        assert (seen["response"], seen["claims"], seen["ledger"]) == ("", [], None)
