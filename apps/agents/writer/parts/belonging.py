"""Which section of a draft a sentence belongs to.

Sections are written side by side and know nothing of each other but the outline. Each works out the same for a sentence
and so they agree on who tells it: the one whose heading it is nearest to, in words and in meaning.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from apps.agents.contracts import SectionKind, SectionTask
from apps.agents.reading.context import Place
from apps.agents.reading.words import content_words, coverage
from apps.agents.writer.plan.outline import FIGURES, KEY_FIGURES
from apps.agents.writer.sentences.leaning import leans_in_place
from apps.agents.writer.sentences.openings import openings_of, own_opening
from apps.agents.writer.sentences.spans import spoken
from apps.agents.writer.sentences.trade import glossed
from apps.inference.memory import SentenceMemory

WORDS = 0.3  # what a heading's words in the sentence, or above it, weigh beside the cosine
BLOCK = 0.5  # how far a sentence goes with those that stand under the same heading of its passage
MARGIN = 0.04  # by which another section must be nearer before a passage's own section leaves a sentence to it
BETWEEN, NEAR = 0.05, 0.5  # nearly as near to a second section as to the first, and near: for the introduction to tell
SAID = 0.5  # share of a heading's words that such a sentence says of each of the two

Nearness = NDArray[np.float64]


def nearness(headings: Sequence[str], places: Sequence[Place], memory: SentenceMemory) -> Nearness:
    """Shape (len(places), len(headings)). The same for a sentence wherever it is worked out."""
    if not headings or not places:
        return np.zeros((len(places), len(headings)))
    vectors = memory.vectors([*headings, *(place.text for place in places)])
    cosines = vectors[len(headings) :] @ vectors[: len(headings)].T
    stems = [content_words(heading) for heading in headings]
    shared = [[coverage(words, _around(place), {}, default=1.0) for words in stems] for place in places]
    return np.asarray(cosines, dtype=np.float64) + WORDS * np.array(shared)


def body_headings(task: SectionTask) -> list[str]:
    """The headings of the sections of the body."""
    return [one.heading for one in task.outline.sections if one.kind is SectionKind.BODY]


def told_of(task: SectionTask) -> list[str]:
    """What the body is on: the headings of its sections, or the figures that its only one is on."""
    headings = body_headings(task)
    return list(FIGURES) if headings == [KEY_FIGURES] else headings


def is_introduced(task: SectionTask) -> bool:
    """Whether an introduction says what the documents are; a short draft has none."""
    return any(one.kind is SectionKind.INTRODUCTION for one in task.outline.sections)


def told_here(
    task: SectionTask, headings: Sequence[str], places: Sequence[Place], memory: SentenceMemory
) -> list[Place]:
    """Those of ``places`` that this section of the body tells, beside the others of ``headings``.

    All of its passages that no other section is nearer to, and of other sections' passages those that it is clearly
    nearest to; of a document's own section on one of them, the first sentences go there. A sentence that leans on the
    one before it goes with that.
    """
    if len(headings) < 2:
        return list(places)
    here = headings.index(task.section.heading)
    mine, opening = own_opening(places, task.section.heading, headings), openings_of(places, headings)
    near = nearness(headings, places, memory)
    whole = (1 - BLOCK) * near + BLOCK * _of_blocks(near, places)
    own, others = whole[:, here], np.delete(whole, here, axis=1).max(axis=1)
    between = _between(near, headings, places)
    here = [
        at in mine
        or (
            at not in opening
            and not between[number]
            and own[number] - others[number] >= (MARGIN if place.chunk.key in task.elsewhere else -MARGIN)
        )
        for number, place in enumerate(places)
        for at in [place.at]
    ]
    return _with_those_that_lean(here, places)


def told_first(headings: Sequence[str], places: Sequence[Place], memory: SentenceMemory) -> list[Place]:
    """Those of ``places`` that speak of two sections' topics at once: the introduction tells them."""
    if len(headings) < 2:
        return []
    opening = openings_of(places, headings)
    between = _between(nearness(headings, places, memory), headings, places)
    first = [near and place.at not in opening for near, place in zip(between, places, strict=True)]
    return _with_those_that_lean(first, places)


def _with_those_that_lean(chosen: Sequence[bool], places: Sequence[Place]) -> list[Place]:
    """The places ``chosen``; one that leans on the place before it is chosen with that or not at all."""
    at = {place.at: number for number, place in enumerate(places)}
    kept = list(chosen)
    for number in sorted(range(len(places)), key=lambda number: (places[number].rank, places[number].index)):
        place = places[number]
        before = at.get((place.rank, place.index - 1))
        if before is not None and leans_on(place, places[before]):
            kept[number] = kept[before]
    return [place for number, place in enumerate(places) if kept[number]]


def leans_on(place: Place, before: Place) -> bool:
    """Whether a sentence can only be understood after ``before``, which stands right before it."""
    follows = (before.rank, before.index + 1, before.unit.heading) == (place.rank, place.index, place.unit.heading)
    return follows and place.unit.row is None and before.unit.row is None and leans_in_place(place)


def _between(near: Nearness, headings: Sequence[str], places: Sequence[Place]) -> NDArray[np.bool_]:
    """Which places are nearly as near to a second heading as to the first, and say words of both themselves."""
    order = np.argsort(near, axis=1)
    best = np.take_along_axis(near, order, axis=1)
    both = [all(_says(places[number], headings[at]) for at in two) for number, two in enumerate(order[:, -2:])]
    return np.asarray((best[:, -2] >= NEAR) & (best[:, -1] - best[:, -2] <= BETWEEN) & np.array(both, dtype=np.bool_))


def _says(place: Place, heading: str) -> bool:
    return coverage(content_words(heading), glossed(spoken(place)), {}, default=1.0) >= SAID


def _of_blocks(near: Nearness, places: Sequence[Place]) -> Nearness:
    """The mean of each place's neighbours under one heading of one passage."""
    blocks: dict[tuple[int, int, str], list[int]] = {}
    for number, place in enumerate(places):
        own = place.index if place.unit.row else -1  # a row goes by itself
        blocks.setdefault((place.rank, own, place.unit.heading), []).append(number)
    means = np.empty_like(near)
    for numbers in blocks.values():
        means[numbers] = near[numbers].mean(axis=0)
    return means


def _around(place: Place) -> frozenset[str]:
    row = place.unit.row
    head = (place.unit.heading, *place.chunk.heading_path[-1:], *(row.columns if row else ()))
    return glossed(spoken(place) | frozenset(content_words(" ".join(head))))
