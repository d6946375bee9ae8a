"""The number lint reads a long line in time that grows with it."""

import time

import pytest

from apps.verification.numbers.lint import QuoteContext, number_findings


@pytest.mark.parametrize("cell", ["| 1 ", "| -1 ", "| $1 "])
def test_a_row_of_twenty_thousand_characters_is_read_at_once(cell):
    row = QuoteContext(text="in millions USD\n" + cell * (20_000 // len(cell)))
    begin = time.process_time()
    number_findings("The fee is 2% of 17 loans in 2022.", [row])
    assert time.process_time() - begin < 5
