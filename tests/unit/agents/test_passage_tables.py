"""How a passage's table rows are read: under which years, names and scales."""

import time

import pytest

from apps.agents.reading.passages import read_passage
from apps.agents.reading.tables import read_row, row_sentence, scale_note
from apps.verification.numbers.table_heads import year_columns
from tests.unit.agents.conftest import CASH_FLOW


def test_a_table_row_is_read_under_its_years_and_scale():
    row = next(unit.row for unit in read_passage(CASH_FLOW) if unit.row and unit.row.label.startswith("Purchases"))
    assert row.cells == ("(1,577)", "(1,373)", "(1,420)")
    assert row.columns == ("2018", "2017", "2016")
    assert row.scale == "(Millions)"


def test_a_row_with_another_number_of_cells_than_years_is_not_matched_to_them():
    row = read_row("Net sales 10,208,580 100.0% 8,630,889 100.0%", columns=("2023", "2022"), scale="")
    assert row.cells == ("10,208,580", "100.0%", "8,630,889", "100.0%")
    assert row.columns == ()
    assert row_sentence(row) == "Net sales: 10,208,580 100.0% 8,630,889 100.0%."


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("Net income $ 1,058 $ 815 $ 951", ("$ 1,058", "$ 815", "$ 951")),
        ("Equity in income of affiliated companies, net of tax — — 19", ("—", "—", "19")),
        ("Effective income tax rate (0.6) % 14.8 %", ("(0.6)%", "14.8%")),
        ("Basic loss per share ($8.30) ($7.15)", ("($8.30)", "($7.15)")),
    ],
)
def test_cells_keep_their_signs(line, cells):
    assert read_row(line, columns=(), scale="").cells == cells


def test_a_date_is_no_table_row():
    assert read_row("Years ended December 31", columns=(), scale="") is None


def test_columns_are_years_and_nothing_else():
    assert year_columns("$ in millions Fiscal Years Ended January 28, 2023 January 29, 2022") == ("2023", "2022")
    assert year_columns("Sales rose 5% in 2022 and 2023") == ()
    assert year_columns("The plan of 2019 replaced that of 2012.") == ()


def test_the_scale_is_what_the_head_of_the_table_says():
    assert scale_note("(Dollars in millions, except per share data)") == "(Dollars in millions, except per share data)"
    assert scale_note("Net sales rose to 3 millions of tons") == ""


def test_long_tables_are_read_in_no_time():
    begun = time.perf_counter()
    read_passage("\n".join(f"Kind of loan   Alpha{chr(97 + row % 26)}   Beta" for row in range(3_000)))
    assert time.perf_counter() - begun < 5


def told(content: str) -> dict[str, str]:
    """Label → what would be written of the row."""
    return {unit.row.label: row_sentence(unit.row) for unit in read_passage(content) if unit.row}


def named(content: str) -> dict[str, tuple[str, ...]]:
    """Label → the columns the row is read under."""
    return {unit.row.label: unit.row.columns for unit in read_passage(content) if unit.row}


def test_a_row_of_words_is_no_second_head():
    found = told("Benefit | Standard | Premium\nLounge access | Not included | Included\nLate fee | $40 | $25")
    assert found == {
        "Lounge access": "Lounge access – Standard: Not included; Premium: Included.",
        "Late fee": "Late fee – Standard: $40; Premium: $25.",
    }


def test_words_below_the_first_row_do_not_name_columns():
    found = told(
        "Loan | Shortest | Longest\nCar | 1 year | 7 years\nOverdraft | None | None\nHome | 5 years | 30 years"
    )
    assert found["Home"] == "Home – Shortest: 5 years; Longest: 30 years."


def test_what_may_be_a_second_head_leaves_the_rows_below_it_unnamed():
    found = named("Loan | Shortest | Longest\nCar | 1% | 7%\nDeposit | Floor | Cap\nSavings | 1% | 2%")
    assert found["Car"] == ("Shortest", "Longest")
    assert found["Savings"] == ()


@pytest.mark.parametrize("corner", [" | ", "| ", "Fee | "])
def test_a_row_that_lacks_a_cell_is_not_read_under_the_wrong_names(corner):
    found = told(f"{corner}Basic | Plus | Premium\nWire fee | $9 | $7 | $5\nPaper statement fee | $5 | $3")
    assert found["Wire fee"] == "Wire fee – Basic: $9; Plus: $7; Premium: $5."
    assert found["Paper statement fee"] == "Paper statement fee: $5 $3."


