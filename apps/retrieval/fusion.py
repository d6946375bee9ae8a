"""Two scores made one. Pure."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]


def scaled(scores: Scores, *, depth: int, scale_on: NDArray[np.bool_] | None = None) -> Scores:
    """Scores between the ``depth``-th best (0) and the best (1); what is worse is 0.

    ``scale_on`` chooses the passages that set the scale (all when None or empty), so that a document that is not meant
    does not flatten the differences inside the one that is.
    """
    chosen = scores if scale_on is None or not scale_on.any() else scores[scale_on]
    if not chosen.size:
        return np.zeros_like(scores)
    ordered = np.sort(chosen)[::-1]
    high, low = ordered[0], ordered[min(depth, len(ordered)) - 1]
    if high <= low:
        return (scores >= high).astype(np.float64) * (high > 0)
    return np.clip((scores - low) / (high - low), 0.0, 1.0)


def overlap_share(one: tuple[int, int], other: tuple[int, int]) -> float:
    """The part of the shorter of two spans (start, end) that both cover."""
    common = min(one[1], other[1]) - max(one[0], other[0])
    shorter = min(one[1] - one[0], other[1] - other[0])
    return max(0.0, common / shorter) if shorter > 0 else 0.0


def without_overlaps(spans: Sequence[tuple[object, int, int]], *, limit: float) -> list[int]:
    """Indices of ``spans`` (document, start, end), best first, that share more than ``limit`` with none kept before."""
    kept: list[int] = []
    for index, (document, start, end) in enumerate(spans):
        if all(
            spans[earlier][0] != document or overlap_share((start, end), spans[earlier][1:]) <= limit
            for earlier in kept
        ):
            kept.append(index)
    return kept
