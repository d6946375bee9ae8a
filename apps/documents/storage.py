"""What reading a document leaves in the database. Each of these can be repeated: the outcome is the same.

All are meant to run inside the caller's transaction, next to the phase's commit.
"""

import hashlib
import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from uuid import UUID, uuid4

import numpy as np
from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from numpy.typing import NDArray

from apps.documents.chunking import key_of, keys_of
from apps.documents.extraction.titles import title_from_filename
from apps.documents.models import Chunk, Document, DocumentText, Embedding, Page
from apps.documents.search_text import search_text
from apps.documents.types import ChunkDraft, Extracted

MAX_CONTEXT_LINE = 300  # characters: a title and the headings nearest to the passage
_SEPARATOR = " › "
_COPIED = (
    "id, created_at, workspace_id, document_id, chunk_hash, key, content, context_line, chunk_index, page_number, "
    "page_end, heading_path, start_offset, end_offset, token_count, metadata"
)
_DRAFTED = tuple(field.name for field in fields(ChunkDraft) if field.name not in {"heading_path", "mentions", "scaled"})
_STAGING = """
CREATE TEMPORARY TABLE IF NOT EXISTS documents_chunk_staging ON COMMIT DROP AS
SELECT *, ''::text AS searched FROM documents_chunk WITH NO DATA
"""


def store_extracted(*, document: Document, extracted: Extracted) -> None:
    """Text, headings and pages; the document's figures, notices and, when nobody gave one, its title."""
    with transaction.atomic():
        DocumentText.objects.update_or_create(
            document=document,
            defaults={"text": extracted.text, "headings": [asdict(heading) for heading in extracted.headings]},
        )
        Page.objects.filter(document=document).delete()
        Page.objects.bulk_create(Page(document=document, **asdict(page)) for page in extracted.pages)
        document.page_count = len(extracted.pages) or None
        document.char_count = len(extracted.text)
        document.notices = [
            {"code": notice.code, "message": notice.message, **({"pages": list(notice.pages)} if notice.pages else {})}
            for notice in extracted.notices
        ]
        document.title = document.title or extracted.title or title_from_filename(document.filename)
        document.save(update_fields=["page_count", "char_count", "notices", "title"])


def context_line_of(title: str, heading_path: Sequence[str]) -> str:
    """``title › heading › heading``; of a long path the upper headings are left out first."""
    parts = [part for part in heading_path if part != title]
    while parts and len(_SEPARATOR.join([title, *parts])) > MAX_CONTEXT_LINE:
        parts.pop(0)
    return _SEPARATOR.join([title, *parts])[:MAX_CONTEXT_LINE]


def store_chunks(*, document: Document, drafts: Sequence[ChunkDraft]) -> None:
    """Makes the document's chunks those of ``drafts``.

    Rows that are as the draft wants them stay, with their ids and vectors, so that what cites them keeps its source;
    the others are replaced. Keys are given under a lock, so that two documents at once see each other's.
    """
    with transaction.atomic():
        _lock_keys(document.workspace_id)
        # before its chunks: whoever stores vectors of several documents takes them in the same order
        Document.objects.select_for_update(no_key=True).filter(pk=document.pk).first()
        title = document.title or title_from_filename(document.filename)
        keys = _keys(document.workspace_id, [draft.chunk_hash for draft in drafts])
        wanted = {draft.chunk_index: _row(document, draft, keys[draft.chunk_hash], title) for draft in drafts}
        kept = _unchanged(document, wanted)
        Chunk.objects.filter(document=document).exclude(chunk_index__in=kept).delete()
        _copy_chunks([row for index, row in wanted.items() if index not in kept])
        document.chunk_count = len(wanted)
        document.save(update_fields=["chunk_count"])


def chunks_without_embedding(*, document: Document, model: str) -> list[Chunk]:
    """The document's chunks that have no vector under ``model`` yet, in order, with what is embedded of them."""
    vectors = Embedding.objects.filter(workspace_id=document.workspace_id, model=model, chunk_id=OuterRef("pk"))
    rows = Chunk.objects.filter(~Exists(vectors), document=document).order_by("chunk_index")
    return list(rows.only("document_id", "chunk_index", "context_line", "content"))


