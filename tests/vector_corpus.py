"""Documents made of vectors alone, and how the search among them is carried out."""

import hashlib
from collections.abc import Sequence
from uuid import UUID

import numpy as np
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.documents.models import Chunk, Document, DocumentStatus
from apps.documents.storage import store_vectors
from apps.documents.vector_indexes import PREFIX, index_name
from apps.retrieval.vector_search import nearest_chunks
from apps.workspaces.models import Workspace

DIMENSIONS = 32
SIZE = 300  # passages of a large workspace


def unit(random: np.random.Generator, count: int, dimensions: int = DIMENSIONS) -> np.ndarray:
    vectors = random.normal(size=(count, dimensions)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def fill(
    workspace: Workspace, count: int, *, seed: int, status: DocumentStatus = DocumentStatus.READY
) -> tuple[list[UUID], np.ndarray]:
    """A document of so many passages; their ids and vectors."""
    document = Document.objects.create(
        workspace=workspace,
        title=f"Document {seed}",
        filename="file.txt",
        media_type="text/plain",
        sha256=hashlib.sha256(f"{workspace.pk}{seed}".encode()).hexdigest(),
        size=1,
        file="-",
        status=status,
        chunk_count=count,
    )
    chunks = Chunk.objects.bulk_create(
        Chunk(
            workspace=workspace,
            document=document,
            chunk_hash=f"{index:064x}",
            key=f"{index:012x}",
            content="text",
            chunk_index=index,
            start_offset=0,
            end_offset=4,
            token_count=1,
        )
        for index in range(count)
    )
    ids, vectors = [chunk.pk for chunk in chunks], unit(np.random.default_rng(seed), count)
    store_vectors(workspace_id=workspace.pk, model="builtin", chunk_ids=ids, vectors=vectors)
    return ids, vectors


def indexes() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE starts_with(relname, %s) ORDER BY 1", [PREFIX])
        return [row[0] for row in cursor.fetchall()]


def name_of(workspace: Workspace, model: str = "builtin") -> str:
    return index_name(workspace_id=workspace.pk, model=model)


def near(
    workspace: Workspace,
    vector: np.ndarray,
    *,
    limit: int = 10,
    among: int = SIZE,
    without: Sequence[UUID] = (),
) -> list[UUID]:
    found = nearest_chunks(
        workspace_id=workspace.pk,
        model="builtin",
        vector=vector,
        document_ids=None,
        without=without,
        limit=limit,
        among=among,
    )
    assert list(found.values()) == sorted(found.values(), reverse=True), "best first"
    return list(found)


def exact(ids: list[UUID], vectors: np.ndarray, vector: np.ndarray, limit: int = 10) -> list[UUID]:
    return [ids[place] for place in np.argsort(-(vectors @ vector), kind="stable")[:limit]]


def plan_of(workspace: Workspace, vector: np.ndarray, *, among: int = SIZE, without: Sequence[UUID] = ()) -> str:
    """How the search that has just been made is carried out, by the database's own word."""
    with CaptureQueriesContext(connection) as captured:
        near(workspace, vector, among=among, without=without)
    query = next(each["sql"] for each in captured if "documents_embedding" in each["sql"])
    with connection.cursor() as cursor:
        cursor.execute(query.replace("SELECT chunk_id", "EXPLAIN SELECT chunk_id", 1))
        if "set_config" in query:
            cursor.nextset()
        return "\n".join(row[0] for row in cursor.fetchall())
