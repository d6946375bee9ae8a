"""A passage of a made-up company's report, and the built-in Judge's verdict on a claim held against it."""

from collections.abc import Mapping

from apps.agents.registry import judge_for
from apps.inference.embedders import get_embedder
from apps.verification.decide import decide
from apps.verification.types import ClaimDraft, ClaimType, ContextChunk, Decision, Importance, Mode, Verdict


def report_passage(text: str, *headings: str, title: str) -> ContextChunk:
    return ContextChunk(
        chunk_id="c" * 8,
        key="c" * 8,
        document_id="d",
        title=title,
        filename="orrin.pdf",
        content=text,
        heading_path=headings,
        context_line="",
        start_offset=0,
        end_offset=len(text),
    )


def verdict_on(claim: str, passage: ContextChunk, *, mode: Mode = Mode.STRICT) -> Verdict:
    return decision_on(claim, passage, mode=mode).verdict


def decision_on(claim: str, *passages: ContextChunk, mode: Mode) -> Decision:
    return decisions_on(claim, *passages)[mode]


def decisions_on(claim: str, *passages: ContextChunk) -> Mapping[Mode, Decision]:
    """By mode; what it is judged by is the same in either."""
    draft = ClaimDraft(
        claim_text=claim,
        claim_type=ClaimType.FACT,
        importance=Importance.MATERIAL,
        requires_citation=True,
        start_offset=0,
        end_offset=len(claim),
    )
    judge = judge_for("builtin", embedder=get_embedder("builtin"))
    (judgement,) = judge.judge(claims=(draft,), chunks=passages)
    return {
        mode: decide(
            claim=draft,
            judgement=judgement,
            context=passages,
            mode=mode,
            thresholds=judge.thresholds,
            cited_counts_all=True,
        )
        for mode in Mode
    }
