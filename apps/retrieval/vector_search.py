"""Vector search inside one workspace's partition, by cosine: exact, or by the workspace's own index once it is large.

Vectors have unit length, so that the inner product is the cosine; it takes a third less time.
"""

import math
from collections.abc import Sequence
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from apps.documents.vector_indexes import index_expected

Vector = NDArray[np.float32]
# passages the index looks at for one search: see tests/benchmarks/bench_search.py
LEAST_EF_SEARCH, EF_SHARE = 100, 1.25
MOST_EF_SEARCH = 1000  # that pgvector takes

NEAREST = """
SELECT chunk_id, {distance} AS distance
FROM documents_embedding
WHERE workspace_id = %(workspace)s AND model = %(model)s
ORDER BY distance
"""
# of each passage in turn it is asked whose it is, until enough are found: a join would be read from its other end where
# the database takes the documents for small ones, as it does those that came after it counted last
LEAVING_OUT = """
SELECT chunk_id, distance
FROM ({nearest}) AS nearest
WHERE (SELECT document_id FROM documents_chunk AS chunk WHERE chunk.id = nearest.chunk_id) <> ALL(%(without)s)
ORDER BY distance
"""
LIMIT = "LIMIT %(limit)s"
EXACT_DISTANCE = "vector <#> %(vector)s::halfvec"
INDEXED_DISTANCE = "(vector::halfvec({dimensions})) <#> %(vector)s::halfvec({dimensions})"  # word for word the index's
AMONG_DOCUMENTS = """
SELECT embedding.chunk_id, embedding.vector <#> %(vector)s::halfvec AS distance
FROM documents_embedding AS embedding
JOIN documents_chunk AS chunk ON chunk.id = embedding.chunk_id
WHERE embedding.workspace_id = %(workspace)s AND embedding.model = %(model)s
  AND chunk.workspace_id = %(workspace)s AND chunk.document_id = ANY(%(documents)s)
ORDER BY distance, chunk.document_id, chunk.chunk_index
"""
# one round trip, and one transaction of its own where there is none. An index that is there is used, as without sorting
# only it gives an order; where none is complete, all are sorted in spite of that, and before PostgreSQL 18 at a price
# that would have the plan compiled. Where what it finds has just been deleted, or is left out, it looks on
BY_INDEX = """
SELECT set_config('hnsw.ef_search', '{ef_search}', true), set_config('hnsw.iterative_scan', 'strict_order', true),
    set_config('enable_sort', 'off', true), set_config('jit', 'off', true);
{search};
RESET enable_sort;
RESET jit
"""


def nearest_chunks(
    *,
    workspace_id: UUID,
    model: str,
    vector: Vector,
    document_ids: Sequence[UUID] | None,
    limit: int,
    among: int = 0,
    without: Sequence[UUID] = (),
) -> dict[UUID, float]:
    """The ``limit`` passages that lie nearest: chunk id → cosine (-1 … 1), best first.

    ``document_ids``: where they are to be from; None for anywhere in the workspace, which is several times faster.
    ``without``: documents that is to leave out. ``among``: how many passages that is; where it is many, an index may
    serve.
    """
    values = {"vector": as_halfvec(vector), "workspace": workspace_id, "model": model, "limit": limit}
    if document_ids is not None:
        return _found(AMONG_DOCUMENTS + LIMIT, {**values, "documents": list(document_ids)})
    values["without"] = list(without)
    if index_expected(chunks=among):
        search = _anywhere(INDEXED_DISTANCE.format(dimensions=len(vector)), without)
        found = _found(BY_INDEX.format(search=search, ef_search=ef_search(limit)), values, behind=1)
        if len(found) >= min(limit, among):
            return found  # else it has given up: nearly all that lies near is left out
    return _found(_anywhere(EXACT_DISTANCE, without), values)


def _anywhere(distance: str, without: Sequence[UUID]) -> str:
    nearest = NEAREST.format(distance=distance)
    return (LEAVING_OUT.format(nearest=nearest) if without else nearest) + LIMIT


def ef_search(limit: int) -> int:
    """How many passages the index looks at for one search that is to find ``limit``."""
    return min(max(LEAST_EF_SEARCH, math.ceil(EF_SHARE * limit)), MOST_EF_SEARCH)


def _found(sql: str, values: dict[str, object], *, behind: int = 0) -> dict[UUID, float]:
    """Passages and similarities that the statement finds that stands ``behind`` so many others."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        for _ in range(behind):
            cursor.nextset()
        return {chunk_id: -distance for chunk_id, distance in cursor.fetchall()}


def as_halfvec(vector: Vector) -> str:
    """pgvector's text form."""
    return f"[{','.join(f'{value:.6g}' for value in vector.tolist())}]"
