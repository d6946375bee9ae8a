"""The steps that make the text of an answer: retrieve, write, revise, finalize."""

from collections.abc import Iterator

from apps.agents.contracts import Problem, RevisionTask, WriterTask
from apps.drafting.models import Turn
from apps.drafting.outcome import citations_of, metrics_of, warnings_of
from apps.drafting.passages import context_of
from apps.drafting.telling import Telling
from apps.retrieval.context import retrieve_context
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.types import Data, EventDraft, PhaseError, PhaseResult
from apps.verification.models import Ledger
from apps.verification.storage import ledger_finish, problems_of
from apps.verification.types import ContextChunk, Mode
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
    entries = [{"chunk_id": str(hit.chunk_id), "key": hit.key, "score": hit.score} for hit in found.chunks]
    shown = [
        {
            "key": hit.key,
            "document_id": str(hit.document_id),
            "filename": hit.filename,
            "page": hit.page,
            "score": hit.score,
        }
        for hit in found.chunks
    ]
    searched = {"queries": list(found.queries), "documents": found.searched_documents, "chunks": found.searched_chunks}
    return PhaseResult(
        artifact={"chunks": entries, "searched": searched},
        events=[EventDraft(type="retrieval_complete", payload={"chunks": shown, "searched": searched})],
    )


def context(ctx: PhaseContext) -> tuple[ContextChunk, ...]:
    """The retrieved passages with their text; those deleted since are missing."""
    return context_of(ctx.artifact("retrieve")["chunks"])


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
    telling = Telling(ctx, allowed=frozenset(chunk.key for chunk in chunks))
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
    citations = citations_of(text=turn.response, context=context(ctx), ledger=ledger, workspace_id=ctx.workspace_id)
    warnings = warnings_of(run_id=ctx.run_id, turn=turn, ledger=ledger, retrieved=ctx.artifact("retrieve"))
    metrics = metrics_of(turn=turn, ledger=ledger, citations=citations, gate=ctx.tools.coverage_gate)

    def project() -> None:
        if ledger is not None:
            ledger_finish(ledger)
        Turn.objects.filter(id=turn.id).update(citations=citations, warnings=warnings, metrics=metrics)

    return PhaseResult(artifact={"cycle": turn.cycle}, project=project)
