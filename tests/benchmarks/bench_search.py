"""How fast search is inside one workspace, held against exact numpy over the same vectors in the same process.

    OMP_NUM_THREADS=1 python -m tests.benchmarks.bench_search [--chunks 10000] [--foreign 100000]
    OMP_NUM_THREADS=1 python -m tests.benchmarks.bench_search --crossover 10000 20000 40000 100000

Milliseconds are time on a processor, of this process and of its database's (see ``ms``), so that they hold on a machine
that does other things as well. Vectors are made: 384 dimensions that vary in 40, gathered at 200 places. Words follow
Zipf's law, 320 a passage. On two processors, one of 100 workspaces:

    passages of the workspace, of others   nearest_chunks (limit 10 | 200)   numpy       ratio       recall
    10,000        0                        0.8 | 1.8                         0.2 | 0.3   3.8 | 6.4   1.000 | .994
    10,000  100,000                        0.9 | 1.8                         0.2 | 0.3   3.7 | 6.6   1.000 | .994

The whole search takes 73 to 83 ms there, nearly all of it for full text. The workspace's own index serves (m 16,
ef_construction 128, ef 1.25 × limit, 100 at the least); a scan of 10,000 passages took 5 ms, and longer by what lies
in its partition of others.

Exact search against the index, and where EXACT_SEARCH_MAX_CHUNKS comes from, with vectors of real texts (``--real``):

    passages   limit   exact ms   index ms   recall@10   recall@limit   build s
       5,000     200        2.3        1.8       1.000           .994         1
      10,000      10        4.9        1.5        .998           .998         3
      10,000     200        5.2        3.5       1.000           .989         3
      20,000      10        8.8        1.4       1.000          1.000         5
      20,000     200        9.2        3.7       1.000           .983         5

and with made ones at 100,000: 27 to 32 ms against 2.0 (limit 10) and 3.3 (200), recall 1.000 and .999, built in 20 s.
They meet below 5,000 passages. A passage that is stored under an index costs 1.1 ms more (among 12,000).
``--crossover`` prints further sizes of ef.
"""

import argparse
import gzip
import hashlib
import json
import random
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import numpy as np

from tests.benchmarks.database import own_database

WORKSPACES = 100
DOCUMENT = 500  # chunks of one document
WORDS = 320  # of one chunk
DIMENSIONS = 384
LATENT, TOPICS = 40, 200  # what the vectors vary in; how many places they gather at
ROUNDS = 41
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
        super().__init__()
        from apps.inference.embedders import get_embedder
        from tests.benchmarks.cast_data import DATA

        self.embedder, self.place = get_embedder("builtin"), 0
        claims: dict[str, str] = {}
        for path in sorted((DATA / "verification" / "train").glob("*.jsonl.gz")):
            with gzip.open(path, "rt") as lines:
                claims |= {row["evidence"][:1000]: row["claim"] for row in map(json.loads, lines)}
        self.texts = random.Random(7).sample(sorted(claims), min(most, len(claims)))
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


def store_foreign(made: Made, source: Any, count: int) -> None:
    """Chunks of the other workspaces: the texts of the measured one, vectors of their own."""
    from django.db import connection

    from apps.documents.models import Document
    from apps.documents.storage import store_vectors
    from apps.workspaces.models import Workspace

    sources = list(Document.objects.filter(workspace=source).values_list("pk", flat=True))
    each = count // (WORKSPACES - 1)
    for number in range(WORKSPACES - 1):
        workspace = Workspace.objects.create(name=f"foreign {number}")
        left = each
        while left > 0:
            document = new_document(workspace.pk, f"Paper {uuid4()}")
            values = {"workspace": workspace.pk, "document": document.pk, "source": sources[left % len(sources)]}
            with connection.cursor() as cursor:
                cursor.execute(COPY_FOREIGN, {**values, "most": min(left, DOCUMENT)})
                ids = [row[0] for row in cursor.fetchall()]
            store_vectors(workspace_id=workspace.pk, model="builtin", chunk_ids=ids, vectors=made.vectors(len(ids)))
            left -= len(ids)


def analyze() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE documents_chunk, documents_embedding, documents_document")


def ms(work: Callable[[Any], object], inputs: Sequence[Any]) -> float:
    """Median milliseconds that this process and its database's work on one of ``inputs``.

    Time on a processor is counted, not time that others had it: where nobody else is, this is what the clock shows.
    """
    from django.db import connection

    connection.ensure_connection()
    busy = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")  # nanoseconds, waiting, turns
    spent = []
    for value in inputs:
        theirs, ours = int(busy.read_text().split()[0]), time.process_time()
        work(value)
        ours, theirs = time.process_time() - ours, int(busy.read_text().split()[0]) - theirs
        spent.append(1000 * ours + theirs / 1e6)
    return statistics.median(spent[3:])


def exact(vectors: Any, ids: Sequence[UUID], question: Any, limit: int) -> list[UUID]:
    """What numpy finds: cosine in float32 over unit vectors, best first."""
    similar = vectors @ question
    best = np.argpartition(-similar, limit)[:limit]
    return [ids[place] for place in best[np.argsort(-similar[best])]]


