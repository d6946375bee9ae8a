"""What is spent or earned by a row's label, by the total that it is part of, or by what heads its table."""

import pytest

from apps.agents.judge.facing import Facing
from apps.agents.judge.rows import row_faced
from apps.agents.judge.scope import over_table
from apps.agents.reading.context import read_context
from apps.verification.types import Verdict
from tests.unit.agents.statement_cases import report_passage, verdict_on

ITEM_8 = ("PART II", "Item 8. Financial Statements and Supplementary Data")


def table(rows: str, *, over: str = "CONSOLIDATED BALANCES", ended: str = "December 31,") -> str:
    return f"{over}\n(in millions)\n\n{ended}\n\n2022   2021   2020\n{rows}\n"


def results(rows: str, *, over: str = "CONSOLIDATED RESULTS") -> str:
    return table(rows, over=over, ended="Year ended December 31,")


def is_told(claim: str, text: str, *, headings: tuple[str, ...] = ITEM_8) -> bool:
    passage = report_passage(text, *headings, title="Orrin 2022 10K")
    claim = f"Orrin{claim} in 2022."
    facings = {row_faced(claim, place).facing for place in read_context((passage,)).quoted} - {Facing.NONE}
    assert facings <= {Facing.SAME}
    assert facings == {Facing.SAME} or verdict_on(claim, passage) is not Verdict.SUPPORTED
    return facings == {Facing.SAME}


COSTLIKE = """\
Stock-based compensation   312   290   270
Advertising   45   41   40
Compensation and benefits   120   115   101
Income taxes   87   54   63
Depreciation and amortization   66   61   60
"""
SPENT = [
    "'s stock-based compensation expense was $312 million",
    " spent $312 million on stock-based compensation",
    " spent $45 million on advertising",
    "'s compensation and benefits expenses were $120 million",
    "'s income tax expense was $87 million",
    " spent $87 million on income taxes",
    " spent $66 million on depreciation and amortization",
]


@pytest.mark.parametrize(
    "total",
    [
        "Total deferred tax assets",
        "Total current liabilities",
        "Total liabilities and equity",
        "Total accrued expenses",
        "Total inventories",
        "Total property, plant and equipment, at cost",
    ],
)
@pytest.mark.parametrize("claim", SPENT)
def test_nothing_is_spent_under_the_total_of_what_is_had_or_owed(claim: str, total: str) -> None:
    assert not is_told(claim, table(f"{COSTLIKE}{total}   954   901   880"))


@pytest.mark.parametrize("claim", SPENT)
@pytest.mark.parametrize("total", ["Total operating expenses", "Total costs and expenses", "Total expenses, net"])
def test_what_is_like_a_cost_is_spent_under_the_total_of_costs(claim: str, total: str) -> None:
    assert is_told(claim, results(f"{COSTLIKE}{total}   954   901   880"))


@pytest.mark.parametrize(
    ("row", "total"),
    [
        ("Marketing", "Total stock-based compensation expense"),
        ("Sales and marketing", "Total stock-based compensation expense"),
        ("Compensation", "Total restructuring costs"),
        ("Advertising", "Total goodwill"),
        ("Marketing", "Total contractual obligations"),
    ],
)
def test_nothing_is_spent_under_the_total_of_something_else(row: str, total: str) -> None:
    text = results(f"Surveys   312   290   270\n{row}   45   41   40\n{total}   954   901   880")
    assert not is_told(f" spent $45 million on {row.lower()}", text)
    assert not is_told(f"'s {row.lower()} expense was $45 million", text)


@pytest.mark.parametrize(("over", "told"), [("CONSOLIDATED RESULTS", True), ("CONSOLIDATED BALANCES", False)])
def test_a_total_of_the_same_tells_no_more_than_the_row(over: str, told: bool) -> None:
    text = results("State income taxes   87   54   63\nTotal income taxes   148   96   77", over=over)
    assert is_told(" spent $87 million on state income taxes", text) is told
    assert is_told("'s state income tax expense was $87 million", text) is told
    assert not is_told(" earned $87 million in state income taxes", text)


