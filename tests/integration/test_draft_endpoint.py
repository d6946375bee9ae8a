"""Drafts whose cast is asked at a model endpoint, over the real HTTP protocol: what is asked there, and what fails."""

from collections.abc import Iterator
from typing import Any

import pytest

from apps.agents.contracts import Outline, OutlineTask, RevisionTask, Section, SectionTask
from apps.verification.citations import find_citations
from apps.verification.models import Ledger
from apps.verification.storage import ledger_summary
from tests.endpoint import Call, Reply, Rule, Script, ScriptedEndpoint
from tests.endpoint.roles import blocks_of
from tests.integration.answer_fixture import Cast, answered, ask, codes, library_of_one, told
from workers.phases import draft as phases
from workers.toolbox import Toolbox

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]

TOPICS = ("Storage", "Transport", "Cleaning", "Security", "Insurance")
EACH = 20
BROKEN = Reply(status=401, message="no such key")


@pytest.fixture
def endpoint(endpoint: ScriptedEndpoint, settings: Any) -> ScriptedEndpoint:
    settings.MODEL_TRIES, settings.MODEL_FIRST_TOKEN_SECONDS, settings.MODEL_IDLE_SECONDS = 1, 5, 5
    return endpoint


def lines(topic: str, *, shift: int = 0) -> list[str]:
    return [f"{topic} service {number} costs ${100 + number + shift} a month." for number in range(EACH)]


@pytest.fixture
def price_list(workspace: Any) -> Any:
    """A ready document with a passage of twenty prices for each topic."""
    return library_of_one(workspace, [" ".join(lines(topic)) for topic in TOPICS])


class PriceList:
    """A Writer that lists all prices, those of one section wrong until it is told so."""

    name = "price list"
    prompts: dict[str, str] = {}

    def outline(self, task: OutlineTask) -> Outline:
        sections = tuple(Section(heading=topic, brief=f"{topic} service prices") for topic in TOPICS)
        return Outline(title="Prices", sections=sections)

    def section(self, task: SectionTask) -> Iterator[str]:
        yield self._listed(TOPICS[task.index], task.chunks, shift=500 if task.index == 2 else 0)

    def revise(self, task: RevisionTask) -> Iterator[str]:
        yield self._listed(TOPICS[2], task.chunks, shift=0)

    def _listed(self, topic: str, chunks: Any, *, shift: int) -> str:
        key = next(chunk.key for chunk in chunks if chunk.content.startswith(topic))
        return " ".join(f"{line} [cite:{key}]" for line in lines(topic, shift=shift))


def asked_of_the_judge(endpoint: ScriptedEndpoint) -> list[tuple[Call, list[str]]]:
    """Each call with the claims in it."""
    calls = [call for call in endpoint.calls() if call.role == "judge"]
    return [(call, [block.text for block in blocks_of(prompt_of(call), "claim")]) for call in calls]


def prompt_of(call: Call) -> str:
    return "\n".join(str(message.get("content") or "") for message in call.messages)


def test_the_revision_of_a_hundred_claims_asks_the_judge_about_those_that_changed(workspace, price_list, endpoint):
    session, run = ask(workspace, query="Write a report on the prices of all services.", mode="draft")
    shown = answered(session, run, Cast(writer=PriceList()))

    assert shown["status"] == "completed", shown["errors"]
    first, last = Ledger.objects.filter(turn_id=run.subject_id).order_by("cycle")
    assert [ledger_summary(one).total_claims for one in (first, last)] == [5 * EACH, 5 * EACH]
    assert [ledger_summary(one).evidence_coverage for one in (first, last)] == [0.8, 1.0]
    asked = [claim for _, claims in asked_of_the_judge(endpoint) for claim in claims]
    assert len(asked) == 5 * EACH + EACH
    assert all(claim.startswith("Cleaning") for claim in asked[5 * EACH :])
    assert len(asked_of_the_judge(endpoint)) <= -(-5 * EACH // 8) + -(-EACH // 8)
    changes = shown["revisions"][0]["changes"]
    assert [change["change"] for change in changes] == ["corrected"] * EACH
    assert len({claim["lineage_id"] for claim in shown["claims"]}) == 5 * EACH


def test_a_draft_is_planned_written_doubted_and_judged_at_an_endpoint(workspace, price_list, endpoint):
    session, run = ask(
        workspace, query="What do storage, transport, cleaning and security services cost a month?", mode="draft"
    )
    shown = answered(session, run, Toolbox())

    assert (shown["status"], shown["errors"]) == ("completed", [])
    assert shown["response"].count("\n## ") >= 5
    assert {call.role for call in endpoint.calls()} == {"writer", "skeptic", "judge"}
    sentences = [line for line in shown["response"].split("\n\n") if not line.startswith("#")]
    assert all(find_citations(paragraph) for paragraph in sentences if "costs" in paragraph)
    assert shown["metrics"]["evidence_coverage"] >= 0.85
    assert shown["flags"] == [] or shown["metrics"]["revision_cycles"] == 2


def test_the_passages_of_a_section_are_gathered_within_the_limits_of_a_draft(
    workspace, price_list, endpoint, monkeypatch
):
    asked = []

    def noted(**given: Any) -> Any:
        asked.append((given["retrieve"], given["keep"], given["token_budget"]))
        return real(**given)

    real = phases.retrieve_context
    monkeypatch.setattr(phases, "retrieve_context", noted)
    session, run = ask(workspace, query="Write a report on the prices of all services.", mode="draft")
    answered(session, run, Cast(writer=PriceList()))

    assert asked == [(20, 15, 50_000)] * len(TOPICS)


@pytest.mark.parametrize(
    ("role", "fallback", "expected", "status"),
    [
        ("writer", "writer-2", "WRITER_FALLBACK", "completed"),
        ("writer", "writer-1", "", "error"),
        ("skeptic", "builtin", "SKEPTIC_SKIPPED", "completed"),
        ("judge", "builtin", "LEDGER_PARTIAL", "completed"),
    ],
)
def test_a_draft_whose_model_fails_in_one_role_says_so(
    workspace, price_list, endpoint, settings, role, fallback, expected, status
):
    settings.WRITER_FALLBACK_MODEL = fallback
    endpoint.play(Script(rules=(Rule(model=f"{role}-1", reply=BROKEN),)))
    session, run = ask(workspace, query="What do storage, transport and security services cost a month?", mode="draft")
    shown = answered(session, run, Toolbox())

    assert shown["status"] == status
    assert {error["code"] for error in shown["errors"]} == {"unauthorized"}
    assert not expected or expected in codes(shown)
    if role == "judge":
        assert shown["ledger"]["summary"]["unchecked"] == shown["ledger"]["summary"]["total_claims"] > 0
    if status == "error":
        assert told(session)[-1]["type"] == "error"
    else:
        assert shown["response"].startswith("# ")
        assert len(endpoint.calls(model=f"{role}-1")) < 60, "a bounded number of times"
