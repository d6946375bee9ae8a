"""The passages of a turn: stored as ids with scores, loaded again with their text by each phase that needs them."""

from collections.abc import Sequence
from typing import Any

from apps.documents.models import Chunk, Page
from apps.verification.types import ContextChunk


def context_of(entries: Sequence[dict[str, Any]]) -> tuple[ContextChunk, ...]:
    """Context chunks in the order of ``entries`` ([{chunk_id, score}]); those deleted since are left out."""
    ids = [entry["chunk_id"] for entry in entries]
    rows = {
        str(chunk.id): chunk for chunk in Chunk.objects.filter(id__in=ids).select_related("document").defer("search")
    }
    starts = _page_starts(list(rows.values()))
    return tuple(
        _context_chunk(rows[entry["chunk_id"]], entry["score"], starts)
        for entry in entries
        if entry["chunk_id"] in rows
    )


def _page_starts(chunks: list[Chunk]) -> dict[Any, list[tuple[int, int]]]:
    pages = Page.objects.filter(document_id__in={chunk.document_id for chunk in chunks}).order_by(
        "document_id", "number"
    )
    starts: dict[Any, list[tuple[int, int]]] = {}
    for document_id, number, start in pages.values_list("document_id", "number", "start_offset"):
        starts.setdefault(document_id, []).append((number, start))
    return starts


def _context_chunk(chunk: Chunk, score: float, starts: dict[Any, list[tuple[int, int]]]) -> ContextChunk:
    inside = tuple(
        (number, start)
        for number, start in starts.get(chunk.document_id, ())
        if chunk.start_offset < start < chunk.end_offset
    )
    return ContextChunk(
        chunk_id=str(chunk.id),
        key=chunk.key,
        document_id=str(chunk.document_id),
        title=chunk.document.title,
        filename=chunk.document.filename,
        content=chunk.content,
        heading_path=tuple(chunk.heading_path),
        context_line=chunk.context_line,
        page=chunk.page_number,
        page_end=chunk.page_end,
        start_offset=chunk.start_offset,
        end_offset=chunk.end_offset,
        score=score,
        token_count=chunk.token_count,
        page_starts=inside,
    )
