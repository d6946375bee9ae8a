"""What says of a company or a document what it is. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.agents.reading.context import Place
from apps.agents.reading.words import content_words
from apps.agents.writer.parts.belonging import leans_on
from apps.agents.writer.plan.request import Request, names_no_topic
from apps.agents.writer.sentences.leaning import leans_in_place
from apps.agents.writer.sentences.openings import nearest_above, opening_of, openings_of, words_of
from apps.agents.writer.sentences.prose import Run
from apps.agents.writer.sentences.selection import repeats
from apps.agents.writer.sentences.shares import first_that_fit, has_room
from apps.agents.writer.sentences.soundness import defines, introduces, stands_alone
from apps.core.headings import whom_about
from apps.core.patterns import lazy_regex
from apps.retrieval.openings import ABOUT_US, WHAT_IT_IS
from apps.retrieval.requests.length import Bound, Length

STRETCH = 3.0  # of about so many words, that the sentence which says what a document is may take
MOST_LEFT_OUT = 2  # sentences that a section leaves of what it would open with

_PRESENTS = lazy_regex(
    r"(?<![’']s )\b(?:announce[sd]|report(?:s|ed)|release[sd]|publishe[sd])\s+(?:(?:today|its|their|our|the)\s+)*"
    r"(?:[\w’'-]+\s+){0,3}results\s+(?:for|of)\b",
    re.IGNORECASE,
)
_OF_ITSELF = lazy_regex(
    r"\A(?:\w+,\s+)?(?:we|our (?:company|group|bank|firm)|the (?:company|group|bank|firm|corporation)|(?:this|the) "
    r"(?:handbook|policy|regulation|guide|guideline|directive|manual|procedure|standard|code|agreement))\b",
    re.IGNORECASE,
)
_REGISTERED = lazy_regex(r"\b(?:incorporated|organi[sz]ed|registered|formed)\s+(?:in|on|under)\b", re.IGNORECASE)
_SUBJECT = 8  # first words of a sentence, among which its subject stands


@dataclass(frozen=True, slots=True, kw_only=True)
class Introduced:
    """The sentences that introduce one company or document, in the order in which they are told."""

    places: tuple[Place, ...]

    def told(self, most: int) -> tuple[Run, ...]:
        """At most ``most`` of them, from the first on that says what it does rather than by which law it is one."""
        lead = next((at for at, place in enumerate(self.places) if introduces(place) and not _is_registered(place)), 0)
        first = lead if lead >= most else 0
        chosen: list[Place] = []
        for place in self.places[first:]:
            said = any(repeats(place, earlier) for earlier in chosen)
            if len(chosen) < most and not said and (chosen or not leans_in_place(place)):
                chosen.append(place)
        return tuple(Run(places=(place,)) for place in chosen)


def introduced(places: Sequence[Place], request: Request) -> list[Introduced]:
    """Of each company that is compared, or of each document the best ranked first, where any does.

    It does so by its section on what it is about, or by a sentence that says what it is, with what leans on that: "It
    is not a contract."
    """
    return [one for one in map(_of_one, _apart(places, request)) if one.places]


def presented(what_it_is: Sequence[Introduced], most: int, share: Length | None) -> list[tuple[Run, ...]]:
    """What is told of each, of each as much: ``most`` sentences in all or one of each, or what has room in a share.

    One alone has one sentence at least; of several all are told of or none.
    """
    each = max(most, len(what_it_is)) // max(1, len(what_it_is))
    for number in range(each, 0, -1):
        blocks = [runs for one in what_it_is if (runs := one.told(number))]
        if has_room(share, [run for block in blocks for run in block]):
            return blocks
    if len(what_it_is) != 1:
        return []
    lead = what_it_is[0].told(1)
    stretched = replace(share, count=STRETCH * share.count) if share and share.bound is Bound.ABOUT else share
    return [lead if has_room(stretched, lead) else first_that_fit(share, what_it_is[0].told(each), least=1)]


def left_to_introduction(
    places: Sequence[Place], topics: Sequence[str], request: Request
) -> frozenset[tuple[int, int]]:
    """(rank, index) of what the introduction tells though a section on one of ``topics`` would open with it.

    It is the first sentence under a heading that says what the document is, with what leans on it; the section goes on
    from there and has to have something left. A comparison in topics tells it in the section, where all are told of
    together; one of documents as a whole is on no topic, and each is introduced first.
    """
    if request.compares and not names_no_topic(request):
        return frozenset()
    theirs = openings_of(places, topics)
    found: set[tuple[int, int]] = set()
    for group in _apart(places, request):
        topic, opening = _opening(group)
        own = [place for place in group if place.at in opening & theirs]
        if own and _stands_under(own[0], (topic, *WHAT_IT_IS)):
            lead = next((place for place in own[:MOST_LEFT_OUT] if introduces(place)), own[0])
            first = _with_leaning([lead], own)[:MOST_LEFT_OUT]
            found.update(place.at for place in first if len(first) < len(own))
    return frozenset(found)


def presents(place: Place) -> bool:
    """Whether a sentence says what a release is about: that a company "announced its results for the year"."""
    return place.unit.row is None and bool(_PRESENTS.search(place.text))


def says_all_of(place: Place, topics: Sequence[str]) -> bool:
    """Whether a sentence that introduces has all words of a topic: the section on that tells it then."""
    if not introduces(place):
        return False
    return any((wanted := set(content_words(topic))) and wanted <= place.words for topic in topics)


def is_of_itself(place: Place) -> bool:
    """Whether a sentence's subject is the document or its company, by the name that its title bears or by none."""
    subject = content_words(" ".join(place.text.split()[:_SUBJECT]))
    return bool(_OF_ITSELF.match(place.text)) or not place.title.isdisjoint(subject)


