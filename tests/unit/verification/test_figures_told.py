"""Figures that a claim tells otherwise than its source, and figures that are none: found among true sentences."""

import pytest

from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.dates import find_dates
from apps.verification.numbers.lint import QuoteContext, number_findings
from apps.verification.numbers.reading import parse_quantities


def found(claim, source):
    return [one.fault.value for one in number_findings(claim, [QuoteContext(text=source)])]


@pytest.mark.parametrize("text", ["3M's division sells masks.", "Masks are 3M’s."])
def test_a_company_that_is_called_by_a_figure_is_no_amount(text):
    assert parse_quantities(text) == ()


def test_what_is_called_so_in_the_source_may_be_called_so():
    assert found("At 3M, a division sells masks.", "The division sells masks, as 3M reflects it.") == []
    assert found("It sold masks to 3M.", "The division sells masks to 5M.") != []


@pytest.mark.parametrize(
    "text",
    ["The site has 3M users.", "It cost $3M last year.", "It grew to 3M in May.", "a 3M loan", "3M monthly listeners"],
)
def test_millions_are_an_amount(text):
    assert parse_quantities(text)[0].value == 3_000_000


@pytest.mark.parametrize(
    "text",
    ["$1 billion was left under the $2 billion share repurchase program.", "due under its $5 million credit agreement"],
)
def test_what_stands_under_a_contract_is_no_less_than_its_sum(text):
    assert [one.bound for one in parse_quantities(text)] == [Bound.EXACT] * len(parse_quantities(text))


@pytest.mark.parametrize(
    "text",
    [
        "sums under the $2 billion limit",
        "under $2 billion in loans",
        "sold for under $5",
        "under the $5 cap in the contract",
    ],
)
def test_what_is_under_a_sum_is_less(text):
    assert parse_quantities(text)[0].bound is Bound.LESS


def test_once_a_time_has_passed_it_is_after_it():
    assert found("They may sell once four years have passed.", "They may sell after four years.") == []
    assert found("They may sell once three years have passed.", "They may sell after four years.") == ["differs"]


def test_two_times_are_twice():
    assert found("The rings were counted two times.", "The rings were counted by one reader, twice.") == []
    assert found("The rings were counted two times.", "The rings were counted by one reader, once.") == ["missing"]
    for claim in ("The rings were counted at least two times.", "The rings were counted two times a day."):
        assert found(claim, "The rings were counted by one reader, twice.") != []
    assert found("They met two times.", "They met in May. Its budget is twice as large.") != []


@pytest.mark.parametrize(
    ("text", "quarter"), [("the first three months of 2021", 1), ("the last 3 months of fiscal 2021", 4)]
)
def test_three_months_at_either_end_of_a_year_are_a_quarter(text, quarter):
    (date,) = [one.date for one in find_dates(text)]
    assert (date.year, date.quarter) == (2021, quarter)
