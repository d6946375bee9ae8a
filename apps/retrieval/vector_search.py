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

EXACT = """
SELECT chunk_id, -(vector <#> %(vector)s::halfvec) AS similarity
FROM documents_embedding
WHERE workspace_id = %(workspace)s AND model = %(model)s
ORDER BY similarity DESC
LIMIT %(limit)s
"""
AMONG_DOCUMENTS = """
SELECT embedding.chunk_id, -(embedding.vector <#> %(vector)s::halfvec) AS similarity
FROM documents_embedding AS embedding
JOIN documents_chunk AS chunk ON chunk.id = embedding.chunk_id
WHERE embedding.workspace_id = %(workspace)s AND embedding.model = %(model)s
  AND chunk.workspace_id = %(workspace)s AND chunk.document_id = ANY(%(documents)s)
ORDER BY similarity DESC, chunk.document_id, chunk.chunk_index
LIMIT %(limit)s
"""
# one round trip, and one transaction of its own where there is none. An index that is there is used, as without sorting
# only it gives an order; where none is complete, all are sorted in spite of that. The expression and the condition are
# the index's, word for word; where what it finds has just been deleted, it looks on
BY_INDEX = """
SELECT set_config('hnsw.ef_search', '{ef_search}', true), set_config('hnsw.iterative_scan', 'strict_order', true),
    set_config('enable_sort', 'off', true);
SELECT chunk_id, -(vector <#> %(vector)s::halfvec) AS similarity
FROM documents_embedding
WHERE workspace_id = %(workspace)s AND model = %(model)s
ORDER BY (vector::halfvec({dimensions})) <#> %(vector)s::halfvec({dimensions})
LIMIT %(limit)s;
RESET enable_sort
"""


def nearest_chunks(
    *,
    workspace_id: UUID,
    model: str,
    vector: Vector,
    document_ids: Sequence[UUID] | None,
    limit: int,
    among: int = 0,
) -> dict[UUID, float]:
    """The ``limit`` passages that lie nearest: chunk id → cosine (-1 … 1), best first.

    ``document_ids``: where they are to be from; None for anywhere in the workspace, which is several times faster.
    ``among``: how many passages that is; where it is many, an index may serve.
    """
    values = {"vector": as_halfvec(vector), "workspace": workspace_id, "model": model, "limit": limit}
    if document_ids is not None:
        return _found(AMONG_DOCUMENTS, {**values, "documents": list(document_ids)})
    if index_expected(chunks=among):
        return _found(BY_INDEX.format(dimensions=len(vector), ef_search=ef_search(limit)), values, behind=1)
    return _found(EXACT, values)


def ef_search(limit: int) -> int:
    """How many passages the index looks at for one search that is to find ``limit``."""
    return min(max(LEAST_EF_SEARCH, math.ceil(EF_SHARE * limit)), MOST_EF_SEARCH)


def _found(sql: str, values: dict[str, object], *, behind: int = 0) -> dict[UUID, float]:
    """Passages and similarities that the statement finds that stands ``behind`` so many others."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        for _ in range(behind):
            cursor.nextset()
        return dict(cursor.fetchall())


def as_halfvec(vector: Vector) -> str:
    """pgvector's text form."""
    return f"[{','.join(f'{value:.6g}' for value in vector.tolist())}]"
