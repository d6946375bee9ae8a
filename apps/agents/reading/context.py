"""The retrieved passages as one list of units that can be ranked, quoted and compared. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log

from apps.agents.reading.acronyms import long_forms
from apps.agents.reading.passages import Kind, Unit, read_passage
from apps.agents.reading.tables import row_sentence
from apps.agents.reading.words import content_words, weights_in
from apps.verification.types import ContextChunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A unit where it stands. ``text`` is what the Writer would write of it; the other fields are stems."""

    chunk: ContextChunk
    rank: int  # of the chunk, 0 is best
    index: int  # of the unit in the chunk
    unit: Unit
    text: str
    words: frozenset[str]
    above: frozenset[str]  # of its headings, inside the chunk and above it, and the document's title
    title: frozenset[str]  # of the document's title alone
    chunk_words: frozenset[str]  # of the whole chunk
    beside: frozenset[str]  # of the sentences before and after it


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """All places of all chunks, best chunk first, and how telling each stem is among them."""

    places: tuple[Place, ...]
    weights: Mapping[str, float]
    unseen: float  # weight of a stem that no place has
    long_forms: Mapping[str, tuple[str, ...]]  # stem of a short form → stems of the long one

    def quotable(self) -> tuple[Place, ...]:
        """Places that can stand in an answer: sentences, list items and table rows."""
        return tuple(place for place in self.places if place.unit.kind in (Kind.PROSE, Kind.ROW))


def read_context(chunks: tuple[ContextChunk, ...], *, asked: str = "") -> Context:
    """``chunks`` in the order given, taken apart; short forms of ``asked`` are looked up in them."""
    forms = long_forms([chunk.content for chunk in chunks], asked=asked)
    places = tuple(place for rank, chunk in enumerate(chunks) for place in _places_of(chunk, rank, forms))
    weights = weights_in(place.words for place in places)
    return Context(places=places, weights=weights, unseen=log(1 + max(1, len(places))), long_forms=forms)


def spelled_out(words: Iterable[str], forms: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """``words`` with the long form in the place of each short one."""
    return tuple(dict.fromkeys(part for word in words for part in forms.get(word, (word,))))


def titled(names: Iterable[str], place: Place) -> frozenset[str]:
    """Those of ``names`` that the document's title bears, run together or not: "best" and "buy" of "bestbuy"."""
    return frozenset(
        name
        for name in names
        if name in place.title
        or (len(name) > 2 and any(word.startswith(name) or word.endswith(name) for word in place.title))
    )


def _places_of(chunk: ContextChunk, rank: int, forms: Mapping[str, tuple[str, ...]]) -> list[Place]:
    units = read_passage(chunk.content)
    texts = [row_sentence(unit.row) if unit.row else unit.text for unit in units]
    words = [frozenset(spelled_out(content_words(_own_text(unit)), forms)) for unit in units]
    title = frozenset(content_words(f"{chunk.title} {chunk.filename}".replace("_", " ")))
    headings = frozenset(content_words(" ".join((chunk.context_line, *chunk.heading_path))))
    everything = frozenset().union(*words)
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
                text=texts[index],
                words=words[index],
                above=title | headings | frozenset(spelled_out(content_words(_head_text(unit)), forms)),
                title=title,
                chunk_words=everything,
                beside=beside,
            )
        )
    return places


def _own_text(unit: Unit) -> str:
    return f"{unit.row.label} {' '.join(unit.row.cells)}" if unit.row else unit.text


def _head_text(unit: Unit) -> str:
    return " ".join((unit.heading, *(unit.row.columns if unit.row else ())))
