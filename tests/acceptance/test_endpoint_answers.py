"""Answers and drafts of a stack whose Writer, Skeptic and Judge are models at an endpoint; the mix we recommend."""

import json
import re
import time
from collections.abc import Iterator
from itertools import pairwise
from math import ceil
from typing import Any

import psycopg
import pytest

from tests.acceptance.conftest import ROLES, at
from tests.acceptance.test_answers import ANSWERED, SAMPLES, library_of
from tests.copied_text import citations, copied, retrieved_keys, sentences
from tests.endpoint import EndpointProcess, Reply, Rule, Script
from tests.invariants import TERMINAL
from tests.live import LiveStack
from tests.person import Person
from tests.scripted_drafts import Part, drafting, uncited

HANDBOOK = "hr-handbook.docx"
NOTICE = "Which rules on leave, pay, notice and conduct apply to employees?"
REQUEST = "Write a report on the services of Northfield Logistics."
DOCUMENTS = {  # name → what it says under each of its headings
    "storage.md": {
        "Storage fees": "A storage unit of Northfield Logistics costs $120 a month.",
        "Storage hours": "Customers of Northfield Logistics may enter the storage hall for 16 hours a day.",
    },
    "transport.md": {
        "Transport fees": "The transport of a pallet by Northfield Logistics costs $45 within the city.",
        "Transport damage": "Damage in transport must be reported to Northfield Logistics within 7 days.",
    },
    "cleaning.md": {
        "Cleaning fees": "The cleaning services of Northfield Logistics cost $3 per square metre.",
        "Cleaning staff": "The cleaning staff of Northfield Logistics is checked every 12 months.",
    },
}
SENTENCES = {heading: sentence for said in DOCUMENTS.values() for heading, sentence in said.items()}


pytestmark = pytest.mark.usefixtures("well")


@pytest.fixture(scope="module")
def alice(asking: LiveStack) -> Person:
    return Person(base_url=asking.base_url, token=asking.person(), library=library_of(asking))


@pytest.fixture(scope="module")
def workspace(alice: Person) -> str:
    """The employees' handbook, ready."""
    workspace = alice.workspace("Handbook")
    document = alice.read_through(alice.upload(workspace, (SAMPLES / HANDBOOK).read_bytes(), HANDBOOK))
    assert document["status"] == "ready", document
    return workspace


@pytest.fixture(scope="module")
def keys(alice: Person, workspace: str) -> list[str]:
    """Of the passages that NOTICE is answered from."""
    return retrieved_keys(alice, alice.finished(alice.ask(workspace, NOTICE))["id"])


@pytest.fixture(scope="module")
def services(alice: Person) -> str:
    """The three short documents, ready."""
    workspace = alice.workspace("Services")
    texts = {
        name: "\n\n".join(f"# {heading}\n\n{sentence}" for heading, sentence in said.items())
        for name, said in DOCUMENTS.items()
    }
    uploaded = [alice.upload(workspace, text.encode(), name) for name, text in texts.items()]
    assert [alice.read_through(document)["status"] for document in uploaded] == ["ready"] * len(texts)
    return workspace


@pytest.fixture(scope="module")
def mixed(asking: LiveStack, endpoint: EndpointProcess, workspace: str, keys: list[str]) -> Iterator[LiveStack]:
    """The same handbook after that stack: the Writer is a model without a price, Skeptic and Judge are built in."""
    asking.cut_off()
    stack = LiveStack(data_dir=asking.data_dir, extra_env=at(endpoint, WRITER_MODEL="writer-1")).start()
    yield stack
    stack.cut_off()


@pytest.fixture(scope="module")
def bella(mixed: LiveStack, alice: Person) -> Person:
    """Alice, at the other stack."""
    return Person(base_url=mixed.base_url, token=alice.token, library=library_of(mixed))


def watched(person: Person, session: dict[str, Any], *, within: float = 90.0) -> list[tuple[str, float]]:
    """The types of a session's events and when each came over the socket (seconds since the epoch)."""
    came: list[tuple[str, float]] = []

    def ends(event: dict[str, Any]) -> bool:
        came.append((event["type"], time.time()))
        return event["type"] in TERMINAL

    person.listen(f"/ws/sessions/{session['id']}/?after=0", until=ends, within=within)
    return came


def first(came: list[tuple[str, float]], kind: str) -> float:
    return next(moment for type, moment in came if type == kind)


def artifacts(person: Person, session_id: str) -> dict[str, Any]:
    """What each phase left."""
    with psycopg.connect(person.library.database_url) as connection:
        rows = connection.execute(
            "SELECT a.name, a.data FROM runs_artifact a JOIN runs_run r ON r.id = a.run_id WHERE r.session_id = %s",
            [session_id],
        )
        return dict(rows.fetchall())


