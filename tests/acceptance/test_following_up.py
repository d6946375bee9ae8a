"""A conversation over HTTP, WebSocket and the command line, with real workers."""

import json
from typing import Any

import pytest

from tests.acceptance.test_answers import FILES, SAMPLES, library_of
from tests.invariants import TERMINAL
from tests.live import LiveStack
from tests.person import Person

FIRST = "How many days of paid annual leave do full-time employees receive?"


@pytest.fixture(scope="module")
def alice(live_stack: LiveStack) -> Person:
    return Person(base_url=live_stack.base_url, token=live_stack.person(), library=library_of(live_stack))


@pytest.fixture(scope="module")
def conversation(alice: Person) -> dict[str, Any]:
    """A session about the handbook that was answered once."""
    workspace = alice.workspace("Asked on")
    document = alice.read_through(alice.upload(workspace, (SAMPLES / FILES[1]).read_bytes(), FILES[1]))
    assert document["status"] == "ready", document
    return alice.finished(alice.ask(workspace, FIRST))


def ask_on(alice: Person, session: dict[str, Any], query: str) -> dict[str, Any]:
    answer = alice.call("POST", f"/sessions/{session['id']}/messages", json={"query": query})
    assert answer.status_code == 202, answer.text
    return answer.json()


def test_one_socket_tells_every_turn_of_a_conversation_with_one_numbering(alice: Person, conversation: dict[str, Any]):
    before = alice.events(conversation["id"])
    ends: list[str] = []

    def second_end(event: dict[str, Any]) -> bool:
        if event["type"] in TERMINAL:
            ends.append(event["type"])
            if len(ends) == 1:  # of the first turn: the socket stays open, and the second is asked meanwhile
                ask_on(alice, conversation, "Can they be carried over?")
        return len(ends) == 2

    events = alice.listen(f"/ws/sessions/{conversation['id']}/?after=0", until=second_end)

    assert events[: len(before)] == before
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert [event["type"] for event in events].count("session_created") == 1
    begun = events[len(before)]
    assert (begun["type"], begun["payload"]["index"]) == ("retrieval_started", 1)
    assert begun["payload"]["standalone_query"] == "Can days of paid annual leave be carried over?"
    session = alice.finished(conversation)
    assert "five unused days" in session["response"]
    assert session["ledger"]["summary"]["evidence_coverage"] == 1.0
    assert session["turns"][0] == conversation["turns"][0]
    assert alice.events(conversation["id"]) == events


def test_a_question_on_something_else_is_not_drawn_to_what_was_asked(alice: Person, conversation: dict[str, Any]):
    ask_on(alice, conversation, "How is overtime paid on Sundays?")
    session = alice.finished(conversation)

    assert "150%" in session["response"]
    assert "annual leave" not in session["response"]
    newest = session["turns"][-1]
    assert newest["standalone_query"] == newest["query"]


def test_the_command_line_asks_on_by_the_workers_of_a_running_stack(
    alice: Person, conversation: dict[str, Any], live_stack: LiveStack
):
    before = len(alice.finished(conversation)["turns"])
    shown = json.loads(live_stack.manage("ask", "--session", conversation["id"], "--json", "Who approves overtime?"))

    assert len(shown["turns"]) == before + 1
    assert "line manager" in shown["response"]
    assert shown == alice.finished(conversation)
