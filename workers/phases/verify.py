"""The steps that hold a text against its evidence: Skeptic, the Judge's own reading of claims, Judge."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from apps.agents.contracts import Judge, Skeptic
from apps.drafting.models import Turn
from apps.drafting.passages import context_of
from apps.drafting.verdicts import kept_events, verdict_events
from apps.inference.calling import closed_when_left
from apps.inference.contracts import ModelError
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.types import Data, EventDraft, PhaseResult
from apps.verification.decide import decide, without
from apps.verification.models import Claim, Ledger
from apps.verification.storage import claim_draft, claims_as_dicts, entry_record, kept_of, ledger_open
from apps.verification.succession import Earlier, verdict_of
from apps.verification.types import ClaimDraft, ContextChunk, Decision, Judgement, Mode
from workers.phases.answer import cuts, written
from workers.phases.failures import as_phase_error, model_failures
from workers.phases.foreign import take_claims
from workers.phases.sources import context_of_claims, context_of_text, is_draft, is_foreign
from workers.pipelines.verification import JUDGE_BATCH
from workers.queues import queue_of


@phase("skeptic", queue=queue_of("skeptic"), deadline=900, tolerated=True)
def skeptic(ctx: PhaseContext) -> PhaseResult:
    """What there is to doubt; and the claims, where they were not taken while the text was written."""
    reader = ctx.tools.skeptic()
    if is_foreign(ctx):
        return take_claims(ctx, reader)
    return _read(ctx, reader, claims=written(ctx, ctx.key.cycle)["claims"] is None, report=True)


@phase("claims", queue=queue_of("judge"), deadline=900, tolerated=True)
def claims(ctx: PhaseContext) -> PhaseResult:
    """The claims alone, when the Skeptic gave up."""
    if is_foreign(ctx):
        return take_claims(ctx, ctx.tools.claim_reader())
    return _read(ctx, ctx.tools.claim_reader(), claims=True, report=False)


def _read(ctx: PhaseContext, reader: Skeptic, *, claims: bool, report: bool) -> PhaseResult:
    cycle, text = ctx.key.cycle, written(ctx, ctx.key.cycle)["text"]
    with model_failures():
        found = reader.review(
            query=ctx.inputs["query"],
            text=text,
            chunks=context_of_text(ctx, text),
            intensity="aggressive" if is_draft(ctx) else "light",
        )
    ctx.check()
    doubts = {"objections": found.objections, "missing": found.missing, "contradictions": found.contradictions}

    def project() -> list[EventDraft]:
        if report:
            Turn.objects.filter(id=ctx.subject_id).update(skeptic_report=doubts)
        if not claims:
            return []
        ledger = ledger_open(
            workspace_id=ctx.workspace_id,
            turn_id=ctx.subject_id,
            cycle=cycle,
            claims=found.claims,
            thresholds=cuts(ctx),
        )
        payloads = ({"cycle": cycle, "claim": claim} for claim in claims_as_dicts(ledger))
        told = [EventDraft(type="claim_extracted", payload=payload) for payload in payloads]
        return told + kept_events(kept_of(ledger.claims.all()), ledger)

    artifact: Data = {"claims": None, "model": reader.name, "prompts": dict(reader.prompts)}
    if claims:
        kept = Earlier(turn_id=ctx.subject_id, cycle=cycle).kept(found.claims)
        counting = sum(claim.requires_citation for claim in found.claims) - sum(each["counts"] for each in kept)
        pending = len(found.claims) - len(kept)
        artifact |= {"claims": len(found.claims), "pending": pending, "counting": counting, "kept": kept}
    return PhaseResult(artifact=artifact, project=project)


@phase("judge", queue=queue_of("judge"), deadline=900, tolerated=True)
def judge(ctx: PhaseContext) -> PhaseResult:
    """The verdicts on one batch of claims, told one by one; a second attempt goes on after the last one told.

    A claim that the Judge's model could not judge stays unchecked; what went wrong is kept with the session.
    """
    unjudged = [row for row in batch_of(ctx) if not hasattr(row, "entry")]
    side = ctx.tools.judge()
    if unjudged:
        try:
            _judged(ctx, side, unjudged)
        except ModelError as error:
            ctx.check()
            ctx.note_error(as_phase_error(error))
    verdicts = [verdict_of(row.entry) for row in batch_of(ctx) if hasattr(row, "entry")]
    return PhaseResult(artifact={"verdicts": verdicts, "model": side.name, "prompts": dict(side.prompts)})


def _judged(ctx: PhaseContext, side: Judge, rows: list[Claim]) -> None:
    left = 0
    common = {"mode": Mode(ctx.inputs["verification"]), "thresholds": side.thresholds}
    for group in _groups(ctx, side, rows):
        drafts = group.drafts(alone=side.together == 1)
        with closed_when_left(side.judge(claims=drafts, chunks=group.chunks)) as judgements:
            for row, draft, judgement in zip(group.rows, drafts, judgements, strict=True):
                ctx.check()
                if judgement is None:
                    left += 1
                else:
                    _record(ctx, row, group.decided(row, draft, judgement, common))
    if left:
        raise ModelError("malformed", f"{side.name} gave no usable verdict on {left} claims.", retryable=False)


def _groups(ctx: PhaseContext, side: Judge, rows: list[Claim]) -> Iterator["_Group"]:
    """Claims that go to the Judge together, with all that they are held against."""
    if not is_foreign(ctx):
        yield _Group(rows=rows, chunks=context_of_claims(ctx, rows))
        return
    found = {each["claim_id"]: each["chunks"] for each in ctx.artifact("search", 0, ctx.key.index)["claims"]}
    for first in range(0, len(rows), side.together):
        group = rows[first : first + side.together]
        entries = {entry["chunk_id"]: entry for row in group for entry in found[str(row.id)]}
        own = {row.id: frozenset(entry["chunk_id"] for entry in found[str(row.id)]) for row in group}
        yield _Group(rows=group, chunks=context_of(list(entries.values())), own=own)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """Claims and the passages the Judge is shown; ``own``: ids of those that count as cited by each, where that is not
    for the text to say."""

    rows: list[Claim]
    chunks: tuple[ContextChunk, ...]
    own: Mapping[UUID, frozenset[str]] | None = None

    def drafts(self, *, alone: bool) -> tuple[ClaimDraft, ...]:
        """The claims as the Judge gets them. Passages that were found are told to one that is asked about several
        claims; one that is asked ``alone`` sees no others, and the text did not choose whose report it is held against.
        """
        drafts = tuple(claim_draft(row) for row in self.rows)
        found = alone and self.own is not None
        return tuple(replace(draft, citations=()) for draft in drafts) if found else drafts

    def decided(self, row: Claim, draft: ClaimDraft, judgement: Judgement, common: Mapping[str, Any]) -> Decision:
        """The final word: against all the passages, or those that were found for this claim alone.

        ``common``: the mode and the cuts that it is made by.
        """
        if self.own is None:
            return decide(**common, claim=draft, judgement=judgement, context=self.chunks)
        found = tuple(chunk for chunk in self.chunks if chunk.chunk_id in self.own[row.id])
        others = {chunk.key for chunk in self.chunks} - {chunk.key for chunk in found}
        judgement = without(judgement, others)
        return decide(**common, claim=draft, judgement=judgement, context=found, cited_counts_all=True)


def batch_of(ctx: PhaseContext) -> list[Claim]:
    """The claims of this batch, those that are judged with their entries; none that has its verdict from before."""
    first = ctx.key.index * JUDGE_BATCH
    rows = Claim.objects.filter(ledger__turn_id=ctx.subject_id, ledger__cycle=ctx.key.cycle)
    rows = rows.exclude(entry__kept=True).select_related("ledger", "entry").order_by("position")
    return list(rows[first : first + JUDGE_BATCH])


def _record(ctx: PhaseContext, row: Claim, decision: Decision) -> None:
    """Store one verdict and tell it, with the counts as they now are."""

    def project() -> list[EventDraft]:
        # batches judged at the same time wait here for each other: counts told later are never older
        # (not from the Writer, whose new claims point to the ledger: it would wait for that with the stream held)
        Ledger.objects.select_for_update(no_key=True).get(id=row.ledger_id)
        return verdict_events(entry_record(claim_id=row.id, decision=decision), row.ledger)

    ctx.emit(project=project)
