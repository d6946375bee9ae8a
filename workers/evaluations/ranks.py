"""How good a ranking is against what should stand in it: the field's usual figures. Pure.

Ranks are places from 1 among *distinct* things (pages, documents); infinity where a thing was not found.
"""

from collections.abc import Collection, Hashable, Iterable, Sequence
from math import inf, log2

DEPTH = 10  # of nDCG


def ranks_of(found: Iterable[Hashable], wanted: Collection[Hashable]) -> tuple[float, ...]:
    """The place of each thing that is wanted, ascending."""
    places = {one: place for place, one in enumerate(dict.fromkeys(found), start=1)}
    return tuple(sorted(places.get(one, inf) for one in wanted))


def recall_at(k: int, ranks: Sequence[Sequence[float]]) -> float:
    """The share of the questions of which anything that is wanted is among the first ``k`` (hit rate)."""
    return sum(own[0] <= k for own in ranks) / len(ranks)


def mean_reciprocal_rank(ranks: Sequence[Sequence[float]]) -> float:
    """The mean of 1/rank of the first thing wanted; 0 where none was found (MRR)."""
    return sum(1 / own[0] for own in ranks) / len(ranks)


def ndcg(ranks: Sequence[Sequence[float]], *, depth: int = DEPTH) -> float:
    """Normalised discounted cumulative gain at ``depth`` (Järvelin & Kekäläinen 2002), everything wanted alike."""
    return sum(_gain(own, depth) / _gain(range(1, len(own) + 1), depth) for own in ranks) / len(ranks)


def _gain(ranks: Iterable[float], depth: int) -> float:
    return sum(1 / log2(1 + rank) for rank in ranks if rank <= depth)
