"""What a document's own section on a topic begins with. Pure."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from apps.agents.reading.context import Place
from apps.agents.reading.passages import Kind, read_passage
from apps.agents.reading.words import content_words
from apps.core.headings import is_numbered, unnumbered
from apps.verification.types import ContextChunk

OPENING = 4  # sentences
LONGEST = 100  # characters of a heading
_LINE, _WORD = re.compile(r"^.+$", re.MULTILINE), re.compile(r"[^\W\d_]+")


def opening_of(places: Sequence[Place], topic: str) -> frozenset[tuple[int, int]]:
    """(rank, index) of the first sentences of each document's own section on ``topic``.

    Its heading stands in or over a passage. ``places``: the sentences that may be told, of all passages.
    """
    spans = {chunk.key: _span(chunk, topic) for chunk in {place.chunk.key: place.chunk for place in places}.values()}
    found: dict[str, list[Place]] = {}
    for place in sorted(places, key=lambda one: (one.chunk.start_offset, one.index)):
        start, end = spans[place.chunk.key]
        if place.unit.row is None and start <= place.unit.start < end:
            found.setdefault(place.chunk.document_id, []).append(place)
    return frozenset(
        (place.rank, place.index) for own in found.values() for place in own[:OPENING] if place.rank == own[0].rank
    )


def openings_of(places: Sequence[Place], topics: Iterable[str]) -> frozenset[tuple[int, int]]:
    """As ``opening_of``, on any of ``topics``."""
    return frozenset[tuple[int, int]]().union(*(opening_of(places, topic) for topic in topics))


def _span(chunk: ContextChunk, topic: str) -> tuple[int, int]:
    """From where to where a passage tells what the section begins with; (0, 0) where it does not.

    Behind the section's heading, else from the passage's beginning where that stands under it, to the next heading.
    Where nothing stands before that, a part of the section may begin there: without a number under one with a number.
    """
    wanted = _words(topic)
    own = next((line for line in _LINE.finditer(chunk.content) if wanted and _words(line[0]) == wanted), None)
    if own is None and not any(wanted and _words(heading) == wanted for heading in chunk.heading_path):
        return 0, 0
    start = own.end() if own else 0
    told = False
    for unit in read_passage(chunk.content):
        if unit.start < start or unit.kind in (Kind.FURNITURE, Kind.ROW):
            continue
        if unit.kind is Kind.PROSE:
            told = True
        elif told or (own and (is_numbered(unit.text) or not is_numbered(own[0]))):
            return start, unit.start
    return start, len(chunk.content)


@lru_cache(maxsize=4096)
def _words(heading: str) -> frozenset[str]:
    """What a heading says, but for its number: "Leaving" is not "Leave"."""
    words = _WORD.findall(unnumbered(heading).lower()) if len(heading) <= LONGEST else ()
    return frozenset(word.removesuffix("s") for word in words if content_words(word))