@pytest.mark.parametrize(
    "head",
    [
        "Basic   Plus   Premium",  # the cell over the labels is empty, which gaps do not show
        "Fee   Retail   Small\nKind   Customers   Business",  # a head of two lines
        "Fee   Retail   Small\nCustomers and Business",
    ],
)
def test_a_head_in_doubt_names_no_columns_where_gaps_part_the_cells(head):
    found = named(f"{head}\nWire fee   $9   $7   $5\nPaper statement fee   $5   $3")
    assert found["Wire fee"] == ()
    assert found["Paper statement fee"] == ()


def test_names_end_at_a_heading_that_stands_apart():
    fees = "Fee   Retail   Business\nWire fee   $9   $7"
    assert named(f"{fees}\n\nLimits\n\nOverdraft limit   $900   $700")["Overdraft limit"] == ()
    assert named(f"{fees}\nTransfers\nFast fee   $3   $2")["Fast fee"] == ("Retail", "Business")


def test_years_hold_under_the_headings_of_a_statement():
    text = (
        "(Millions)   2018   2017\n\nCurrent assets\n\nCash and equivalents   50   40\n\nOther\n\nGoodwill, net   9   8"
    )
    assert set(named(text).values()) == {("2018", "2017")}


def test_a_sentence_with_a_scale_announces_another_table():
    first = "Contract Type   2023   2022\nInterest rate swaps   57   41\n\n"
    second = "Deferred taxes were presented on the balance sheet as follows ($ in millions):\n"
    row = "Balance Sheet Location   January 28, 2022   January 29, 2021\nOther assets   4   25"
    assert named(f"{first}{second}{row}")["Other assets"] == ("2022", "2021")


@pytest.mark.parametrize("head", [" | 2023 | 2022 | Change", "2023 2022 Change", "| | 2023 | 2022 | Change |"])
def test_a_column_beside_the_years_takes_no_years_figure(head):
    assert named(f"{head}\nDiscontinued ops |  | 12 | (100)%")["Discontinued ops"] == ()
    assert named(f"{head}\nDiscontinued operations 12 (100)%")["Discontinued operations"] == ()


def test_a_figure_and_a_share_are_no_two_years_of_one_thing():
    assert named("2023 2022\nDiscontinued operations 12 (100)%")["Discontinued operations"] == ()
    assert named("2023 2022\nGross margin 41% 43%")["Gross margin"] == ("2023", "2022")


def test_the_years_of_a_title_are_no_columns():
    found = named("Intangible assets at December 31, 2023 and 2022\nGross Net\nCustomer lists 500 300")
    assert found["Customer lists"] == ()


def test_a_row_of_years_is_no_head():
    found = named(" | Series A | Series B\nAmount | 100 | 200\nMaturity | 2028 | 2031\nCoupon rate | 5% | 6%")
    assert found["Coupon rate"] == ()


def test_a_scale_in_a_label_is_for_that_row_alone():
    found = told(
        "(Dollars in thousands)\n | 2023 | 2022\nDiluted shares outstanding (in millions) | 1,020 | 1,031\n"
        "Total assets | 36,000 | 35,000"
    )
    assert found["Total assets"] == "Total assets: $36,000 thousand in 2023, $35,000 thousand in 2022."


FIRST_TABLE = "($ in millions)\n | 2023 | 2022\nRevenue of the group | 318 | 287\n\n"


@pytest.mark.parametrize("head", ["Fleet\n\n | 2023 | 2022\n", " | 2023 | 2022\n", "Fleet\n\n", "", "# Fleet\n"])
def test_the_scale_of_a_table_does_not_reach_the_next_one(head):
    assert "million" in told(FIRST_TABLE)["Revenue of the group"]
    assert "million" not in told(f"{FIRST_TABLE}{head}Container vessels | 41 | 38")["Container vessels"]


@pytest.mark.parametrize(
    "head", [" | Q1 2023 | Q2 2023\n", "Q1 Q2\n", " | FY23 | FY22\n", " | 30.06.2023 | 30.06.2022\n"]
)
def test_a_head_that_cannot_be_read_ends_what_the_one_before_it_named(head):
    found = read_passage(f"{FIRST_TABLE.rstrip()}\n{head}Container vessels | 41 | 38")
    row = next(unit.row for unit in found if unit.row and unit.row.label == "Container vessels")
    assert row.columns == ()
    assert row.scale == ""


def test_a_scale_above_a_heading_reaches_the_table_under_it():
    found = told("(in millions)\n\nBalance sheet\n\nDecember 31, 2023 2022\nTotal assets 36,000 35,000")
    words = "36,000 million as of December 31, 2023, 35,000 million as of December 31, 2022"
    assert found["Total assets"] == f"Total assets: {words}."


