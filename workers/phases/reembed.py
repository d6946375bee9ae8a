"""A workspace's passages under another embedding model, and the switch to it. What is stored is not done again."""

from apps.documents.switching import progress_event, switched_event
from apps.documents.vectors import chunks_lacking, searched_chunk_count, store_batch, switch_over
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.types import EventDraft, PhaseError, PhaseResult
from apps.workspaces.models import Workspace
from workers.phases.embedding import batches, embedded
from workers.queues import INGEST, always

PART = 1000  # chunks a phase embeds: others have their turn after it, and its attempts are counted anew


@phase("reembed", queue=always(INGEST), deadline=3600)
def reembed(ctx: PhaseContext) -> PhaseResult:
    """Vectors for the next passages that have none, batch by batch; the artifact says how many are left."""
    model = ctx.inputs["model"]
    return PhaseResult(artifact={"model": model, "left": embed_lacking(ctx, model)})


@phase("switch", queue=always(INGEST), deadline=3600)
def switch(ctx: PhaseContext) -> PhaseResult:
    """Embed what became ready in the meantime, then have the workspace searched by the new model with this commit."""
    model = ctx.inputs["model"]
    while embed_lacking(ctx, model):
        ctx.check()

    def project() -> list[EventDraft]:
        previous = switch_over(workspace_id=ctx.workspace_id, model=model)
        if previous is None:
            raise PhaseError("documents_added", "Further documents became ready; they come first.", retryable=True)
        return [switched_event(model=model, previous=previous)]

    return PhaseResult(artifact={"model": model}, project=project)


def embed_lacking(ctx: PhaseContext, model: str) -> int:
    """Embed at most PART passages; returns how many still lack a vector."""
    if not Workspace.objects.filter(pk=ctx.workspace_id).exists():
        raise PhaseError("workspace_gone", "The workspace was deleted.", retryable=False)
    lacking = chunks_lacking(workspace_id=ctx.workspace_id, model=model)
    left, total = lacking.count(), searched_chunk_count(workspace_id=ctx.workspace_id)
    if not left:
        return 0
    embedder = ctx.tools.embedder(model)
    for batch in batches(embedder, list(lacking[:PART])):
        vectors = embedded(ctx, embedder, batch)
        left -= len(batch)
        done = max(0, total - left)

        def project(batch=batch, vectors=vectors, done=done) -> None:
            store_batch(
                workspace_id=ctx.workspace_id, model=model, chunks=batch, vectors=vectors, done=done, total=total
            )

        ctx.emit(progress_event(model=model, done=done, total=total), project=project)
    return lacking.count()
