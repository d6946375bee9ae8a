"""When one sentence says again what another says."""

import pytest

from apps.agents.reading.context import read_context
from apps.agents.writer.selection import repeats

from .conftest import make_chunk

SPLIT = "the Board declared a stock split in the form of a stock dividend that was paid on July 14, 2015."


def said_again(one: str, other: str) -> bool:
    first, second = (
        read_context((make_chunk(text, title),)).quotable()[0] for text, title in ((one, "One"), (other, "Other"))
    )
    assert repeats(first, second) == repeats(second, first)
    return repeats(first, second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"In June 2015, {SPLIT}", f"On June 23, 2015, {SPLIT}"),
        ("Revenue rose by 5% in 2020.", "In 2020, revenue rose by 5%."),
    ],
)
def test_the_same_words_and_figures_say_it_again_and_a_day_may_be_told_by_one_of_them(one: str, other: str):
    assert said_again(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"On June 23, 2015, {SPLIT}", f"On June 25, 2015, {SPLIT}"),
        (f"In June 2015, {SPLIT}", f"In June 2016, {SPLIT}"),
        ("Revenue rose by 5% in 2020.", "Revenue rose by 5% in 2020 and 7% in 2021."),
        ("Revenue rose by 5% in May 2020.", "Revenue rose by 9% in May 2020."),
    ],
)
def test_other_figures_or_days_say_something_else(one: str, other: str):
    assert not said_again(one, other)
