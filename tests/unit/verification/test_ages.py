"""Whose age a text tells, whichever way it is put."""

import pytest

from apps.verification.numbers.ages import ages_in
from apps.verification.numbers.lint import QuoteContext, number_findings


@pytest.mark.parametrize(
    "text",
    ["Ann Lee, 26, drove.", "ann lee , 26 , drove .", "Ann Lee, aged 26, drove.", "Ann Lee (26) drove.",
     "The 26-year-old driver Ann Lee fled.", "A 26 year old woman, 26-year-old Ann Lee, fled."],
)  # fmt: skip
def test_an_age_is_of_the_name_beside_it(text):
    assert ("lee", "26") in ages_in(text)


@pytest.mark.parametrize("text", ["Ann Lee has 26 cars.", "In May, 26 cars came.", "Ann Lee, 2,600 of them, came."])
def test_other_figures_are_none(text):
    assert ages_in(text) == frozenset()


def test_a_name_of_two_ages_has_none():
    found = ages_in("Ann Lee, 26, and her father Bob Lee, 62, were saved.")
    assert found == {("ann", "26"), ("bob", "62"), ("father", "62")}
    assert "woman" not in dict(ages_in("A 52-year-old woman met a 47-year-old woman."))
    assert ("ann", "22") not in ages_in("The 22-year-old who shot Ann Lee fled.")


def found(claim, source):
    return [one.fault.value for one in number_findings(claim, [QuoteContext(text=source)])]


def test_an_age_behind_a_name_bears_out_how_many_years_old_somebody_is():
    assert found("The 26-year-old fled.", "Ann Lee, 26, fled.") == []
    assert found("The 27-year-old fled.", "Ann Lee, 26, fled.") == ["missing"]
    assert found("The sentence was 26 years.", "Ann Lee, 26, was jailed.") == ["missing"]
    assert found("The plant is 26 years old.", "The plant has 26 rooms.") == ["missing"]
