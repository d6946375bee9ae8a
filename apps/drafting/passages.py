"""The passages of a turn: stored as ids with scores, loaded again with their text by each phase that needs them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from apps.documents.models import Chunk
from apps.retrieval.passages import context_chunks
from apps.retrieval.types import ContextChunk, Hit, Retrieved


def context_of(entries: Sequence[dict[str, Any]]) -> tuple[ContextChunk, ...]:
    """Context chunks in the order of ``entries`` ([{chunk_id, score}]); those deleted since are left out."""
    return context_chunks({UUID(entry["chunk_id"]): entry["score"] for entry in entries})


def gone_of(entries: Sequence[dict[str, Any]]) -> int:
    """How many of the passages were deleted since."""
    return len(entries) - Chunk.objects.filter(id__in=[entry["chunk_id"] for entry in entries]).count()


def place_of(chunk: ContextChunk) -> dict[str, Any]:
    """Where a passage stands; no word of it."""
    return {
        "chunk_id": str(chunk.chunk_id),
        "key": chunk.key,
        "document_id": str(chunk.document_id),
        "page": chunk.page,
    }


def entry_of(chunk: ContextChunk) -> dict[str, Any]:
    """What is kept of a passage: all that a citation of it can still say when the document is gone."""
    kept = ("filename", "title", "page_end", "start_offset", "end_offset", "score")
    return {**place_of(chunk), **{name: getattr(chunk, name) for name in kept}}


def shown(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What readers are told of passages that were found."""
    told = ("chunk_id", "key", "document_id", "page", "filename", "score", "origin")
    return [{name: entry[name] for name in told if name in entry} for entry in entries]


def searched_of(*found: Retrieved) -> dict[str, Any]:
    """What was looked through, and the passages that came nearest where nothing matched.

    Of several searches none goes through a document of another.
    """
    return {
        "queries": list(dict.fromkeys(query for one in found for query in one.queries)),
        "documents": sum(one.searched_documents for one in found),
        "chunks": sum(one.searched_chunks for one in found),
        "nearest": [_near(hit) for one in found for hit in one.nearest],
    }


def _near(hit: Hit) -> dict[str, Any]:
    return {**place_of(hit), "similarity": hit.similarity}
