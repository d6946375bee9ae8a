"""Where a document's own section on a topic begins: nothing else in it comes more to the point."""

from collections.abc import Sequence
from uuid import UUID

from apps.core.headings import unnumbered, whole, whom_about
from apps.documents.models import Chunk, Document, DocumentText
from apps.retrieval.text_search import lexemes_of

MOST = 6  # documents, of more than that none is looked into
# what sections that say what a company or a document is are headed by, the surest first
ABOUT_US = "About us"  # or by the name that the document's title bears: "About Acme"
WHAT_IT_IS = ("Description of Business", ABOUT_US, "The Company", "Business", "Overview", "Purpose", "Scope")


def opening_passages(*, document_ids: Sequence[UUID | str], topics: Sequence[str]) -> list[UUID]:
    """The passages with the first words under a heading that says one of ``topics`` and no more: one of each document.

    Of several such headings in a document those of the first topic count, of these the outermost, of those the first.
    """
    if len(document_ids) > MOST:
        return []
    found = (_opening_passage(document, topics) for document in document_ids)
    return [passage for passage in found if passage is not None]


def _opening_passage(document_id: UUID | str, topics: Sequence[str]) -> UUID | None:
    headings = DocumentText.objects.filter(document_id=document_id).values_list("headings", flat=True).first()
    if not headings:
        return None
    titles = [unnumbered(heading["title"]) for heading in headings]
    titles = _called_us(titles, document_id) if ABOUT_US in topics else titles
    words = [set(each) for each in lexemes_of([*topics, *titles, *map(whole, titles)])]
    wanted, said, mended = words[: len(topics)], words[len(topics) : -len(titles)], words[-len(titles) :]
    same = [
        (wanted.index(each), heading["level"], heading["start_offset"], heading["end_offset"])
        for heading, ways in zip(headings, zip(said, mended, strict=True), strict=True)
        for each in ways
        if each and each in wanted
    ]
    if not same:
        return None
    behind = Chunk.objects.filter(document_id=document_id, end_offset__gt=min(same)[-1]).order_by("chunk_index")
    return behind.values_list("id", flat=True).first()


def _called_us(titles: Sequence[str], document_id: UUID | str) -> list[str]:
    """Headings, with "About us" for the one that says so by a name whose first word the document's title bears."""
    whom = [whom_about(title) for title in titles]
    if not any(whom):
        return list(titles)
    bears = Document.objects.filter(id=document_id).values_list("title", "filename").get()
    own, *named = lexemes_of([" ".join(bears), *whom])
    return [ABOUT_US if name and name[0] in own else title for title, name in zip(titles, named, strict=True)]
