"""Where a document's own section on a topic begins: nothing else in it comes more to the point."""

from uuid import UUID

from apps.core.headings import unnumbered
from apps.documents.models import Chunk, DocumentText
from apps.retrieval.text_search import lexemes_of


def opening_passage(*, document_id: UUID | str, topic: str) -> UUID | None:
    """The id of the passage with the first words under a heading that says ``topic`` and no more, if there is one.

    Of several such headings the outermost counts, of those the first.
    """
    headings = DocumentText.objects.filter(document_id=document_id).values_list("headings", flat=True).first() or []
    wanted, *said = map(set, lexemes_of([topic, *(unnumbered(heading["title"]) for heading in headings)]))
    same = [heading for heading, words in zip(headings, said, strict=True) if wanted and words == wanted]
    if not same:
        return None
    ends = min(same, key=lambda heading: (heading["level"], heading["start_offset"]))["end_offset"]
    behind = Chunk.objects.filter(document_id=document_id, end_offset__gt=ends).order_by("chunk_index")
    return behind.values_list("id", flat=True).first()
