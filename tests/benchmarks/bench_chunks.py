"""Chunks stored a second, vectors included: ``storage.py`` against a bare COPY of the same finished rows.

    python -m tests.benchmarks.bench_chunks [--chunks N]

Over an embedded PostgreSQL of its own. The bare COPY is given ids, keys and search text ready-made, and like ours lets
the database make the search vectors; ours also normalises that text, gives keys that are free in the workspace,
compares with what is stored, and stores vectors batch by batch. Aim: half its speed. Beside it: COPY of finished rows,
search vectors included.
"""

import argparse
import hashlib
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tests.benchmarks.database import own_database

DIMENSIONS = 384
ROUNDS = 5
WORDS = 330  # about 500 tokens
BATCH = 64  # vectors a call
COLUMNS = (
    "id, created_at, workspace_id, document_id, chunk_hash, key, content, context_line, chunk_index, page_number, "
    "page_end, heading_path, start_offset, end_offset, token_count, metadata, search"
)


def drafts(number: int) -> list[Any]:
    """Passages of made-up words, as long as real ones."""
    from apps.documents.types import ChunkDraft

    chooser = random.Random(7)
    vocabulary = ["".join(chooser.choices("abcdefghilmnoprstu", k=chooser.randint(2, 10))) for _ in range(4000)]
    made = []
    for index in range(number):
        content = " ".join(chooser.choices(vocabulary, k=WORDS))
        made.append(
            ChunkDraft(
                content=content,
                chunk_hash=hashlib.sha256(content.encode()).hexdigest(),
                chunk_index=index,
                start_offset=index * 2000,
                end_offset=index * 2000 + len(content),
                page_number=index // 2 + 1,
                page_end=index // 2 + 1,
                heading_path=("Part I", "Item 7"),
                token_count=500,
            )
        )
    return made


def ours(document: Any, made: Sequence[Any], vectors: Any) -> None:
    """As the phases do it."""
    from apps.documents.storage import chunks_without_embedding, store_chunks, store_embeddings

    store_chunks(document=document, drafts=made)
    rows = chunks_without_embedding(document=document, model="bench")
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        store_embeddings(document=document, model="bench", chunks=batch, vectors=vectors[start : start + BATCH])


def bare(rows: str, embeddings: str, *, finished: bool) -> None:
    """COPY commands with everything ready; unless ``finished``, the last column is text to make a search vector of."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        table = "documents_chunk" if finished else "bench_staging"
        if not finished:
            plain = COLUMNS.removesuffix(", search")
            cursor.execute(
                f"CREATE TEMPORARY TABLE bench_staging ON COMMIT DROP AS "
                f"SELECT {plain}, ''::text AS search FROM documents_chunk WITH NO DATA"
            )
        with cursor.copy(f"COPY {table} ({COLUMNS}) FROM STDIN") as copy:
            copy.write(rows)
        if not finished:
            cursor.execute(
                f"INSERT INTO documents_chunk ({COLUMNS}) "
                f"SELECT {plain}, to_tsvector('english', search) FROM bench_staging"
            )
        with cursor.copy("COPY documents_embedding (workspace_id, model, chunk_id, vector) FROM STDIN") as copy:
            copy.write(embeddings)


def copied_out(query: str) -> str:
    """What COPY … TO gives."""
    from django.db import connection

    with connection.cursor() as cursor, cursor.copy(f"COPY ({query}) TO STDOUT") as copy:
        return b"".join(bytes(piece) for piece in copy).decode()


def timed(work: Callable[[], None]) -> float:
    """Seconds."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def measure(number: int) -> dict[str, float]:
    """Median seconds of each way, in turn on an empty table."""
    from apps.documents.models import Chunk, Document
    from apps.workspaces.models import Workspace

    workspace = Workspace.objects.create(name="Bench")
    document = Document.objects.create(workspace=workspace, title="Bench", filename="b.pdf", sha256="0", size=1)
    made = drafts(number)
    vectors = np.random.default_rng(7).normal(size=(number, DIMENSIONS)).astype(np.float32)
    ours(document, made, vectors)
    finished = copied_out(f"SELECT {COLUMNS} FROM documents_chunk")
    text = f"{COLUMNS.removesuffix('search')} context_line || E'\\n' || content"
    raw = copied_out(f"SELECT {text} FROM documents_chunk")
    embeddings = copied_out("SELECT workspace_id, model, chunk_id, vector FROM documents_embedding")
    ways = {
        "COPY of finished rows": lambda: bare(finished, embeddings, finished=True),
        "bare COPY": lambda: bare(raw, embeddings, finished=False),
        "storage.py": lambda: ours(document, made, vectors),
    }
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, work in ways.items():
            Chunk.objects.all().delete()
            spent[name].append(timed(work))
    return {name: statistics.median(each) for name, each in spent.items()}


def main() -> None:
    """Prints chunks a second and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=2000)
    number = parser.parse_args().chunks
    with own_database():
        seconds = measure(number)
    for name, spent in seconds.items():
        print(f"{name:22} {number / spent:7.0f} chunks/s   ratio {seconds['bare COPY'] / spent:.2f}")


if __name__ == "__main__":
    main()
