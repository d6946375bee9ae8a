"""Which sentences answer a question, and in what order they are written. Pure but for the embedder behind ``memory``."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

from apps.agents.reading.context import Context, Place
from apps.agents.reading.memory import SentenceMemory
from apps.agents.reading.passages import Kind
from apps.agents.reading.question import Ask, Question
from apps.agents.reading.words import coverage
from apps.agents.writer.ranking import ANSWERED, FEATURES, WEIGHTS, dangling, measure

EMBED_AT_MOST = 64  # sentences a question is compared with by embedding: bounds the time to the first token
ANSWERABLE = 0.15  # below this no sentence answers
MARGIN = 1.6  # how far (in the ranking's log-odds) a further sentence may lie behind the best
MOST = {Ask.LIST: 5, Ask.WHY: 4, Ask.OTHER: 4}
MOST_OTHERWISE = 3
MOST_ITEMS = 8  # list items written after the sentence that announces them


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A place with its score (log-odds against the others) and the best place's chance to answer at all."""

    place: Place
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Places best first; ``answered`` is the probability that the best one answers the question."""

    ranked: tuple[Ranked, ...]
    answered: float


def rank_places(question: Question, context: Context, memory: SentenceMemory) -> Ranking:
    """Every place worth a look, best first, doubles left out."""
    places = _worth_a_look(question, context)
    if not places:
        return Ranking(ranked=(), answered=0.0)
    table = measure(question, context, places, memory)
    scores = table @ np.array([WEIGHTS[name] for name in FEATURES])
    order = sorted(range(len(places)), key=lambda i: (-scores[i], places[i].rank, places[i].index))
    best = dict(zip(FEATURES, table[order[0]], strict=True))
    best["top_cosine"] = float(table[:, FEATURES.index("cosine")].max())
    odds = ANSWERED["bias"] + sum(weight * best[name] for name, weight in ANSWERED.items() if name != "bias")
    return Ranking(
        ranked=tuple(Ranked(place=places[i], score=float(scores[i])) for i in order),
        answered=1 / (1 + exp(-odds)),
    )


def _worth_a_look(question: Question, context: Context) -> list[Place]:
    """At most EMBED_AT_MOST places: by shared words, and from the best passages where words do not tell."""
    seen: set[str] = set()
    candidates = []
    for place in context.quotable():
        key = place.text.lower()
        if key in seen or len(place.words) < 2 or len(place.text.split()) < 3 or place.text[:1].islower():
            continue
        seen.add(key)
        own = coverage(question.words, place.words, context.weights, default=context.unseen)
        near = coverage(
            question.words, place.words | place.above | place.beside, context.weights, default=context.unseen
        )
        candidates.append((-(own + 0.5 * near + 0.3 / (1 + place.rank)), place.rank, place.index, place))
    candidates.sort(key=lambda item: item[:3])
    return [item[3] for item in candidates[:EMBED_AT_MOST]]


def choose(question: Question, ranking: Ranking, context: Context) -> tuple[tuple[Place, ...], ...]:
    """Paragraphs of places to write, the most direct answer first; none when nothing answers the question."""
    if not ranking.ranked or ranking.answered < ANSWERABLE:
        return ()
    best = ranking.ranked[0]
    picked = [best.place]
    for candidate in ranking.ranked[1:]:
        if len(picked) >= MOST.get(question.ask, MOST_OTHERWISE) or candidate.score < best.score - MARGIN:
            break
        if not any(_repeats(candidate.place, other) for other in picked):
            picked.append(candidate.place)
    return _in_paragraphs(picked, context)


def _repeats(place: Place, other: Place) -> bool:
    """Whether a place says again what another says: (nearly) the same words and figures."""
    shared = len(place.words & other.words)
    same_figures = _figures(place.text) == _figures(other.text)
    return same_figures and shared >= 0.75 * min(len(place.words), len(other.words))


def _figures(text: str) -> frozenset[str]:
    return frozenset(word.strip("().,;:$%") for word in text.split() if any(letter.isdigit() for letter in word))


def _in_paragraphs(picked: Sequence[Place], context: Context) -> tuple[tuple[Place, ...], ...]:
    """One paragraph per document: the best sentence's first and led by it, the others in reading order."""
    documents = list(dict.fromkeys(place.chunk.document_id for place in picked))
    paragraphs = []
    for document in documents:
        inside = [place for place in picked if place.chunk.document_id == document]
        lead, rest = inside[0], sorted(inside[1:], key=_position)
        written: list[Place] = []
        for place in (lead, *rest):
            for part in _with_company(place, context):
                if not any(part.text == other.text for other in written):
                    written.append(part)
        paragraphs.append(tuple(written))
    return tuple(paragraphs)


def _position(place: Place) -> tuple[int, int]:
    start = place.chunk.start_offset + place.unit.start
    return (start, place.rank)


def _with_company(place: Place, context: Context) -> list[Place]:
    """A place with the sentence it leans on before it and the list it announces after it."""
    near = {
        other.index: other
        for other in context.places
        if other.chunk.key == place.chunk.key and other.rank == place.rank
    }
    company = [place]
    before = near.get(place.index - 1)
    if dangling(place.text) and before and before.unit.kind is Kind.PROSE and not before.text[:1].islower():
        company.insert(0, before)
    if place.text.endswith(":"):
        for step in range(1, MOST_ITEMS + 1):
            after = near.get(place.index + step)
            if not after or after.unit.kind not in (Kind.PROSE, Kind.ROW) or not (after.unit.item or after.unit.row):
                break
            company.append(after)
    return company
