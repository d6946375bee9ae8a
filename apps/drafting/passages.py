"""The passages of a turn: stored as ids with scores, loaded again with their text by each phase that needs them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from apps.retrieval.passages import context_chunks
from apps.retrieval.types import ContextChunk


def context_of(entries: Sequence[dict[str, Any]]) -> tuple[ContextChunk, ...]:
    """Context chunks in the order of ``entries`` ([{chunk_id, score}]); those deleted since are left out."""
    return context_chunks({UUID(entry["chunk_id"]): entry["score"] for entry in entries})