def coverage_of_cycles(session: dict[str, Any]) -> list[float]:
    """As the session shows it."""
    return [cycle["summary"]["evidence_coverage"] for cycle in session["cycles"]]


def coverages_told(events: list[dict[str, Any]]) -> list[float]:
    """The last that readers were told in each cycle."""
    told = (event["payload"] for event in events if event["type"] == "ledger_updated")
    return list({payload["cycle"]: payload["summary"]["evidence_coverage"] for payload in told}.values())


def test_three_models_answer_doubt_and_judge_and_each_is_named_and_paid(alice, workspace, endpoint):
    session = alice.finished(alice.ask(workspace, ANSWERED))

    assert (session["status"], session["warnings"], session["errors"]) == ("completed", [], [])
    assert "26 days" in session["response"]
    assert session["ledger"]["summary"]["supported"] >= 1
    assert {entry["judge"] for entry in session["ledger"]["entries"]} == {"judge-1"}
    calls = endpoint.calls()
    assert {call.role for call in calls} == set(ROLES)
    assert all(session["metrics"]["token_usage"][role] > 0 for role in ROLES)
    assert session["metrics"]["cost"] > 0
    made = artifacts(alice, session["id"])
    for phase, role in (("write", "writer"), ("skeptic", "skeptic"), ("judge", "judge")):
        assert made[phase]["model"] == f"{role}-1"
        assert made[phase]["prompts"]
        assert all(len(value) == 12 for value in made[phase]["prompts"].values())


def test_claims_are_judged_eight_a_call_and_batches_side_by_side(alice, workspace, endpoint, keys):
    text = copied(alice, keys, count=18)
    slow = Rule(role="judge", reply=Reply(first_token=2.0))
    endpoint.play(Script(rules=(Rule(role="writer", reply=Reply(text=text)), slow)))

    session = alice.finished(alice.ask(workspace, NOTICE))

    claims, judged = len(session["claims"]), endpoint.calls(role="judge")
    assert any(later.at < each.ended_at for each, later in pairwise(judged)), "one batch waits for the other"
    assert session["response"] == text
    assert claims >= 17
    assert len(judged) <= ceil(claims / 8) + 1
    assert len(endpoint.calls(role="writer")) == len(endpoint.calls(role="skeptic")) == 1


@pytest.mark.parametrize("lie", ["a made-up quote", "a quote with another figure", "a true quote for another figure"])
def test_a_judge_that_lies_supports_nothing(alice, workspace, endpoint, keys, lie):
    true, key = next((text, key) for text, key in sentences(alice, keys) if "%" in text or " days " in text)
    figure = next(word for word in true.split() if word.rstrip("%").isdigit())
    shifted = true.replace(figure, figure.replace(figure.rstrip("%"), str(int(figure.rstrip("%")) + 7)), 1)
    said, quote = {
        "a made-up quote": (true, "The board has confirmed this in every respect."),
        "a quote with another figure": (shifted, shifted),
        "a true quote for another figure": (shifted, true),
    }[lie]
    finding = {"key": key, "quote": quote, "stance": "supports", "score": 1.0}
    verdict = {"claim": 1, "findings": [finding], "notes": "Certainly.", "common_knowledge": False}
    writer = Rule(role="writer", times=1, reply=Reply(text=f"{said[:-1]} [cite:{key}]."))
    judge = Rule(role="judge", reply=Reply(text=json.dumps({"verdicts": [verdict]})))
    endpoint.play(Script(rules=(writer, judge)))

    session = alice.finished(alice.ask(workspace, NOTICE))

    told = [event["payload"] for event in alice.events(session["id"]) if event["type"] == "claim_verified"]
    assert told
    assert "supported" not in {payload["verdict"] for payload in told}
    assert session["ledger"]["summary"]["supported"] == 0


def test_words_come_while_the_model_is_still_speaking(alice, workspace, endpoint, keys):
    writer = Reply(text=copied(alice, keys, count=6), first_token=0.3, tokens_per_second=30)
    endpoint.play(Script(rules=(Rule(role="writer", reply=writer),)))

    came = watched(alice, alice.ask(workspace, NOTICE))

    (call,) = endpoint.calls(role="writer")
    assert first(came, "content_chunk") < call.ended_at
    assert len([kind for kind, moment in came if kind == "content_chunk" and moment < call.ended_at]) > 10


