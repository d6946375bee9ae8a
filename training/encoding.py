"""How rows are put into bags and batches. Pure but for the tokenizer."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.inference.builtin.pair_rows import Row, rows_of
from training.pairs import Pair

POOL = 32  # batches whose rows are sorted by length together

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bag:
    """The rows of one claim, of which the best decides."""

    rows: tuple[Row, ...]
    target: int = 0
    weight: float = 1.0

    @property
    def tokens(self) -> int:
        """What it costs, about: rows padded to the longest."""
        return len(self.rows) * max(len(row.ids) for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Rows padded to one length. ``owners``: the place of each row's bag in ``bags``, ascending."""

    ids: Ints
    types: Ints
    mask: Ints
    owners: Ints
    bags: tuple[int, ...]


def bags_of(pairs: Sequence[Pair]) -> list[Bag]:
    """A bag of each pair, in order."""
    rows = rows_of([pair.claim for pair in pairs], [pair.windows for pair in pairs])
    return [Bag(rows=own, target=int(pair.target), weight=pair.weight) for pair, own in zip(pairs, rows, strict=True)]


def padded(bags: Sequence[Bag], places: Sequence[int]) -> Batch:
    """The rows of the bags at these places as one batch."""
    rows = [(number, row) for number, place in enumerate(places) for row in bags[place].rows]
    length = max(len(row.ids) for _, row in rows)
    ids, types, mask = (np.zeros((len(rows), length), np.int64) for _ in range(3))
    for at, (_, row) in enumerate(rows):
        ids[at, : len(row.ids)] = row.ids
        types[at, row.claim : len(row.ids)] = 1
        mask[at, : len(row.ids)] = 1
    return Batch(ids=ids, types=types, mask=mask, owners=np.array([own for own, _ in rows]), bags=tuple(places))


def batches_of_epoch(costs: Sequence[int], *, size: int, seed: int, epoch: int) -> list[list[int]]:
    """Places in batches of ``size``, by chance, yet those of one batch of about one length; the last may be smaller.

    Shuffled, cut into pools, sorted by length within each and cut into batches that are shuffled again: the same for
    the same ``seed`` and ``epoch``.
    """
    chance = random.Random(f"{seed} {epoch}")
    order = chance.sample(range(len(costs)), len(costs))
    batches = []
    for start in range(0, len(order), size * POOL):
        pool = sorted(order[start : start + size * POOL], key=lambda place: (costs[place], place))
        batches += [pool[at : at + size] for at in range(0, len(pool), size)]
    chance.shuffle(batches)
    return batches


def within_budget(bags: Sequence[Bag], places: Sequence[int], *, tokens: int) -> Iterator[list[int]]:
    """The places in groups by length whose padded rows have at most so many tokens; a larger bag is alone."""
    group: list[int] = []
    count = longest = 0
    for place in sorted(places, key=lambda one: (max(len(row.ids) for row in bags[one].rows), one)):
        wider = max(longest, max(len(row.ids) for row in bags[place].rows))
        if group and (count + len(bags[place].rows)) * wider > tokens:
            yield group
            group, count, wider = [], 0, max(len(row.ids) for row in bags[place].rows)
        group.append(place)
        count, longest = count + len(bags[place].rows), wider
    if group:
        yield group
