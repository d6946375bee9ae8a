"""Exact vector search inside one workspace's partition, by cosine."""

from collections.abc import Sequence
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray

Vector = NDArray[np.float32]


def nearest_chunks(
    *, workspace_id: UUID, model: str, vector: Vector, document_ids: Sequence[UUID], limit: int
) -> dict[UUID, float]:
    """The ``limit`` passages of ``document_ids`` that lie nearest: chunk id → cosine (-1 … 1), best first."""
    sql = """
        SELECT embedding.chunk_id, 1 - (embedding.vector <=> %s::halfvec) AS similarity
        FROM documents_embedding AS embedding
        JOIN documents_chunk AS chunk ON chunk.id = embedding.chunk_id
        WHERE embedding.workspace_id = %s AND embedding.model = %s
          AND chunk.workspace_id = %s AND chunk.document_id = ANY(%s)
        ORDER BY similarity DESC, chunk.document_id, chunk.chunk_index
        LIMIT %s
    """
    with connection.cursor() as cursor:
        cursor.execute(sql, [as_halfvec(vector), workspace_id, model, workspace_id, list(document_ids), limit])
        return dict(cursor.fetchall())


def as_halfvec(vector: Vector) -> str:
    """pgvector's text form."""
    return f"[{','.join(f'{value:.6g}' for value in vector.tolist())}]"
