"""What says of a company or a document what it is. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.reading.context import Place
from apps.agents.reading.words import content_words
from apps.agents.writer.belonging import leans_on
from apps.agents.writer.openings import opening_of
from apps.agents.writer.request import Request
from apps.agents.writer.soundness import introduces
from apps.retrieval.openings import WHAT_IT_IS


@dataclass(frozen=True, slots=True, kw_only=True)
class Introduced:
    """The sentences that introduce one company or document, and the topic they are on; none where they only name it."""

    places: tuple[Place, ...]
    topic: str = ""


def introduced(places: Sequence[Place], request: Request) -> list[Introduced]:
    """Of each company that is compared, or of each document the best ranked first, where any does.

    With a sentence that says what a document is goes what leans on it: "It is not a contract." A document that is alone
    may do so by its section on what it is about: beside others "we" would be any of them.
    """
    if request.compares:
        groups = request.by_subject(_with_leaning([one for one in places if introduces(one)], places))
        return [Introduced(places=tuple(own)) for _, own in groups if own]
    documents: dict[str, list[Place]] = {}
    for place in places:
        documents.setdefault(place.chunk.document_id, []).append(place)
    found = (_of_document(own, alone=len(documents) == 1) for own in documents.values())
    return [one for one in found if one.places]


def says_all_of(place: Place, topics: Sequence[str]) -> bool:
    """Whether a sentence that introduces has all words of a topic: the section on that tells it then."""
    if not introduces(place):
        return False
    return any((wanted := set(content_words(topic))) and wanted <= place.words for topic in topics)


def _of_document(places: Sequence[Place], *, alone: bool) -> Introduced:
    says = [place for place in places if introduces(place)]
    for topic in WHAT_IT_IS if alone else ():
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