def _apart(places: Sequence[Place], request: Request) -> list[list[Place]]:
    """The places of each company that is compared, else of each document."""
    if request.compares:
        return [own for subject, own in request.by_subject(places) if subject]
    documents: dict[str, list[Place]] = {}
    for place in places:
        documents.setdefault(place.chunk.document_id, []).append(place)
    return list(documents.values())


def _of_one(places: Sequence[Place]) -> Introduced:
    """By the section on what it is, unless only others say so; then by those, with what leans on them."""
    says = [place for place in places if (introduces(place) or presents(place)) and not defines(place)]
    own = [place for place in says if is_of_itself(place)]
    _, opening = _opening(places)
    first = _from_lead([place for place in places if place.at in opening])
    naming = [place for place in own if introduces(place)]
    if first and (not naming or any(place in first for place in naming)):
        ranks = {place.rank for place in first}
        chosen = [place for place in places if place in own or place in first]
    else:
        lead = min(own or says, key=lambda place: (_is_registered(place), _position(place)), default=None)
        ranks = {lead.rank} if lead else set()
        chosen = [place for place in own or says if lead and place.rank == lead.rank and place.index >= lead.index]
    told = [place for place in _with_leaning(chosen, places) if stands_alone(place) and not place.text.endswith(":")]
    return Introduced(places=tuple(sorted(told, key=lambda place: (place.rank not in ranks, _position(place)))))


def _position(place: Place) -> tuple[int, int]:
    return place.chunk.start_offset, place.index


def _opening(places: Sequence[Place]) -> tuple[str, frozenset[tuple[int, int]]]:
    """The surest heading that says what a document is, and what it begins with under that; nothing without one."""
    found = ((topic, opening_of(places, topic)) for topic in _headings(places))
    return next(((topic, opening) for topic, opening in found if opening), ("", frozenset()))


def _headings(places: Sequence[Place]) -> list[str]:
    """What sections that say what a document is are headed by, the surest first, with its own name where it has one."""
    above = dict.fromkeys(
        heading
        for place in places
        for heading in (place.unit.heading, *place.chunk.heading_path[-2:])
        if (whom := content_words(whom_about(heading))) and whom[0] in place.title
    )
    at = WHAT_IT_IS.index(ABOUT_US)
    return [*WHAT_IT_IS[:at], *above, *WHAT_IT_IS[at:]]


def _stands_under(place: Place, headings: Sequence[str]) -> bool:
    """Whether a place says what its document is, or the heading right above it is one of ``headings``."""
    return introduces(place) or nearest_above(place) in {words_of(heading) for heading in headings}


def _from_lead(opening: Sequence[Place]) -> Sequence[Place]:
    """From the first sentence that says what or whose it is, where one does: a motto may stand before it."""
    says = [(introduces(place) or _is_registered(place)) and not leans_in_place(place) for place in opening]
    return opening[says.index(True) :] if True in says else opening


def _is_registered(place: Place) -> bool:
    """Whether a sentence says by which law a company is one, which hardly tells what it does."""
    return bool(_REGISTERED.search(place.text))


def _with_leaning(chosen: Sequence[Place], places: Sequence[Place]) -> list[Place]:
    """Those of ``places`` that are chosen, or lean on one that is."""
    kept: list[Place] = []
    for place in places:
        if place in chosen or (kept and leans_on(place, kept[-1])):
            kept.append(place)
    return kept
