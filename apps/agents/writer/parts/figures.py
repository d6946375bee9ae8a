"""The section of a small draft on the figures that a company's results are known by. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from apps.agents.contracts import SectionTask
from apps.agents.reading.context import Context, Place
from apps.agents.reading.words import content_words
from apps.agents.writer.parts.belonging import body_headings
from apps.agents.writer.parts.concluding import TELLING, Degree, conclusiveness
from apps.agents.writer.parts.ending import is_among
from apps.agents.writer.plan.outline import KEY_FIGURES
from apps.agents.writer.plan.request import Request, names_no_topic
from apps.agents.writer.sentences.main_figures import (
    belongs,
    is_subject,
    main_figure,
    main_figures,
    main_named,
    outlook,
    speaks_of_results,
)
from apps.agents.writer.sentences.prose import Run
from apps.agents.writer.sentences.ranking import states_figure
from apps.agents.writer.sentences.selection import repeats
from apps.agents.writer.sentences.shares import first_that_fit, fits, has_room
from apps.agents.writer.sentences.soundness import introduces, says_by_itself, scaled_documents
from apps.agents.writer.sentences.trade import is_results
from apps.retrieval.requests.length import Length

ENOUGH = 0.75  # of a share, from which on nothing is told beside the main figures
_LEAST = re.compile(r"(?:(?:the|our)\s+)?(?:effective\s+)?(?:income\s+)?tax\s+rate\b", re.IGNORECASE)  # of all figures
MOST_MOVES = 2  # sentences on how the figure moved that a section is on
_POLICY = re.compile(
    r"\b(?:ASU|ASC|SFAS|IFRS|IAS)\b|\baccounting\s+(?:polic|standard|pronouncement|guidance|principle)|"
    r"\bperformance\s+obligations?\b|\bretrospective|\brestated\b|\b(?:has|have|had)\s+elected\b|\bnew\s+standard\b",
    re.IGNORECASE,
)  # by which rules accounts are drawn up
_RECOGNIZED = re.compile(r"\brecogni[sz](?:e[sd]?|ing|tion)\b|\bdefer(?:red|s)?\b", re.IGNORECASE)
MOST_AHEAD = 6  # rows that look ahead, of a closing


def is_on_figures(task: SectionTask, request: Request) -> bool:
    """Whether the body of the draft is a section on a company's figures alone, or of a given length on its results."""
    if request.length is not None and not request.compares and len(body_headings(task)) == 1:
        on_results = len(request.topics) == 1 and is_results(request.topics[0])
    else:
        on_results = False
    return on_results or (body_headings(task) == [KEY_FIGURES] and names_no_topic(request))


def figures_told(sound: Sequence[Place], context: Context, share: Length | None) -> tuple[Run, ...]:
    """The main figures, the most telling first, then what concludes most of what stands beside them, as far as a share
    goes; nothing where there is no account of the results."""
    main = main_figures(context.quotable(), scaled_documents(context))
    if not main:
        return ()
    enough = replace(share, count=ENOUGH * share.count) if share else None
    told = list(first_that_fit(share, [Run(places=(place,)) for place in main], least=1))
    beside = sorted(
        (place for place in sound if _tells_more(place, main)),
        key=lambda place: (
            bool(_LEAST.match(place.text)),
            place.rank != main[0].rank,
            conclusiveness(place),
            place.rank,
            place.index,
        ),
    )
    for place in beside:
        if has_room(enough, told) and fits(share, told, run := Run(places=(place,))):
            told.append(run)
    return tuple(told)


def opening_figures(topic: str, places: Sequence[Place], context: Context) -> tuple[Run, ...]:
    """The main figure that is all of a topic, as the account of the results has it, and what moved it; of ``places``.

    Nothing where the topic is more than that, or no passage is such an account.
    """
    main, name = main_named(topic)
    if main is None or not set(content_words(topic)) <= set(content_words(name)):
        return ()
    documents = {place.chunk.document_id for place in places}
    of_these = [place for place in context.quotable() if place.chunk.document_id in documents]
    account = [place for place in main_figures(of_these, scaled_documents(context)) if main_figure(place) is main]
    lead = [
        place
        for place in places
        if account and (place.chunk.document_id, place.text) == (account[0].chunk.document_id, account[0].text)
    ][:1]
    if not lead:
        return ()
    moves = [
        place for place in places
        if is_subject(main, place) and _tells_more(place, lead) and belongs(place, lead[0])
        and conclusiveness(place) < Degree.STANDS and not is_policy(place)
    ]  # fmt: skip
    moves.sort(key=lambda place: (place.rank != lead[0].rank, conclusiveness(place), place.at))
    return tuple(Run(places=(place,)) for place in (*lead, *moves[:MOST_MOVES]))


def is_policy(place: Place) -> bool:
    """Whether a sentence says by which rules a figure is told, and not what it came to."""
    text = place.text
    by_rule = bool(_POLICY.search(text)) or (bool(_RECOGNIZED.search(text)) and not states_figure(text))
    return place.unit.row is None and by_rule


def looking_ahead(sound: Sequence[Place], context: Context) -> tuple[Run, ...]:
    """What a company expects of its main figures, and of the others, as its tables have it."""
    return outlook(sound, scaled_documents(context))[:MOST_AHEAD]


def left_beside(sound: Sequence[Place], context: Context, written: frozenset[str]) -> tuple[Run, ...]:
    """What stands beside the main figures and is not written, the most conclusive."""
    main = main_figures(context.quotable(), scaled_documents(context))
    left = [place for place in sound if main and _tells_more(place, main) and not is_among(written, place)]
    return tuple(Run(places=(place,)) for place in sorted(left, key=conclusiveness)[:1])


def of_itself(sound: Sequence[Place]) -> list[Place]:
    """What stands in the passages that say what the company is."""
    passages = {place.rank for place in sound if introduces(place)}
    return [place for place in sound if place.rank in passages and place.unit.row is None]


def to_end_on(sound: Sequence[Place], written: frozenset[str]) -> list[Place]:
    """What is written, and what came or is to come of the results by itself: no other closes a text on them."""
    return [
        place for place in sound
        if is_among(written, place)
        or (_is_whole(place) and conclusiveness(place) < Degree.STANDS and speaks_of_results(place.text))
    ]  # fmt: skip


def _tells_more(place: Place, main: Sequence[Place]) -> bool:
    """Whether a sentence tells more of the results by itself, with a figure."""
    beside = belongs(place, main[0]) or speaks_of_results(place.text)
    whole = _is_whole(place) and beside and not any(repeats(place, other) for other in main)
    return whole and states_figure(place.text) and conclusiveness(place) <= TELLING


def _is_whole(place: Place) -> bool:
    """Whether a sentence stands by itself and gives no main figure: that would be of another time or a part."""
    return says_by_itself(place) and main_figure(place) is None
