"""The lines over the years of a table say of which period each column is, and where they do not, nobody tells it."""

import pytest

from apps.verification.numbers.head_periods import periods_under
from apps.verification.numbers.table_heads import names_periods


def told(head: str, below: tuple[str, ...] = ()) -> list[str]:
    *over, line = head.splitlines()
    return [one.told for one in periods_under(line, over, below)]


@pytest.mark.parametrize(
    ("head", "first"),
    [
        ("Results\n(In thousands)\n13 Weeks Ended\nFebruary 1,   February 2,\n2020   2019",
         "for the 13 weeks ended February 1, 2020"),
        ("(In thousands)\n52 Weeks Ended\n(Unaudited)\nFebruary 1,   February 2,\n2020   2019",
         "for the 52 weeks ended February 1, 2020"),
        ("Balance sheets\n\nFebruary 1, February 2,\n\n2020 2019", "as of February 1, 2020"),
        ("$ in millions\nFiscal Years Ended   February 1, 2020   February 2, 2019",
         "for the fiscal year ended February 1, 2020"),
        ("Years ended June 30,\n($ in millions) 2020 2019", "for the year ended June 30, 2020"),
        ("For the years ended June 30, 2020 2019", "for the year ended June 30, 2020"),
        ("As of June 30, 2020 2019", "as of June 30, 2020"),
        ("Three Months Ended   Three Months Ended\nMay 31, 2020 May 31, 2019",
         "for the three months ended May 31, 2020"),
        ("Three Months Ended December 31, 2020 2019", "for the three months ended December 31, 2020"),
        ("Year ended December 31,\n2020 2019", "in 2020"),
        ("Twelve Months Ended December 31, 2020 2019", "in 2020"),
        ("Half Year Ended December 31, 2020 2019", "for the half year ended December 31, 2020"),
        ("December 31, 2020 2019", "as of December 31, 2020"),
        ("As of / Year Ended December 31,\n2020 2019", "in 2020"),
        ("Debt at June 30, 2020 and 2019 was:\n(in millions) 2020 2019", "as of June 30, 2020"),
        ("Rents paid in the years ended\nJune 30:\n\n2020 2019", "for the year ended June 30, 2020"),
        ("Debt as of May 29, 2020 and May 31, 2019 was:\n2020 2019", "as of May 29, 2020"),
        ("Since the merger of March 3, 2020 sales were as follows:\n2020 2019", "in 2020"),
        ("Since the plan was frozen at December 31, 2009 its cost was:\n2020 2019", "in 2020"),
        ("Review of Two Years\n2020 2019", "in 2020"),
    ],
)  # fmt: skip
def test_a_column_is_of_the_period_that_its_head_names(head, first):
    assert told(head)[0] == first


@pytest.mark.parametrize(
    "head",
    [
        "Three months ended   Year ended\nJune 30, 2020 June 30, 2019",
        "Three Months Ended\n2020 2019",
        "Statements of Cash Flows\nFebruary 1, 2020 February 2, 2019",
        "March 1, June 2, September 3,\n2020 2019",
        "Results as of June 30, of the mill\n2020 2019",
        "Sales 12 13",
    ],
)
def test_a_head_in_doubt_names_no_period(head):
    assert told(head) == []


def test_a_day_over_what_was_there_before_and_came_about_since_ends_a_year():
    rows = ("Balance at the beginning of the year 5 7", "Claims 3 4")
    assert told("June 30,\n2020 2019", rows) == ["for the year ended June 30, 2020", "for the year ended June 30, 2019"]
    assert told("December 31,\n2020 2019", rows) == ["in 2020", "in 2019"]


def test_a_day_over_sales_is_no_moment_and_no_period_that_anyone_knows():
    assert told("June 30,\n2020 2019", ("Net sales 5 7",)) == []
    assert told("June 30,\n2020 2019", ("Income taxes payable 5 7",)) == ["as of June 30, 2020", "as of June 30, 2019"]


@pytest.mark.parametrize(
    "head", ["FY22 FY21", "FY2022 FY2021", "31.12.22 31.12.21", "Q4 FY22 Q4 FY21", "Sales 2022 H1 2023"]
)
def test_a_line_names_periods_however_they_are_written(head):
    assert names_periods(head)
