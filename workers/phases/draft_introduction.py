"""The passages that say what documents are which sections tell of and the overview of a draft did not come upon."""

from collections.abc import Mapping

from apps.agents.contracts import Outline
from apps.drafting.passages import entry_of
from apps.retrieval.context import retrieve_context
from apps.retrieval.openings import WHAT_IT_IS, opening_passages
from apps.runs.context import PhaseContext
from apps.runs.types import Data
from apps.workspaces.models import Workspace
from workers.phases.draft_plan import introduced, may_be_introduced
from workers.phases.failures import model_failures

KEPT = 2  # passages of each
WANTED = "Overview, business, purpose and scope"


def passages_introducing(ctx: PhaseContext, plan: Outline, owner: Mapping[str, int]) -> list[Data]:
    """Of each document that a section leads with, by ``owner`` (passage → section), and that the introduction's own
    passages are not gathered of: they were gathered beside those of the sections."""
    known = may_be_introduced(ctx)
    late = [document for document in introduced(ctx, plan, owner) if document not in known]
    if not late:
        return []
    workspace = Workspace.objects.get(id=ctx.workspace_id)
    limits, embedder = ctx.tools.limits(ctx.inputs["mode"]), ctx.tools.embedder(workspace.embedding_model)
    with model_failures():
        found = [
            retrieve_context(
                workspace_id=workspace.id,
                query=WANTED,
                document_ids=[document],
                retrieve=limits.retrieve,
                keep=KEPT,
                token_budget=limits.context_tokens // len(late),
                embedder=embedder,
                topic=True,
                first=opening_passages(document_ids=[document], topics=WHAT_IT_IS),
            )
            for document in late
        ]
    return [entry_of(hit) for one in found for hit in one.chunks]
