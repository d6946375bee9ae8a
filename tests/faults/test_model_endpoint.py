"""Fault 15: a model endpoint that misbehaves, with real processes. The sessions of a module run side by side."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import Any

import pytest

from tests.copied_text import copied, retrieved_keys
from tests.endpoint import EndpointProcess, Reply, Rule, Script
from tests.faults.endpoint_stack import MODELS, EndpointStack, about, codes, starts, text_about
from tests.faults.stack import kill_group
from tests.live import eventually
from veritydraft.parsing import BASE_DIR

TRIES = 3
HANDBOOK = BASE_DIR / "samples" / "hr-handbook.docx"
RULES_OF_WORK = "Which rules on leave, pay, notice and conduct apply to employees?"
QUICK = {"MODEL_FIRST_TOKEN_SECONDS": "3", "MODEL_IDLE_SECONDS": "3", "MODEL_MAX_OUTPUT_TOKENS": "600"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What one of the cast does, and what comes of it. ``calls``: how often its model was asked in all."""

    role: str
    replies: tuple[tuple[int | None, Reply], ...]  # (how often, what)
    calls: int
    warnings: frozenset[str] = frozenset()
    errors: frozenset[str] = frozenset()
    starts: tuple[str, ...] = ("writer-1",)
    unchecked: bool = False

    @property
    def model(self) -> str:
        return f"{self.role}-1"

    def rules(self, name: str, key: str) -> tuple[Rule, ...]:
        """Its misbehaviour; where the Judge is meant, its claims name the session."""
        said = [Rule(model=self.model, times=times, reply=reply) for times, reply in self.replies]
        if self.role == "judge":
            said.append(Rule(role="writer", reply=Reply(text=text_about(name, key))))
        return about(name, *said)


def always(**reply: Any) -> tuple[tuple[int | None, Reply], ...]:
    return ((None, Reply(**reply)),)


def once(**reply: Any) -> tuple[tuple[int | None, Reply], ...]:
    return ((1, Reply(**reply)),)


def writer_lost(calls: int, error: str, *, starts: int = 1, **reply: Any) -> Case:
    """A Writer that never brings a text to its end: the other model writes it."""
    begun = ("writer-1",) * starts + ("writer-2",)
    return Case(
        role="writer", replies=always(**reply), calls=calls, warnings=frozenset({"WRITER_FALLBACK"}),
        errors=frozenset({error}), starts=begun,
    )  # fmt: skip


def skeptic_lost(calls: int, error: str, **reply: Any) -> Case:
    return Case(
        role="skeptic", replies=always(**reply), calls=calls, warnings=frozenset({"SKEPTIC_SKIPPED"}),
        errors=frozenset({error}),
    )  # fmt: skip


def judge_lost(calls: int, error: str, **reply: Any) -> Case:
    return Case(
        role="judge", replies=always(**reply), calls=calls, warnings=frozenset({"LEDGER_PARTIAL"}),
        errors=frozenset({error}), unchecked=True,
    )  # fmt: skip


def got_over(role: str, *errors: str, starts: int = 1, **reply: Any) -> Case:
    """Fails once and is fine when it is asked again; what went wrong is kept all the same."""
    return Case(role=role, replies=once(**reply), calls=2, errors=frozenset(errors), starts=("writer-1",) * starts)


CASES = {
    "alder": got_over("writer", "rate_limited", status=429, retry_after="2"),
    "aspen": got_over("writer", "unavailable", status=500),
    "birch": got_over("writer", "no_connection", starts=2, fault="drop", after=4),
    "beech": writer_lost(TRIES, "unavailable", status=500),
    "cedar": writer_lost(2, "no_connection", starts=2, fault="drop", after=4),
    "elder": writer_lost(TRIES, "first_token_late", fault="silent"),
    "fir": writer_lost(TRIES, "first_token_late", fault="trickle"),
    "hazel": writer_lost(1, "too_long", fault="endless", text="so on and "),
    "holly": writer_lost(TRIES, "empty", fault="empty"),
    "juniper": writer_lost(1, "refused", fault="refusal"),
    "larch": writer_lost(2, "malformed", starts=2, fault="malformed"),
    "linden": writer_lost(2, "stalled", starts=2, fault="stall"),
    "maple": got_over("skeptic", "rate_limited", status=429, retry_after="1"),
    "oak": got_over("skeptic", "malformed", fault="malformed_json"),
    "olive": skeptic_lost(TRIES, "unavailable", status=503),
    "palm": skeptic_lost(TRIES, "first_token_late", fault="silent"),
    "pine": skeptic_lost(2, "malformed", fault="wrong_schema"),
    "plane": skeptic_lost(1, "cut_off", fault="truncated_json"),
    "poplar": skeptic_lost(1, "refused", fault="refusal"),
    "rowan": got_over("judge", "rate_limited", status=429, retry_after="1"),
    "spruce": got_over("judge", "malformed", fault="malformed_json"),
    "sumac": got_over("judge", "cut_off", "malformed", fault="truncated_json"),
    "teak": judge_lost(TRIES, "unavailable", status=503),
    "walnut": judge_lost(TRIES, "first_token_late", fault="silent"),
    "willow": judge_lost(2, "malformed", fault="wrong_schema"),
    "yew": judge_lost(1, "refused", fault="refusal"),
}


