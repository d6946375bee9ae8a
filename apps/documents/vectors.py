"""A workspace's vectors under one model, whichever documents they belong to: what is lacking, storing it, switching.

No passage of a ready document may lack a vector of the active model. Two commits could break that together: one that
makes a document ready and one that switches the model. Each holds the workspace's row while it looks whether anything
is lacking, so that the later of the two sees what the earlier has done.
"""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import numpy as np
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from numpy.typing import NDArray

from apps.documents.models import Chunk, DocumentStatus, Embedding
from apps.documents.storage import store_vectors
from apps.workspaces.models import EmbeddingState, Workspace

BATCH = 5000  # vectors deleted in one transaction
REMOVE = """
DELETE FROM documents_embedding WHERE workspace_id = %(workspace)s AND (model, chunk_id) IN (
    SELECT model, chunk_id FROM documents_embedding
    WHERE workspace_id = %(workspace)s AND model <> %(active)s LIMIT %(batch)s
)
"""


def chunks_lacking(*, workspace_id: UUID, model: str) -> QuerySet[Chunk]:
    """Passages of ready documents without a vector under ``model``, in order, with what is embedded of them."""
    vectors = Embedding.objects.filter(workspace_id=workspace_id, model=model, chunk_id=OuterRef("pk"))
    rows = Chunk.objects.filter(
        ~Exists(vectors), workspace_id=workspace_id, document__status=DocumentStatus.READY
    ).order_by("document_id", "chunk_index")
    return rows.only("document_id", "chunk_index", "context_line", "content")


def searched_chunk_count(*, workspace_id: UUID) -> int:
    """Passages of ready documents."""
    return Chunk.objects.filter(workspace_id=workspace_id, document__status=DocumentStatus.READY).count()


def active_model_held(*, workspace_id: UUID) -> str | None:
    """The model that is searched, which stays so until the transaction ends; None when the workspace is gone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT embedding_model FROM workspaces_workspace WHERE id = %s FOR SHARE", [workspace_id])
        row = cursor.fetchone()
    return row and row[0]


def store_batch(
    *, workspace_id: UUID, model: str, chunks: Sequence[Chunk], vectors: NDArray[np.float32], done: int, total: int
) -> None:
    """One vector a passage, and how far the switch is; passages that were deleted in the meantime are left out.

    The documents are held first: who deletes passages takes their document before them, so that neither waits for
    what the other holds.
    """
    with transaction.atomic():
        switch = Workspace.objects.filter(pk=workspace_id, embedding_target=model)
        switch.update(embedding_done=done, embedding_total=total)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT id FROM documents_document WHERE id = ANY(%s) ORDER BY id FOR SHARE",
                [sorted({chunk.document_id for chunk in chunks})],
            )
        there = set(Chunk.objects.filter(pk__in=[chunk.pk for chunk in chunks]).values_list("pk", flat=True))
        kept = [place for place, chunk in enumerate(chunks) if chunk.pk in there]
        store_vectors(
            workspace_id=workspace_id,
            model=model,
            chunk_ids=[chunks[place].pk for place in kept],
            vectors=vectors[kept],
        )


def switch_over(*, workspace_id: UUID, model: str) -> str | None:
    """Have the workspace searched by ``model`` if nothing lacks a vector; the model before, or None when it does."""
    with transaction.atomic():
        workspace = Workspace.objects.select_for_update(no_key=True).get(pk=workspace_id)
        if chunks_lacking(workspace_id=workspace_id, model=model).exists():
            return None
        total = searched_chunk_count(workspace_id=workspace_id)
        Workspace.objects.filter(pk=workspace_id).update(
            embedding_model=model,
            embedding_target="",
            embedding_state=EmbeddingState.SETTLED,
            embedding_done=total,
            embedding_total=total,
            embedding_error={},
            embedding_changed_at=Now(),
        )
        return workspace.embedding_model


def old_vectors_remove(*, older_than: timedelta | None = None) -> int:
    """Deletes vectors of models that a workspace has left; returns how many. To be run now and then.

    They are kept for OLD_VECTORS_DAYS after a switch, or after one that failed, so that switching back, or trying
    again, embeds nothing twice.
    """
    limit = timezone.now() - (timedelta(days=settings.OLD_VECTORS_DAYS) if older_than is None else older_than)
    left = Workspace.objects.filter(embedding_changed_at__lt=limit).exclude(embedding_state=EmbeddingState.SWITCHING)
    return sum(_vectors_remove(workspace_id) for workspace_id in left.order_by("pk").values_list("pk", flat=True))


def _vectors_remove(workspace_id: UUID) -> int:
    removed = 0
    while True:
        with transaction.atomic():
            # a switch that begins now waits, or is seen
            workspace = Workspace.objects.select_for_update(no_key=True).filter(pk=workspace_id).first()
            if workspace is None or workspace.embedding_state == EmbeddingState.SWITCHING:
                return removed
            values = {"workspace": workspace_id, "active": workspace.embedding_model, "batch": BATCH}
            with connection.cursor() as cursor:
                cursor.execute(REMOVE, values)
                removed += cursor.rowcount
                if cursor.rowcount < BATCH:
                    return removed