def store_embeddings(*, document: Document, model: str, chunks: Sequence[Chunk], vectors: NDArray[np.float32]) -> None:
    """One vector a chunk under ``model``, replacing earlier ones. ``vectors``: shape (len(chunks), dimensions)."""
    store_vectors(
        workspace_id=document.workspace_id, model=model, chunk_ids=[chunk.pk for chunk in chunks], vectors=vectors
    )


def store_vectors(*, workspace_id: UUID, model: str, chunk_ids: Sequence[UUID], vectors: NDArray[np.float32]) -> None:
    """The same for chunks of any documents of a workspace, by their ids."""
    if len(chunk_ids) != len(vectors):
        raise ValueError(f"{len(chunk_ids)} chunks, but {len(vectors)} vectors")
    with transaction.atomic(), connection.cursor() as cursor:
        Embedding.objects.filter(workspace_id=workspace_id, model=model, chunk_id__in=chunk_ids).delete()
        columns = "workspace_id, model, chunk_id, vector"
        with cursor.copy(f"COPY documents_embedding ({columns}) FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(["uuid", "varchar", "uuid", "bytea"])
            for chunk_id, vector in zip(chunk_ids, vectors, strict=True):
                copy.write_row((workspace_id, model, chunk_id, _halfvec(vector)))


def _halfvec(vector: NDArray[np.float32]) -> bytes:
    """What pgvector's ``halfvec`` reads in binary: the number of dimensions, two idle bytes, half-precision numbers."""
    return struct.pack(">hh", len(vector), 0) + vector.astype(">f2").tobytes()


def _lock_keys(workspace_id: UUID) -> None:
    number = int.from_bytes(hashlib.sha256(f"chunk keys of {workspace_id}".encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


def _keys(workspace_id: UUID, hashes: Sequence[str]) -> Mapping[str, str]:
    """Hash → key, with the keys that the workspace's texts have already taken into account."""
    candidates = {key for chunk_hash in hashes for key in keys_of(chunk_hash)}
    rows = Chunk.objects.filter(workspace_id=workspace_id, key__in=candidates).values_list("key", "chunk_hash")
    taken = dict(rows)
    keys: dict[str, str] = {}
    for chunk_hash in hashes:
        keys[chunk_hash] = key_of(chunk_hash, taken)
        taken[keys[chunk_hash]] = chunk_hash
    return keys


def _row(document: Document, draft: ChunkDraft, key: str, title: str) -> Chunk:
    return Chunk(
        id=uuid4(),
        created_at=timezone.now(),
        workspace_id=document.workspace_id,
        document_id=document.pk,
        key=key,
        context_line=context_line_of(title, draft.heading_path),
        heading_path=list(draft.heading_path),
        metadata={"mentions": draft.mentions, "scaled": draft.scaled},
        **{name: getattr(draft, name) for name in _DRAFTED},
    )


_COMPARED = (
    "chunk_hash",
    "key",
    "context_line",
    "page_number",
    "page_end",
    "heading_path",
    "start_offset",
    "end_offset",
    "token_count",
)


def _unchanged(document: Document, wanted: Mapping[int, Chunk]) -> set[int]:
    """Indices of stored chunks that are already as they should be."""
    rows = Chunk.objects.filter(document=document, search__isnull=False).values("chunk_index", *_COMPARED)
    return {
        row["chunk_index"]
        for row in rows
        if row["chunk_index"] in wanted
        and all(row[name] == getattr(wanted[row["chunk_index"]], name) for name in _COMPARED)
    }


def _copy_chunks(rows: Iterable[Chunk]) -> None:
    """Copies rows in and lets the database make their search vectors: COPY into a staging table, then one INSERT."""
    with connection.cursor() as cursor:
        cursor.execute(_STAGING)
        cursor.execute("TRUNCATE documents_chunk_staging")
        with cursor.copy(f"COPY documents_chunk_staging ({_COPIED}, searched) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(
                    (
                        *(getattr(row, name.strip()) for name in _COPIED.split(",")[:-1]),
                        json.dumps(row.metadata),
                        search_text(row.context_line, row.content),
                    )
                )
        cursor.execute(
            f"INSERT INTO documents_chunk ({_COPIED}, search) "
            f"SELECT {_COPIED}, to_tsvector('english', searched) FROM documents_chunk_staging ORDER BY chunk_index"
        )
