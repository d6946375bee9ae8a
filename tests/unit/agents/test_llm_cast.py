"""Writer, Skeptic and Judge at one endpoint, from a question to decided claims."""

import json

import pytest

from apps.agents.contracts import OutlineTask, Problem, RevisionTask, SectionTask, WriterTask
from apps.agents.judge.llm import LLMJudge
from apps.agents.skeptic.llm import LLMSkeptic
from apps.agents.writer.llm import LLMWriter
from apps.verification.decide import decide
from apps.verification.types import Mode, Thresholds, Verdict
from tests.endpoint import roles

from .scripted import cut

PLAY = {
    "writer": roles.write,
    "reviser": roles.revise,
    "drafter": lambda prompt: (
        roles.section(prompt) if roles.blocks_of(prompt, "outline") else json.dumps(roles.plan(prompt))
    ),
    "skeptic": lambda prompt: json.dumps(roles.review(roles.blocks_of(prompt, "text")[-1].text)),
    "judge": lambda prompt: json.dumps({"verdicts": roles.judge(prompt)}),
}


class PlayedChat:
    """A sensible model: it answers from the prompt alone."""

    def __init__(self, role):
        self.name, self._play = role, PLAY[role]

    def stream(self, request):
        yield from cut(self._play("\n".join(message.content for message in request.messages)), 13)


@pytest.mark.parametrize("question", ["What is the maximum loan-to-value ratio for investment properties?", "Records?"])
def test_what_is_written_from_passages_is_found_in_them(policy, regulation, question):
    chunks = (policy, regulation)
    text = "".join(LLMWriter(chat=PlayedChat("writer")).write(WriterTask(query=question, chunks=chunks)))
    claims = LLMSkeptic(chat=PlayedChat("skeptic")).review(query=question, text=text, chunks=chunks).claims
    judgements = LLMJudge(chat=PlayedChat("judge")).judge(claims=claims, chunks=chunks)
    decided = [
        decide(claim=claim, judgement=one, context=chunks, mode=Mode.STRICT, thresholds=Thresholds())
        for claim, one in zip(claims, judgements, strict=True)
    ]
    assert decided
    assert {one.verdict for one in decided} == {Verdict.SUPPORTED}


def test_a_draft_is_planned_and_written_section_by_section(policy, regulation, cash_flow):
    chunks = (policy, regulation, cash_flow)
    writer = LLMWriter(chat=PlayedChat("drafter"))
    outline = writer.outline(OutlineTask(query="Write a report on lending limits and records.", chunks=chunks))
    assert len(outline.sections) >= 5
    sections = [
        "".join(writer.section(SectionTask(query="?", outline=outline, index=index, chunks=chunks)))
        for index in range(len(outline.sections))
    ]
    assert any("[cite:" in text for text in sections)
    alone = SectionTask(query="?", outline=outline, index=1, chunks=chunks, elsewhere=frozenset({policy.key}))
    assert policy.key not in "".join(writer.section(alone))


def test_what_did_not_hold_is_gone_after_the_revision(policy):
    kept = f"Loans above 80% require private mortgage insurance. [cite:{policy.key}]"
    text = f"{kept} Dogs are welcome. [cite:{policy.key}]"
    problem = Problem(claim_text="Dogs are welcome.", start_offset=0, end_offset=0, verdict="not_found", reason="")
    task = RevisionTask(query="What is required?", text=text, problems=(problem,), chunks=(policy,))
    assert "".join(LLMWriter(chat=PlayedChat("reviser")).revise(task)) == kept