@pytest.mark.parametrize(
    ("over", "ended", "told"),
    [
        ("CONSOLIDATED RESULTS", "Year ended December 31,", True),
        ("CONSOLIDATED STATEMENTS OF OPERATIONS", "Year ended December 31,", True),
        ("CONSOLIDATED STATEMENTS OF EARNINGS", "Year ended December 31,", True),
        ("CONSOLIDATED OPERATING EXPENSES", "Year ended December 31,", True),
        ("CONSOLIDATED BALANCE SHEETS", "December 31,", False),
        ("CONSOLIDATED BALANCES", "December 31,", False),
        ("CONSOLIDATED FINANCIAL CONDITION", "December 31,", False),
        ("CONSOLIDATED DATA", "Year ended December 31,", False),
    ],
)
@pytest.mark.parametrize(
    "claim",
    [" spent $87 million on income taxes", "'s income tax expense was $87 million", " spent $45 on advertising"],
)
def test_without_a_total_what_heads_the_table_tells(claim: str, over: str, ended: str, told: bool) -> None:
    rows = "Cash   312   290   270\nIncome taxes   87   54   63\nAdvertising   45   41   40"
    claim = claim.replace("$45 on", "$45 million on")
    assert is_told(claim, table(rows, over=over, ended=ended)) is told


def test_the_nearest_heading_that_tells_is_the_one() -> None:
    rows, claim = "Surveys   312   290   270\nIncome taxes   87   54   63", " spent $87 million on income taxes"
    mixed = ("Item 7. Financial Condition and Results of Operations",)
    plain = table(rows, over="CONSOLIDATED DATA", ended="Year ended December 31,")
    assert is_told(claim, plain, headings=("Results of Operations",))
    assert not is_told(claim, plain, headings=mixed)
    balances = table(rows, over="CONSOLIDATED BALANCE SHEETS")
    assert not is_told(claim, balances, headings=("Results of Operations",))
    undated = table(rows, over="CONSOLIDATED DATA")
    assert not is_told(claim, undated, headings=("Results of Operations",))
    assert is_told(claim, undated, headings=("Consolidated Statements of Operations",))


def test_a_result_below_a_row_tells_that_it_is_of_a_time_and_of_no_later_total() -> None:
    rows = "Depreciation   66   61   60\nIncome taxes   87   54   63\nNet income   548   396   377\n"
    selected = results(f"{rows}Total assets   9,540   9,010   8,800", over="CONSOLIDATED DATA")
    assert is_told(" spent $87 million on income taxes", selected)
    assert is_told("'s depreciation expense was $66 million", selected)
    untaxed = selected.replace("Net income", "Net operating losses").replace(
        "Total assets", "Total deferred tax assets"
    )
    assert not is_told(" spent $87 million on income taxes", untaxed)
    assert not is_told("'s depreciation expense was $66 million", untaxed)


def test_what_is_added_back_to_cash_is_spent_and_a_change_in_taxes_owed_is_not() -> None:
    rows = "Stock-based compensation   312   290   270\nIncome taxes   87   54   63\nCompensation   12   11   10\n"
    rows += "Net cash provided by operating activities   1,838   1,230   1,727\n"
    text = results(rows, over="CONSOLIDATED STATEMENTS OF CASH FLOWS")
    assert is_told("'s stock-based compensation expense was $312 million", text)
    assert not is_told("'s income tax expense was $87 million", text)
    assert not is_told("'s compensation expense was $12 million", text)


REVENUES = """\
Tax services   312   290   270
Advertising   87   54   63
Advertising revenue   45   41   40
Marketing fees   33   31   30
Cost reimbursement revenue   22   21   20
"""


@pytest.mark.parametrize(
    ("of", "amount"),
    [
        ("tax services", 312),
        ("advertising", 87),
        ("advertising revenue", 45),
        ("marketing fees", 33),
        ("cost reimbursement revenue", 22),
    ],
)
@pytest.mark.parametrize("total", ["Total revenues", "Total net sales", "Total fees"])
def test_what_is_part_of_all_revenues_is_earned_whatever_it_is_for(of: str, amount: int, total: str) -> None:
    text = results(f"{REVENUES}{total}   954   901   880")
    assert not is_told(f" spent ${amount} million on {of}", text)
    assert not is_told(f"'s {of} expense was ${amount} million", text)
    if "revenue" in of or (of == "tax services" and total == "Total revenues"):
        assert is_told(f" generated ${amount} million in {of}", text)
        assert is_told(f" earned {of} of ${amount} million", text)