@dataclass(slots=True)
class Bench:
    """The stack, its workspace, and the sessions that were asked."""

    stack: EndpointStack
    workspace: str
    sessions: dict[str, dict[str, Any]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def endpoint() -> Iterator[EndpointProcess]:
    with EndpointProcess() as running:
        yield running


@pytest.fixture(scope="module")
def stack(endpoint: EndpointProcess) -> Iterator[EndpointStack]:
    made = EndpointStack(endpoint, **QUICK)
    try:
        yield made
    finally:
        made.end()


@pytest.fixture(scope="module")
def bench(stack: EndpointStack, endpoint: EndpointProcess) -> Bench:
    """All cases are asked at once."""
    stack.start_pair(**MODELS)
    made = Bench(stack, stack.with_policy())
    key = stack.key_of(made.workspace, "75%")
    both_fail = about("ash", Rule(role="writer", reply=Reply(status=401)))
    endpoint.play(Script(rules=(*both_fail, *(rule for name, case in CASES.items() for rule in case.rules(name, key)))))
    for name in (*CASES, "ash"):
        made.sessions[name] = stack.ask_about(made.workspace, name)
    return made


@pytest.mark.parametrize("name", CASES, ids=[f"{name}-{case.role}" for name, case in CASES.items()])
def test_a_model_that_misbehaves_is_asked_a_bounded_number_of_times_and_the_answer_says_so(bench: Bench, name: str):
    case = CASES[name]
    session = bench.stack.finished(bench.sessions[name], within=180)

    assert (session["status"], codes(session)) == ("completed", case.warnings), session["errors"]
    assert {error["code"] for error in session["errors"]} == case.errors
    calls = bench.stack.calls_about(name, model=case.model)
    assert len(calls) == case.calls
    begun = starts(bench.stack.person().events(session["id"]))
    assert begun == list(enumerate(case.starts, start=1))
    summary = session["ledger"]["summary"]
    assert summary["total_claims"] > 0
    assert summary["unchecked"] == (summary["total_claims"] if case.unchecked else 0)
    assert "75%" in session["response"]
    assert "so on and" not in session["response"]


def test_an_endpoint_that_asks_to_be_left_alone_is_left_alone(bench: Bench):
    bench.stack.finished(bench.sessions["alder"], within=180)
    refused, taken = bench.stack.calls_about("alder", model="writer-1")
    assert taken.at - refused.ended_at >= 2.0


def test_a_stream_that_goes_on_for_ever_or_drips_is_closed_by_us(bench: Bench):
    for name in ("hazel", "fir", "elder", "linden"):
        bench.stack.finished(bench.sessions[name], within=180)
        calls = bench.stack.calls_about(name, model="writer-1")
        assert all(call.closed_early for call in calls), name


def test_a_turn_that_no_writer_can_write_ends_with_one_error_that_names_the_reason(bench: Bench):
    session = bench.stack.finished(bench.sessions["ash"], within=180)
    events = bench.stack.person().events(session["id"])

    assert session["status"] == "error"
    assert (events[-1]["type"], events[-1]["payload"]["code"]) == ("error", "unauthorized")
    assert starts(events) == [(1, "writer-1"), (2, "writer-2")]
    assert [call.model for call in bench.stack.calls_about("ash")] == ["writer-1", "writer-2"]


def test_embeddings_that_do_not_come_are_asked_for_three_times_and_then_told_as_an_error(bench: Bench, endpoint):
    person = bench.stack.person()
    workspace = person.workspace("Embedded elsewhere")
    changed = person.call("PATCH", f"/workspaces/{workspace}", json={"embedding_model": "text-embedding-3-small"})
    assert changed.ok, changed.text

    def switched() -> bool:
        return person.get(f"/workspaces/{workspace}")["embedding_model"] == "text-embedding-3-small"

    assert eventually(switched)
    assert person.read_through(person.upload(workspace, b"Oak is a hard wood.", "oak.txt"))["status"] == "ready"
    endpoint.play(Script(rules=(Rule(role="embedding", contains="ebony", reply=Reply(fault="silent")),)))

    document = person.upload(workspace, b"Ebony is a dark wood. ebony sinks in water.", "ebony.txt")
    session = person.ask(workspace, "What is ebony?")
    document = person.read_through(document, within=120)
    session = bench.stack.finished(session, within=120)

    assert document["status"] == "error"
    assert "embedding" in str(document).lower()
    assert session["status"] == "error"
    assert {error["code"] for error in session["errors"]} == {"first_token_late"}
    calls = [call for call in endpoint.calls(role="embedding") if "ebony" in str(call.body)]
    assert len(calls) == 2 * TRIES, "three for the document, three for the question"


@pytest.fixture(scope="module")
def keyless_rest(bench: Bench, endpoint: EndpointProcess) -> Bench:
    """Other workers: the Writer alone is a model, and the built-in one takes over from it."""
    for worker in bench.stack.pair:
        kill_group(worker)
    bench.stack.start_pair(WRITER_MODEL="writer-1")
    document = bench.stack.person().upload(bench.workspace, HANDBOOK.read_bytes(), HANDBOOK.name)
    assert bench.stack.person().read_through(document, within=180)["status"] == "ready"
    endpoint.play(Script())
    return bench


def test_the_built_in_writer_takes_over_where_no_other_model_is_named(keyless_rest: Bench, endpoint: EndpointProcess):
    endpoint.play(Script(rules=about("zelkova", Rule(role="writer", reply=Reply(status=500)))))

    session = keyless_rest.stack.finished(keyless_rest.stack.ask_about(keyless_rest.workspace, "zelkova"))

    assert (session["status"], codes(session)) == ("completed", {"WRITER_FALLBACK"})
    begun = starts(keyless_rest.stack.person().events(session["id"]))
    assert begun == [(1, "writer-1"), (2, "builtin")]
    assert len(keyless_rest.stack.calls_about("zelkova")) == TRIES


def test_a_worker_killed_in_the_middle_of_a_stream_leaves_nothing_of_its_text(
    keyless_rest: Bench, endpoint: EndpointProcess
):
    stack, person = keyless_rest.stack, keyless_rest.stack.person()
    keys = retrieved_keys(person, stack.finished(person.ask(keyless_rest.workspace, RULES_OF_WORK))["id"])
    earlier, later = copied(person, keys, count=20), copied(person, keys[::-1], count=9)
    slowly = Rule(role="writer", times=1, reply=Reply(text=earlier, first_token=0.2, tokens_per_second=40))
    endpoint.play(Script(rules=(slowly, Rule(role="writer", reply=Reply(text=later)))))
    endpoint.forget()

    asked = person.ask(keyless_rest.workspace, RULES_OF_WORK)

    def told(kind: str) -> list[dict[str, Any]]:
        return [event["payload"] for event in person.events(asked["id"]) if event["type"] == kind]

    assert eventually(lambda: told("claim_verified"), 30), "judged while it is written"
    kill_group(stack.pair[0])
    killed_at = time.time()
    before = {payload["claim_id"] for payload in told("claim_verified")}
    stack.pair[0] = stack.start_llm(WRITER_MODEL="writer-1")
    session = stack.finished(asked, within=120)

    assert (session["status"], session["response"]) == ("completed", later)
    assert starts(person.events(asked["id"])) == [(1, "writer-1"), (2, "writer-1")]
    first, second = endpoint.calls(role="writer")
    assert first.closed_early
    assert first.ended_at - killed_at < 10
    assert second.status == 200
    assert {error["code"] for error in session["errors"]} == {"worker_lost"}
    ids = {claim["id"] for claim in session["claims"]}
    assert before.isdisjoint(ids)
    assert {entry["claim_id"] for entry in session["ledger"]["entries"]} == ids
    stored = "SELECT count(*) FROM verification_claim c JOIN verification_ledger l ON l.id = c.ledger_id"
    rows = stack.sql(f"{stored} WHERE l.turn_id = %s", session["turns"][-1]["id"])
    assert rows[0][0] == len(ids), "no claim of the earlier text is left"
    batches = "SELECT p.state, count(*) FROM runs_phaserun p JOIN runs_run r ON r.id = p.run_id"
    states = dict(stack.sql(f"{batches} WHERE r.session_id = %s AND p.name = 'judge' GROUP BY 1", asked["id"]))
    assert states["done"] == ceil(len(ids) / 8)
