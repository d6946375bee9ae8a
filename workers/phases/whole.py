"""What a draft on whole documents is planned from: passages over all of them, and the parts they are made of."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from django.db.models.functions import Left

from apps.agents.reading.context import read_context
from apps.agents.writer.plan.contents import Part, chosen, parts_of, shared
from apps.agents.writer.plan.contents_reading import Headed
from apps.agents.writer.plan.limits import FEWEST
from apps.agents.writer.plan.outline import MAIN_POINTS, NOT_DEALT_WITH
from apps.agents.writer.plan.request import joined, read_request
from apps.agents.writer.plan.whole import bear_other_years, compares, documents_told_whole, years_in
from apps.documents.models import DocumentText
from apps.retrieval.context import MOST_NAMED
from apps.retrieval.definite import called_by_kind
from apps.retrieval.meant import documents_meant
from apps.retrieval.openings import WHAT_IT_IS, opening_passages
from apps.retrieval.passages import context_chunks
from apps.retrieval.question import ask
from apps.retrieval.scope import Scope, searched_scope
from apps.retrieval.spread import evenly, lying_in, passages_within, placed_passages, spread_passages
from apps.retrieval.types import ContextChunk, Retrieved
from apps.runs.context import PhaseContext
from apps.runs.types import Data
from workers.toolbox import ContextLimits

ANOTHER_YEAR = "The documents do not include “{asked}” beside {others}."
NAMED_AT_MOST = 6  # documents, beyond which a list of those that are not told ends in "and others"
OPENING = 10_000  # characters of a document, in which it says what year it is on
_QUOTES = re.compile(r"[“”\"«»\[\]]")
_YEAR_ENDED = re.compile(
    r"\b(?:year|period|quarter|months|weeks) ended\s+([^\W\d]+\s+\d{1,2}\s*,?\s+\d{4})", re.IGNORECASE
)

ALL = Part(heading=MAIN_POINTS, start=0, end=2**31 - 1, worth=1.0)  # of any text


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """``parts``: heading → document id → passages over the part that it heads, or over all where there are no headings.

    ``telling``: (heading, document id) of the parts that are told by themselves. ``gaps``: what is not told of what was
    asked for; without a document there is nothing else to say.
    """

    documents: tuple[str, ...] = ()
    parts: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    telling: frozenset[tuple[str, str]] = frozenset()
    chunks: tuple[ContextChunk, ...] = ()
    gaps: tuple[str, ...] = ()

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
        return {"documents": list(self.documents), "parts": parts, "gaps": list(self.gaps)}


def whole_documents(ctx: PhaseContext, found: Retrieved) -> Whole | None:
    """What there is of the documents that are asked for as a whole; None where the request is on something in them."""
    query, limits = ctx.inputs["query"], ctx.tools.limits(ctx.inputs["mode"])
    scope = searched_scope(workspace_id=ctx.workspace_id, document_ids=ctx.inputs["document_ids"] or None)
    meant = documents_meant(query, named=found.named, called=found.called, scope=scope)
    read = read_context(with_each(found.chunks or found.nearest, found.named), asked=query)
    titles = {one.document_id: one.title or one.filename for one in scope.documents}
    known = {"at_hand": list(titles), "names": _names(query, scope)}
    of_a_kind = called_by_kind(ask(query), scope.documents)
    called = {one: [word.text for word in words] for one, words in of_a_kind.items() if one in meant}
    told = documents_told_whole(query, read, **known, called=called)
    asked = [one for one in told if one in titles and (not meant or one in meant)]
    if not asked:
        others = [one for one in bear_other_years(query, read, **known) if one in titles]
        return Whole(gaps=(_another_year(query, [titles[one] for one in others]),)) if others else None
    oldest_first = asked if len(asked) <= MOST_NAMED else [one for one in titles if one in asked]
    told = tuple(oldest_first[:MOST_NAMED])
    files = {one.document_id: one.filename for one in scope.documents}
    contents = {document: _parts(document, titles[document], files[document]) or (ALL,) for document in told}
    headed = chosen(contents)
    if compares(query, read) and len(shared(headed, told)) < FEWEST:
        return None
    found_over = _over_parts(told, headed, limits)
    beyond = [titles[one] for one in oldest_first[MOST_NAMED:]]
    return found_over and replace(found_over, gaps=_not_told(read_request(query, read.places).kind, beyond))


def headings_of(stored: Data) -> tuple[str, ...]:
    """What heads the sections, in order."""
    return tuple(dict.fromkeys(part["heading"] for part in stored.get("parts", ())))


def own_passages(stored: Data, heading: str, documents: Sequence[str] | None) -> tuple[list[UUID], bool]:
    """The passages of the part under ``heading``, and whether no other is needed beside them.

    None is needed of documents that have no such part, where the others of the draft have one.
    """
    headed = [part for part in stored.get("parts", ()) if part["heading"] == heading]
    parts = [part for part in headed if documents is None or part["document"] in documents]
    passages = [UUID(one) for part in parts for one in part["passages"]]
    return passages, bool(headed) and all(part["tells"] for part in parts)


def with_own_part(found: Retrieved, own: Sequence[UUID], *, alone: bool) -> Retrieved:
    """What a section is written from: what its part begins with first; nothing but the part where that stands alone."""
    if not own:
        return replace(found, chunks=(), nearest=()) if alone else found
    inside, first = {str(one) for one in own}, str(own[0])
    hits = [hit for hit in found.chunks if not alone or str(hit.chunk_id) in inside]
    return replace(found, chunks=tuple(sorted(hits, key=lambda hit: str(hit.chunk_id) != first)))


def with_each(chunks: Sequence[ContextChunk], documents: Sequence[str]) -> tuple[ContextChunk, ...]:
    """``chunks``, and a passage of each of ``documents`` that none of them is of: it tells the title."""
    known = {str(chunk.document_id) for chunk in chunks}
    others = [one for document in documents if document not in known for one in passages_within(document, (0, 1))]
    return (*chunks, *context_chunks(dict.fromkeys(others[:MOST_NAMED], 0.0)))


def _names(query: str, scope: Scope) -> dict[str, str] | None:
    """What tells the year of each document where ``query`` asks for one: its names, and the year that it opens with."""
    if not years_in(query):
        return None
    ids = [one.document_id for one in scope.documents]
    opening = Left("text", OPENING)
    texts = (
        DocumentText.objects.filter(document_id__in=ids).annotate(opening=opening).values_list("document_id", "opening")
    )
    ended = {str(id_): " ".join(_YEAR_ENDED.findall(text)[:1]) for id_, text in texts}
    return {one.document_id: f"{one.title} {one.filename} {ended.get(one.document_id, '')}" for one in scope.documents}


def _another_year(query: str, titles: Sequence[str]) -> str:
    """What is said where no document is of the year that is asked for."""
    return ANOTHER_YEAR.format(asked=read_request(query, ()).title, others=_quoted(titles))


def _not_told(kind: str, titles: Sequence[str]) -> tuple[str, ...]:
    """What is said of documents that there is no room for."""
    return (NOT_DEALT_WITH.format(kind=kind, topics=_quoted(titles)),) if titles else ()


def _quoted(titles: Sequence[str]) -> str:
    named = [f"“{_QUOTES.sub('', title).replace('_', ' ')}”" for title in titles[:NAMED_AT_MOST]]
    return joined([*named, "others"] if len(titles) > NAMED_AT_MOST else named)


def _over_parts(
    told: Sequence[str], headed: Sequence[tuple[str, Mapping[str, Part]]], limits: ContextLimits
) -> Whole | None:
    """The passages over the parts of the documents; None where there are none."""
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
    placed = {document: placed_passages(document) for document in told}
    keep = -(-limits.keep // len(told))
    return Whole(
        documents=tuple(told),
        parts={
            heading: {
                document: [str(one) for one in evenly(lying_in(placed[document], (part.start, part.end)), keep)]
                for document, part in of.items()
            }
            for heading, of in headed
        },
        telling=frozenset((heading, document) for heading, of in headed for document, part in of.items() if part.tells),
        chunks=chunks,
    )


def _parts(document: str, title: str, filename: str) -> tuple[Part, ...]:
    found = DocumentText.objects.filter(document_id=document).values_list("text", "headings").first()
    if found is None:
        return ()
    text, headings = found
    headed = [
        Headed(title=one["title"], level=one["level"], start=one["start_offset"], end=one["end_offset"])
        for one in headings
    ]
    return parts_of(text, headed, title=title, filename=filename)