@pytest.mark.parametrize("column", ["Number of employees", "Vessels (thousands)", "Margin (%)"])
def test_a_column_of_another_unit_is_not_scaled(column):
    found = told(f"($ in millions)\nSegment | Revenue | {column}\nCoastal shipping | 318 | 41")
    assert found["Coastal shipping"] == f"Coastal shipping – Revenue: $318 million; {column}: 41."


def test_the_scale_goes_on_from_the_row_that_bears_a_sign():
    rows = "Other costs   455   402\nNet income   $ 548   $ 396"
    found = told(
        f"($ in millions)\n2022   2021\nRevenue   $ 3,004   $ 2,702\nCosts   2,001   1,904\n2022   2021\n{rows}"
    )
    assert found["Net income"] == "Net income: $548 million in 2022, $396 million in 2021."


@pytest.mark.parametrize("scale", ["(in millions)", "($ in millions)"])
def test_the_scale_goes_on_behind_what_is_counted(scale):
    revenue = "Revenue   3,004   2,702" if "$" in scale else "Revenue   $ 3,004   $ 2,702"
    rows = "Employees   455   402\nAverage salary   $ 52,000   $ 51,000\nCranes   120   110\nNet income   $ 548   $ 396"
    found = told(f"{scale}\n2022   2021\n{revenue}\n2022   2021\n{rows}\nPrice risk assets   $ 33   $ 31")
    assert found["Employees"] == "Employees: 455 in 2022, 402 in 2021."
    assert found["Average salary"] == "Average salary: $52,000 in 2022, $51,000 in 2021."
    assert found["Cranes"] == "Cranes: 120 in 2022, 110 in 2021."
    assert found["Net income"] == "Net income: $548 million in 2022, $396 million in 2021."
    assert found["Price risk assets"] == "Price risk assets: $33 million in 2022, $31 million in 2021."


@pytest.mark.parametrize("counts", ["", "Employees   455   402\n"])
def test_what_is_of_each_bears_no_scale_said_above_a_head_said_again(counts):
    rows = f"{counts}Net income   $ 48   $ 36\nAverage salary   $ 52,000   $ 51,000\nCosts   $ 12   $ 11"
    found = told(f"(in millions)\n2022   2021\nRevenue   $ 300   $ 270\n2022   2021\n{rows}")
    assert found["Average salary"] == "Average salary: $52,000 in 2022, $51,000 in 2021."
    assert found["Costs"] == "Costs: $12 million in 2022, $11 million in 2021."


@pytest.mark.parametrize(
    ("counts", "label", "figure"),
    [
        ("", "Average weekly sales", "105,212"),
        ("", "Stock price high", "52.31"),
        ("", "Dividends declared", "0.52"),
        ("Employees   455   402\n", "Annual retainer", "52,000"),
        ("Employees   455   402\nNet income   $ 48   $ 36\n", "Annual retainer", "52,000"),
        ("Employees   455   402\n2022   2021\n", "Annual retainer", "52,000"),
        ("Net income   $ 48   $ 36\n", "Average weekly sales", "105,212"),
    ],
)
def test_nothing_is_told_of_an_amount_of_which_nobody_knows_the_scale(counts, label, figure):
    rows = f"{counts}{label}   $ {figure}   $ 1\n"
    for again in ("", "2022   2021\n"):
        found = told(
            f"(in millions)\n2022   2021\nRevenue   $ 300   $ 270\n2022   2021\n{rows}{again}Costs   $ 12   $ 11"
        )
        assert label not in found
        assert found["Costs"] == "Costs: $12 million in 2022, $11 million in 2021."


def test_cents_are_per_share_where_the_scale_sets_those_apart():
    rows = "Revenue   $ 300   $ 270\n2022   2021\nCosts   $ 8   $ 7\nBasic   $ 1.20   $ 1.10"
    found = told(f"(in millions, except per share data)\n2022   2021\n{rows}")
    assert found["Costs"] == "Costs: $8 million in 2022, $7 million in 2021."
    assert found["Basic"] == "Basic: $1.20 in 2022, $1.10 in 2021."


def test_years_said_a_third_time_over_what_bears_no_sign_leave_no_scale_behind_what_is_counted():
    again = "2022   2021\nEmployees   455   402\n2022   2021\nCranes   120   110"
    found = told(f"($ in millions)\n2022   2021\nRevenue   3,004   2,702\n{again}")
    assert found["Cranes"] == "Cranes: 120 in 2022, 110 in 2021."


LAID_OUT = "Revenue was as follows ($ in millions):\n\n2023   2022\n\nHarbours   $ 4,318   $ 4,287\n\n"


