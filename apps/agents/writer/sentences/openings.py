"""What a document's own section on a topic begins with. Pure."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from apps.agents.reading.context import Place
from apps.agents.reading.passages import Kind, read_passage
from apps.agents.reading.words import content_words
from apps.core.headings import is_numbered, unnumbered
from apps.core.sentences import is_table_row
from apps.verification.types import ContextChunk

OPENING = 4  # sentences
LONGEST = 100  # characters of a heading
_LINE, _WORD = re.compile(r"^.+$", re.MULTILINE), re.compile(r"[^\W\d_]+")
_CELL = re.compile(r"(?:[$€£¥]\s?\(?\d[\d.,]*|\d[\d.,]*\s?%|\s\(?\d+[.,][\d.,]*\d|\s(?!(?:19|20)\d\d\Z)\d{3,})\)?\Z")


def opening_of(places: Sequence[Place], topic: str) -> frozenset[tuple[int, int]]:
    """(rank, index) of the first sentences of each document's own section on ``topic``.

    Its heading stands in a passage, or right over the one that is ranked best of its document: it was gathered first
    then. ``places``: the sentences that may be told, of all passages.
    """
    passages: dict[str, list[Place]] = {}
    for place in sorted(places, key=lambda one: (one.chunk.start_offset, one.index)):
        if place.unit.row is None:
            passages.setdefault(place.chunk.key, []).append(place)
    found: dict[str, list[Place]] = {}
    for sentences in passages.values():
        first = sentences[0]
        leads = first.rank == min(other.rank for other in places if other.chunk.document_id == first.chunk.document_id)
        start, end = _span(first.chunk, topic, [place.unit.start for place in sentences], leads=leads)
        opening = [place for place in sentences if start <= place.unit.start < end]
        if opening:
            found.setdefault(opening[0].chunk.document_id, opening)
    return frozenset(place.at for opening in found.values() for place in opening[:OPENING])


def openings_of(places: Sequence[Place], topics: Iterable[str]) -> frozenset[tuple[int, int]]:
    """As ``opening_of``, on any of ``topics``."""
    return frozenset[tuple[int, int]]().union(*(opening_of(places, topic) for topic in topics))


def own_opening(places: Sequence[Place], topic: str, topics: Sequence[str]) -> frozenset[tuple[int, int]]:
    """As ``opening_of``, without what another of ``topics`` opens with too and has the better right to.

    That is the one whose heading stands nearest above the sentence, else the first of them.
    """
    mine = opening_of(places, topic)
    before = topics[: topics.index(topic)]
    earlier = openings_of(places, before) if mine else frozenset()
    others = openings_of(places, [other for other in topics if other != topic]) if mine else frozenset()
    near = {place.at: nearest_above(place) for place in places}
    named = {words_of(other) for other in topics}
    return frozenset(
        at
        for at in mine
        if at not in others or (near[at] == words_of(topic) if near[at] in named else at not in earlier)
    )


def nearest_above(place: Place) -> frozenset[str]:
    """What the heading right above a place says."""
    return words_of(place.heading)


def _span(chunk: ContextChunk, topic: str, sentences: Sequence[int], *, leads: bool) -> tuple[int, int]:
    """From where to where a passage tells what the section begins with; (0, 0) where it does not.

    Behind the section's heading, else from the passage's beginning where that stands under it, to the next heading.
    Where none of its ``sentences`` (where they start) stands before that, a part of the section may begin there:
    without a number under one with a number.
    """
    wanted = words_of(topic)
    lines = [line for line in _LINE.finditer(chunk.content) if wanted and words_of(line[0]) == wanted]
    own = lines[-1] if lines else None  # a table of contents may have it before
    if own is None and not (
        leads and any(wanted and words_of(heading) == wanted for heading in chunk.heading_path[-2:])
    ):
        return 0, 0
    start = own.end() if own else 0
    for unit in read_passage(chunk.content):
        if unit.start < start or unit.kind is not Kind.HEADING:
            continue
        told = any(start <= sentence < unit.start for sentence in sentences)
        if told or (own and (is_numbered(unit.text) or not is_numbered(own[0]))):
            return start, unit.start
    return start, len(chunk.content)


@lru_cache(maxsize=4096)
def words_of(heading: str) -> frozenset[str]:
    """What a heading says, but for its number: "Leaving" is not "Leave". A row of a table is none."""
    line = heading.strip()
    is_heading = len(line) <= LONGEST and not is_table_row(line) and not _CELL.search(line)
    words = _WORD.findall(unnumbered(line).lower()) if is_heading else ()
    return frozenset(word.removesuffix("s") for word in words if content_words(word))
