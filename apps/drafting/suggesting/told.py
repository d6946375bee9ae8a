"""What a text has told of the passages that it was written from. Pure."""

from collections.abc import Collection
from dataclasses import dataclass

from apps.agents.reading.context import Context, Place
from apps.agents.reading.passages import Kind
from apps.agents.writer.sentences.prose import fingerprint

SHORTEST = 3  # words of what can be known again in a text


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """``places``: (key of the passage, number of the unit). ``passages``: keys of those with any. ``headings``: those
    right above them. ``text``: as it was written."""

    places: frozenset[tuple[str, int]] = frozenset()
    passages: frozenset[str] = frozenset()
    headings: tuple[str, ...] = ()
    text: str = ""

    def has(self, key: str, index: int) -> bool:
        """Whether a unit of a passage was told."""
        return (key, index) in self.places


NOTHING = Told()


def told_by(text: str, *, cited: Collection[str], context: Context) -> Told:
    """What ``text`` has told: the sentences that stand in it, and all of a cited passage that it rewords."""
    said = f" {fingerprint(text)} "
    found = {_at(place) for place in context.quotable() if _is_said(place, said)}
    passages = {key for key, _ in found}
    found |= {_at(place) for place in context.quotable() if place.chunk.key in {*cited} - passages}
    told = [place for place in context.places if _at(place) in found]
    return Told(
        places=frozenset(found),
        passages=frozenset(key for key, _ in found),
        headings=tuple(dict.fromkeys(filter(None, (place.heading for place in told)))),
        text=text,
    )


def _at(place: Place) -> tuple[str, int]:
    return place.chunk.key, place.index


def _is_said(place: Place, said: str) -> bool:
    own = fingerprint(place.text)
    return place.unit.kind is not Kind.HEADING and len(own.split()) >= SHORTEST and f" {own} " in said
