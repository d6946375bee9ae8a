"""Quantities of a text are read once, and told apart by who has read them."""

import pytest

from apps.verification.numbers.lint import number_lint
from apps.verification.numbers.reading import LONGEST_KEPT, parse_quantities
from apps.verification.numbers.table_context import QuoteContext

ROW = "| Revenue | 1,234 | 1,100 |"


def under(first: int) -> QuoteContext:
    return QuoteContext(text=ROW, before=f"|  | {first} | {first - 1} |\n| --- | --- | --- |\n")


@pytest.mark.parametrize("text", ["12 of 40 % in 2020", "12 of 40 % in 2020 " * LONGEST_KEPT])
def test_each_reading_has_its_own(text: str) -> None:
    first, second = parse_quantities(text), parse_quantities(text)
    assert first == second != ()
    assert not {id(one) for one in first} & {id(one) for one in second}


def test_a_row_quoted_under_two_heads_has_the_columns_of_each() -> None:
    claim = "In 2023, revenue was 1,234."
    assert [number_lint(claim, quotes) for quotes in ([under(2023), under(2024)], [under(2024), under(2023)])] == [
        (),
        (),
    ]
    assert number_lint(claim, [under(2024)])
