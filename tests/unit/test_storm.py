"""The storm of the chaos run: each kind of process dies at least once, in an order that the seed says."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.chaos import storm
from tests.chaos.storm import VICTIMS, Storm

SECONDS = 0.35


class Hits:
    """Takes the place of the kills: who was hit, and for how many tries a kind is not there."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.absent: dict[str, int] = {}

    def hit(self, kind: str) -> None:
        if self.absent.get(kind, 0) > 0:
            self.absent[kind] -= 1
            raise ValueError("not back yet")
        self.order.append(kind)


@pytest.fixture
def hits(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hits]:
    seen = Hits()
    for kind, (weight, _) in list(VICTIMS.items()):
        monkeypatch.setitem(VICTIMS, kind, (weight, lambda _, kind=kind: seen.hit(kind)))
    monkeypatch.setattr(storm, "LOOK_AGAIN", 0.01)
    return seen


def rage(seed: int, *, kills_per_minute: float = 1200, seconds: float = SECONDS) -> Storm:
    stack: Any = None
    one = Storm(stack, seed=seed, kills_per_minute=kills_per_minute, seconds=seconds)
    one.start()
    time.sleep(seconds)
    one.stop()
    return one


def test_one_of_each_kind_is_killed_before_any_dies_again(hits: Hits) -> None:
    orders = set()
    for seed in range(5):
        hits.order.clear()
        assert set(rage(seed).killed) == set(VICTIMS)
        first = tuple(hits.order[: len(VICTIMS)])
        assert set(first) == set(VICTIMS)
        orders.add(first)
    assert len(orders) > 1, "in random order"


def test_the_seed_says_the_order(hits: Hits) -> None:
    rage(7)
    before = hits.order[: len(VICTIMS)]
    hits.order.clear()
    rage(7)
    assert hits.order[: len(VICTIMS)] == before


def test_one_that_is_not_there_yet_is_waited_for_even_when_the_storm_is_to_stop(hits: Hits) -> None:
    hits.absent = {"PostgreSQL": 60}
    assert set(rage(1).killed) == set(VICTIMS)


def test_one_that_never_comes_does_not_hold_the_storm_for_ever(hits: Hits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storm, "PATIENCE", 0.1)
    hits.absent = {"Redis": 10**9}
    assert "Redis" not in rage(1).killed


def test_a_storm_of_few_kills_has_time_for_each_kind(hits: Hits) -> None:
    assert set(rage(3, kills_per_minute=1).killed) == set(VICTIMS)


def test_nobody_dies_after_it_has_stopped(hits: Hits) -> None:
    rage(2)
    then = len(hits.order)
    time.sleep(0.2)
    assert len(hits.order) == then
