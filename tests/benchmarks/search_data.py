"""What search is measured on: made texts and vectors, or vectors of real texts, stored as documents of workspaces.

Nothing of Django's may be imported before the benchmark's database is there: hence the imports inside.
"""

import gzip
import hashlib
import json
import random
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import numpy as np

DOCUMENT = 500  # chunks of one document
WORDS = 320  # of one chunk
DIMENSIONS = 384
LATENT, TOPICS = 40, 200  # what the vectors vary in; how many places they gather at
COPY_FOREIGN = """
INSERT INTO documents_chunk (id, created_at, workspace_id, document_id, chunk_hash, key, content, context_line,
    chunk_index, page_number, page_end, heading_path, start_offset, end_offset, token_count, metadata, search)
SELECT gen_random_uuid(), created_at, %(workspace)s, %(document)s, chunk_hash, key, content, context_line,
    chunk_index, page_number, page_end, heading_path, start_offset, end_offset, token_count, metadata, search
FROM documents_chunk WHERE document_id = %(source)s AND chunk_index < %(most)s RETURNING id
"""
PLAIN = """
INSERT INTO documents_chunk (id, created_at, workspace_id, document_id, chunk_hash, key, content, context_line,
    chunk_index, heading_path, start_offset, end_offset, token_count, metadata)
SELECT gen_random_uuid(), now(), %(workspace)s, %(document)s, place::text, place::text, '', '',
    place, '{}', 0, 0, 0, '{}' FROM generate_series(0, %(count)s - 1) AS place RETURNING id
"""


class Made:
    """Texts and vectors that are distributed like real ones: words by Zipf's law, vectors gathered at topics."""

    def __init__(self, seed: int = 7) -> None:
        self.random = np.random.default_rng(seed)
        letters = np.array(list("bcdfghklmnprstvw")), np.array(list("aeiou"))
        pairs = ["".join(pair) for pair in np.stack([letters[0].repeat(5), np.tile(letters[1], 16)], axis=1)]
        self.words = np.array(["".join(self.random.choice(pairs, 3)) + "x" for _ in range(30_000)])
        shares = 1 / np.arange(1, len(self.words) + 1) ** 1.05
        self.shares = shares / shares.sum()
        self.basis = self.random.normal(size=(LATENT, DIMENSIONS))
        self.topics = self.random.normal(size=(TOPICS, LATENT)) * 1.5

    def text(self) -> str:
        return " ".join(self.random.choice(self.words, WORDS, p=self.shares)) + "."

    def vectors(self, count: int) -> Any:
        places = self.topics[self.random.integers(0, TOPICS, count)] + self.random.normal(size=(count, LATENT))
        raw = places @ self.basis + self.random.normal(size=(count, DIMENSIONS))
        return (raw / np.linalg.norm(raw, axis=1, keepdims=True)).astype(np.float32)

    def questions(self, count: int) -> Any:
        return self.vectors(count)

    def question(self) -> str:
        """Eight words, from common to rare."""
        places = (10 ** self.random.uniform(1, 4, 8)).astype(int)
        return "What is the " + " ".join(self.words[places]) + "?"


