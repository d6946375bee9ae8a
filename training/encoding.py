"""How rows are put into bags and batches. Pure but for the tokenizer."""

import random
from collections.abc import Iterable, Iterator, Sequence
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

    @property
    def claim(self) -> tuple[int, ...]:
        """The ids of its claim."""
        return self.rows[0].ids[: self.rows[0].claim]


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


def batches_of_epoch(bags: Sequence[Bag], *, size: int, seed: int, epoch: int) -> list[list[int]]:
    """Places in batches of ``size``, by chance, yet those of one batch of about one length; the last may be smaller.

    What is asked of one claim stays together, but for where a batch ends: a step then learns what parts the evidence
    that bears it out from the evidence that does not. Shuffled, cut into pools, sorted by length within each and cut
    into batches that are shuffled again: the same for the same ``seed`` and ``epoch``.
    """
    chance = random.Random(f"{seed} {epoch}")
    by_claim: dict[tuple[int, ...], list[int]] = {}
    for place, bag in enumerate(bags):
        by_claim.setdefault(bag.claim, []).append(place)
    places: list[int] = []
    for pool in _pools(chance.sample(list(by_claim.values()), len(by_claim)), least=size * POOL):
        pool.sort(key=lambda own: (max(bags[place].tokens for place in own), own))
        places += [place for own in pool for place in own]
    batches = [places[at : at + size] for at in range(0, len(places), size)]
    chance.shuffle(batches)
    return batches


def _pools(groups: Iterable[list[int]], *, least: int) -> Iterator[list[list[int]]]:
    """The groups in order, so many at a time that they have ``least`` places or a group more."""
    pool: list[list[int]] = []
    for group in groups:
        pool.append(group)
        if sum(map(len, pool)) >= least:
            yield pool
            pool = []
    if pool:
        yield pool


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
