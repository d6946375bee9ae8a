"""Questions about documents, their text and their chunks."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import QuerySet

from apps.documents.models import Chunk, Document, DocumentStatus, DocumentText, Page
from apps.documents.types import Extracted, Heading, Notice, PageSpan
from apps.workspaces.models import Workspace


def documents_in(workspace: Workspace) -> QuerySet[Document]:
    """Every document of a workspace, newest first."""
    return Document.objects.filter(workspace=workspace).order_by("-created_at", "-id")


def ready_documents_in(workspace: Workspace) -> QuerySet[Document]:
    """The documents that are searched and cited."""
    return documents_in(workspace).filter(status=DocumentStatus.READY)


def chunks_of(document: Document) -> QuerySet[Chunk]:
    """A document's chunks in reading order."""
    return Chunk.objects.filter(document=document).defer("search").order_by("chunk_index")


def chunks_by_keys(*, workspace: Workspace, keys: Collection[str]) -> dict[str, list[Chunk]]:
    """Key → its chunks in ready documents; several when the same text stands in several places."""
    rows = (
        Chunk.objects.filter(workspace=workspace, key__in=set(keys), document__status=DocumentStatus.READY)
        .select_related("document")
        .defer("search")
        .order_by("document__created_at", "document_id", "chunk_index")
    )
    found: dict[str, list[Chunk]] = {}
    for chunk in rows:
        found.setdefault(chunk.key, []).append(chunk)
    return found


def text_of(document: Document) -> str:
    """The extracted text that the document's offsets count into; "" before it was read."""
    return DocumentText.objects.filter(document=document).values_list("text", flat=True).first() or ""


def extracted_of(document: Document) -> Extracted:
    """What was read out of the document, as the extractor gave it. Raises DocumentText.DoesNotExist before."""
    stored = DocumentText.objects.get(document=document)
    pages = Page.objects.filter(document=document).order_by("number")
    return Extracted(
        text=stored.text,
        pages=tuple(
            PageSpan(
                number=page.number, start_offset=page.start_offset, end_offset=page.end_offset, has_text=page.has_text
            )
            for page in pages
        ),
        headings=tuple(Heading(**heading) for heading in stored.headings),
        title=document.title or None,
        notices=tuple(
            Notice(code=notice["code"], message=notice["message"], pages=tuple(notice.get("pages", ())))
            for notice in document.notices
        ),
    )


def page_of(*, document_id: UUID, offset: int) -> int | None:
    """The number of the page that the character at ``offset`` lies on; None where the format has no pages."""
    pages = Page.objects.filter(document_id=document_id, start_offset__lte=offset, has_text=True)
    return pages.order_by("-number").values_list("number", flat=True).first()
