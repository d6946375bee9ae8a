"""Workers killed while a workspace is switched to another embedding model, with real processes and a real endpoint."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.endpoint import EndpointProcess, Reply, Rule, Script
from tests.faults.stack import Stack
from tests.live import eventually

pytestmark = pytest.mark.usefixtures("no_marks_of_others")

MODEL = "text-embedding-3-small"
SECTIONS = 90  # passages: two batches of an endpoint
ANIMALS = ("bear", "crane", "deer", "eagle", "finch", "goose", "heron", "ibis", "jay", "kite")
TEXT = "\n\n".join(
    f"# Chapter {number}\n\nIn place {number} a {ANIMALS[number % 10]} was seen near the river number {number}."
    for number in range(SECTIONS)
)


@pytest.fixture(scope="module")
def endpoint() -> Iterator[EndpointProcess]:
    with EndpointProcess(Script(dimensions={MODEL: 96})) as running:
        yield running


@pytest.fixture(scope="module")
def stack(endpoint: EndpointProcess) -> Iterator[Stack]:
    made = Stack(OPENAI_BASE_URL=endpoint.base_url, OPENAI_API_KEY="a-key")
    try:
        made.start_workers(2)
        yield made
    finally:
        made.end()


@pytest.fixture
def library(stack: Stack, endpoint: EndpointProcess) -> str:
    """A workspace with one long document, ready under the built-in model."""
    workspace = stack.person().workspace()
    document = stack.person().upload(workspace, TEXT.encode(), "animals.md")
    assert stack.person().read_through(document, within=180)["status"] == "ready"
    endpoint.forget()
    return workspace


def switch(stack: Stack, workspace: str, model: str = MODEL) -> None:
    answer = stack.person().call("PATCH", f"/workspaces/{workspace}", json={"embedding_model": model})
    assert answer.status_code == 200, answer.text


def ended(stack: Stack, workspace: str) -> dict[str, Any]:
    """What the workspace says of its switch once that is over."""

    def over() -> Any:
        told = stack.person().get(f"/workspaces/{workspace}")["embedding"]
        return told if told["state"] != "switching" else None

    told = eventually(over, 120)
    assert told, "the switch did not end"
    return told


def vectors(stack: Stack, workspace: str) -> dict[str, int]:
    query = "SELECT model, count(*) FROM documents_embedding WHERE workspace_id = %s GROUP BY 1"
    return dict(stack.sql(query, workspace))


def passages(stack: Stack, workspace: str) -> int:
    return stack.sql("SELECT count(*) FROM documents_chunk WHERE workspace_id = %s", workspace)[0][0]


def asked(endpoint: EndpointProcess) -> Counter[str]:
    """How often each text was asked of the endpoint."""
    return Counter(text for call in endpoint.calls(path="/v1/embeddings") for text in call.body["input"])


@pytest.mark.parametrize("moment", ["begin", "told", "end"])
def test_a_switch_survives_workers_killed_in_each_of_its_phases(
    stack: Stack, library: str, endpoint: EndpointProcess, moment: str
):
    phases = ["reembed"] if moment == "told" else ["reembed", "switch"]  # the switch tells with its commit alone
    for phase in phases:
        stack.order("kill", phase, moment)

    switch(stack, library)
    told = ended(stack, library)

    count = passages(stack, library)
    assert count > 64, "more than a batch"
    assert told == {"active": MODEL, "target": None, "state": "settled", "done": count, "total": count, "error": None}
    assert vectors(stack, library) == {"builtin": count, MODEL: count}
    assert list(stack.orders.glob("kill-*")) == [], "every kill was carried out"
    assert set(asked(endpoint).values()) == {1}, "no passage was embedded again after a kill between two batches"
    sequence = stack.sql("SELECT seq, type FROM runs_event WHERE stream_id = %s ORDER BY seq", library)
    assert [seq for seq, _ in sequence] == list(range(1, len(sequence) + 1))
    assert [kind for _, kind in sequence].count("embedding_switched") == 1


def test_searches_are_answered_by_the_old_model_while_a_worker_is_held_and_by_the_new_one_after(
    stack: Stack, library: str, endpoint: EndpointProcess
):
    hold = stack.order("hold", "switch", "end")
    switch(stack, library)
    stack.arrived("switch", "end")
    question = {"query": "Where was the heron near the river?", "k": 3}

    before = stack.person().call("POST", f"/workspaces/{library}/search", json=question)
    told = stack.person().get(f"/workspaces/{library}")["embedding"]
    questions = [text for text in asked(endpoint) if "heron near" in text]
    hold.unlink()
    assert ended(stack, library)["active"] == MODEL
    after = stack.person().call("POST", f"/workspaces/{library}/search", json=question)

    assert before.status_code == after.status_code == 200
    assert (told["active"], told["state"]) == ("builtin", "switching")
    assert questions == [], "the endpoint was not asked"
    assert "heron" in after.json()["results"][0]["content"]
    assert [text for text in asked(endpoint) if "heron near" in text]


def test_an_endpoint_that_fails_ends_the_switch_and_a_second_one_goes_on_from_there(
    stack: Stack, library: str, endpoint: EndpointProcess
):
    script = Script(dimensions={MODEL: 96}, rules=(Rule(model=MODEL, skip=1, reply=Reply(status=401)),))
    endpoint.play(script)
    switch(stack, library)
    failed = ended(stack, library)
    stored = vectors(stack, library)
    endpoint.play(Script(dimensions={MODEL: 96}))

    assert (failed["active"], failed["target"], failed["state"]) == ("builtin", MODEL, "failed")
    assert failed["error"]["code"] == "embedding_failed"
    assert stored[MODEL] == 64 < stored["builtin"]
    errors = stack.sql(
        "SELECT jsonb_array_length(errors) FROM runs_phaserun p JOIN runs_run r ON r.id = p.run_id"
        " WHERE r.subject_id = %s AND p.name = 'reembed'",
        library,
    )
    assert errors[0][0] >= 1, "kept"

    endpoint.forget()
    switch(stack, library)
    assert ended(stack, library)["active"] == MODEL
    assert sum(asked(endpoint).values()) == passages(stack, library) - 64
