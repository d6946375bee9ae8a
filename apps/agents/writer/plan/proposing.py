"""Sections that a document's own headings propose: those that bear on what is asked, and the parts of one. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence

from apps.agents.reading.context import Context, Place
from apps.agents.reading.passages import Kind
from apps.agents.reading.words import content_words
from apps.agents.writer.headings import SMALL, clean_heading, distinct, same_heading, says_something
from apps.agents.writer.plan.limits import FEWEST
from apps.agents.writer.plan.naming import joined
from apps.agents.writer.plan.request import Request
from apps.agents.writer.plan.subjects import NO_TOPIC
from apps.inference.memory import SentenceMemory

ENOUGH = 6  # sections that are planned from headings alone
BROAD = 0.34  # share of the passages from which a heading tells them apart no longer
RELATED = 0.45  # of the nearest heading's nearness to the request, below which a heading is on something else
BEARS = 0.45  # nearness to what is asked, from which a heading without a word of it is on that
BEARS_OFTEN, OFTEN = 0.35, 3  # the same of one over so many of the passages that were found for it
PART = 0.7  # what a heading inside a passage is worth against one over all of it
SHARE_OF_BEST = 0.25  # of the best heading's worth, below which a heading makes no section
_WORD = re.compile(r"[^\W\d_]+")


def heading_topics(
    request: Request, context: Context, memory: SentenceMemory, *, of: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """Headings that between them cover the passages (of the documents ``of`` if there are any), the most fitting first.

    Greedy: each adds the passages it heads and no heading before it did, the better ranked and the nearer to the
    request the more.
    """
    headed, parts = _headed(context, of)
    if not headed:
        return ()
    asked = joined(request.topics) or request.title
    names = list(headed)
    vectors = memory.vectors([asked, *names])
    near = dict(zip(names, (vectors[1:] @ vectors[0]).tolist(), strict=True))
    nearest = max(near.values())
    by_nearness = sorted(names, key=lambda name: -near[name])
    names = [name for name in names if of or near[name] >= RELATED * nearest or name in by_nearness[:FEWEST]]
    names = [name for name in names if of or _bears_on(name, request.topics, near[name], len(headed[name]))]
    passages = len({place.rank for place in context.places})
    open_, chosen, best = set(range(passages)), [], 0.0
    while len(chosen) < ENOUGH:
        worth = {name: _worth(headed[name] & open_, near[name]) * (PART if name in parts else 1) for name in names
                 if len(headed[name]) <= max(3, BROAD * passages) and not _taken(name, chosen, request)}  # fmt: skip
        name = max(worth, key=lambda one: (worth[one], -names.index(one)), default="")
        best = best or worth.get(name, 0.0)
        if not name or worth[name] <= 0 or (worth[name] < SHARE_OF_BEST * best and len(chosen) >= FEWEST):
            break
        chosen.append(name)
        open_ -= headed[name]
    return tuple(chosen)


def own_parts(topic: str, context: Context) -> tuple[str, ...]:
    """The headings right under each document's own section on ``topic``, in the order of the documents.

    Of several sections headed by it the one that most of the passages stand in: "Risk Factors", not "Market Risk".
    """
    wanted = set(content_words(topic))
    known = _vocabulary(context)
    sections: dict[tuple[str, str], list[tuple[int, Sequence[Place]]]] = {}
    for places in _by_rank(context).values():
        chunk = places[0].chunk
        level = next((at for at, raw in enumerate(chunk.heading_path) if wanted <= set(content_words(raw))), None)
        if wanted and level is not None:
            sections.setdefault((chunk.document_id, chunk.heading_path[level]), []).append((level, places))
    largest: dict[str, list[tuple[int, Sequence[Place]]]] = {}
    for (document, _), found in sections.items():
        if len(found) > len(largest.get(document, ())):
            largest[document] = found
    return distinct(
        name
        for found in largest.values()
        for level, places in sorted(found, key=lambda one: one[1][0].chunk.start_offset)
        for raw in _right_under(level, places)
        if (name := clean_heading(raw, known))
        and says_something(name)
        and not set(content_words(name)) <= set(content_words(places[0].chunk.heading_path[level]))
    )


def _right_under(level: int, places: Sequence[Place]) -> list[str]:
    """The heading one level below, or those inside a passage that stands under none."""
    below = places[0].chunk.heading_path[level + 1 : level + 2]
    inside = [place.unit.text for place in places if place.unit.kind is Kind.HEADING and _heads(place, places)]
    return [*below] or inside


def _bears_on(name: str, topics: Sequence[str], near: float, passages: int) -> bool:
    """Whether a heading is on what is asked: by a word of it, or by its meaning; any is where nothing is named."""
    stems = {stem for topic in topics for stem in content_words(topic)} - NO_TOPIC
    shared = not stems.isdisjoint(content_words(name))
    return not stems or shared or near >= BEARS or (near >= BEARS_OFTEN and passages >= OFTEN)


def _worth(passages: Iterable[int], near: float) -> float:
    weights = [1 / (1 + 0.15 * rank) for rank in passages]
    return max(0.0, near + 0.2) * sum(weights) / max(1, len(weights)) ** 0.5


def _taken(name: str, chosen: Sequence[str], request: Request) -> bool:
    subject = {stem for subject in request.subjects for stem in content_words(subject)}
    return any(same_heading(name, other) for other in chosen) or set(content_words(name)) <= subject


def _headed(context: Context, of: frozenset[str]) -> tuple[Mapping[str, set[int]], set[str]]:
    """Clean heading → ranks of the passages that stand under it or hold it, in order of appearance; and those held."""
    known = _vocabulary(context)
    found: dict[str, set[int]] = {}
    over: set[str] = set()
    for rank, places in _by_rank(context).items():
        chunk = places[0].chunk
        if of and chunk.document_id not in of:
            continue
        titles = set(content_words(f"{chunk.title} {chunk.filename}"))
        inside = [place.unit.text for place in places if place.unit.kind is Kind.HEADING and _heads(place, places)]
        for raw in (*reversed(chunk.heading_path), *inside):
            name = clean_heading(raw, known)
            if name and says_something(name) and not set(content_words(name)) <= titles:
                found.setdefault(name, set()).add(rank)
                over |= {name} if raw in chunk.heading_path else set()
    return found, set(found) - over


def _heads(place: Place, places: Sequence[Place]) -> bool:
    """Whether a sentence stands under a heading."""
    return any(other.unit.kind is Kind.PROSE and other.unit.heading == place.unit.text for other in places)


def _by_rank(context: Context) -> dict[int, list[Place]]:
    ranks: dict[int, list[Place]] = {}
    for place in context.places:
        ranks.setdefault(place.rank, []).append(place)
    return ranks


def _vocabulary(context: Context) -> frozenset[str]:
    prose = (place.text for place in context.places if place.unit.kind is Kind.PROSE)
    return frozenset(word.lower() for text in prose for word in _WORD.findall(text)) | SMALL
