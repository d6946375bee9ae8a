"""What a draft on whole documents is planned from: passages over all of them, and the parts they are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from apps.agents.reading.context import read_context
from apps.agents.writer.contents import FEWEST, Part, chosen, parts_of, shared
from apps.agents.writer.contents_reading import Headed
from apps.agents.writer.outline import MAIN_POINTS
from apps.agents.writer.whole import compares, documents_told_whole
from apps.documents.models import DocumentText
from apps.retrieval.context import MOST_NAMED
from apps.retrieval.meant import documents_meant
from apps.retrieval.openings import WHAT_IT_IS, opening_passages
from apps.retrieval.passages import context_chunks
from apps.retrieval.scope import searched_scope
from apps.retrieval.spread import evenly, passages_within, spread_passages
from apps.retrieval.types import ContextChunk, Retrieved
from apps.runs.context import PhaseContext
from apps.runs.types import Data

ALL = Part(heading=MAIN_POINTS, start=0, end=2**31 - 1, worth=1.0)  # of any text


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """``parts``: heading → document id → passages over the part that it heads, or over all where there are no headings.

    ``telling``: (heading, document id) of the parts that are told by themselves.
    """

    documents: tuple[str, ...]
    parts: Mapping[str, Mapping[str, Sequence[str]]]
    telling: frozenset[tuple[str, str]]
    chunks: tuple[ContextChunk, ...]

    def stored(self) -> Data:
        """What the later steps read of it."""
        parts = [
            {
                "heading": heading,
                "document": document,
                "passages": passages,
                "tells": (heading, document) in self.telling,
            }
            for heading, of in self.parts.items()
            for document, passages in of.items()
        ]
        return {"documents": list(self.documents), "parts": parts}


def whole_documents(ctx: PhaseContext, found: Retrieved) -> Whole | None:
    """What there is of the documents that are asked for as a whole; None where the request is on something in them."""
    query, limits = ctx.inputs["query"], ctx.tools.limits(ctx.inputs["mode"])
    scope = searched_scope(workspace_id=ctx.workspace_id, document_ids=ctx.inputs["document_ids"] or None)
    at_hand = [one.document_id for one in scope.documents] if len(scope.documents) <= MOST_NAMED else []
    meant = documents_meant(query, named=found.named, called=found.called, scope=scope)
    read = read_context(_with_named(found), asked=query)
    told = documents_told_whole(query, read, at_hand=at_hand)
    titles = {one.document_id: one.title or one.filename for one in scope.documents}
    told = tuple(one for one in told if one in titles and (not meant or one in meant))
    if not 0 < len(told) <= MOST_NAMED:
        return None
    contents = {document: _parts(document, titles[document]) for document in told}
    headed = chosen(contents)
    if compares(query, read) and len(shared(headed, told)) < FEWEST:
        return None
    headed = headed or [(MAIN_POINTS, dict.fromkeys(told, ALL))]
    spans = {
        document: [(of[document].start, of[document].end) for _, of in headed if document in of] for document in told
    }
    chunks = spread_passages(
        spans=spans,
        first=opening_passages(document_ids=told, topics=WHAT_IT_IS),
        keep=limits.keep,
        token_budget=limits.context_tokens,
    )
    if not chunks:
        return None
    return Whole(
        documents=told,
        parts={
            heading: {document: _over(document, part, -(-limits.keep // len(told))) for document, part in of.items()}
            for heading, of in headed
        },
        telling=frozenset((heading, document) for heading, of in headed for document, part in of.items() if part.tells),
        chunks=chunks,
    )


def headings_of(stored: Data) -> tuple[str, ...]:
    """What heads the sections, in order."""
    return tuple(dict.fromkeys(part["heading"] for part in stored.get("parts", ())))


def own_passages(stored: Data, heading: str, documents: Sequence[str] | None) -> tuple[list[UUID], bool]:
    """The passages of the part under ``heading``, and whether no other is needed beside them."""
    parts = [
        part
        for part in stored.get("parts", ())
        if part["heading"] == heading and (documents is None or part["document"] in documents)
    ]
    passages = [UUID(one) for part in parts for one in part["passages"]]
    return passages, bool(parts) and all(part["tells"] for part in parts)


def with_own_part(found: Retrieved, own: Sequence[UUID], *, alone: bool) -> Retrieved:
    """What a section is written from: what its part begins with first; nothing but the part where that stands alone."""
    if not own:
        return found
    inside, first = {str(one) for one in own}, str(own[0])
    hits = [hit for hit in found.chunks if not alone or str(hit.chunk_id) in inside]
    return replace(found, chunks=tuple(sorted(hits, key=lambda hit: str(hit.chunk_id) != first)))


def _with_named(found: Retrieved) -> tuple[ContextChunk, ...]:
    """What was found, and a passage of each document that is named and nothing was found in: it tells the title."""
    passages = found.chunks or found.nearest
    known = {str(hit.document_id) for hit in passages}
    others = [one for document in found.named if document not in known for one in passages_within(document, (0, 1))]
    return (*passages, *context_chunks(dict.fromkeys(others[:MOST_NAMED], 0.0)))


def _over(document: str, part: Part, keep: int) -> list[str]:
    return [str(one) for one in evenly(passages_within(document, (part.start, part.end)), keep)]


def _parts(document: str, title: str) -> tuple[Part, ...]:
    found = DocumentText.objects.filter(document_id=document).values_list("text", "headings").first()
    if found is None:
        return ()
    text, headings = found
    headed = [
        Headed(title=one["title"], level=one["level"], start=one["start_offset"], end=one["end_offset"])
        for one in headings
    ]
    return parts_of(text, headed, title=title)