@pytest.mark.parametrize(
    ("label", "claimed"),
    [
        ("Income tax benefit", "income tax benefit"),
        ("Income tax benefits, net", "income tax benefits"),
        ("Income tax refunds", "income tax refunds"),
        ("Refunds of income taxes", "refunds of income taxes"),
        ("Marketing cost savings", "marketing cost savings"),
        ("Tax credits", "tax credits"),
        ("Advertising sales", "advertising sales"),
        ("Advertising and subscription revenue", "advertising and subscription revenue"),
        ("Revenue from advertising", "revenue from advertising"),
        ("Tax services", "tax services"),
        ("Marketing rights and licenses", "marketing rights and licenses"),
    ],
)
def test_a_label_is_of_what_its_head_names(label: str, claimed: str) -> None:
    text = results(f"Surveys   312   290   270\n{label}   87   54   63\nNet income   548   396   377")
    assert not is_told(f" spent $87 million on {claimed}", text)
    assert not is_told(f"'s {claimed} expense was $87 million", text)
    told = "sales" in label or "evenue" in label
    assert is_told(f" generated $87 million in {claimed}", text) is told


@pytest.mark.parametrize(
    "label",
    [
        "Sales and marketing",
        "Marketing and sales",
        "Marketing, advertising and promotion",
        "Compensation of skippers",
        "Advertising (as reported)",
    ],
)
def test_of_things_side_by_side_each_is_a_head(label: str) -> None:
    said = label.lower().partition(" (")[0]
    text = results(f"Surveys   312   290   270\n{label}   87   54   63\nNet income   548   396   377")
    assert is_told(f" spent $87 million on {said}", text)
    assert not is_told(f" generated $87 million in {said}", text)


@pytest.mark.parametrize(
    ("claim", "rows"),
    [
        (" generated $312 million in cash", "Cash   312   290   270\nTotal current assets   954   901   880"),
        (" generated $312 million in cash", "Cash   312   290   270\nPiers   954   901   880"),
        (
            " earned $312 million in royalties",
            "Royalties   312   290   270\nTotal current liabilities   954   901   880",
        ),
        (" earned $312 million in income taxes", "Income taxes   312   290   270\nTotal net income   954   901   880"),
        (
            " earned $312 million in income tax reserves",
            "Income tax reserves   312   290   270\nPiers   954   901   880",
        ),
    ],
)
def test_what_is_had_or_owed_is_not_earned(claim: str, rows: str) -> None:
    assert not is_told(claim, table(rows))


@pytest.mark.parametrize("label", ["Sales returns", "Sales discounts", "Sales commissions", "Revenue reserves"])
def test_what_is_taken_off_what_is_earned_is_not_earned(label: str) -> None:
    text = results(f"Surveys   312   290   270\n{label}   87   54   63\nNet sales   548   396   377")
    assert not is_told(f" generated $87 million in {label.lower()}", text)
    assert not is_told(f" earned {label.lower()} of $87 million", text)


@pytest.mark.parametrize(
    ("when", "told"), [("2022 and $3 million in 2021", True), ("December 31, 2022 and $3 million in 2021", False)]
)
def test_a_sentence_tells_what_was_spent_in_a_year_not_on_a_day(when: str, told: bool) -> None:
    assert is_told(" spent $4 million on advertising", f"Advertising was $4 million in {when}.") is told


@pytest.mark.parametrize("label", ["Excise taxes", "Fuel taxes", "Trade marketing"])
@pytest.mark.parametrize("total", ["Total net revenues", "Total sales excluding taxes"])
def test_what_is_like_a_cost_and_taken_off_revenues_is_not_earned(label: str, total: str) -> None:
    text = results(f"Gross sales   312   290   270\n{label}   87   54   63\n{total}   225   236   207")
    assert not is_told(f" earned $87 million in {label.lower()}", text)
    assert not is_told(f" generated $87 million in {label.lower()}", text)
    assert not is_told(f" spent $87 million on {label.lower()}", text)


