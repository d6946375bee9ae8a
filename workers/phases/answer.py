"""The steps that make the text of an answer: retrieve, write, revise, finalize."""

from collections.abc import Iterator

from apps.agents.contracts import Problem, RevisionTask, WriterTask
from apps.drafting.models import Turn
from apps.drafting.outcome import citations_of, metrics_of, warnings_of
from apps.drafting.passages import context_of
from apps.drafting.telling import Telling
from apps.retrieval.context import retrieve_context
from apps.retrieval.types import Hit
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.types import Data, EventDraft, PhaseError, PhaseResult
from apps.verification.models import Ledger
from apps.verification.rules import effective_thresholds
from apps.verification.storage import ledger_finish, ledger_open, problems_of
from apps.verification.types import ContextChunk, Mode, Thresholds
from apps.workspaces.models import Workspace
from workers.queues import VERIFY, always, queue_of


@phase("retrieve", queue=always(VERIFY), deadline=120)
def retrieve(ctx: PhaseContext) -> PhaseResult:
    """The passages the answer may be written from, best first."""
    query = ctx.inputs["query"]
    ctx.emit(EventDraft(type="retrieval_started", payload={"query": query}))
    workspace = Workspace.objects.get(id=ctx.workspace_id)
    limits = ctx.tools.limits(ctx.inputs["mode"])
    found = retrieve_context(
        workspace_id=workspace.id,
        query=query,
        document_ids=ctx.inputs["document_ids"] or None,
        retrieve=limits.retrieve,
        keep=limits.keep,
        token_budget=limits.context_tokens,
        embedder=ctx.tools.embedder(workspace.embedding_model),
    )
    searched = {
        "queries": list(found.queries),
        "documents": found.searched_documents,
        "chunks": found.searched_chunks,
        "nearest": [{**_place(hit), "similarity": hit.similarity} for hit in found.nearest],
    }
    entries = [_entry(hit) for hit in found.chunks]
    shown = [{**_place(hit), "filename": hit.filename, "score": hit.score} for hit in found.chunks]
    return PhaseResult(
        artifact={"chunks": entries, "searched": searched},
        events=[EventDraft(type="retrieval_complete", payload={"chunks": shown, "searched": searched})],
    )


def _place(hit: Hit) -> Data:
    """Where a passage stands; no word of it."""
    return {"chunk_id": str(hit.chunk_id), "key": hit.key, "document_id": str(hit.document_id), "page": hit.page}


def _entry(hit: Hit) -> Data:
    """What is kept of a passage: all that a citation of it can still say when the document is gone."""
    kept = ("filename", "title", "page_end", "start_offset", "end_offset", "score")
    return {**_place(hit), **{name: getattr(hit, name) for name in kept}}


def context(ctx: PhaseContext) -> tuple[ContextChunk, ...]:
    """The retrieved passages with their text; those deleted since are missing."""
    return context_of(ctx.artifact("retrieve")["chunks"])


def cuts(ctx: PhaseContext) -> Thresholds:
    """The cuts that this turn's verdicts are made by, for its ledger to report."""
    return effective_thresholds(Mode(ctx.inputs["verification"]), ctx.tools.thresholds)


def latest_text(ctx: PhaseContext, cycle: int) -> str:
    """The text of a cycle: 0 was written, later ones were revised."""
    return ctx.artifact("revise" if cycle else "write", cycle)["text"]


@phase("write", queue=queue_of("writer"), deadline=300)
def write(ctx: PhaseContext) -> PhaseResult:
    """The answer, told as it is written."""
    ctx.emit(EventDraft(type="generation_started", payload={"attempt": ctx.attempt, "cycle": 0}))
    chunks = context(ctx)
    task = WriterTask(
        query=ctx.inputs["query"], chunks=chunks, mode=ctx.inputs["mode"], verification=Mode(ctx.inputs["verification"])
    )
    writer = ctx.tools.writer()
    return _told(ctx, writer.write(task), chunks, writer.name)


@phase("revise", queue=queue_of("writer"), deadline=300, tolerated=True)
def revise(ctx: PhaseContext) -> PhaseResult:
    """The text again, with what did not hold mended, softened or taken out."""
    earlier = ctx.key.cycle - 1
    ctx.emit(EventDraft(type="revision_started", payload={"attempt": ctx.attempt, "cycle": ctx.key.cycle}))
    chunks = context(ctx)
    ledger = Ledger.objects.get(turn_id=ctx.subject_id, cycle=earlier)
    task = RevisionTask(
        query=ctx.inputs["query"],
        text=latest_text(ctx, earlier),
        problems=tuple(Problem(**problem) for problem in problems_of(ledger)),
        chunks=chunks,
        verification=Mode(ctx.inputs["verification"]),
    )
    writer = ctx.tools.writer()
    return _told(ctx, writer.revise(task), chunks, writer.name)


def _told(ctx: PhaseContext, pieces: Iterator[str], chunks: tuple[ContextChunk, ...], model: str) -> PhaseResult:
    telling = Telling(ctx, allowed=frozenset(chunk.key for chunk in chunks), cycle=ctx.key.cycle)
    for piece in pieces:
        ctx.check()
        telling.feed(piece)
    text = telling.finish()
    if not text.strip():
        raise PhaseError("empty_text", "The Writer wrote nothing.", retryable=True)
    turn = Turn.objects.filter(id=ctx.subject_id)
    artifact: Data = {"text": text, "model": model, "removed_citations": list(telling.removed)}
    return PhaseResult(artifact=artifact, project=lambda: turn.update(response=text, cycle=ctx.key.cycle))


@phase("finalize", queue=always(VERIFY), deadline=120)
def finalize(ctx: PhaseContext) -> PhaseResult:
    """Citations, figures and warnings of the text as it now stands."""
    turn = Turn.objects.get(id=ctx.subject_id)
    ledger = Ledger.objects.filter(turn_id=turn.id, cycle=turn.cycle).first()
    retrieved, passages = ctx.artifact("retrieve"), context(ctx)
    citations = citations_of(
        text=turn.response,
        context=passages,
        retrieved=retrieved["chunks"],
        ledger=ledger,
        workspace_id=ctx.workspace_id,
    )
    gone = len(retrieved["chunks"]) - len(passages)
    warnings = warnings_of(run_id=ctx.run_id, turn=turn, ledger=ledger, retrieved=retrieved, gone=gone)
    metrics = metrics_of(turn=turn, ledger=ledger, citations=citations, gate=ctx.tools.coverage_gate)

    def project() -> None:
        # without any claims, since Skeptic and Judge both failed, the ledger is there and says that it holds none
        ledger_finish(
            ledger
            or ledger_open(
                workspace_id=ctx.workspace_id, turn_id=turn.id, cycle=turn.cycle, claims=(), thresholds=cuts(ctx)
            )
        )
        Turn.objects.filter(id=turn.id).update(citations=citations, warnings=warnings, metrics=metrics)

    return PhaseResult(artifact={"cycle": turn.cycle}, project=project)
