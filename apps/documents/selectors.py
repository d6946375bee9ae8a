"""Questions about documents and their text."""

from apps.documents.models import Document, DocumentText, Page
from apps.documents.types import Extracted, Heading, Notice, PageSpan


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
