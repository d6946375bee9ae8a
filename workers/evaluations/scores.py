"""How good verdicts are against labels: the field's usual figures. Pure.

``supported`` against everything else is binary: a partly supported claim counts as not supported. Arrays are of one
length, one element an example.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

BINS = 15  # of equal width, as in Guo et al. 2017, "On Calibration of Modern Neural Networks"
ROUNDS = 1000  # of a bootstrap

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


def balanced_accuracy(said: Bools, true: Bools) -> float | None:
    """The mean of the shares that are right of the positives and of the negatives; None where one kind is missing."""
    if true.all() or not true.any():
        return None
    return float((said[true].mean() + (~said[~true]).mean()) / 2)


def precision(said: Bools, true: Bools) -> float | None:
    """The share that is right of what was said; None where nothing was."""
    return float(true[said].mean()) if said.any() else None


def recall(said: Bools, true: Bools) -> float | None:
    """The share that was said of what is right; None where nothing is."""
    return float(said[true].mean()) if true.any() else None


def macro_f1(said: Sequence[str], true: Sequence[str], classes: Sequence[str]) -> float | None:
    """The mean F1 over those ``classes`` that are among the labels; None with fewer than two of them."""
    there = [one for one in classes if one in true]
    if len(there) < 2:
        return None
    given, wanted = np.array(said), np.array(true)
    found = []
    for one in there:
        right = float(((given == one) & (wanted == one)).sum())
        both = float((given == one).sum() + (wanted == one).sum())
        found.append(2 * right / both)
    return sum(found) / len(found)


def expected_calibration_error(probability: Floats, true: Bools, *, weights: Floats | None = None) -> float | None:
    """The mean distance between probability and share of positives over bins, by how much is in each (ECE).

    ``weights``: how much each example counts; all the same unless told.
    """
    if not len(true):
        return None
    counting = np.ones(len(true)) if weights is None else weights
    bins = np.minimum((probability * BINS).astype(int), BINS - 1)
    gaps = [abs(float((counting * (probability - true))[bins == number].sum())) for number in range(BINS)]
    return sum(gaps) / float(counting.sum())


def reliability_bins(
    probability: Floats, true: Bools, *, weights: Floats | None = None, count: int = 10
) -> list[tuple[float, float, float]]:
    """Of each bin that has any: the mean probability, the share of positives, and how much of all is in it."""
    counting = np.ones(len(true)) if weights is None else weights
    bins = np.minimum((probability * count).astype(int), count - 1)
    found = []
    for number in sorted(set(bins[counting > 0].tolist())):
        own = counting * (bins == number)
        whole = float(own.sum())
        found.append((float(own @ probability) / whole, float(own @ true) / whole, whole / float(counting.sum())))
    return found


def area_under_curve(score: Floats, true: Bools) -> float | None:
    """The chance that a positive scores above a negative, ties half (AUC); None where one kind is missing."""
    positives, negatives = int(true.sum()), int((~true).sum())
    if not positives or not negatives:
        return None
    _, ranks, counts = np.unique(score, return_inverse=True, return_counts=True)
    mean_rank = np.cumsum(counts) - (counts - 1) / 2
    below = float(mean_rank[ranks][true].sum()) - positives * (positives + 1) / 2
    return below / (positives * negatives)


def best_cut(score: Floats, true: Bools) -> float:
    """The score from which to say "supported" has the highest balanced accuracy; infinite where one kind is missing."""
    if true.all() or not true.any():
        return float("inf")
    order = np.argsort(-score, kind="stable")
    ranked, right = score[order], true[order]
    gained = np.cumsum(right) / true.sum() - np.cumsum(~right) / (~true).sum()
    last_of_equals = np.append(ranked[1:] != ranked[:-1], True)
    return float(ranked[int(np.argmax(np.where(last_of_equals, gained, -np.inf)))])


def bootstrap(
    figure: Callable[[NDArray[np.int64]], float | None], strata: Sequence[Sequence[int]], *, seed: int = 0
) -> tuple[float, float] | None:
    """The 95% interval of ``figure``, a function of places drawn with replacement from each of the ``strata``.

    Percentiles of ROUNDS draws; None where too few of them have a value.
    """
    chance = np.random.default_rng(seed)
    groups = [np.array(places, dtype=np.int64) for places in strata if len(places)]
    drawn = (
        figure(np.concatenate([places[chance.integers(0, len(places), len(places))] for places in groups]))
        for _ in range(ROUNDS)
    )
    values = [value for value in drawn if value is not None]
    if len(values) < ROUNDS / 2:
        return None
    low, high = np.quantile(values, (0.025, 0.975))
    return float(low), float(high)
