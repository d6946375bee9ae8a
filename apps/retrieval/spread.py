"""Passages over the whole of documents: what stands at the beginning of their parts, and further on in the longer."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from uuid import UUID

from apps.documents.models import Chunk
from apps.retrieval.passages import context_chunks
from apps.retrieval.types import ContextChunk

Span = tuple[int, int]  # of a document's text
Placed = tuple[UUID, int, int]  # a passage, and where it begins and ends


def spread_passages(
    *, spans: Mapping[str, Sequence[Span]], first: Sequence[UUID], keep: int, token_budget: int
) -> tuple[ContextChunk, ...]:
    """At most ``keep`` passages that fit ``token_budget`` together: ``first``, what each span begins with, then others.

    ``spans``: document id → parts of its text. Each of several documents has its first passages before one has its
    second; of a longer span more passages are taken than of a shorter one.
    """
    placed = {document: placed_passages(document) for document in spans}
    within = {document: [lying_in(placed[document], span) for span in each] for document, each in spans.items()}
    opening = _dealt([[passages[0] for passages in each if passages] for each in within.values()])
    every = [passages for each in within.values() for passages in each if passages]
    further = [one for passages in every for one in evenly(passages[1:], _seats(passages, every, keep))]
    ranked = list(dict.fromkeys([*first, *opening]))
    ranked = ranked[:keep] + evenly([one for one in further if one not in ranked], keep - len(ranked))
    found = context_chunks({id_: 1 - rank / (keep + 1) for rank, id_ in enumerate(ranked)})
    kept, left = [], token_budget
    for passage in found:
        if passage.token_count <= left:
            kept.append(passage)
            left -= passage.token_count
    return tuple(kept)


def evenly(passages: Sequence[UUID], most: int) -> list[UUID]:
    """``most`` of the passages, at equal distances, in order."""
    most = max(0, min(most, len(passages)))
    return [passages[place * len(passages) // most] for place in range(most)]


def _seats(passages: Sequence[UUID], every: Sequence[Sequence[UUID]], keep: int) -> int:
    """How many passages a span is to have by its length."""
    return round(keep * len(passages) / sum(map(len, every)))


def placed_passages(document: str) -> list[Placed]:
    """The passages of a document in order."""
    own = Chunk.objects.filter(document_id=document).order_by("chunk_index")
    return list(own.values_list("id", "start_offset", "end_offset"))


def lying_in(passages: Iterable[Placed], span: Span) -> list[UUID]:
    """The passage that a span begins in, and those that lie in it for the most part, in order."""
    start, end = span
    found = [(id_, first, last) for id_, first, last in passages if last > start and first < end]
    return [
        id_
        for number, (id_, first, last) in enumerate(found)
        if not number or 2 * (min(last, end) - max(first, start)) >= last - first
    ]


def passages_within(document: str, span: Span) -> list[UUID]:
    """Those of a document's passages that lie in ``span``."""
    return lying_in(placed_passages(document), span)


def _dealt(queues: Iterable[Sequence[UUID]]) -> list[UUID]:
    return [one for turn in zip_longest(*queues) for one in turn if one is not None]