def test_years_said_again_over_what_is_no_money_leave_no_scale():
    found = told("(in millions)\n2022   2021\nRevenue   300   270\n2022   2021\nSite visits   450   400")
    assert found["Site visits"] == "Site visits: 450 in 2022, 400 in 2021."


@pytest.mark.parametrize("scale", ["(in millions)", "(in thousands, except per share amounts)", "($ in millions)"])
def test_years_said_again_over_what_bears_a_sign_leave_its_scale(scale):
    found = told(f"{scale}\n2022   2021\nRevenue   $ 300   $ 270\n2022   2021\nAdvertising   $ 45   $ 40")
    unit = "thousand" if "thousand" in scale else "million"
    assert found["Advertising"] == f"Advertising: $45 {unit} in 2022, $40 {unit} in 2021."


@pytest.mark.parametrize("heading", ["", "Number of quays\n"])
def test_years_said_again_over_what_bears_none_leave_no_scale(heading):
    found = told(f"($ in millions)\n2022   2021\nRevenue   $ 300   $ 270\n2022   2021\n{heading}Domestic   450   400")
    assert found["Domestic"] == "Domestic: 450 in 2022, 400 in 2021."


@pytest.mark.parametrize("heading", ["", "Revenue by cargo\n\n"])
def test_years_said_again_behind_a_row_leave_its_scale(heading):
    found = told(f"{LAID_OUT}2023   2022\n\n{heading}Grain and ore   $ 1,204   $ 1,187")
    assert found["Grain and ore"] == "Grain and ore: $1,204 million in 2023, $1,187 million in 2022."


@pytest.mark.parametrize(
    "head",
    [
        "Fleet\n\n2023   2022\n\n",
        "The fleet has grown since.\n\n2023   2022\n\n",
        "12\n\n2023   2022\n\n",
        "2022   2021\n\n",
        "Fleet   2023   2022\n\n",
        " | 2023 | 2022\n",
    ],
)
def test_what_parts_years_from_the_rows_above_ends_their_scale(head):
    assert "million" not in told(f"{LAID_OUT}{head}Container vessels   41   38").get("Container vessels", "")


def test_the_scale_of_a_sentence_is_that_of_the_table_it_announces():
    announced = "Selected figures of the harbours were as follows ($ in millions, except per share amounts):\n\n"
    found = told(f"{announced}Summary   2023   2022\nOperating income   $ 1,795   $ 1,687\nMargin   3.9 %   3.8 %")
    assert found["Operating income"] == "Operating income: $1,795 million in 2023, $1,687 million in 2022."
    assert "million" not in found["Margin"]


@pytest.mark.parametrize("between", ["The fleet grew.\n\n", "- Sales by port\n- Sales by cargo and by line\n\n"])
def test_the_scale_of_a_sentence_that_announces_no_table_is_for_none(between):
    announced = "The group reports what follows under two heads, as it has done before ($ in millions):\n\n"
    assert (
        "million"
        not in told(f"{announced}{between}Vessels   2023   2022\nContainer ships   41   38")["Container ships"]
    )


def test_an_amount_per_share_has_no_scale_though_its_label_does_not_say_so():
    announced = "Net earnings are reconciled to what is adjusted below ($ in millions, except per share amounts):\n\n"
    found = told(f"{announced}2023   2022\n\nSettlement of claims   $ 0.08   $ 0.04\nSettlement   $ 21   $ 12")
    assert found["Settlement of claims"] == "Settlement of claims: $0.08 in 2023, $0.04 in 2022."
    assert found["Settlement"] == "Settlement: $21 million in 2023, $12 million in 2022."


@pytest.mark.parametrize("note", ["shares in thousands", "$ and shares in millions"])
def test_the_scale_of_shares_is_not_that_of_money(note):
    found = told(
        f"The awards of the year that were granted were as follows ({note}):\n\n2023   2022\n\nGranted   98   97"
    )
    assert found["Granted"] == "Granted: 98 in 2023, 97 in 2022."


@pytest.mark.parametrize("over", ["Remaining lease term", "Weighted average remaining lease term (in years):"])
def test_a_row_under_a_remaining_term_is_no_amount(over):
    announced = "What else there is to tell of the moorings was as follows ($ in millions):\n\n2023   2022\n\n"
    found = told(f"{announced}Cash paid   $ 18   $ 21\n{over}\n\nMoorings let   5.1   5.2")
    assert found["Cash paid"] == "Cash paid: $18 million in 2023, $21 million in 2022."
    assert found["Moorings let"] == "Moorings let: 5.1 in 2023, 5.2 in 2022."
