"""When one sentence says again what another says."""

import pytest

from apps.agents.contracts import WriterTask
from apps.agents.reading.context import Place, read_context
from apps.agents.writer.sentences.selection import repeats

from .conftest import make_chunk

SPLIT = "the Board declared a stock split in the form of a stock dividend that was paid on July 14, 2015."


def places_of(one: str, other: str) -> tuple[Place, Place]:
    first, second = (
        read_context((make_chunk(text, title),)).quotable()[0] for text, title in ((one, "One"), (other, "Other"))
    )
    return first, second


def said_again(one: str, other: str) -> bool:
    first, second = places_of(one, other)
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


YARDS = "We also ran four cement yards and a quarry in Norway (the “northern business”) until their sale on May 3, 2021"


def test_a_sentence_that_stands_whole_in_a_longer_one_says_that_again_but_not_the_longer_one_it():
    short, long = places_of(f"{YARDS}.", f"{YARDS}, for cash of $36 million.")
    assert repeats(short, long)
    assert not repeats(long, short)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"{YARDS}, for cash of $36 million.", f"{YARDS}, for cash of $20 million and shares."),
        (f"{YARDS}.", f"{YARDS.replace('four', 'two')}, for cash of $36 million."),
        (
            "First rents of yards and quarries in Norway run for two to 36 years and have options to renew.",
            "First rents of yards and quarries in Norway run for two to 20 years and have options to renew, or more.",
        ),
    ],
)
def test_a_longer_sentence_with_other_figures_says_something_else(one: str, other: str):
    assert not said_again(one, other)


@pytest.mark.parametrize("told", ["30 days' written notice", "thirty days notice", "a notice of at least ten weeks"])
def test_what_a_time_is_of_need_not_be_called_a_period(writer, told):
    stable = make_chunk(
        f"Either rider may cancel this contract on {told} where the other breaks a rule. Unless otherwise notified, "
        "every notice is sent to the yard. The hire lasts four years.",
        "Horse contract",
    )
    board = make_chunk("8.1. Notice and Cancellation. The Committee may cancel the plan at any time.", "Plan")
    answer = "".join(
        writer.write(WriterTask(query="What is the notice period for early cancellation?", chunks=(board, stable)))
    )
    assert told in answer
    assert "four years" not in answer
