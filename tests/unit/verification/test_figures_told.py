"""Figures that a claim tells otherwise than its source, and figures that are none: found among true sentences."""

import pytest

from apps.core.sentences import split_sentences
from apps.core.words import figures_as_in
from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.dates import find_dates
from apps.verification.numbers.lint import QuoteContext, number_findings
from apps.verification.numbers.reading import parse_quantities


def found(claim, source):
    return [one.fault.value for one in number_findings(claim, [QuoteContext(text=source)])]


@pytest.mark.parametrize(
    "text", ["3M's division sells masks.", "The risk that 3M hedges grew.", "3M enters contracts."]
)
def test_a_company_that_is_called_by_a_figure_is_no_amount(text):
    assert parse_quantities(text) == ()


@pytest.mark.parametrize(
    "text", ["The site has 3M users.", "It cost $3M last year.", "It grew to 3M in May.", "a 3M loan"]
)
def test_millions_are_an_amount(text):
    assert parse_quantities(text)[0].value == 3_000_000


@pytest.mark.parametrize(
    "text",
    ["$1 billion was left under the $2 billion share repurchase program.", "due under its $5 million credit agreement"],
)
def test_what_stands_under_a_contract_is_no_less_than_its_sum(text):
    assert [one.bound for one in parse_quantities(text)] == [Bound.EXACT] * len(parse_quantities(text))


@pytest.mark.parametrize("text", ["sums under the $2 billion limit", "under $2 billion in loans", "sold for under $5"])
def test_what_is_under_a_sum_is_less(text):
    assert parse_quantities(text)[0].bound is Bound.LESS


def test_once_a_time_has_passed_it_is_after_it():
    assert found("They may sell once four years have passed.", "They may sell after four years.") == []
    assert found("They may sell once three years have passed.", "They may sell after four years.") == ["differs"]


def test_two_times_are_twice():
    assert found("The rings were counted two times.", "The rings were counted by one reader, twice.") == []
    assert found("The rings were counted two times.", "The rings were counted by one reader, once.") == ["missing"]


@pytest.mark.parametrize(
    ("text", "quarter", "half"),
    [
        ("the first three months of 2021", 1, None), ("the last 3 months of fiscal 2021", 4, None),
        ("the first six months of 2021", None, 1), ("the last six months of the year 2021", None, 2),
    ],
)  # fmt: skip
def test_months_at_either_end_of_a_year_are_a_part_of_it(text, quarter, half):
    (date,) = [one.date for one in find_dates(text)]
    assert (date.year, date.quarter, date.half) == (2021, quarter, half)


@pytest.mark.parametrize(
    ("like", "text", "told"),
    [
        ("It fell by 7.8 per cent.", "It fell by 7. 8 per cent.", "It fell by 7.8 per cent."),
        ("It fell by 7.8 per cent.", "It fell in row 7. 81 came.", "It fell in row 7. 81 came."),
    ],
)
def test_a_figure_that_was_parted_is_put_together_as_the_claim_has_it(like, text, told):
    assert figures_as_in(like, text) == told


@pytest.mark.parametrize(
    ("text", "count"), [("It fell by 7. 8 per cent. It rose.", 2), ("In 2019. 7 million came.", 2), ("Row 7. Next.", 2)]
)
def test_a_sentence_does_not_end_in_a_figure_that_was_parted(text, count):
    assert len(split_sentences(text)) == count
