"""Where a document's own section on a topic begins: nothing else in it comes more to the point."""

from collections.abc import Sequence
from uuid import UUID

from apps.core.headings import unnumbered
from apps.documents.models import Chunk, DocumentText
from apps.retrieval.text_search import lexemes_of

MOST = 6  # documents, of more than that none is looked into


def opening_passages(*, document_ids: Sequence[UUID | str], topic: str) -> list[UUID]:
    """The passages with the first words under a heading that says ``topic`` and no more: one of each document at most.

    Of several such headings in a document the outermost counts, of those the first.
    """
    if len(document_ids) > MOST:
        return []
    found = (_opening_passage(document, topic) for document in document_ids)
    return [passage for passage in found if passage is not None]


def _opening_passage(document_id: UUID | str, topic: str) -> UUID | None:
    headings = DocumentText.objects.filter(document_id=document_id).values_list("headings", flat=True).first() or []
    wanted, *said = map(set, lexemes_of([topic, *(unnumbered(heading["title"]) for heading in headings)]))
    same = [heading for heading, words in zip(headings, said, strict=True) if wanted and words == wanted]
    if not same:
        return None
    ends = min(same, key=lambda heading: (heading["level"], heading["start_offset"]))["end_offset"]
    behind = Chunk.objects.filter(document_id=document_id, end_offset__gt=ends).order_by("chunk_index")
    return behind.values_list("id", flat=True).first()
