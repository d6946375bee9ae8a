"""Where a document's own section on a topic begins: nothing else in it comes more to the point."""

from collections.abc import Sequence
from uuid import UUID

from apps.core.headings import unnumbered
from apps.documents.models import Chunk, DocumentText
from apps.retrieval.text_search import lexemes_of

MOST = 6  # documents, of more than that none is looked into
# what sections that say what a company or a document is are headed by, the surest first
WHAT_IT_IS = ("Description of Business", "About us", "The Company", "Business", "Overview", "Purpose", "Scope")


def opening_passages(*, document_ids: Sequence[UUID | str], topics: Sequence[str]) -> list[UUID]:
    """The passages with the first words under a heading that says one of ``topics`` and no more: one of each document.

    Of several such headings in a document those of the first topic count, of these the outermost, of those the first.
    """
    if len(document_ids) > MOST:
        return []
    found = (_opening_passage(document, topics) for document in document_ids)
    return [passage for passage in found if passage is not None]


def _opening_passage(document_id: UUID | str, topics: Sequence[str]) -> UUID | None:
    headings = DocumentText.objects.filter(document_id=document_id).values_list("headings", flat=True).first() or []
    words = lexemes_of([*topics, *(unnumbered(heading["title"]) for heading in headings)])
    wanted, said = [set(each) for each in words[: len(topics)]], [set(each) for each in words[len(topics) :]]
    same = [
        (wanted.index(each), heading["level"], heading["start_offset"], heading["end_offset"])
        for heading, each in zip(headings, said, strict=True)
        if each and each in wanted
    ]
    if not same:
        return None
    behind = Chunk.objects.filter(document_id=document_id, end_offset__gt=min(same)[-1]).order_by("chunk_index")
    return behind.values_list("id", flat=True).first()
