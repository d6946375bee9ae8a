"""The retrieved passages as one list of units that can be ranked, quoted and compared. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import log

from apps.agents.reading.acronyms import long_forms
from apps.agents.reading.passages import Kind, Unit, read_passage
from apps.agents.reading.tables import row_sentence
from apps.agents.reading.words import content_words, weights_in
from apps.verification.types import ContextChunk

KEPT = 4  # contexts; one of 60,000 tokens takes a few megabytes


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

    @property
    def at(self) -> tuple[int, int]:
        """(rank, index): where it stands among all places."""
        return self.rank, self.index

    @property
    def headings(self) -> tuple[str, ...]:
        """The heading inside the passage, then those above the passage from the outermost on."""
        return self.unit.heading, *self.chunk.heading_path

    @property
    def heading(self) -> str:
        """The heading right above it."""
        return self.unit.heading or "".join(self.chunk.heading_path[-1:])


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """All places of all chunks, best chunk first, and how telling each stem is among them."""

    chunks: tuple[tuple[Place, ...], ...]  # the places of each chunk, by rank and index
    quoted: tuple[Place, ...]  # see ``quotable``
    found_by: Mapping[str, tuple[int, ...]]  # stem → which of ``quoted`` say it; a table row's headings say it too
    weights: Mapping[str, float]
    unseen: float  # weight of a stem that no place has
    long_forms: Mapping[str, tuple[str, ...]]  # stem of a short form → stems of the long one

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(chain.from_iterable(self.chunks))

    def quotable(self) -> tuple[Place, ...]:
        """Places that can stand in an answer: sentences, list items and table rows."""
        return self.quoted

    def covering(self, words: Iterable[str], *, least: float) -> list[tuple[float, Place]]:
        """Quotable places with at least that weighted share of ``words`` (``words.coverage``), in order.

        Only places that have one of the words are looked at, so that a long context costs little a claim; without words
        there are none.
        """
        weighed = {word: self.weights.get(word, self.unseen) for word in words}
        total = sum(weighed.values())
        found: dict[int, float] = {}
        for word, weight in weighed.items():
            for at in self.found_by.get(word, ()):
                found[at] = found.get(at, 0.0) + weight
        return [(have / total, self.quoted[at]) for at, have in sorted(found.items()) if have / total >= least]


@lru_cache(maxsize=KEPT)
def read_context(chunks: tuple[ContextChunk, ...], *, asked: str = "") -> Context:
    """``chunks`` in the order given, taken apart; short forms of ``asked`` are looked up in them.

    The last few are kept: a Judge is handed the same passages for every eight claims of a text.
    """
    forms = long_forms([chunk.content for chunk in chunks], asked=asked)
    by_chunk = tuple(_places_of(chunk, rank, forms) for rank, chunk in enumerate(chunks))
    places = tuple(chain.from_iterable(by_chunk))
    quoted = tuple(place for place in places if place.unit.kind in (Kind.PROSE, Kind.ROW))
    found_by: dict[str, list[int]] = {}
    for at, place in enumerate(quoted):
        for word in place.words | place.above if place.unit.kind is Kind.ROW else place.words:
            found_by.setdefault(word, []).append(at)
    return Context(
        chunks=by_chunk,
        quoted=quoted,
        found_by={word: tuple(where) for word, where in found_by.items()},
        weights=weights_in(place.words for place in places),
        unseen=log(1 + max(1, len(places))),
        long_forms=forms,
    )


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


def _places_of(chunk: ContextChunk, rank: int, forms: Mapping[str, tuple[str, ...]]) -> tuple[Place, ...]:
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
    return tuple(places)


def _own_text(unit: Unit) -> str:
    return f"{unit.row.label} {' '.join(unit.row.cells)}" if unit.row else unit.text


def _head_text(unit: Unit) -> str:
    return " ".join((unit.heading, *(unit.row.columns if unit.row else ())))
