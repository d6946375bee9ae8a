"""Asked about a quarter, the Writer tells of that quarter and not of the year beside it; and the other way round."""

import pytest

from apps.agents.contracts import OutlineTask, SectionTask, WriterTask
from apps.agents.writer.sentences.asked.period import period_asked

from .conftest import make_chunk

QUARTER = make_chunk(
    "For the Fourth Quarter of Fiscal 2022\n\nOperating income increased 9.1% to $412.6 million compared to "
    "$378.2 million in the fourth quarter of fiscal 2021.",
    "Halden results",
    heading_path=("For the Fourth Quarter of Fiscal 2022",),
)
YEAR = make_chunk(
    "For the Full Year of Fiscal 2022\n\nOperating income increased 12.4% to $1.7 billion compared to $1.5 billion in "
    "fiscal 2021.",
    "Halden results",
    heading_path=("For the Full Year of Fiscal 2022",),
)


def answer(writer, query: str) -> str:
    return "".join(writer.write(WriterTask(query=query, chunks=(YEAR, QUARTER))))


@pytest.mark.parametrize("asked", ["in the fourth quarter", "in Q4", "in the fourth quarter of fiscal 2022"])
def test_a_quarter_is_told_without_the_year(writer, asked):
    told = answer(writer, f"What was Halden's operating income {asked}?")
    assert "$412.6 million" in told
    assert "$1.7 billion" not in told


def test_the_full_year_is_told_without_a_quarter(writer):
    told = answer(writer, "What was Halden's operating income for the full year?")
    assert "$1.7 billion" in told
    assert "$412.6 million" not in told


def test_where_no_period_is_asked_about_both_may_be_told(writer):
    told = answer(writer, "What was Halden's operating income?")
    assert "$1.7 billion" in told
    assert "$412.6 million" in told


def test_another_quarter_answers_nothing(writer):
    assert answer(writer, "What was Halden's operating income in the third quarter?").startswith("The documents do not")


@pytest.mark.parametrize(
    ("question", "quarter", "numbers"),
    [
        ("What were net sales in the second quarter?", True, {2}),
        ("What were net sales in 3Q22?", True, {3}),
        ("What were net sales for the three months ended June 30, 2022?", True, set()),
        ("What were net sales for the full year 2022?", False, set()),
        ("What were net sales in the 3rd quarter?", True, {3}),
        ("What were net sales in the 4th quarter of 2022?", True, {4}),
        ("What were net sales in 2022?", False, set()),
        ("What was operating income for fiscal year 2022?", False, set()),
        ("Compare net income in FY22 and FY21.", False, set()),
        ("What were net sales in the third financial quarter?", True, {3}),
        ("What were net sales for the 14 weeks ended June 30, 2022?", True, set()),
        ("What was inventory in the full financial year?", False, set()),
        ("What was inventory in the 53 weeks to June 30, 2022?", False, set()),
        ("What were net sales in calendar year 2022?", False, set()),
    ],
)
def test_the_period_asked_about(question, quarter, numbers):
    asked = period_asked(question)
    assert asked is not None
    assert {one.months for one in asked} == {3 if quarter else 12}
    assert {one.number for one in asked} - {0} == numbers


@pytest.mark.parametrize(
    "question",
    [
        "What were net sales?",
        "What was the inventory in 2022?",
        "How did sales develop since 2022?",
        "What were net sales of stores open at the end of fiscal 2022?",
        "What is paid per calendar quarter?",
        "What is reported each fiscal quarter?",
        "What is reported each financial quarter?",
        "What were net sales for the half-year ended June 30, 2022?",
        "How do the fourth quarter and the full year compare?",
        "How many days of annual leave are paid?",
        "How many exceptions may be made in a quarter?",
        "What share of the workforce took a quarter off each year?",
    ],
)
def test_a_question_on_no_one_period(question):
    assert period_asked(question) is None


ROWS = make_chunk(
    "Consolidated Statements of Income\n\nYears ended June 30, (in millions) 2022 2021\nRevenue $ 900 $ 850\n"
    "Net earnings $ 74 $ 69",
    "Halden results",
    heading_path=("Consolidated Statements of Income",),
)
ROWS_OF_QUARTER = make_chunk(
    "Statements of the Quarter\n\nThree months ended June 30, (in millions) 2022 2021\nRevenue $ 230 $ 210\n"
    "Net earnings $ 21 $ 18",
    "Halden results",
    heading_path=("Statements of the Quarter",),
)


def told_of(writer, query, *chunks):
    return "".join(writer.write(WriterTask(query=query, chunks=chunks)))


def test_a_row_of_whole_years_answers_for_no_quarter(writer):
    told = told_of(writer, "What were Halden's net earnings in the fourth quarter?", ROWS)
    assert told.startswith("The documents do not")


def test_of_two_rows_that_of_the_period_is_told(writer):
    told = told_of(writer, "What were Halden's net earnings in the quarter?", ROWS, ROWS_OF_QUARTER)
    assert "$21 million" in told
    assert "$74 million" not in told
    told = told_of(writer, "What were Halden's net earnings in 2022?", ROWS, ROWS_OF_QUARTER)
    assert "$74 million" in told
    assert "$21 million" not in told


def test_a_year_without_more_means_the_whole_of_it(writer):
    told = answer(writer, "What was Halden's operating income in fiscal 2022?")
    assert "$1.7 billion" in told
    assert "$412.6 million" not in told


def test_where_only_a_quarter_of_the_year_is_told_it_stays(writer):
    assert "$412.6 million" in told_of(writer, "What was Halden's operating income in fiscal 2022?", QUARTER)


def test_a_quarter_written_in_figures_is_no_other(writer):
    assert answer(writer, "What was Halden's operating income in the 3rd quarter?").startswith("The documents do not")


def section(writer, query, *chunks):
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    index = next(at for at, one in enumerate(outline.sections) if one.heading == "Operating Income")
    return "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=chunks)))


def test_a_section_tells_of_the_period_that_is_asked_about(writer):
    told = section(writer, "Write a report on Halden's operating income and dividends in fiscal 2022", QUARTER, YEAR)
    assert "$1.7 billion" in told
    assert "$412.6 million" not in told
    told = section(writer, "Write a report on Halden's operating income and dividends", QUARTER, YEAR)
    assert "$412.6 million" in told


def test_a_section_keeps_what_there_is_where_nothing_tells_of_the_period(writer):
    told = section(writer, "Write a report on Halden's operating income and dividends in fiscal 2022", QUARTER)
    assert "$412.6 million" in told
