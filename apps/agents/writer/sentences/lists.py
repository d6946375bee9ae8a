"""Lists as their passages have them: the sentence that announces one, and all of its items. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from apps.agents.reading.context import Context, Place
from apps.agents.reading.passages import Kind

FEWEST = 2  # items
_OPEN_END = re.compile(r"(?:[,;]|\b(?:and|or))\Z", re.IGNORECASE)  # of a last item: the list goes on in another passage


At = tuple[int, int]  # rank and index of a place


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """The lists by the sentences that announce them, and the other way round."""

    after: Mapping[At, tuple[Place, ...]]
    inside: Mapping[At, At]  # part of a list → what announces it

    def of(self, lead: Place) -> list[Place]:
        """What stands in the list that a sentence announces, page numbers apart; nothing where it announces none."""
        return [item for item in self.after.get(lead.at, ()) if item.unit.kind is not Kind.FURNITURE]

    def holds(self, place: Place) -> bool:
        """Whether a place is a part of a list: without what announces it, it may say too much."""
        return place.at in self.inside

    def with_leads(self, chosen: Sequence[Place], places: Sequence[Place]) -> list[Place]:
        """Those of ``places`` that are chosen; a list goes where the sentence goes that announces it."""
        there = {place.at for place in chosen}
        return [place for place in places if self.inside.get(place.at, place.at) in there]

    def tellable(self, places: Sequence[Place]) -> list[Place]:
        """``places`` without lists, and announcements of lists, that are not there whole."""
        there = {place.at for place in places}
        kept: set[At] = set()
        for lead, items in self.after.items():
            parts = {lead, *(item.at for item in items)}
            if parts <= there and lead not in self.inside and _is_whole(items):
                kept |= parts
        return [place for place in places if place.at in kept or not (self.holds(place) or place.text.endswith(":"))]


def lists_of(context: Context) -> Lists:
    """The announced lists of all passages, with all of their items, also those that cannot be told."""
    after = {
        place.at: items
        for places in context.chunks
        for number, place in enumerate(places)
        if place.unit.kind is Kind.PROSE and place.unit.text.endswith(":") and (items := _items(places[number + 1 :]))
    }
    inside = {item.at: lead for lead, items in after.items() for item in items}
    return Lists(after=after, inside=inside)


def _items(following: Sequence[Place]) -> tuple[Place, ...]:
    """Items with their further sentences, and what stands between two items although it is none."""
    items: list[Place] = []
    last = 0
    for place in following:
        if place.unit.item or (items and _on_one_line(items[-1], place)):
            last = len(items) + 1
        elif not items or not _may_stand_between(items[-1], place):
            break
        items.append(place)
    return tuple(items[:last])


def _may_stand_between(before: Place, place: Place) -> bool:
    apart = place.chunk.content[before.unit.end : place.unit.start].count("\n") > 1
    return not apart and place.unit.kind is not Kind.HEADING and not place.unit.text.endswith(":")


def _on_one_line(before: Place, place: Place) -> bool:
    return "\n" not in place.chunk.content[before.unit.end : place.unit.start]


def _is_whole(items: Sequence[Place]) -> bool:
    """Whether a list is plain enough to be told, and ends in its passage."""
    plain = all(place.unit.item or _on_one_line(before, place) for before, place in pairwise(items))
    inner = any(item.unit.text.endswith(":") for item in items)
    return len(items) >= FEWEST and plain and not inner and not _OPEN_END.search(items[-1].unit.text)
