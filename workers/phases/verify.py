"""The steps that hold a text against its evidence: Skeptic, the Judge's own reading of claims, Judge."""

from apps.agents.contracts import Skeptic
from apps.drafting.models import Turn
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.types import Data, EventDraft, PhaseResult
from apps.verification.decide import decide
from apps.verification.models import Claim, Ledger
from apps.verification.storage import (
    claim_draft,
    claims_as_dicts,
    entry_as_dict,
    entry_record,
    ledger_open,
    ledger_summary,
    summary_as_dict,
)
from apps.verification.types import Decision, Mode
from workers.phases.answer import context, cuts, latest_text
from workers.pipelines.answer import JUDGE_BATCH
from workers.queues import queue_of


@phase("skeptic", queue=queue_of("skeptic"), deadline=300, tolerated=True)
def skeptic(ctx: PhaseContext) -> PhaseResult:
    """The text taken apart into claims, and what there is to doubt."""
    return _claims_from(ctx, ctx.tools.skeptic(), with_report=True)


@phase("claims", queue=queue_of("judge"), deadline=300, tolerated=True)
def claims(ctx: PhaseContext) -> PhaseResult:
    """The claims alone, when the Skeptic gave up."""
    return _claims_from(ctx, ctx.tools.claim_reader(), with_report=False)


def _claims_from(ctx: PhaseContext, reader: Skeptic, *, with_report: bool) -> PhaseResult:
    cycle = ctx.key.cycle
    report = reader.review(query=ctx.inputs["query"], text=latest_text(ctx, cycle), chunks=context(ctx))
    ctx.check()
    told = {"objections": report.objections, "missing": report.missing, "contradictions": report.contradictions}

    def project() -> list[EventDraft]:
        ledger = ledger_open(
            workspace_id=ctx.workspace_id,
            turn_id=ctx.subject_id,
            cycle=cycle,
            claims=report.claims,
            thresholds=cuts(ctx),
        )
        if with_report:
            Turn.objects.filter(id=ctx.subject_id).update(skeptic_report=told)
        payloads = ({"cycle": cycle, "claim": claim} for claim in claims_as_dicts(ledger))
        return [EventDraft(type="claim_extracted", payload=payload) for payload in payloads]

    return PhaseResult(artifact={"claims": len(report.claims)}, project=project)


@phase("judge", queue=queue_of("judge"), deadline=600, tolerated=True)
def judge(ctx: PhaseContext) -> PhaseResult:
    """The verdicts on one batch of claims, told one by one; a second attempt goes on after the last one told."""
    batch = _batch(ctx)
    unjudged = [row for row in batch if not hasattr(row, "entry")]
    drafts = tuple(claim_draft(row) for row in unjudged)
    if drafts:
        chunks = context(ctx)
        mode, thresholds = Mode(ctx.inputs["verification"]), ctx.tools.thresholds
        judgements = ctx.tools.judge().judge(claims=drafts, chunks=chunks)
        for row, draft, judgement in zip(unjudged, drafts, judgements, strict=True):
            ctx.check()
            decision = decide(claim=draft, judgement=judgement, context=chunks, mode=mode, thresholds=thresholds)
            _record(ctx, row, decision)
    return PhaseResult(artifact={"verdicts": [_verdict(row) for row in _batch(ctx)]})


def _batch(ctx: PhaseContext) -> list[Claim]:
    first = ctx.key.index * JUDGE_BATCH
    rows = Claim.objects.filter(ledger__turn_id=ctx.subject_id, ledger__cycle=ctx.key.cycle)
    rows = rows.filter(position__gte=first, position__lt=first + JUDGE_BATCH)
    return list(rows.select_related("ledger", "entry").order_by("position"))


def _verdict(row: Claim) -> Data:
    return {"claim_id": str(row.id), "importance": row.importance, "verdict": row.entry.verdict}


def _record(ctx: PhaseContext, row: Claim, decision: Decision) -> None:
    """Store one verdict and tell it, with the counts as they now are."""

    def project() -> list[EventDraft]:
        # batches judged at the same time wait here for each other: counts told later are never older
        Ledger.objects.select_for_update().get(id=row.ledger_id)
        entry = entry_as_dict(entry_record(claim_id=row.id, decision=decision))
        told = ("claim_id", "verdict", "reason", "confidence_score")
        verified = {"cycle": ctx.key.cycle, **{name: entry[name] for name in told}}
        updated = {"cycle": ctx.key.cycle, "entry": entry, "summary": summary_as_dict(ledger_summary(row.ledger))}
        return [EventDraft(type="claim_verified", payload=verified), EventDraft(type="ledger_updated", payload=updated)]

    ctx.emit(project=project)
