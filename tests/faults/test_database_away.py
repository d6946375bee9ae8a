"""Fault 12, the money: while PostgreSQL is away no model is asked, and what was asked before is broken off."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
import requests

from tests.endpoint import Call, EndpointProcess, Reply, Rule, Script
from tests.faults.endpoint_stack import MODELS, EndpointStack, about, text_about
from tests.faults.hurting import postgres_down, postmaster, stopped
from tests.live import eventually

LEASE_SECONDS = 4.0  # EndpointStack's
CLOSED_WITHIN = 3 * LEASE_SECONDS  # on a busy machine; the lease and two looks at it are promised
BACK_WITHIN = 15.0  # as test_outages.py has it
AWAY_AFTER = 2.0  # seconds that it stays away when all is closed: another try would begin in them


@pytest.fixture(scope="module")
def endpoint() -> Iterator[EndpointProcess]:
    with EndpointProcess() as running:
        yield running


@pytest.fixture(scope="module")
def stack(endpoint: EndpointProcess) -> Iterator[EndpointStack]:
    made = EndpointStack(endpoint, **MODELS)
    try:
        made.start_pair()
        yield made
    finally:
        made.end()


@pytest.fixture(scope="module")
def workspace(stack: EndpointStack) -> str:
    return stack.with_policy()


def postgres_stands_still(stack: EndpointStack) -> AbstractContextManager[None]:
    """Every process of the server: connections stay open, and nothing is answered on them."""
    first = postmaster(stack)
    rest = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return stopped(first, *map(int, rest))


Away = Callable[[EndpointStack], AbstractContextManager[None]]


@pytest.mark.parametrize(
    ("away", "talks", "waits"),
    [(postgres_down, "oak", "elm"), (postgres_stands_still, "ash", "fir")],
    ids=["down", "standing still"],
)
def test_while_postgres_is_away_no_model_is_asked_and_open_calls_are_closed(
    stack: EndpointStack, endpoint: EndpointProcess, workspace: str, away: Away, talks: str, waits: str
):
    key = stack.key_of(workspace, "75%")
    said = Reply(text=text_about(talks, key) * 20, tokens_per_second=5)  # for minutes
    silent = Reply(fault="silent")
    writing = about(talks, Rule(role="writer", times=1, reply=said))
    judging = about(
        waits, Rule(role="writer", reply=Reply(text=text_about(waits, key))), Rule(role="judge", times=1, reply=silent)
    )
    endpoint.play(Script(rules=(*writing, *judging)))
    asked = {name: stack.ask_about(workspace, name) for name in (talks, waits)}

    def calls() -> tuple[Call, Call] | None:
        """The Writer's that talks, the Judge's that is silent."""
        written, judged = stack.calls_about(talks, role="writer"), stack.calls_about(waits, role="judge")
        return (written[0], judged[0]) if written and judged and written[0].pieces > 5 else None

    assert eventually(calls), [(call.role, call.pieces) for call in endpoint.calls()]
    assert eventually(lambda: endpoint.open_calls() == 2), "the Skeptic's is over"
    before = len(endpoint.calls())
    away_at = time.time()  # workers may notice before it is quite away
    with away(stack):
        assert eventually(lambda: endpoint.open_calls() == 0, CLOSED_WITHIN), "nobody closes them"
        time.sleep(AWAY_AFTER)
        assert len(endpoint.calls()) == before, "a model was asked"
    assert eventually(lambda: requests.get(f"{stack.base}/readyz", timeout=30).ok, BACK_WITHIN)
    sessions = {name: stack.finished(session) for name, session in asked.items()}

    assert {session["status"] for session in sessions.values()} == {"completed"}
    for name, role in ((talks, "writer"), (waits, "judge")):
        first, second = stack.calls_about(name, role=role)
        assert first.closed_early, name
        assert first.closed_at > away_at, name
        assert second.status == 200
        kinds = [event["type"] for event in stack.person().events(asked[name]["id"])]
        assert kinds.count("generation_complete") == 1, kinds
        assert kinds[-1] == "generation_complete", kinds
        assert {error["code"] for error in sessions[name]["errors"]} <= {"worker_lost", "unexpected"}