def test_a_draft_is_told_section_by_section_each_sentence_with_its_source(alice, services, endpoint):
    endpoint.play(Script(rules=(Rule(role="writer", reply=Reply(tokens_per_second=40)),)))
    asked = alice.ask(services, REQUEST, mode="draft")

    came = watched(alice, asked)
    session = alice.finished(asked)

    assert (session["status"], session["warnings"], session["errors"]) == ("completed", [], [])
    assert {call.role for call in endpoint.calls()} == set(ROLES)
    planned = [section["heading"] for section in artifacts(alice, session["id"])["outline"]["sections"]]
    assert len(planned) >= 5
    events = alice.events(session["id"])
    told = "".join(event["payload"]["delta"] for event in events if event["type"] == "content_chunk")
    assert told == session["response"]
    assert re.findall(r"^## (.+)$", told, re.MULTILINE) == planned
    assert first(came, "citation_detected") < max(call.ended_at for call in endpoint.calls(role="writer"))
    assert uncited(told) == []
    assert [sentence for sentence in SENTENCES.values() if sentence not in told] == []
    summary = session["ledger"]["summary"]
    assert (summary["unchecked"], len(session["ledger"]["entries"])) == (0, len(session["claims"]))
    assert summary["total_claims"] >= len(SENTENCES)
    assert coverage_of_cycles(session) == coverages_told(events) == [1.0] == [session["metrics"]["evidence_coverage"]]


def test_a_draft_that_never_reaches_the_gate_is_accepted_with_warnings_and_flags(alice, services, endpoint):
    said_by = citations(alice, services, SENTENCES.values())
    source = {heading: said_by[sentence] for heading, sentence in SENTENCES.items()}
    fees = [SENTENCES["Storage fees"].replace("$120", price) for price in ("$520", "$620", "$720")]
    hours, wrong_hours = SENTENCES["Storage hours"], SENTENCES["Storage hours"].replace("16", "18")
    said = {**SENTENCES, "Storage fees": fees[0], "Storage hours": wrong_hours}
    texts = {heading: f"{sentence} {source[heading]}" for heading, sentence in said.items()}
    opening, closing = texts.pop("Cleaning fees"), texts.pop("Cleaning staff")
    rules = drafting(
        title="Services of Northfield Logistics",
        introduction=opening,
        body=[Part(heading=heading, brief=SENTENCES[heading], text=text) for heading, text in texts.items()],
        closing=closing,
        mended={fees[0]: fees[1], wrong_hours: hours, fees[1]: fees[2]},
    )
    endpoint.play(Script(rules=rules))

    session = alice.finished(alice.ask(services, REQUEST, mode="draft"))

    assert (session["status"], session["errors"]) == ("completed", [])
    assert session["metrics"]["revision_cycles"] == len(session["revisions"]) == 2
    assert coverage_of_cycles(session) == coverages_told(alice.events(session["id"])) == [4 / 6, 5 / 6, 5 / 6]
    assert {warning["code"] for warning in session["warnings"]} == {"COVERAGE_BELOW_GATE"}
    assert f"{fees[2]} {source['Storage fees']} [flag:contradicted]" in session["response"]
    assert session["response"].count("[flag:") == len(session["flags"]) == 1
    (failed,) = (entry for entry in session["ledger"]["entries"] if entry["verdict"] != "supported")
    (claim,) = (claim for claim in session["claims"] if claim["id"] == failed["claim_id"])
    assert (claim["claim_text"], failed["verdict"]) == (fees[2], "contradicted")
    assert session["metrics"]["evidence_coverage"] == session["ledger"]["summary"]["evidence_coverage"] == 5 / 6


def test_the_recommended_mix_judges_beside_the_writer_and_pays_the_writer_alone(bella, workspace, endpoint, keys):
    writer = Reply(text=copied(bella, keys, count=20), first_token=0.3, tokens_per_second=30)
    endpoint.play(Script(rules=(Rule(role="writer", times=1, reply=writer),)))
    asked = bella.ask(workspace, NOTICE)

    came = watched(bella, asked)
    session = bella.finished(asked)

    assert (session["status"], session["errors"]) == ("completed", [])
    call, *revised = endpoint.calls()
    assert {each.role for each in (call, *revised)} == {"writer"}
    assert len(revised) == session["metrics"]["revision_cycles"]
    for kind in ("claim_extracted", "claim_verified", "ledger_updated"):
        assert first(came, kind) < call.ended_at
    assert session["ledger"]["summary"]["total_claims"] > session["ledger"]["summary"]["unchecked"] == 0
    usage = session["metrics"]["token_usage"]
    assert usage["writer"] > 0 == usage["skeptic"] == usage["judge"]
    assert session["metrics"]["cost"] is None, "the model's price is not known"
