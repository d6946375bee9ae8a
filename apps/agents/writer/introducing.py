"""What says of a company or a document what it is. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.reading.context import Place
from apps.agents.reading.words import content_words
from apps.agents.writer.belonging import leans_on
from apps.agents.writer.openings import opening_of
from apps.agents.writer.request import Request
from apps.agents.writer.soundness import introduces
from apps.retrieval.openings import WHAT_IT_IS

_PRESENTS = re.compile(
    r"\b(?:announce[sd]|report(?:s|ed)|release[sd]|publishe[sd])\s+(?:(?:today|its|their|our|the)\s+)*"
    r"(?:[\w’'-]+\s+){0,3}results\s+(?:for|of)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Introduced:
    """The sentences that introduce one company or document, and the topic they are on; none where they only name it."""

    places: tuple[Place, ...]
    topic: str = ""


def introduced(places: Sequence[Place], request: Request) -> list[Introduced]:
    """Of each company that is compared, or of each document the best ranked first, where any does.

    It does so by its section on what it is about, or by a sentence that says what it is, with what leans on that: "It
    is not a contract."
    """
    if request.compares:
        groups = [own for subject, own in request.by_subject(places) if subject]
    else:
        documents: dict[str, list[Place]] = {}
        for place in places:
            documents.setdefault(place.chunk.document_id, []).append(place)
        groups = list(documents.values())
    return [one for one in map(_of_one, groups) if one.places]


def presents(place: Place) -> bool:
    """Whether a sentence says what a release is about: that a company "announced its results for the year"."""
    return place.unit.row is None and bool(_PRESENTS.search(place.text))


def says_all_of(place: Place, topics: Sequence[str]) -> bool:
    """Whether a sentence that introduces has all words of a topic: the section on that tells it then."""
    if not introduces(place):
        return False
    return any((wanted := set(content_words(topic))) and wanted <= place.words for topic in topics)


def _of_one(places: Sequence[Place]) -> Introduced:
    says = [place for place in places if introduces(place) or presents(place)]
    for topic in WHAT_IT_IS:
        opening = opening_of(places, topic)
        if opening:
            chosen = [place for place in places if place in says or (place.rank, place.index) in opening]
            return Introduced(places=tuple(_with_leaning(chosen, places)), topic=topic)
    return Introduced(places=tuple(_with_leaning(says, places)))


def _with_leaning(chosen: Sequence[Place], places: Sequence[Place]) -> list[Place]:
    """Those of ``places`` that are chosen, or lean on one that is."""
    kept: list[Place] = []
    for place in places:
        if place in chosen or (kept and leans_on(place, kept[-1])):
            kept.append(place)
    return kept
