"""A draft meets the same faults as an answer: workers that die in each of its phases, sections side by side."""

import re

import pytest

from tests.faults.stack import Stack
from tests.invariants import TERMINAL

PHASES = ("retrieve", "outline", "gather", "allot", "section", "assemble", "skeptic", "judge", "finalize")
TELLS = frozenset({"retrieve", "section", "judge"})  # others commit nothing before their end
REQUEST = "Write a report on the loan-to-value ratio for an investment property and on the application fee."


@pytest.fixture(autouse=True)
def no_marks_of_others(stack: Stack) -> None:
    for mark in stack.orders.iterdir():
        mark.unlink()


@pytest.mark.parametrize(
    "moment", ["told", *(pytest.param(each, marks=pytest.mark.full) for each in ("begin", "end", "ring"))]
)
def test_a_draft_survives_a_worker_killed_in_each_of_its_phases(stack: Stack, library_of_two: str, moment: str):
    first_has_no_worker = {"retrieve"} if moment == "ring" else set()
    for phase in PHASES:
        if phase not in first_has_no_worker and (moment != "told" or phase in TELLS):
            stack.order("kill", phase, moment)

    session = stack.finished(stack.person().ask(library_of_two, REQUEST, mode="draft"), within=240)

    assert session["status"] == "completed", session["errors"]
    assert sorted(path.name for path in stack.orders.glob("kill-*")) == [], "every kill was carried out"
    events = stack.person().events(session["id"])
    assert sum(event["type"] in TERMINAL for event in events) == 1
    extracted = [event for event in events if event["type"] == "claim_extracted"]
    assert len(extracted) == len({event["payload"]["claim"]["id"] for event in extracted}), "none told twice"
    last = max(event["payload"]["cycle"] for event in extracted)
    assert sum(event["payload"]["cycle"] == last for event in extracted) == len(session["claims"]), "none lost"
    assert session["ledger"]["summary"]["unchecked"] == 0
    judged = stack.sql(
        "SELECT count(*), count(DISTINCT claim_id) FROM verification_ledgerentry e"
        " JOIN verification_claim c ON c.id = e.claim_id JOIN verification_ledger l ON l.id = c.ledger_id"
        " JOIN drafting_turn t ON t.id = l.turn_id WHERE t.session_id = %s",
        session["id"],
    )[0]
    assert judged[0] == judged[1] > 0
    paragraphs = [line for line in session["response"].splitlines() if line and not line.startswith("#")]
    cited = [re.sub(r"\s*\[(?:cite|flag):[^\]]*\]", "", line) for line in paragraphs if "[cite:" in line]
    assert len(cited) == len(set(cited)), "nothing stands twice"


def test_a_draft_that_is_cancelled_while_its_sections_are_written_ends_at_once(stack: Stack, library_of_two: str):
    hold = stack.order("hold", "section", "begin")
    session = stack.person().ask(library_of_two, REQUEST, mode="draft")
    stack.arrived("section", "begin")

    assert stack.person().call("POST", f"/sessions/{session['id']}/cancel").status_code == 202
    hold.unlink()

    shown = stack.finished(session, within=60)
    assert shown["status"] == "cancelled"
    kinds = [event["type"] for event in stack.person().events(session["id"])]
    assert sum(kind in TERMINAL for kind in kinds) == 1
    assert kinds[-1] in TERMINAL
