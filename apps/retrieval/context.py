"""The passages a text is written from."""

from collections.abc import Sequence
from uuid import UUID

from apps.inference.contracts import Embedder
from apps.retrieval.passages import Scored, hits_of
from apps.retrieval.ranking import RANKING, Ranking, best_apart, speaks_of_it
from apps.retrieval.search import find
from apps.retrieval.types import Hit, Retrieved

NEAREST = 3  # passages shown when none matches


def retrieve_context(
    *,
    workspace_id: UUID | str,
    query: str,
    document_ids: Sequence[UUID | str] | None,
    retrieve: int = 10,
    keep: int = 6,
    token_budget: int = 30_000,
    embedder: Embedder,
    ranking: Ranking = RANKING,
) -> Retrieved:
    """Of the ``retrieve`` best passages the ``keep`` first that have to do with ``query`` and fit ``token_budget``.

    No passage at all is no failure: the documents do not speak of it, and ``nearest`` says what came closest.
    """
    found = find(workspace_id=workspace_id, query=query, embedder=embedder, document_ids=document_ids, ranking=ranking)
    retrieved = best_apart(found.scored, k=retrieve, overlap=ranking.overlap)
    matching = [item for item in retrieved if speaks_of_it(item, floor=embedder.similarity_floor)]
    chunks = within_budget(hits_of(matching[:keep]), token_budget=token_budget)
    return Retrieved(
        chunks=chunks,
        queries=found.queries,
        searched_documents=len(found.scope.documents),
        searched_chunks=found.scope.chunk_count,
        nearest=() if chunks else hits_of(nearest(found.scored)),
    )


def within_budget(hits: Sequence[Hit], *, token_budget: int) -> tuple[Hit, ...]:
    """Hits in their order as far as they fit; one that does not fit makes room for a shorter one after it."""
    kept: list[Hit] = []
    left = token_budget
    for hit in hits:
        if hit.token_count <= left:
            kept.append(hit)
            left -= hit.token_count
    return tuple(kept)


def nearest(scored: Sequence[Scored]) -> list[Scored]:
    """The passages most like the question, whatever they are worth."""
    return sorted(scored, key=lambda item: -item.candidate.similarity)[:NEAREST]
