"""What a row gives that is near to the figure asked for, and another."""

import pytest

from apps.agents.contracts import WriterTask
from apps.agents.reading.context import read_context
from apps.agents.reading.question import read_question
from apps.agents.reading.words import content_words
from apps.agents.writer.sentences.other_item import is_other_item

from .conftest import make_chunk

FLOWS = (
    "Cash flows\n(in millions) 2022 2021\nTotal change in debt 33 61\nProceeds from debt 51 87\n"
    "Repayment of debt 34 62\n"
    "Cash and cash equivalents at beginning of year 73 70"
)
BALANCE = (
    "Balance sheet\n(in millions)\nAs of December 31, 2022 2021\nTotal debt 446 439\nCash and cash equivalents 82 73\n"
    "For the year ended December 31, 2022 the cash used was large."
)
PARTS = "Docks (28% of sales)\n(in millions) 2022 2021\nSales 402 388\nPercent of sales 29.9% 30.1%"


def told(writer, query, *texts):
    chunks = tuple(make_chunk(text, "Halden 2022 report") for text in texts)
    return "".join(writer.write(WriterTask(query=query, chunks=chunks)))


@pytest.mark.parametrize("query", ["What was Halden's total debt in 2022?", "What was Halden's debt in 2022?"])
def test_what_is_owed_is_not_by_how_much_it_changed(writer, query):
    text = told(writer, query, FLOWS, BALANCE)
    assert "446" in text
    assert not [flow for flow in ("33 million", "51 million", "34 million") if flow in text]


@pytest.mark.parametrize(
    ("query", "figure"),
    [
        ("What was Halden's change in debt in 2022?", "33 million"),
        ("What were Halden's proceeds from debt in 2022?", "51 million"),
        ("How much debt did Halden repay in 2022?", "34 million"),
    ],
)
def test_by_how_much_it_changed_is_told_where_that_is_asked_for(writer, query, figure):
    assert figure in told(writer, query, FLOWS, BALANCE)


@pytest.mark.parametrize(
    "when", ["at the end of 2022", "at year-end 2022", "by the end of fiscal year 2022", "as of the end of the year"]
)
def test_the_day_of_a_figure_is_no_word_of_what_it_is(writer, when):
    query = f"How much cash did Halden have {when}?"
    assert read_question(query).words == read_question("How much cash did Halden have?").words
    text = told(writer, query, FLOWS, BALANCE)
    assert "82 million" in text
    assert "beginning" not in text


def test_the_end_of_something_else_is_asked_for():
    assert "end" in read_question("What does the tenant pay at the end of the lease?").words


@pytest.mark.parametrize(("asked", "other"), [("research", True), ("docks", False)])
def test_a_share_of_sales_is_that_of_what_its_heading_says(asked, other):
    context = read_context((make_chunk(PARTS, "Halden 2022 report"),))
    row = next(place for place in context.quotable() if place.text.startswith("Percent"))
    assert is_other_item(content_words(f"{asked} as a percentage of sales"), row) is other
