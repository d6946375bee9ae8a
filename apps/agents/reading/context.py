"""The retrieved passages as one list of units that can be ranked, quoted and compared. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log

from apps.agents.reading.passages import Kind, Unit, read_passage
from apps.agents.reading.tables import row_sentence
from apps.agents.reading.words import content_words, weights_in
from apps.verification.types import ContextChunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A unit where it stands. ``text`` is what the Writer would write of it, ``around`` the stems that tell what it is about."""

    chunk: ContextChunk
    rank: int  # of the chunk, 0 is best
    index: int  # of the unit in the chunk
    unit: Unit
    text: str
    words: frozenset[str]
    above: frozenset[str]  # of its headings, inside the chunk and above it, and the document's title
    beside: frozenset[str]  # of the sentences before and after it


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """All places of all chunks, best chunk first, and how telling each stem is among them."""

    places: tuple[Place, ...]
    weights: Mapping[str, float]
    unseen: float  # weight of a stem that no place has

    def quotable(self) -> tuple[Place, ...]:
        """Places that can stand in an answer: sentences, list items and table rows."""
        return tuple(place for place in self.places if place.unit.kind in (Kind.PROSE, Kind.ROW))


def read_context(chunks: tuple[ContextChunk, ...]) -> Context:
    """``chunks`` in the order given, taken apart."""
    places = tuple(place for rank, chunk in enumerate(chunks) for place in _places_of(chunk, rank))
    weights = weights_in(place.words for place in places)
    return Context(places=places, weights=weights, unseen=log(1 + max(1, len(places))))


def _places_of(chunk: ContextChunk, rank: int) -> list[Place]:
    units = read_passage(chunk.content)
    words = [frozenset(content_words(unit.text)) for unit in units]
    titles = frozenset(content_words(" ".join((chunk.title, chunk.context_line, *chunk.heading_path))))
    places = []
    for index, unit in enumerate(units):
        beside = frozenset().union(
            *(
                words[near]
                for near in (index - 1, index + 1)
                if 0 <= near < len(units) and units[near].kind is Kind.PROSE
            )
        )
        places.append(
            Place(
                chunk=chunk,
                rank=rank,
                index=index,
                unit=unit,
                text=row_sentence(unit.row) if unit.row else unit.text,
                words=words[index],
                above=titles | frozenset(content_words(unit.heading)),
                beside=beside,
            )
        )
    return places
