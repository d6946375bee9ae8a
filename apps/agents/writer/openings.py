"""What a document's own section on a topic begins with. Pure."""

import re
from collections.abc import Sequence

from apps.agents.reading.context import Place
from apps.agents.reading.words import content_words
from apps.core.headings import unnumbered
from apps.verification.types import ContextChunk

OPENING = 4  # sentences
LONGEST = 100  # characters of a heading
_LINE = re.compile(r"^.+$", re.MULTILINE)


def opening_of(places: Sequence[Place], topic: str) -> tuple[Place, ...]:
    """The first sentences of each document's own section on ``topic``, where its heading stands in or over a passage.

    ``places``: the sentences that may be told, of all passages.
    """
    begins = {chunk.key: _begins(chunk, topic) for chunk in {place.chunk.key: place.chunk for place in places}.values()}
    found: dict[str, list[Place]] = {}
    for place in sorted(places, key=lambda one: (one.chunk.start_offset, one.index)):
        begin = begins[place.chunk.key]
        if place.unit.row is None and begin is not None and place.unit.start >= begin:
            found.setdefault(place.chunk.document_id, []).append(place)
    return tuple(place for own in found.values() for place in own[:OPENING] if place.rank == own[0].rank)


def _begins(chunk: ContextChunk, topic: str) -> int | None:
    """Where in a passage the section begins; 0 where the passage stands in it, None where no heading says so."""
    for line in _LINE.finditer(chunk.content):
        if _says(line[0], topic):
            return line.end()
    return 0 if any(_says(heading, topic) for heading in chunk.heading_path) else None


def _says(heading: str, topic: str) -> bool:
    """Whether a heading is ``topic``, but for its number."""
    if len(heading) > LONGEST:
        return False
    wanted = set(content_words(topic))
    return bool(wanted) and set(content_words(unnumbered(heading))) == wanted
