"""What a session shows of each version of its text: the counts of its ledger, and whether the gate was met."""

from typing import Any

import pytest

from apps.drafting.models import Session
from apps.drafting.selectors import session_as_dict
from apps.drafting.services import session_cancel
from tests.integration.answer_fixture import Cast, answered, held, told, work_until
from tests.integration.test_draft import CAP, GOOD, WRONG, Drafts, draft

pytestmark = pytest.mark.django_db(transaction=True)

LIMITS, BAD = GOOD[1], f"{WRONG} {{CAP}}"


@pytest.fixture(autouse=True)
def no_pauses(two_attempts: None) -> None:
    """A phase that fails is tried again at once."""


def writer(*mended: str) -> Drafts:
    """Writes a wrong limit, and what is told in its place by each revision."""
    return Drafts(GOOD[0], BAD, *GOOD[2:], mended=mended)


def told_of_cycles(session: Session) -> list[dict[str, Any]]:
    """What readers were told last of each cycle."""
    updates = (event["payload"] for event in told(session) if event["type"] == "ledger_updated")
    return list({update["cycle"]: update["summary"] for update in updates}.values())


def test_each_version_is_shown_with_its_counts_and_whether_it_met_the_gate(workspace, document):
    session, run = draft(workspace)

    shown = answered(session, run, Cast(writer=writer(f"It is said: {BAD}", LIMITS)))

    assert [(cycle["cycle"], cycle["gate_met"]) for cycle in shown["cycles"]] == [(0, False), (1, False), (2, True)]
    assert [cycle["summary"]["contradicted"] for cycle in shown["cycles"]] == [1, 1, 0]
    assert [cycle["summary"] for cycle in shown["cycles"]] == told_of_cycles(session)
    assert shown["turns"][0]["cycles"] == shown["cycles"]


def test_a_text_that_was_not_revised_has_one_version(workspace, document):
    session, run = draft(workspace)

    shown = answered(session, run, Cast(writer=Drafts(*GOOD)))

    summary = shown["ledger"]["summary"]
    assert shown["cycles"] == [{"cycle": 0, "summary": summary, "coverage_gate": 0.85, "gate_met": True}]


def test_while_a_revised_text_waits_for_its_claims_the_version_before_is_still_shown(workspace, document):
    session, run = draft(workspace)
    tools = Cast(writer=writer(LIMITS))
    assert work_until(run, "mend", tools)
    assert work_until(run, "skeptic", tools)

    shown = session_as_dict(Session.objects.get(id=session.id))

    assert CAP in shown["response"]
    assert shown["ledger"] is None
    assert [(cycle["cycle"], cycle["gate_met"]) for cycle in shown["cycles"]] == [(0, False)]


def test_the_gate_of_a_finished_turn_is_the_one_it_was_measured_by(workspace, document, settings):
    session, run = draft(workspace)
    before = answered(session, run, Cast(writer=writer()))

    settings.COVERAGE_GATE = 0.1

    assert held(session)["cycles"] == before["cycles"]
    assert before["cycles"][0]["gate_met"] is False


def test_a_gate_that_is_changed_while_a_draft_is_written_counts_from_the_next_one_on(workspace, document, settings):
    session, run = draft(workspace)
    settings.COVERAGE_GATE = 0.1

    shown = answered(session, run, Cast(writer=writer()))

    assert [(cycle["coverage_gate"], cycle["gate_met"]) for cycle in shown["cycles"]][-1] == (0.85, False)
    assert any("COVERAGE_BELOW_GATE" in warning["code"] for warning in shown["warnings"])


def test_a_draft_that_was_cancelled_is_held_against_the_gate_it_was_begun_with(workspace, document, settings):
    session, run = draft(workspace)
    assert work_until(run, "mend", Cast(writer=writer()))
    session_cancel(session=session, by=None)

    settings.COVERAGE_GATE = 0.1

    assert [(cycle["coverage_gate"], cycle["gate_met"]) for cycle in held(session)["cycles"]] == [(0.85, False)]


def test_a_text_without_a_claim_neither_meets_the_gate_nor_misses_it(workspace, document):
    session, run = draft(workspace)

    shown = answered(session, run, Cast(writer=Drafts(GOOD[3], GOOD[3], GOOD[3], GOOD[3])))

    assert [(cycle["summary"]["total_claims"], cycle["gate_met"]) for cycle in shown["cycles"]] == [(0, None)]
