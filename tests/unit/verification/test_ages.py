"""Whose age a text tells, whichever way it is put."""

import time

import pytest

from apps.verification.numbers.ages import ages_in
from apps.verification.numbers.lint import QuoteContext, number_findings


@pytest.mark.parametrize(
    "text",
    [
        "Ann Lee, 26, drove.",
        "Ann Lee, aged 26, drove.",
        "26-year-old Ann Lee fled.",
    ],
)
def test_an_age_is_of_the_name_beside_it(text):
    assert ages_in(text) == {("Ann Lee", "26")}


@pytest.mark.parametrize(
    "text",
    [
        "Ann Lee has 26 cars.", "In May, 26 cars came.", "Ann Lee, 2,600 of them, came.", "The officer, 26, drove.",
        "The 26-year-old beat Bob Hall.", "The 26-year-old who shot Ann Lee fled.", "Lee, 26, drove.",
    ],
)  # fmt: skip
def test_other_figures_are_none_and_no_name_is_told_by_a_surname(text):
    assert ages_in(text) == frozenset()


@pytest.mark.parametrize("text", ["a" * 20_000, "a-" * 10_000, "A" * 20_000, "Aa " * 7_000, "1 year old " * 2_000])
def test_long_texts_take_no_time(text):
    begun = time.perf_counter()
    ages_in(text)
    assert time.perf_counter() - begun < 1


def found(claim, source):
    return [one.fault.value for one in number_findings(claim, [QuoteContext(text=source)])]


def test_an_age_behind_a_name_bears_out_how_many_years_old_somebody_is():
    assert found("The 26-year-old fled.", "Ann Lee, 26, fled.") == []
    assert found("The 27-year-old fled.", "Ann Lee, 26, fled.") == ["missing"]
    assert found("The 26-year-old Ann Lee hit Bob Hall.", "Ann Lee, 26, hit Bob Hall.") == []
    assert found("The 26-year-old Ann Lee hit Bob Hall.", "Ann Lee hit Bob Hall, 26, by car.") == ["missing"]
    assert found("The sentence was 26 years.", "Ann Lee, 26, was jailed.") == ["missing"]
    assert found("A 26-year-old sold it.", "Ann Lee, 34, sold 26 paintings.") != []
    assert found("The plant is 26 years old.", "The plant has 26 rooms.") == ["missing"]
