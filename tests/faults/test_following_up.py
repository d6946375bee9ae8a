"""A follow-up meets the same faults as a first question: workers that die in each phase, and two askers at once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests

from tests.faults.conftest import QUESTION
from tests.faults.stack import Stack
from tests.invariants import TERMINAL
from tests.person import Person

pytestmark = pytest.mark.usefixtures("no_marks_of_others")

PHASES = ("retrieve", "write", "skeptic", "judge", "revise", "finalize")
AT_ONCE = 8
AGAIN = "And for an investment property of the same borrower?"


def send(person: Person, session: dict[str, Any], query: str = AGAIN, **headers: str) -> requests.Response:
    return person.call("POST", f"/sessions/{session['id']}/messages", json={"query": query}, headers=headers)


@pytest.fixture
def answered(stack: Stack, library_of_two: str) -> dict[str, Any]:
    """A session whose first question was answered."""
    return stack.finished(stack.person().ask(library_of_two, QUESTION), within=180)


@pytest.mark.parametrize(
    "moment", ["told", *(pytest.param(each, marks=pytest.mark.full) for each in ("begin", "end", "ring"))]
)
def test_a_follow_up_survives_a_worker_killed_in_each_of_its_phases(
    stack: Stack, answered: dict[str, Any], moment: str
):
    told_nothing = {"skeptic", "finalize"} if moment == "told" else set()
    first_has_no_worker = {"retrieve"} if moment == "ring" else set()
    for phase in PHASES:
        if phase not in told_nothing | first_has_no_worker:
            stack.order("kill", phase, moment)

    asked = send(stack.person(), answered, QUESTION)
    assert asked.status_code == 202, asked.text
    session = stack.finished(asked.json(), within=180)

    assert session["status"] == "completed", session["errors"]
    assert sorted(path.name for path in stack.orders.glob("kill-*")) == [], "every kill was carried out"
    assert session["turns"][0] == answered["turns"][0]
    assert session["claims"]
    events = stack.person().events(session["id"])
    mine = [event["type"] for event in events if event["turn_id"] == session["turns"][1]["id"]]
    assert mine[0] == "retrieval_started"
    assert sum(kind in TERMINAL for kind in mine) == 1


def test_of_messages_posted_at_once_one_is_a_turn_and_the_others_are_told_to_wait(
    stack: Stack, answered: dict[str, Any]
):
    barrier = threading.Barrier(AT_ONCE)

    def one(number: int) -> requests.Response:
        barrier.wait()
        return send(stack.person(), answered, f"{QUESTION[:-1]} number {number}?")

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(one, range(AT_ONCE)))

    assert sorted(answer.status_code for answer in answers) == [202] + [409] * (AT_ONCE - 1)
    refused = {answer.json()["type"] for answer in answers if answer.status_code == 409}
    assert refused == {"urn:veritydraft:problem:conflict"}
    session = stack.finished(answered, within=180)
    assert len(session["turns"]) == 2
    assert session["status"] == "completed"


def test_a_message_sent_again_because_its_answer_was_lost_is_asked_once(stack: Stack, answered: dict[str, Any]):
    key = {"Idempotency-Key": "the one message"}
    first = send(stack.person(), answered, **key)
    again = send(stack.person(), answered, **key)
    stack.finished(answered, within=180)
    later = send(stack.person(), answered, **key)

    assert [each.status_code for each in (first, again, later)] == [202] * 3
    assert again.json() == later.json() == first.json()
    assert len(stack.finished(answered)["turns"]) == 2


def test_a_follow_up_that_is_cancelled_leaves_the_session_open_to_another(stack: Stack, answered: dict[str, Any]):
    hold = stack.order("hold", "write", "begin")
    assert send(stack.person(), answered).status_code == 202
    stack.arrived("write", "begin")
    assert stack.person().call("POST", f"/sessions/{answered['id']}/cancel").status_code == 202
    hold.unlink()
    assert stack.finished(answered)["status"] == "cancelled"

    assert send(stack.person(), answered, QUESTION).status_code == 202
    session = stack.finished(answered, within=180)
    assert [turn["status"] for turn in session["turns"]] == ["completed", "cancelled", "completed"]
