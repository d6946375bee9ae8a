"""A sentence is asked for by what it says, in its own words, or not at all."""

import pytest

from apps.drafting.suggesting.sentences import asked_by


def questions(sentence: str, *, whose: str = "", period: bool = False) -> list[str]:
    return [asked.of(whose) for asked in asked_by(sentence, period=period)]


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        (
            "Our rental income of $12 million increased by 4% in fiscal 2021, primarily due to new sites.",
            "Why did Corax’s rental income increase in fiscal 2021?",
        ),
        (
            "In fiscal 2021, the occupancy rate fell to 81%, driven by two sites that were closed.",
            "Why did Corax’s occupancy rate fall in fiscal 2021?",
        ),
        (
            "Fuel costs rose in the year ended March 31, 2021 because of higher prices.",
            "Why did Corax’s fuel costs rise in the year ended March 31, 2021?",
        ),
    ],
)
def test_a_move_with_its_cause_asks_why(sentence, question):
    assert questions(sentence, whose="Corax’s", period=True) == [question]


def test_without_a_name_the_subject_stands_as_it_is_written():
    said = "Our rental income increased in 2021 due to new sites."
    assert questions(said) == ["Why did the rental income increase in 2021?"]
    assert questions(said.replace("Our rental", "Rental")) == ["Why did rental income increase in 2021?"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Rental income increased by 4% in 2021.",
        "Rental income increased due to new sites.",
        "Rental income increased to $5 million compared to $4 million in fiscal 2021, primarily due to new sites.",
        "We increased rents in 2021 due to new sites.",
        "Costs of sites that it sold fell in 2021 due to lower wages.",
        "The board increased the dividend in 2021 because of the result.",
        "Rental income, which we report by site, increased in 2021 due to new sites.",
    ],
)
def test_a_move_without_cause_or_year_or_of_something_unclear_asks_nothing(sentence):
    assert questions(sentence, period=True) == []


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        (
            "If a guest arrives after ten, the night porter opens the gate.",
            "What happens if a guest arrives after ten?",
        ),
        (
            "When the first of May falls on a weekend, rent is due on the next working day.",
            "What happens when the first of May falls on a weekend?",
        ),
        (
            "Either side may cancel the stay if the roof is not mended within two weeks.",
            "What happens if the roof is not mended within two weeks?",
        ),
    ],
)
def test_a_condition_asks_what_it_leads_to(sentence, question):
    assert questions(sentence) == [question]
    assert questions(sentence, period=True) == [], "of a report it tells how something is accounted for"


@pytest.mark.parametrize(
    "sentence",
    [
        "If it is late, the night porter opens the gate.",
        "A guest may stay only if the manager agrees to the stay.",
        "If the season is short, our income could fall.",
        "When counting the guests of a night, children are left out.",
        "If so, the night porter opens the gate.",
    ],
)
def test_a_condition_that_needs_more_to_be_understood_asks_nothing(sentence):
    assert questions(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("The probation period is six months and may be extended once.", "How long is the probation period?"),
        ("Late fees are up to $45 a night.", "How much are late fees?"),
        ("The maximum share for a second boat is 80%.", "What is the maximum share for a second boat?"),
    ],
)
def test_a_measure_asks_how_long_or_how_much(sentence, question):
    assert questions(sentence) == [question]


def test_a_figure_of_a_report_is_asked_for_with_its_year():
    said = "Our total debt was $80 million"
    assert questions(f"{said}.", whose="Corax’s", period=True) == []
    assert questions(f"{said} in 2021.", whose="Corax’s", period=True) == ["How much was Corax’s total debt in 2021?"]


@pytest.mark.parametrize("sentence", ["It is six months.", "What we ask is $45.", "The 2019 fee of that stay is $45."])
def test_a_figure_of_something_unclear_asks_nothing(sentence):
    assert questions(sentence) == []
