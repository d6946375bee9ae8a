"""Vector search inside one workspace's partition, by cosine: exact, or by the workspace's own index once it is large.

Vectors have unit length, so that the inner product is the cosine; it takes a third less time.
"""

from collections.abc import Sequence
from uuid import UUID

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray

from apps.documents.vector_indexes import index_serves

Vector = NDArray[np.float32]
EF_SEARCH = 400  # passages the index looks at for one search: see tests/benchmarks/bench_search.py

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
# the index's expression and condition, word for word; what it finds is put in exact order
BY_INDEX = """
WITH near AS MATERIALIZED (
    SELECT chunk_id, vector FROM documents_embedding
    WHERE workspace_id = %(workspace)s AND model = %(model)s
    ORDER BY (vector::halfvec({dimensions})) <=> %(vector)s::halfvec({dimensions})
    LIMIT %(limit)s
)
SELECT chunk_id, -(vector <#> %(vector)s::halfvec) AS similarity FROM near ORDER BY similarity DESC
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
    if index_serves(workspace_id=workspace_id, model=model, chunks=among):
        with transaction.atomic(), connection.cursor() as cursor:
            # without sorting only the index gives an order
            cursor.execute(
                "SELECT set_config('hnsw.ef_search', %s, true), set_config('enable_sort', 'off', true)",
                [str(max(EF_SEARCH, limit))],
            )
            return _found(BY_INDEX.format(dimensions=len(vector)), values)
    return _found(EXACT, values)


def _found(sql: str, values: dict[str, object]) -> dict[UUID, float]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return dict(cursor.fetchall())


def as_halfvec(vector: Vector) -> str:
    """pgvector's text form."""
    return f"[{','.join(f'{value:.6g}' for value in vector.tolist())}]"
