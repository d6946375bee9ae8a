"""What a Judge has to beat: the commonest answer, shared words, and nearness in meaning."""

from collections.abc import Sequence

import numpy as np

from apps.core.sentences import split_sentences
from apps.inference.memory import SentenceMemory
from apps.verification.lexicon import coverage_of
from workers.evaluations.labelled import Example, by_set
from workers.evaluations.scores import Bools, Floats, best_cut


def overlap(examples: Sequence[Example]) -> Floats:
    """The share of each claim's content stems that its evidence has."""
    return np.array([coverage_of(example.claim, example.evidence) for example in examples], dtype=np.float64)


def cosine(examples: Sequence[Example], memory: SentenceMemory) -> Floats:
    """The cosine of each claim and the nearest sentence of its evidence; 0 without evidence."""
    found = []
    for example in examples:
        spans = split_sentences(example.evidence)
        sentences = [example.evidence[span.start : span.end] for span in spans]
        vectors = memory.vectors([example.claim, *sentences])
        found.append(max((float(near) for near in vectors[1:] @ vectors[0]), default=0.0))
    return np.array(found, dtype=np.float64)


def said_by(score: Floats, examples: Sequence[Example], true: Bools) -> Bools:
    """Which examples score at least the best cut of all *other* sets: no set chooses its own.

    Where there is one set alone the cut is its own, which flatters the baseline.
    """
    said = np.zeros(len(examples), dtype=np.bool_)
    for places in by_set(examples).values():
        own = np.zeros(len(examples), dtype=np.bool_)
        own[places] = True
        others = own if own.all() else ~own
        said[own] = score[own] >= best_cut(score[others], true[others])
    return said