@pytest.mark.parametrize(
    ("over", "ended", "told"),
    [
        ("MARKETING", "Year ended December 31,", True),
        ("MARKETING", "", True),
        ("MARKETING", "December 31,", False),
        ("CONSOLIDATED BALANCES\n\nMARKETING", "", False),
        ("MARKETING OBLIGATIONS", "", False),
        ("HARBOUR MARKETING", "Year ended December 31,", False),
    ],
)
def test_a_heading_that_repeats_the_label_is_of_a_time(over: str, ended: str, told: bool) -> None:
    text = table("Marketing   312   290   270\nAdvertising   45   41   40", over=over, ended=ended)
    for headings in (ITEM_8, ("Item 7. Financial Condition and Results of Operations",)):
        assert is_told(" spent $312 million on marketing", text, headings=headings) is told
        assert not is_told(" earned $312 million in marketing", text, headings=headings)


@pytest.mark.parametrize(
    ("rows", "ended", "told"),
    [
        ("Income taxes   87   54   63\nSurveys   45   41   40", "Year ended December 31,", True),
        ("Income taxes   87   54   63\nSurveys   45   41   40", "", False),
        ("Balance at beginning of year   9   8   7\nIncome taxes   87   54   63", "Year ended December 31,", False),
    ],
)
def test_taxes_under_a_heading_of_taxes_are_of_a_time_where_years_have_ended(rows: str, ended: str, told: bool) -> None:
    assert is_told(" spent $87 million on income taxes", table(rows, over="INCOME TAXES", ended=ended)) is told


@pytest.mark.parametrize(
    ("total", "told"),
    [
        ("Total provision for income taxes", True),
        ("Total provision (benefit) for income taxes", True),
        ("Total income tax provision", True),
        ("Total provision", False),
        ("Total provisions for income taxes", False),
        ("Total provision for warranties", False),
        ("Total income taxes payable", False),
    ],
)
def test_what_is_part_of_the_provision_for_it_is_spent(total: str, told: bool) -> None:
    rows = f"Federal income taxes   300   290   280\nState income taxes   50   40   30\n{total}   350   330   310"
    text = table(rows, over="CONSOLIDATED DATA", ended="Year ended December 31,")
    assert is_told(" spent $300 million on federal income taxes", text) is told
    assert is_told("'s state income tax expense was $50 million", text) is told
    assert not is_told(" earned $300 million in federal income taxes", text)
    assert not is_told(" spent $300 million on federal income taxes", table(rows))


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ("Operating loss", True),
        ("Operating loss (income)", True),
        ("Operating (loss) income", True),
        ("(Loss) income from operations", True),
        ("Net (loss) income", True),
        ("Adjusted EBITDA", True),
        ("Segment profit", True),
        ("Operating loss carryforwards", False),
        ("Operating loss and credit carryforwards", False),
        ("Operating losses", False),
        ("Net operating loss", False),
        ("Segment assets", False),
    ],
)
def test_results_of_other_names_tell_of_a_time_too(result: str, told: bool) -> None:
    rows = f"Marketing   312   290   270\n{result}   (87)   (54)   (63)\nTotal assets   954   901   880"
    text = results(rows, over="CONSOLIDATED DATA")
    assert is_told(" spent $312 million on marketing", text) is told


@pytest.mark.parametrize(
    ("label", "total"),
    [
        ("Used vessels", "Total revenues"),
        ("Used vessels", "Total net sales"),
        ("Dividends", "Total investment income"),
        ("Dividends", "Total other income, net"),
        ("Reimbursed expenses", "Total revenues"),
        ("Reimbursable costs", "Total revenues"),
    ],
)
def test_what_is_part_of_what_is_taken_in_is_not_spent(label: str, total: str) -> None:
    text = results(f"Surveys   312   290   270\n{label}   87   54   63\n{total}   399   344   333")
    assert not is_told(f" spent $87 million on {label.lower()}", text)


@pytest.mark.parametrize(
    "total", ["Total other income (expense)", "Total other income, net", "Total revenues, net of interest expense"]
)
def test_an_expense_under_a_total_of_both_is_spent(total: str) -> None:
    text = results(f"Surveys   312   290   270\nInterest expense   (87)   (54)   (63)\n{total}   225   236   207")
    assert is_told(" spent $87 million on interest expense", text)


