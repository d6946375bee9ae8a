"""The steps around the text of an answer: retrieve what it is written from, finalize what came of it."""

from apps.core.engines import BUILTIN
from apps.drafting.asking_on import passages_before
from apps.drafting.flagging import flags_of, flags_set
from apps.drafting.ledger_extras import extras_of
from apps.drafting.models import Turn
from apps.drafting.outcome import citations_of, metrics_of, named_keys, warnings_of
from apps.drafting.passages import context_of, entry_of, gone_of, searched_of, shown
from apps.inference.memory import memory_of
from apps.retrieval.context import retrieve_context
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.types import Data, EventDraft, PhaseResult
from apps.verification.models import Ledger
from apps.verification.rules import effective_thresholds
from apps.verification.storage import ledger_finish, ledger_open, ledger_summary, searched_record
from apps.verification.succession import settle_lineage
from apps.verification.types import Mode, Thresholds
from apps.workspaces.models import Workspace
from workers.phases.failures import model_failures
from workers.phases.sources import is_draft, is_foreign, retrieved, searches_by_claim
from workers.phases.whole import whole_documents
from workers.queues import VERIFY, always


@phase("retrieve", queue=always(VERIFY), deadline=120)
def retrieve(ctx: PhaseContext) -> PhaseResult:
    """The passages the answer may be written from, best first."""
    query = ctx.inputs["query"]
    asked = {"query": ctx.inputs.get("asked", query), "standalone_query": query, "index": ctx.inputs.get("index", 0)}
    ctx.emit(EventDraft(type="retrieval_started", payload=asked))
    workspace = Workspace.objects.get(id=ctx.workspace_id)
    limits = ctx.tools.limits(ctx.inputs["mode"])
    earlier = passages_before(Turn.objects.get(id=ctx.subject_id))
    with model_failures():
        found = retrieve_context(
            workspace_id=workspace.id,
            query=query,
            document_ids=ctx.inputs["document_ids"] or None,
            retrieve=limits.retrieve,
            keep=limits.keep,
            token_budget=limits.context_tokens,
            embedder=ctx.tools.embedder(workspace.embedding_model),
            earlier=earlier,
            in_turn=is_draft(ctx),
        )
    searched = searched_of(found)
    whole = whole_documents(ctx, found) if is_draft(ctx) else None
    passages = whole.chunks if whole else found.chunks
    known = set(map(str, (*earlier.cited, *earlier.chunks)))
    origins = ["earlier" if hit.chunk_id in known else "new" for hit in passages]
    entries = [{**entry_of(hit), "origin": origin} for hit, origin in zip(passages, origins, strict=True)]
    return PhaseResult(
        artifact={
            **asked,
            "chunks": entries,
            "searched": searched,
            "named": list(found.named),
            "called": {document: list(words) for document, words in found.called.items()},
            **({"whole": whole.stored()} if whole else {}),
        },
        events=[EventDraft(type="retrieval_complete", payload={"chunks": shown(entries), "searched": searched})],
    )


def cuts(ctx: PhaseContext) -> Thresholds:
    """The cuts that this turn's verdicts are made by, for its ledger to report."""
    return effective_thresholds(Mode(ctx.inputs["verification"]), ctx.tools.judge().thresholds)


def written(ctx: PhaseContext, cycle: int) -> Data:
    """The text of a cycle and what was noted of it: 0 was written, later ones were revised."""
    if is_draft(ctx):
        return ctx.artifact("assemble", cycle)
    return ctx.artifact("revise" if cycle else "write", cycle)


@phase("finalize", queue=always(VERIFY), deadline=120)
def finalize(ctx: PhaseContext) -> PhaseResult:
    """Citations, figures and warnings of the text as it now stands."""
    turn = Turn.objects.get(id=ctx.subject_id)
    ledger = Ledger.objects.filter(turn_id=turn.id, cycle=turn.cycle).first()
    found = retrieved(ctx)
    keys = named_keys(turn.response, ledger, foreign=is_foreign(ctx))
    citations = citations_of(
        keys=keys,
        context=context_of([entry for entry in found["chunks"] if entry["key"] in set(keys)]),
        retrieved=found["chunks"],
        ledger=ledger,
        workspace_id=ctx.workspace_id,
    )
    gone = gone_of(found["chunks"])
    summary = ledger_summary(ledger) if ledger else None
    gate = ctx.inputs.get("coverage_gate", ctx.tools.coverage_gate)  # as the cycles went by
    warnings = warnings_of(
        run_id=ctx.run_id,
        turn=turn,
        ledger=ledger,
        summary=summary,
        retrieved=found,
        gone=gone,
        foreign=is_foreign(ctx),
        gate=gate if is_draft(ctx) else None,
    )
    flags = flags_of(turn.response, ledger) if is_draft(ctx) else ()
    embedding_model = Workspace.objects.values_list("embedding_model", flat=True).get(id=ctx.workspace_id)
    extras = extras_of(
        ledger,
        turn=turn,
        question=None if is_foreign(ctx) else ctx.inputs["query"],
        retrieved=found,
        document_ids=ctx.inputs["document_ids"] or None,
        embedder=ctx.tools.embedder(embedding_model),
        memory=memory_of(ctx.tools.embedder(BUILTIN)),
        by_claim=searches_by_claim(ctx, ledger),
    )
    metrics = metrics_of(  # after the last model call: its cost is in it
        run_id=ctx.run_id,
        turn=turn,
        summary=summary,
        citations=citations,
        gate=gate,
        foreign=is_foreign(ctx),
    )

    def project() -> None:
        # without any claims, since Skeptic and Judge both failed, the ledger is there and says that it holds none
        ledger_finish(
            ledger
            or ledger_open(
                workspace_id=ctx.workspace_id, turn_id=turn.id, cycle=turn.cycle, claims=(), thresholds=cuts(ctx)
            ),
            risk_flags=extras.risk_flags,
            follow_up_questions=extras.follow_up_questions,
        )
        searched_record(extras.searched)
        Turn.objects.filter(id=turn.id).update(citations=citations, warnings=warnings, metrics=metrics)
        settle_lineage(turn.id)
        flags_set(turn, ledger, flags)

    return PhaseResult(artifact={"cycle": turn.cycle}, project=project)
