"""Where a section tells of two documents that disagree."""

import re
from collections.abc import Sequence

from apps.agents.judge.conflicts import rivals_of
from apps.agents.reading.context import Context, Place
from apps.inference.memory import SentenceMemory

SOURCES_DIFFER = "The sources differ on this point."
_RULE = re.compile(r"\b(?:must|shall|may|maximum|minimum|at least|at most|exceed|require[sd]?|limit)\b", re.IGNORECASE)

# the year until which something was so, or words that it is so no longer
_OF_THE_PAST = re.compile(
    r"\b(?:before|until|till|prior to)\s+(?:[\w.,]+\s+){0,3}?(?:19|20)\d\d\b"
    r"|\b(?:formerly|in the past|used to be|no longer(?! than)|until (?:recently|then|now)|"
    r"(?:was|were) (?:previously|originally)|(?:previously|originally) (?:was|were))\b",
    re.IGNORECASE,
)


def of_another_time(said: str, text: str) -> bool:
    """Whether ``said`` speaks of a time that is over and ``text`` does not, so that both can be true."""
    return bool(_OF_THE_PAST.search(said)) and not _OF_THE_PAST.search(text)


def states_rule(text: str) -> bool:
    """Whether a sentence says what must, may or may not be."""
    return bool(_RULE.search(text))


def rivals_among(places: Sequence[Place], context: Context, memory: SentenceMemory) -> frozenset[tuple[int, int]]:
    """(rank, index) of those of ``places`` that gainsay one told before them out of another document."""
    if len({place.chunk.document_id for place in places}) < 2:
        return frozenset()
    order = {place.at: number for number, place in enumerate(places)}
    found = set()
    for number, place in enumerate(places):
        if place.unit.row is not None or not states_rule(place.text):
            continue
        for window in rivals_of(place.text, (place.chunk,), context, memory):
            if of_another_time(window.text, place.text):
                continue
            later = [at for one in window.places if order.get(at := one.at, -1) > number]
            found.update(later[:1])
    return frozenset(found)
