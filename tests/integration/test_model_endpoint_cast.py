"""The cast at an endpoint, over the wire: prompts, pieces and structured answers fit one another."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from apps.agents.contracts import Problem, RevisionTask, WriterTask
from apps.agents.registry import judge_for, skeptic_for, writer_for
from apps.inference.calling import CallScope, calls_for
from apps.inference.contracts import ModelError
from apps.inference.embedders import get_embedder
from apps.inference.usage import usage_of
from apps.verification.types import ClaimDraft, ContextChunk, Stance
from tests.endpoint import Reply, Rule, Script, ScriptedEndpoint

pytestmark = pytest.mark.django_db(transaction=True)

QUERY = "What is the notice period?"
NOTICE = "The notice period is thirty days. It is given\nin writing to the HR office. Holidays are taken in summer."


@pytest.fixture
def endpoint(settings: Any) -> Iterator[ScriptedEndpoint]:
    with ScriptedEndpoint() as endpoint:
        settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY = endpoint.base_url, "key"
        yield endpoint


@pytest.fixture
def chunk() -> ContextChunk:
    return ContextChunk(
        key="0123456789ab", chunk_id=str(uuid4()), document_id=str(uuid4()), filename="handbook.pdf",
        title="Handbook", page=3, page_end=3, context_line="Handbook › Notice", content=NOTICE,
    )  # fmt: skip


def cast(role: str, model: str = "") -> Any:
    makers = {"writer": writer_for, "skeptic": skeptic_for, "judge": judge_for}
    return makers[role](model or f"{role}-1", embedder=get_embedder("builtin"))


def written(chunk: ContextChunk) -> str:
    return "".join(cast("writer").write(WriterTask(query=QUERY, chunks=(chunk,))))


def claims(text: str, chunk: ContextChunk, model: str = "") -> tuple[ClaimDraft, ...]:
    return cast("skeptic", model).review(query=QUERY, text=text, chunks=(chunk,)).claims


def test_what_is_written_at_an_endpoint_is_taken_apart_and_judged_there(
    endpoint: ScriptedEndpoint, chunk: ContextChunk
) -> None:
    run_id = uuid4()
    with calls_for(CallScope(run_id=run_id)):
        text = written(chunk)
        found = claims(text, chunk)
        judgements = list(cast("judge").judge(claims=found, chunks=(chunk,)))
    assert text.startswith("The notice period is thirty days. [cite:0123456789ab]")
    assert all(text[claim.start_offset : claim.end_offset] for claim in found)
    assert [finding.stance for judgement in judgements for finding in judgement.findings] == [Stance.SUPPORTS]
    assert judgements[0].findings[0].quote in NOTICE
    assert usage_of(run_id).calls == {"writer": 1, "skeptic": 1, "judge": 1}
    asked = {call.role: call.body for call in endpoint.calls()}
    assert "response_format" not in asked["writer"]
    assert asked["judge"]["response_format"]["json_schema"]["strict"] is True
    assert asked["skeptic"]["response_format"]["json_schema"]["strict"] is True


def test_any_model_name_can_play_any_role(endpoint: ScriptedEndpoint, chunk: ContextChunk) -> None:
    text = "".join(cast("writer", "gpt-x").write(WriterTask(query=QUERY, chunks=(chunk,))))
    found = claims(text, chunk, "gpt-x")
    list(cast("judge", "gpt-x").judge(claims=found, chunks=(chunk,)))
    assert [call.role for call in endpoint.calls()] == ["writer", "skeptic", "judge"]


def test_a_text_is_mended_at_an_endpoint(endpoint: ScriptedEndpoint, chunk: ContextChunk) -> None:
    good, bad = "The notice period is thirty days. [cite:0123456789ab]", "Cats decide."
    problem = Problem(claim_text=bad, start_offset=0, end_offset=12, verdict="not_found", reason="mismatch")
    task = RevisionTask(query=QUERY, text=f"{good} {bad}", problems=(problem,), chunks=(chunk,))
    assert "".join(cast("writer").revise(task)) == good


@pytest.mark.parametrize("fault", ["malformed_json", "truncated_json", "wrong_schema", "empty"])
def test_a_judge_that_once_answers_nothing_usable_is_asked_again_and_no_more(
    endpoint: ScriptedEndpoint, chunk: ContextChunk, fault: str
) -> None:
    found = claims(written(chunk), chunk)
    endpoint.forget()
    endpoint.play(Script(rules=(Rule(times=1, reply=Reply(fault=fault, after=2)),)))
    (judgement,) = cast("judge").judge(claims=found, chunks=(chunk,))
    assert judgement is not None
    assert len(endpoint.calls(role="judge")) == 2


@pytest.mark.parametrize("fault", ["malformed_json", "wrong_schema"])
def test_a_judge_that_never_answers_anything_usable_leaves_the_claim_open(
    endpoint: ScriptedEndpoint, chunk: ContextChunk, fault: str
) -> None:
    found = claims(written(chunk), chunk)
    endpoint.forget()
    endpoint.play(Script(rules=(Rule(reply=Reply(fault=fault)),)))
    judgements: list[Any] = []
    try:
        judgements.extend(cast("judge").judge(claims=found, chunks=(chunk,)))
    except ModelError:
        judgements = [None]
    assert judgements == [None]
    assert len(endpoint.calls(role="judge")) == 2


def test_json_between_fences_is_understood(endpoint: ScriptedEndpoint, chunk: ContextChunk) -> None:
    endpoint.play(Script(rules=(Rule(role="judge", reply=Reply(fault="fenced_json")),), refuses=("json_schema",)))
    found = claims(written(chunk), chunk)
    (judgement,) = cast("judge").judge(claims=found, chunks=(chunk,))
    assert judgement.findings
