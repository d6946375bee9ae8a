"""How fast search is inside one workspace, held against exact numpy over the same vectors in the same process.

    OMP_NUM_THREADS=1 python -m tests.benchmarks.bench_search [--chunks 10000] [--foreign 100000]
    OMP_NUM_THREADS=1 python -m tests.benchmarks.bench_search --crossover [5000 10000 20000] [--real]

Milliseconds are time on a processor, of this process and of its database's (see ``ms``), so that they hold on a machine
that does other things as well. Vectors are made: 384 dimensions that vary in 40, gathered at 200 places. Words follow
Zipf's law, 320 a passage. One workspace of 100 is measured twice: while the others have ten passages each, and once
they have so many more. On two processors (the first row from a run in which the others were still empty):

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
``--crossover`` prints further sizes of ef; ``--real`` alone means it.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np

from tests.benchmarks.database import own_database
from tests.benchmarks.search_data import (
    DIMENSIONS,
    DOCUMENT,
    Given,
    Made,
    Read,
    store_foreign,
    store_own,
    store_plain,
)

OTHERS = 99  # workspaces beside the one that is measured
FEW = 10  # passages that each of them has from the first
SIZES = (5_000, 10_000, 20_000)  # of a workspace, where exact search is held against its index
ROUNDS = 41


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


def nearest(workspace: Any, question: Any, *, limit: int, among: int) -> list[UUID]:
    """What the workspace's search by vectors finds."""
    from apps.retrieval.vector_search import nearest_chunks

    found = nearest_chunks(
        workspace_id=workspace.pk, model="builtin", vector=question, document_ids=None, limit=limit, among=among
    )
    return list(found)


def measure_vectors(workspace: Any, ids: Sequence[UUID], vectors: Any, questions: Any, *, limit: int) -> None:
    ours = ms(lambda question: nearest(workspace, question, limit=limit, among=len(ids)), questions)
    numpys = ms(lambda question: exact(vectors, ids, question, limit), questions)
    found = [(nearest(workspace, q, limit=limit, among=len(ids)), exact(vectors, ids, q, limit)) for q in questions]
    same = [len({*near} & {*true}) / limit for near, true in found]
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


def measure_crossover(sizes: Sequence[int], *, real: bool) -> None:
    """Exact search against the index, in a workspace that grows."""
    from django.conf import settings

    from apps.documents.vector_indexes import vector_indexes_tidy
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
        plain = {limit: ms(looking(workspace, limit, size), questions) for limit in (10, 200)}
        settings.EXACT_SEARCH_MAX_CHUNKS = 1
        began = time.perf_counter()
        assert vector_indexes_tidy().built
        build = time.perf_counter() - began
        for limit, ef in ((10, 50), (10, 100), (10, 200), (200, 200), (200, 250), (200, 300), (200, 400)):
            indexed, best, every = measure_index(workspace, ids, vectors, questions, limit=limit, ef=ef)
            figures = f"{plain[limit]:9.2f} {indexed:9.2f}  {ef:4} {best:10.3f} {every:13.3f} {build:8.0f}"
            print(f"{size:8} {limit:6} {figures}", flush=True)


def looking(workspace: Any, limit: int, among: int) -> Callable[[Any], object]:
    return lambda question: nearest(workspace, question, limit=limit, among=among)


def measure_index(
    workspace: Any, ids: Sequence[UUID], vectors: Any, questions: Any, *, limit: int, ef: int
) -> tuple[float, float, float]:
    """Milliseconds, recall of the best 10 and of all, where the index looks at ``ef`` passages."""
    from apps.retrieval import vector_search

    vector_search.ef_search = lambda limit: ef  # type: ignore[assignment]
    look = looking(workspace, limit, len(ids))
    found = [(look(question), exact(vectors, ids, question, limit)) for question in questions]
    best = np.mean([len({*ours[:10]} & {*true[:10]}) / 10 for ours, true in found])
    every = np.mean([len({*ours} & {*true}) / limit for ours, true in found])
    return ms(look, questions), float(best), float(every)


def measure(chunks: int, foreign: int) -> None:
    from apps.documents.vector_indexes import vector_indexes_tidy
    from apps.workspaces.models import Workspace

    made = Made()
    workspace, ids, vectors = store_own(made, chunks)
    others = [Workspace.objects.create(name=f"foreign {number}") for number in range(OTHERS)]
    questions = made.vectors(ROUNDS)
    beside = 0
    for each in (FEW, foreign // OTHERS):
        store_foreign(made, others, workspace, each)
        beside += each * OTHERS
        vector_indexes_tidy()
        analyze()
        print(f"{len(ids)} chunks of the workspace, {beside} of {OTHERS} others")
        for limit in (10, 200):
            measure_vectors(workspace, ids, vectors, questions, limit=limit)
        measure_search(workspace, made)


def main() -> None:
    """Prints what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, default=10_000)
    parser.add_argument("--foreign", type=int, default=100_000, help="of other workspaces, in the second round")
    sizes = " ".join(map(str, SIZES))
    parser.add_argument(
        "--crossover",
        type=int,
        nargs="*",
        metavar="SIZE",
        help=f"instead, exact search against the index in workspaces of these sizes ({sizes})",
    )
    parser.add_argument("--real", action="store_true", help="the same with vectors of the texts in ../shared/data")
    options = parser.parse_args()
    if any(size <= 0 or size % DOCUMENT for size in options.crossover or ()):
        parser.error(f"sizes are multiples of {DOCUMENT}")
    with own_database("fsync=off\n"):
        if options.real or options.crossover is not None:
            measure_crossover(sorted({*(options.crossover or SIZES)}), real=options.real)
        else:
            measure(options.chunks, options.foreign)


if __name__ == "__main__":
    main()