def measure_vectors(workspace: Any, ids: Sequence[UUID], vectors: Any, questions: Any, *, limit: int) -> None:
    from apps.retrieval.vector_search import nearest_chunks

    def through_postgresql(question: Any) -> list[UUID]:
        return list(
            nearest_chunks(
                workspace_id=workspace.pk,
                model="builtin",
                vector=question,
                document_ids=None,
                limit=limit,
                among=len(ids),
            )
        )

    ours = ms(through_postgresql, questions)
    numpys = ms(lambda question: exact(vectors, ids, question, limit), questions)
    same = [len({*through_postgresql(q)} & {*exact(vectors, ids, q, limit)}) / limit for q in questions]
    print(
        f"  vectors, limit {limit}: {ours:.2f} ms, numpy {numpys:.2f} ms, ratio {ours / numpys:.2f},"
        f" recall@{limit} {np.mean(same):.4f}",
        flush=True,
    )


def measure_search(workspace: Any, made: Made) -> None:
    from apps.retrieval.search import search

    embedder, questions = Given(made), [made.question() for _ in range(ROUNDS)]
    spent = ms(lambda question: search(workspace_id=workspace.pk, query=question, k=10, embedder=embedder), questions)
    print(f"  whole search: {spent:.1f} ms")


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


def measure_crossover(sizes: Sequence[int], *, real: bool) -> None:
    """Exact search against the index, in a workspace that grows."""
    from django.conf import settings

    from apps.documents.vector_indexes import vector_indexes_tidy
    from apps.retrieval import vector_search
    from apps.workspaces.models import Workspace

    made = Read(max(sizes)) if real else Made()
    workspace = Workspace.objects.create(name="growing")
    store_plain(Made(), Workspace.objects.create(name="beside"), DOCUMENT)
    ids: list[UUID] = []
    vectors = np.empty((0, DIMENSIONS), np.float32)
    questions = made.questions(ROUNDS)
    print("passages  limit  exact ms  index ms  ef    recall@10  recall@limit  build s")
    for size in sizes:
        settings.EXACT_SEARCH_MAX_CHUNKS = 0
        vector_indexes_tidy()
        added, more = store_plain(made, workspace, size - len(ids))
        ids, vectors = ids + added, np.concatenate([vectors, more])
        analyze()

        def look(question: Any, limit: int) -> list[UUID]:
            return list(
                vector_search.nearest_chunks(
                    workspace_id=workspace.pk,
                    model="builtin",
                    vector=question,
                    document_ids=None,
                    limit=limit,
                    among=len(ids),  # noqa: B023 - called in its own round
                )
            )

        plain = {limit: ms(lambda question: look(question, limit), questions) for limit in (10, 200)}  # noqa: B023
        settings.EXACT_SEARCH_MAX_CHUNKS = 1
        began = time.perf_counter()
        assert vector_indexes_tidy().built
        build = time.perf_counter() - began
        for limit, ef in ((10, 50), (10, 100), (10, 200), (200, 200), (200, 250), (200, 300), (200, 400)):
            vector_search.ef_search = lambda limit, ef=ef: ef  # type: ignore[assignment]
            indexed = ms(lambda question: look(question, limit), questions)  # noqa: B023
            found = [(look(question, limit), exact(vectors, ids, question, limit)) for question in questions]
            best = np.mean([len({*ours[:10]} & {*true[:10]}) / 10 for ours, true in found])
            every = np.mean([len({*ours} & {*true}) / limit for ours, true in found])
            figures = f"{plain[limit]:9.2f} {indexed:9.2f}  {ef:4} {best:10.3f} {every:13.3f} {build:8.0f}"
            print(f"{size:8} {limit:6} {figures}", flush=True)


def measure(chunks: int, foreign: int) -> None:
    from apps.documents.vector_indexes import vector_indexes_tidy

    made = Made()
    workspace, ids, vectors = store_own(made, chunks)
    questions = made.vectors(ROUNDS)
    for count in (0, foreign):
        if count:
            store_foreign(made, workspace, count)
        vector_indexes_tidy()
        analyze()
        print(f"{len(ids)} chunks of the workspace, {count} of others")
        for limit in (10, 200):
            measure_vectors(workspace, ids, vectors, questions, limit=limit)
        measure_search(workspace, made)


def main() -> None:
    """Prints what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=10_000)
    parser.add_argument("--foreign", type=int, default=100_000)
    parser.add_argument("--crossover", type=int, nargs="*", help="sizes of a workspace: exact against its index")
    parser.add_argument("--real", action="store_true", help="there: vectors of the texts in ../shared/data (40,000)")
    options = parser.parse_args()
    with own_database("fsync=off\n"):
        if options.crossover:
            measure_crossover(options.crossover, real=options.real)
        else:
            measure(options.chunks, options.foreign)


if __name__ == "__main__":
    main()