class Read(Made):
    """Vectors of real texts by the built-in embedder: the evidence in ../shared/data, asked for by its claims."""

    def __init__(self, most: int) -> None:
        from apps.inference.embedders import get_embedder
        from tests.benchmarks.cast_data import DATA

        super().__init__()
        self.embedder, self.place = get_embedder("builtin"), 0
        claims: dict[str, str] = {}
        for path in sorted((DATA / "verification" / "train").glob("*.jsonl.gz")):
            with gzip.open(path, "rt") as lines:
                claims |= {row["evidence"][:1000]: row["claim"] for row in map(json.loads, lines)}
        if most > len(claims):
            raise SystemExit(f"{DATA} has {len(claims)} texts, {most} are wanted")
        self.texts = random.Random(7).sample(sorted(claims), most)
        self.claims = [claims[text] for text in self.texts]

    def vectors(self, count: int) -> Any:
        self.place += count
        texts = self.texts[self.place - count : self.place]
        parts = [self.embedder.embed_texts(texts[start : start + 64]) for start in range(0, count, 64)]
        return np.concatenate(parts)

    def questions(self, count: int) -> Any:
        return self.embedder.embed_texts(self.claims[:: len(self.claims) // count][:count])


class Given:
    """An embedder whose question vectors come from the same places as the passages'."""

    name, dimensions, similarity_floor = "builtin", DIMENSIONS, 0.24

    def __init__(self, made: Made) -> None:
        self.made = made

    def embed_texts(self, texts: Sequence[str]) -> Any:
        return self.made.vectors(len(texts))


def store_own(made: Made, count: int) -> tuple[Any, list[UUID], Any]:
    """The workspace that is measured: ids and vectors (float32) of its passages in one order."""
    from apps.documents.models import Chunk, Document
    from apps.documents.storage import store_chunks, store_embeddings
    from apps.documents.types import ChunkDraft
    from apps.workspaces.models import Workspace

    workspace = Workspace.objects.create(name="measured")
    ids: list[UUID] = []
    parts = []
    for number in range(count // DOCUMENT):
        document = new_document(workspace.pk, f"Report {number}")
        texts = [made.text() for _ in range(DOCUMENT)]
        store_chunks(
            document=document,
            drafts=[
                ChunkDraft(
                    content=text,
                    chunk_hash=hashlib.sha256(text.encode()).hexdigest(),
                    chunk_index=index,
                    start_offset=index * 3000,
                    end_offset=index * 3000 + len(text),
                    page_number=index + 1,
                    page_end=index + 1,
                    heading_path=("Part",),
                    token_count=450,
                )
                for index, text in enumerate(texts)
            ],
        )
        rows = list(Chunk.objects.filter(document=document).order_by("chunk_index").only("pk"))
        vectors = made.vectors(len(rows))
        store_embeddings(document=document, model="builtin", chunks=rows, vectors=vectors)
        Document.objects.filter(pk=document.pk).update(status="ready")
        ids += [row.pk for row in rows]
        parts.append(vectors)
    return workspace, ids, np.concatenate(parts)


def new_document(workspace_id: UUID, title: str) -> Any:
    from apps.documents.models import Document

    return Document.objects.create(
        workspace_id=workspace_id,
        title=title,
        filename=f"{title}.pdf",
        media_type="application/pdf",
        sha256=hashlib.sha256(f"{workspace_id}{title}".encode()).hexdigest(),
        size=1,
        chunk_count=DOCUMENT,
        status="ready",
    )


def store_foreign(made: Made, workspaces: Sequence[Any], source: Any, each: int) -> None:
    """Chunks of other workspaces, so many for each: the texts of ``source``, vectors of their own."""
    from django.db import connection

    from apps.documents.models import Document
    from apps.documents.storage import store_vectors

    sources = list(Document.objects.filter(workspace=source).values_list("pk", flat=True))
    for workspace in workspaces:
        left = each
        while left > 0:
            document = new_document(workspace.pk, f"Paper {uuid4()}")
            values = {"workspace": workspace.pk, "document": document.pk, "source": sources[left % len(sources)]}
            with connection.cursor() as cursor:
                cursor.execute(COPY_FOREIGN, {**values, "most": min(left, DOCUMENT)})
                ids = [row[0] for row in cursor.fetchall()]
            store_vectors(workspace_id=workspace.pk, model="builtin", chunk_ids=ids, vectors=made.vectors(len(ids)))
            left -= len(ids)


def store_plain(made: Made, workspace: Any, count: int) -> tuple[list[UUID], Any]:
    """Passages without text, for what is only about vectors."""
    from django.db import connection

    from apps.documents.storage import store_vectors

    ids: list[UUID] = []
    parts = []
    for start in range(0, count, DOCUMENT):
        document = new_document(workspace.pk, f"Volume {uuid4()}")
        with connection.cursor() as cursor:
            cursor.execute(PLAIN, {"workspace": workspace.pk, "document": document.pk, "count": DOCUMENT})
            added = [row[0] for row in cursor.fetchall()]
        parts.append(made.vectors(len(added)))
        store_vectors(workspace_id=workspace.pk, model="builtin", chunk_ids=added, vectors=parts[-1])
        ids += added
        assert len(ids) == start + DOCUMENT
    return ids, np.concatenate(parts)
