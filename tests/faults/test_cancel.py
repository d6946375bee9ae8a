"""Fault 22: a person cancels in every phase that waits for a model, and the spending stops."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.endpoint import EndpointProcess, Reply, Rule, Script
from tests.faults.endpoint_stack import MODELS, TRUE, EndpointStack, about, text_about
from tests.live import eventually

# where its model is silent, by the name that the session is asked under
ANSWERS = {"rose": "retrieve", "tulip": "write", "violet": "skeptic", "iris": "judge", "lily": "revise"}
DRAFTS = {"peony": "outline", "aster": "section"}
TEXTS = {"poppy": "skeptic", "daisy": "judge"}  # written elsewhere
PHASES = ANSWERS | DRAFTS | TEXTS
STOPS_WITHIN = 3.0  # seconds: 2 are promised, and one is for a busy machine
SILENT = Reply(fault="silent")


@pytest.fixture(scope="module")
def endpoint() -> Iterator[EndpointProcess]:
    with EndpointProcess() as running:
        yield running


@pytest.fixture(scope="module")
def stack(endpoint: EndpointProcess) -> Iterator[EndpointStack]:
    made = EndpointStack(endpoint, EMBEDDING_MODEL="text-embedding-3-small", **MODELS)
    try:
        made.start_pair()
        yield made
    finally:
        made.end()


def silent_in(phase: str, name: str, key: str) -> tuple[Rule, ...]:
    """The rules by which a session comes to wait in a phase."""
    if name in DRAFTS:
        return about(name, Rule(role="writer", skip=["outline", "section"].index(phase), reply=SILENT))
    if name in TEXTS:
        return about(name, Rule(role=phase, reply=SILENT))
    if phase == "retrieve":
        return about(name, Rule(role="embedding", reply=SILENT))
    if phase in {"write", "skeptic"}:
        return about(name, Rule(role="writer" if phase == "write" else "skeptic", reply=SILENT))
    text = Rule(role="writer", times=1, reply=Reply(text=text_about(name, key)))
    if phase == "judge":
        return about(name, text, Rule(role="judge", reply=SILENT))
    claim = {"text": TRUE, "type": "numeric", "importance": "critical", "requires_citation": True}
    other = claim | {"text": f"The {name} file follows the same ratio for an investment property"}
    review = {"claims": [claim, other], "objections": [], "missing": [], "contradictions": []}
    nothing = [{"claim": n, "findings": [], "notes": "", "common_knowledge": False} for n in (1, 2)]
    return about(
        name,
        text,
        Rule(role="skeptic", reply=Reply(text=json.dumps(review))),
        Rule(role="judge", reply=Reply(text=json.dumps({"verdicts": nothing}))),
        Rule(role="writer", reply=SILENT),
    )


def begun(stack: EndpointStack, workspace: str, name: str, key: str) -> dict[str, Any]:
    """The session that is asked under the name."""
    if name in TEXTS:
        answer = stack.person().call("POST", f"/workspaces/{workspace}/verify", json={"text": text_about(name, key)})
        assert answer.status_code == 202, answer.text
        return answer.json()
    return stack.ask_about(workspace, name, mode="draft" if name in DRAFTS else "answer")


def test_cancelling_closes_the_open_call_in_every_phase_and_none_is_made_after(
    stack: EndpointStack, endpoint: EndpointProcess
):
    person, workspace = stack.person(), stack.with_policy()
    key = stack.key_of(workspace, "75%")
    endpoint.play(Script(rules=tuple(rule for name, at in PHASES.items() for rule in silent_in(at, name, key))))
    sessions = {name: begun(stack, workspace, name, key) for name in PHASES}

    def all_wait() -> bool:
        running = "SELECT p.name FROM runs_phaserun p JOIN runs_run r ON r.id = p.run_id WHERE r.session_id = %s"
        at = {name: stack.sql(f"{running} AND p.state = 'running'", asked["id"]) for name, asked in sessions.items()}
        held = {name for name in PHASES if any(call.ended_at is None for call in stack.calls_about(name))}
        return held == set(PHASES) and all((PHASES[name],) in at[name] for name in PHASES)

    assert eventually(all_wait), {name: [c.role for c in stack.calls_about(name)] for name in PHASES}
    cancelled_at = {}
    for name, asked in sessions.items():
        assert person.call("POST", f"/sessions/{asked['id']}/cancel").ok
        cancelled_at[name] = time.time()

    assert eventually(lambda: endpoint.open_calls() == 0, STOPS_WITHIN)
    time.sleep(2)  # in which another try would begin
    for name, asked in sessions.items():
        calls = stack.calls_about(name)
        closed = [call.closed_at - cancelled_at[name] for call in calls if call.closed_early]
        assert closed, name
        assert max(closed) < STOPS_WITHIN, name
        assert all(call.at < cancelled_at[name] for call in calls), name
        session = stack.finished(asked)
        assert session["status"] == "cancelled"
        ends = [event["type"] for event in person.events(asked["id"])].count("cancelled")
        assert ends == 1


def test_what_was_spent_until_then_is_on_the_books(stack: EndpointStack):
    rows = stack.sql("SELECT phase, outcome, input_tokens FROM inference_modelcall WHERE outcome = 'aborted'")
    assert {phase.split(":")[0] for phase, _, _ in rows} == set(PHASES.values())
    assert all(tokens > 0 for _, _, tokens in rows)
