"""A figure of a column that is named by its last day is of no year but the one that the document gives it."""

import pytest

from apps.verification.numbers.column_periods import number_of_year
from apps.verification.numbers.lint import NumberFault, QuoteContext, number_findings

DAYS = "February 1,   February 2,\n2020   2019\n"
YEARS = f"Results\n(In thousands)\n52 Weeks Ended\n{DAYS}"
QUARTERS = f"Results\n(In thousands)\n13 Weeks Ended\n{DAYS}"
MOMENTS = f"Balance sheets\n(In thousands)\n{DAYS}"
SUMMER = "Years ended June 30,\n($ in thousands) 2020 2019\n"
NEW_YEAR = "Fiscal year ended\nJanuary 3, January 4,\n(In thousands) 2021 2020\n"
NINE = "Nine Months Ended September 30,\n(In thousands) 2020 2019\n"
AUTUMN = "Three Months Ended December 31,\n(In thousands) 2020 2019\n"
BARS = "($ in thousands) | February 1, 2020 | February 2, 2019\n"
ROW = "Net income   $ 41,310   $ 38,275"
BARRED = "Net income | 41,310 | 38,275"
NAMED = "Fiscal 2019 (52 weeks ended February 1, 2020) was good."
LATE = "Prices are as of February 1, 2020, the last trading day of fiscal 2020."
PERIOD, CALENDAR = NumberFault.PERIOD, NumberFault.CALENDAR


def faults(claim: str, before: str, context: str = "", row: str = ROW) -> set[NumberFault]:
    return {one.fault for one in number_findings(claim, [QuoteContext(text=row, before=before, context=context)])}


@pytest.mark.parametrize(
    ("claim", "before", "context"),
    [
        ("Net income: $41,310 thousand for the 52 weeks ended February 1, 2020, $38,275 thousand for the 52 weeks ended"
         " February 2, 2019.", YEARS, ""),
        ("Net income was $41,310 thousand for the year ended February 1, 2020.", YEARS, ""),
        ("Net income was $41,310 thousand in fiscal 2019.", YEARS, NAMED),
        ("Net income was $38,275 thousand in fiscal 2018.", YEARS, NAMED),
        ("Net income was $41,310 thousand in fiscal 2020.", YEARS, LATE),
        ("Net income was $41,310 thousand in fiscal 2020.", SUMMER, ""),
        ("Net income was $41,310 thousand for the year ended June 30, 2020.", SUMMER, ""),
        ("Net income was $41,310 thousand in 2020.", NEW_YEAR, ""),
        ("Net income was $41,310 thousand for the 13 weeks ended February 1, 2020.", QUARTERS, ""),
        ("Net income was $41,310 thousand for the three months ended February 1, 2020.", QUARTERS, ""),
        ("Net income was $41,310 thousand in the fourth quarter of fiscal 2019.", QUARTERS, NAMED),
        ("Net income was $41,310 thousand in the fourth quarter of 2020.", AUTUMN, ""),
        ("Net income was $41,310 thousand for the nine months ended September 30, 2020.", NINE, ""),
        ("Net income was $41,310 thousand as of February 1, 2020.", MOMENTS, ""),
    ],
)  # fmt: skip
def test_a_figure_in_the_period_of_its_column_passes(claim, before, context):
    assert faults(claim, before, context) == set()


@pytest.mark.parametrize(
    ("claim", "before", "context", "fault"),
    [
        ("Net income was $41,310 thousand in 2020.", YEARS, "", CALENDAR),
        ("Net income was $41,310 thousand in fiscal 2020.", YEARS, "", CALENDAR),
        ("Net income was $41,310 thousand in fiscal 2019.", YEARS, "", CALENDAR),
        ("Net income was $41,310 thousand in fiscal 2020.", YEARS, NAMED, CALENDAR),
        ("Net income was $41,310 thousand in 2020.", MOMENTS, "", CALENDAR),
        ("Net income was $38,275 thousand in fiscal 2019.", YEARS, NAMED, PERIOD),
        ("Net income was $41,310 thousand in fiscal 2019.", YEARS, LATE, PERIOD),
        ("Net income was $41,310 thousand for the year ended February 2, 2019.", YEARS, "", PERIOD),
        ("Net income was $41,310 thousand for the 13 weeks ended February 1, 2020.", YEARS, "", PERIOD),
        ("Net income was $41,310 thousand in the fourth quarter of fiscal 2019.", YEARS, NAMED, PERIOD),
        ("Net income was $41,310 thousand for the year ended February 1, 2020.", QUARTERS, "", PERIOD),
        ("Net income was $41,310 thousand in fiscal 2019.", QUARTERS, NAMED, CALENDAR),
        ("Net income was $41,310 thousand in 2020.", AUTUMN, "", CALENDAR),
        ("Net income was $41,310 thousand in the second half of 2020.", AUTUMN, "", PERIOD),
        ("Net income was $41,310 thousand in the third quarter of 2020.", NINE, "", PERIOD),
        ("Net income was $41,310 thousand in 2021.", NEW_YEAR, "", CALENDAR),
        ("Net income was $38,275 thousand in fiscal 2020.", SUMMER, "", PERIOD),
        ("Net income: $38,275 thousand for the 52 weeks ended February 1, 2020, $41,310 thousand for the 52 weeks ended"
         " February 2, 2019.", YEARS, "", PERIOD),
    ],
)  # fmt: skip
def test_a_figure_in_another_period_than_that_of_its_column_is_found(claim, before, context, fault):
    assert fault in faults(claim, before, context)


def test_columns_between_bars_are_of_their_days_too():
    assert faults("Net income was $41,310 thousand in 2020.", BARS, row=BARRED) == {CALENDAR}
    assert faults("Net income was $41,310 thousand as of February 1, 2020.", BARS, row=BARRED) == set()


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Our fiscal year 2019, which ended on February 1, 2020, had 52 weeks.", -1),
        ("the 52 weeks ended February 1, 2020 (“fiscal 2019”)", -1),
        ("the fiscal year ended January 31, 2020 (fiscal 2020)", 0),
        ("Fiscal 2019 Results\n\nThe firm told of the year (“fiscal year”) and the period ended February 1, 2020.", -1),
        ("Fiscal 2019 sales rose. The year ended February 1, 2020.", None),
        ("Fiscal 2019 (ended February 1, 2020) and fiscal 2019 (ended February 2, 2019)", None),
        ("Fiscal 2020 (ended June 30, 2020)", None),
    ],
)
def test_a_document_says_which_number_its_year_bears(text, number):
    assert number_of_year(text) == number
