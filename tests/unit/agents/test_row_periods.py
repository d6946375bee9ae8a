"""A row of a table is told in the period of its column, by the day on which that ends where its year is not all."""

import pytest

from apps.agents.reading.context import read_context
from apps.agents.writer.sentences.told_figures import same_figures
from apps.verification.numbers.lint import QuoteContext, number_findings
from tests.unit.agents.conftest import make_chunk

STATEMENT = (
    "Results\n(In thousands)\n{length} Weeks Ended\nFebruary 1,   February 2,\n2020   2019\n(Unaudited)\n\n{row}"
)
ROW = "Net income   $ 41,310   $ 38,275"
BALANCES = "Balance sheets\n(In thousands)\nFebruary 1, February 2,\n2020   2019\nCash at banks   $ 5,310   $ 4,275"


def told(text: str) -> list[str]:
    return [place.text for place in read_context((make_chunk(text, "Acme"),)).places if place.unit.row]


@pytest.mark.parametrize("length", ["13", "52"])
def test_a_row_tells_the_weeks_of_its_column_and_no_bare_year(length):
    assert told(STATEMENT.format(length=length, row=ROW)) == [
        f"Net income: $41,310 thousand for the {length} weeks ended February 1, 2020, "
        f"$38,275 thousand for the {length} weeks ended February 2, 2019."
    ]


def test_a_balance_is_told_as_of_its_day():
    assert told(BALANCES) == [
        "Cash at banks: $5,310 thousand as of February 1, 2020, $4,275 thousand as of February 2, 2019."
    ]


def test_what_a_year_to_the_end_of_december_brought_is_told_of_the_year():
    assert told("Year ended December 31,\n(Millions) 2020 2019\nNet sales 41 38") == [
        "Net sales: 41 million in 2020, 38 million in 2019."
    ]


def test_columns_of_years_and_quarters_that_cannot_be_told_apart_are_not_told():
    head = "Three Months Ended   Year Ended\nJune 30,   June 30,\n(Millions) 2020 2019"
    assert told(f"{head}\nNet sales 41 138") == ["Net sales: 41 million 138 million."]


def test_a_sentence_of_a_fiscal_year_is_not_borne_out_by_a_day_in_the_next_calendar_year():
    chunk = make_chunk(
        f"Net income was $41,310 thousand in fiscal 2020.\n\n{STATEMENT.format(length='52', row=ROW)}", "A"
    )
    sentence, row = (one for one in read_context((chunk,)).places if one.text.startswith("Net income"))
    assert not same_figures(sentence, row)
    assert not same_figures(row, sentence)


def test_the_writer_and_the_check_read_a_head_alike():
    for text in (STATEMENT.format(length="13", row=ROW), STATEMENT.format(length="52", row=ROW), BALANCES):
        place = next(one for one in read_context((make_chunk(text, "Acme"),)).places if one.unit.row)
        quote = QuoteContext(text=text[place.unit.start : place.unit.end], before=text[: place.unit.start])
        assert number_findings(place.text, [quote]) == ()
