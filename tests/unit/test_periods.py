"""Periods: what they are called, how long they are, and how two of them stand to each other."""

import re

import pytest

from apps.core.periods import LENGTH, MOMENT, Period, Times, is_just_before, months_of, times


@pytest.mark.parametrize(
    ("length", "months"),
    [
        ("13 weeks", 3),
        ("fourteen weeks", 3),
        ("Twenty-six weeks", 6),
        ("39 weeks", 9),
        ("fifty-three weeks", 12),
        ("six months", 6),
        ("financial quarter", 3),
        ("second quarter", 3),
        ("half-year", 6),
        ("first half", 6),
        ("calendar year", 12),
        ("ten weeks", 0),
        (MOMENT, 0),
        ("", 0),
    ],
)
def test_a_length_in_months(length: str, months: int) -> None:
    assert months_of(length) == months
    assert bool(re.fullmatch(LENGTH, length, re.IGNORECASE)) is (length not in ("", MOMENT, "first half"))


YEAR = Period(length="year", year=2031)
SECOND = Period(length="quarter", year=2031, number=2)
END = Period(length=MOMENT, year=2031)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (YEAR, Period(length="year", year=2031), Times.SAME),
        (YEAR, Period(length="year", year=2030), Times.DIFFERENT),
        (YEAR, Period(length="year"), Times.UNKNOWN),
        (YEAR, SECOND, Times.DIFFERENT),
        (YEAR, END, Times.UNKNOWN),
        (SECOND, Period(length="13 weeks", year=2031), Times.UNKNOWN),
        (SECOND, Period(length="26 weeks"), Times.DIFFERENT),
        (SECOND, Period(length="quarter", number=3), Times.DIFFERENT),
        (END, Period(length=MOMENT, year=2031, number=1), Times.DIFFERENT),
        (END, Period(length=MOMENT, year=2031, month=6, day=30), Times.UNKNOWN),
        (YEAR, None, Times.UNKNOWN),
    ],
)
def test_how_two_periods_stand_to_each_other(one: Period, other: Period | None, expected: Times) -> None:
    assert times(one, other) is expected
    assert times(other, one) is expected


def test_the_quarter_before_the_first_is_the_last_of_the_year_before() -> None:
    first = Period(length="quarter", year=2031, number=1)
    assert is_just_before(first, SECOND)
    assert is_just_before(Period(length="quarter", year=2030, number=4), first)
    assert is_just_before(Period(length="quarter", year=2030, number=2), SECOND)
    assert not is_just_before(SECOND, first)
