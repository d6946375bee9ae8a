"""What the documents have on the claims of a text written elsewhere: a search for each claim of a batch."""

from apps.drafting.passages import entry_of, place_of, searched_of
from apps.inference.contracts import Embedder
from apps.retrieval.context import retrieve_context
from apps.retrieval.passages import citable_chunks, context_chunks
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.types import Data, EventDraft, PhaseResult
from apps.verification.models import Claim
from apps.workspaces.models import Workspace
from workers.phases.failures import model_failures
from workers.phases.verify import batch_of
from workers.pipelines.verification import JUDGE_BATCH
from workers.queues import VERIFY, always


@phase("search", queue=always(VERIFY), deadline=600, tolerated=True)
def search(ctx: PhaseContext) -> PhaseResult:
    """The passages each claim is held against, which count as cited; a second attempt goes on after the last claim."""
    workspace = Workspace.objects.get(id=ctx.workspace_id)
    embedder = ctx.tools.embedder(workspace.embedding_model)
    found = ctx.checkpoints()
    for row in batch_of(ctx):
        if str(row.id) not in found:
            ctx.check()
            found[str(row.id)] = _found(ctx, row, embedder)
    return PhaseResult(artifact={"claims": [found[str(row.id)] for row in batch_of(ctx)]})


def _found(ctx: PhaseContext, row: Claim, embedder: Embedder) -> Data:
    """What is kept of the search for one claim, stored and told; nothing is searched for what needs no source."""
    if not row.requires_citation:
        return {"claim_id": str(row.id), "chunks": [], "searched": None}
    limits = ctx.tools.limits(ctx.inputs["mode"])
    with model_failures():
        retrieved = retrieve_context(
            workspace_id=ctx.workspace_id,
            query=row.claim_text,
            document_ids=ctx.inputs["document_ids"] or None,
            retrieve=limits.retrieve,
            keep=limits.retrieve,  # no Writer is to choose among them: the Judge reads all that fit
            token_budget=limits.context_tokens // JUDGE_BATCH,  # the passages of a batch go to one Judge
            embedder=embedder,
        )
    own = citable_chunks(workspace_id=ctx.workspace_id, keys=row.citations, document_ids=ctx.inputs["document_ids"])
    cited = context_chunks(dict.fromkeys(own.values_list("id", flat=True), 0.0))
    hits = list({hit.chunk_id: hit for hit in (*cited, *retrieved.chunks)}.values())
    found = {
        "claim_id": str(row.id),
        "chunks": [entry_of(hit) for hit in hits],
        "searched": searched_of(retrieved),
    }
    shown = [{**place_of(hit), "filename": hit.filename, "score": hit.score} for hit in hits]
    told = {"claim_id": str(row.id), "chunks": shown, "searched": found["searched"]}
    keys = list(dict.fromkeys(hit.key for hit in hits))
    ctx.checkpoint(
        str(row.id),
        found,
        drafts=[EventDraft(type="retrieval_complete", payload=told)],
        project=lambda: Claim.objects.filter(id=row.id).update(citations=keys),
    )
    return found