@pytest.mark.parametrize("label", ["Cash", "Cash and restricted cash", "Total cash"])
@pytest.mark.parametrize("over", ["FINANCIAL HIGHLIGHTS", "CONSOLIDATED RESULTS"])
def test_cash_alone_is_not_earned(label: str, over: str) -> None:
    rows = f"Revenue   954   901   880\n{label}   312   290   270\n"
    assert not is_told(f" generated $312 million in {label.lower()}", results(rows, over=over))
    flow = rows.replace(label, "Free cash flow")
    assert is_told(" generated $312 million in free cash flow", results(flow, over=over))
    assert not is_told(" generated $312 million in operating cash", results(rows.replace(label, "Operating cash")))


@pytest.mark.parametrize("untold", ["Price adjustments   $ 5   $ 5   $ 5", "Sundry   $ 5.25   $ 5.25   $ 5.25"])
@pytest.mark.parametrize("total", ["Total current liabilities", "Total deferred tax assets"])
def test_a_row_of_which_nothing_is_told_hides_no_total(untold: str, total: str) -> None:
    rows = f"Purchases   $ 87   $ 54   $ 63\nCustomer fees   $ 45   $ 41   $ 40\n{untold}"
    text = f"Revenue   $ 954   $ 901   $ 880\n2022   2021   2020\n{rows}\n{total}   $ 350   $ 330   $ 310"
    for over in ("CONSOLIDATED DATA", "CONSOLIDATED RESULTS"):
        assert not is_told(" earned $45 million in customer fees", results(text, over=over))
        assert not is_told(" spent $87 million on purchases", table(text, over=over, ended=""))


def test_a_head_further_up_is_found_behind_rows_of_which_nothing_is_told() -> None:
    again = "2022   2021   2020\n"
    rows = f"Revenue   $ 954   $ 901   $ 880\n{again}RESULTS\nAverage price   $ 5   $ 5   $ 5\n{again}"
    (place,) = (
        one
        for one in read_context((report_passage(table(f"{rows}Fees   $ 87   $ 54   $ 63"), title="Orrin 10K"),)).quoted
        if one.unit.label == "Fees"
    )
    assert "RESULTS" not in over_table(place)


@pytest.mark.parametrize("over", ["SALES", "REVENUES\n\nMARKETING", "MARKETING\n\nSALES"])
def test_marketing_among_what_is_taken_in_is_not_spent(over: str) -> None:
    text = results("Refining   500   490   480\nMarketing   312   290   270", over=over)
    assert not is_told(" spent $312 million on marketing", text, headings=("Item 1. Business", "Marketing"))


def test_sales_and_marketing_under_a_heading_of_the_same_are_spent() -> None:
    text = results("Sales and marketing   312   290   270", over="SALES AND MARKETING")
    assert is_told(" spent $312 million on sales and marketing", text)


@pytest.mark.parametrize(
    ("over", "sum_", "told"),
    [
        ("CONSOLIDATED DATA", "Total provision (benefit) for income taxes", False),
        ("CONSOLIDATED DATA", "Total provision for income taxes", False),
        ("CONSOLIDATED DATA", "Adjusted EBITDA", False),
        ("INCOME TAXES", "Surveys", False),
        ("CONSOLIDATED DATA", "Net income", True),
    ],
)
def test_taxes_in_brackets_are_a_benefit_where_they_are_added_up(over: str, sum_: str, told: bool) -> None:
    text = results(f"Federal income taxes   (300)   290   280\n{sum_}   250   330   310", over=over)
    assert is_told("'s federal income tax expense was $300 million", text) is told
    assert is_told("'s federal income tax expense was $290 million", text.replace("2022   2021", "2021   2022"))


@pytest.mark.parametrize("result", ["Segment profit", "Adjusted EBITDA", "Operating profit"])
@pytest.mark.parametrize(
    ("over", "first", "told"),
    [
        ("SALES", "Refining", False),
        ("REVENUES", "Refining", False),
        ("SALES", "Total sales", True),
        ("SALES\n\nCOSTS", "Refining", True),
        ("CONSOLIDATED DATA", "Refining", True),
    ],
)
def test_marketing_among_sales_over_a_result_is_not_spent(result: str, over: str, first: str, told: bool) -> None:
    text = results(f"{first}   500   490   480\nMarketing   312   290   270\n{result}   87   85   80", over=over)
    assert is_told(" spent $312 million on marketing", text) is told
