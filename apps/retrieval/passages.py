"""The passages that a search weighs against one another, with the facts the ranking looks at."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import F, QuerySet
from django.db.models.functions import Least, Substr

from apps.documents.models import Chunk, DocumentStatus, Page
from apps.retrieval.text_search import LANGUAGE
from apps.retrieval.types import ContextChunk, Hit
from apps.retrieval.vector_search import Vector, as_halfvec

BEFORE = 2000  # characters before a passage, in which the head of a list is looked for that it begins amid
LOOKED_AT = 300  # of a passage, for the first mark of an item
_ITEM = re.compile(
    r"^[ \t]*(?:[^\w\s]\s|[(\[]?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]{1,2}|[ivxIVX]{1,5})[.)\]])", re.MULTILINE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A passage in the running."""

    chunk_id: UUID
    document_id: UUID
    chunk_index: int
    start_offset: int
    end_offset: int
    page: int | None
    page_end: int | None
    similarity: float  # cosine to the question, -1 … 1; 0 when the passage has no vector yet
    digits: float  # share of what is not white space, 0 … 1
    mentions: int  # how often the document refers to its heading
    heading: frozenset[str]  # lexemes of the two headings it stands under
    content: str


def load_candidates(
    *, chunk_ids: Sequence[UUID], document_ids: Sequence[UUID], workspace_id: UUID, model: str, vector: Vector
) -> tuple[Candidate, ...]:
    """The candidates among ``chunk_ids`` that are from ``document_ids``, in document order."""
    sql = """
        SELECT chunk.id AS chunk_id, chunk.document_id, chunk.chunk_index, chunk.start_offset, chunk.end_offset,
               chunk.page_number AS page, chunk.page_end,
               coalesce(1 - (embedding.vector <=> %s::halfvec), 0) AS similarity,
               coalesce((chunk.metadata ->> 'mentions')::int, 0) AS mentions,
               tsvector_to_array(to_tsvector(%s, array_to_string(
                   heading_path[greatest(1, cardinality(heading_path) - 1):], ' '))) AS heading,
               chunk.content
        FROM documents_chunk AS chunk
        LEFT JOIN documents_embedding AS embedding
               ON embedding.workspace_id = %s AND embedding.model = %s AND embedding.chunk_id = chunk.id
        WHERE chunk.workspace_id = %s AND chunk.id = ANY(%s) AND chunk.document_id = ANY(%s)
        ORDER BY chunk.document_id, chunk.chunk_index
    """
    with connection.cursor() as cursor:
        where = [workspace_id, model, workspace_id, list(chunk_ids), list(document_ids)]
        cursor.execute(sql, [as_halfvec(vector), LANGUAGE, *where])
        names = [column.name for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    return tuple(
        Candidate(**row | {"heading": frozenset(row["heading"]), "digits": digit_share(row["content"])}) for row in rows
    )


def digit_share(text: str) -> float:
    """The share of digits in what is not white space, 0 … 1."""
    written = text.encode()  # bytes are searched many times faster than characters, here and in the database
    spaces = len(written) - len(written.translate(None, b" \n\t"))
    digits = len(written) - len(written.translate(None, b"0123456789"))
    return digits / max(1, len(text) - spaces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A candidate and what the ranking made of it."""

    candidate: Candidate
    score: float
    text_score: float  # share of the best text score, 0 … 1
    coverage: float  # share of the question's terms, by idf, that the passage has


def hits_of(scored: Sequence[Scored]) -> tuple[Hit, ...]:
    """The passages in the order given, complete; those deleted in the meantime are left out."""
    facts = facts_of([item.candidate.chunk_id for item in scored])
    return tuple(
        Hit(
            **facts[item.candidate.chunk_id],
            score=round(item.score, 6),
            similarity=round(item.candidate.similarity, 6),
            text_score=round(item.text_score, 6),
        )
        for item in scored
        if item.candidate.chunk_id in facts
    )


def context_chunks(scores: Mapping[UUID, float]) -> tuple[ContextChunk, ...]:
    """The passages with these ids and scores, in that order; those deleted in the meantime are left out."""
    facts = facts_of(list(scores))
    return tuple(ContextChunk(**facts[id_], score=score) for id_, score in scores.items() if id_ in facts)


def citable_chunks(
    *, workspace_id: UUID | str, keys: Iterable[str], document_ids: Sequence[UUID | str] = ()
) -> QuerySet[Chunk]:
    """The passages that these citation keys name; only in ready documents, and only in ``document_ids`` if there are
    any."""
    chunks = Chunk.objects.filter(workspace_id=workspace_id, key__in=list(keys))
    chunks = chunks.filter(document__status=DocumentStatus.READY)
    return chunks.filter(document_id__in=list(document_ids)) if document_ids else chunks


def facts_of(chunk_ids: Sequence[UUID]) -> dict[UUID, dict[str, Any]]:
    """Chunk id → all of a ContextChunk but its score."""
    chunks = Chunk.objects.filter(id__in=chunk_ids).select_related("document").defer("search")
    starts, before = _page_starts(chunks), _before(chunks)
    return {
        chunk.id: {**_facts(chunk, starts.get(chunk.document_id, [])), "before": before.get(chunk.id, "")}
        for chunk in chunks
    }


def _before(chunks: Iterable[Chunk]) -> dict[UUID, str]:
    """Chunk id → the text of its document that ends where it begins, of those that seem to begin amid a list."""
    amid = [chunk.pk for chunk in chunks if chunk.start_offset and _ITEM.search(chunk.content[:LOOKED_AT])]
    length = Least(F("start_offset"), BEFORE)
    text = Substr("document__extracted__text", F("start_offset") - length + 1, length)
    return dict(Chunk.objects.filter(pk__in=amid).annotate(before=text).values_list("pk", "before")) if amid else {}


def _page_starts(chunks: Iterable[Chunk]) -> dict[UUID, list[tuple[int, int]]]:
    """Document id → (page number, offset where it begins), in order; only of documents that ``chunks`` are from."""
    spanning = {chunk.document_id for chunk in chunks if chunk.page_end != chunk.page_number}
    starts: dict[UUID, list[tuple[int, int]]] = {}
    pages = Page.objects.filter(document_id__in=spanning).order_by("document_id", "number")
    for document_id, number, offset in pages.values_list("document_id", "number", "start_offset"):
        starts.setdefault(document_id, []).append((number, offset))
    return starts


def _facts(chunk: Chunk, starts: Sequence[tuple[int, int]]) -> dict[str, Any]:
    return {
        "chunk_id": str(chunk.id),
        "key": chunk.key,
        "document_id": str(chunk.document_id),
        "title": chunk.document.title,
        "filename": chunk.document.filename,
        "content": chunk.content,
        "heading_path": tuple(chunk.heading_path),
        "context_line": chunk.context_line,
        "page": chunk.page_number,
        "page_end": chunk.page_end,
        "start_offset": chunk.start_offset,
        "end_offset": chunk.end_offset,
        "token_count": chunk.token_count,
        "scaled": bool(chunk.metadata.get("scaled")),
        "page_starts": tuple(start for start in starts if chunk.start_offset < start[1] < chunk.end_offset),
    }
