"""What a search may look at: the ready documents of one workspace."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from apps.documents.models import Document, DocumentStatus
from apps.retrieval.names import DocumentName

MOST_LEFT_OUT = 4  # passages for each that is searched: where there are more, to name those searched is faster


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The documents that are searched, oldest first, and how many passages they have.

    ``unready``: the other documents of the workspace that have passages, as long as they are read or could not be.
    ``whole``: the documents are all there is in the workspace but for those, which are not too many to leave out of
    what is found in it.
    """

    workspace_id: UUID
    documents: tuple[DocumentName, ...]
    unready: tuple[UUID, ...] = ()
    whole: bool = False

    @property
    def document_ids(self) -> tuple[UUID, ...]:
        return tuple(UUID(document.document_id) for document in self.documents)

    @property
    def chunk_count(self) -> int:
        return sum(document.chunk_count for document in self.documents)


def searched_scope(*, workspace_id: UUID | str, document_ids: Sequence[UUID | str] | None) -> Scope:
    """The ready documents of the workspace; only those of ``document_ids`` unless that is None."""
    documents = Document.objects.filter(workspace_id=workspace_id)
    if document_ids is not None:
        documents = documents.filter(id__in=list(document_ids))
    rows = documents.order_by("created_at", "id").values_list("id", "title", "filename", "chunk_count", "status")
    found = list(rows)
    ready = [row for row in found if row[4] == DocumentStatus.READY]
    unready = {row[0]: row[3] for row in found if row[4] != DocumentStatus.READY and row[3]}
    few = sum(unready.values()) <= MOST_LEFT_OUT * sum(row[3] for row in ready)
    return Scope(
        workspace_id=UUID(str(workspace_id)),
        documents=tuple(
            DocumentName(document_id=str(id_), title=title, filename=filename, chunk_count=count)
            for id_, title, filename, count, _ in ready
        ),
        unready=tuple(unready),
        whole=document_ids is None and few,
    )
