"""A row that counts things stays a count under a table's "in millions"; one that may be money stays money."""

import time

import pytest

from apps.verification.numbers.counted_rows import counts_things, has_cents, is_of_doubtful_scale, is_of_each
from apps.verification.numbers.lint import QuoteContext, number_lint

HEAD = "(Dollars in millions)\n2023 2022\nNet sales 10,208 8,630\n"


@pytest.mark.parametrize(
    "row",
    [
        "New store openings, net 47 36",
        "Store closures 12 9",
        "Number of stores 1,355 1,308",
        "Total number of employees | 4,100 | 3,900",
        "Stores at end of period 1,355 1,308",
        "Restaurants opened 14 11",
        "Full-time equivalents 310 290",
    ],
)
def test_rows_that_count(row):
    assert counts_things(row)


@pytest.mark.parametrize(
    "row",
    [
        "Costs of store closings 12 9",
        "Cash at end of period 1,355 1,308",
        "Company-operated stores 2,946 2,460",
        "Store opening expenses 12 9",
        "Gain on stores closed 3 2",
        "Amounts due from employees 4 3",
        "Net sales 10,208 8,630",
        "Other countries 4,100 3,900",
        "Stock issued to employees 40 30",
        "Liability to former employees 40 30",
        "Goodwill of branches acquired 40 30",
        "Dividends to holders at end of year 40 30",
        "Accrued closures 12 9",
        "Stores opened $47 $36",
    ],
)
def test_rows_that_may_be_money(row):
    assert not counts_things(row)


@pytest.mark.parametrize(
    "label",
    [
        "Average salary",
        "Average annual wages of skippers",
        "Average price paid",
        "Average room rate",
        "Average selling prices",
        "Average order value",
        "Average salary and bonus",
        "Average of the daily prices",
        "Median pay of skippers",
        "Room rate",
        "Ticket fare",
        "RevPAR",
        "Average",
        "Average purchase price",
        "Price per crate",
        "Revenue per berth",
        "Earnings per-share",
        "Exercise price",
        "Price of a crate",
        "Selling price (net)",
        "Fee for each crate",
        "Book value/share",
        "Net assets / unit",
        "Weighted-average grant-date fair value",
        "Weighted average fair value of options granted",
    ],
)
def test_rows_of_one_thing_each(label):
    assert is_of_each(f"{label}   $ 520   $ 510")
    assert is_of_each(f"{label} 520 510")


@pytest.mark.parametrize(
    "label",
    [
        "Average assets",
        "Average total equity",
        "Average of total assets",
        "Average fair value",
        "Average loans and leases",
        "Average loan losses",
        "Average rate base",
        "Average fee assets",
        "Average price risk liabilities",
        "Price risk liabilities",
        "Prices and volumes",
        "Price changes",
        "Purchase price",
        "Transaction price of open orders",
        "Aggregate price",
        "Price of the acquisition",
        "Cash per books",
        "Equity per the balance sheet",
        "Rent per annum",
        "Payments each year",
        "Salaries",
        "Net income",
    ],
)
def test_rows_of_a_whole(label):
    assert not is_of_each(f"{label}   $ 520   $ 510")
    assert not is_of_each(f"{label} 520 510")


@pytest.mark.parametrize(
    "label",
    [
        "Average weekly sales",
        "Average berth volumes",
        "Average benefits",
        "Average collateral",
        "Average value at risk",
        "Average harbour assets",
        "Median household income",
        "Stock price high",
        "Market price range",
        "Realized price excluding hedges",
        "Average price realizations",
        "Prices and volumes",
        "Weekly sales",
        "Grant-date fair value",
    ],
)
def test_rows_of_which_nobody_knows_whether_they_are_of_each(label):
    row = f"{label}   $ 520   $ 510"
    assert is_of_doubtful_scale(row, counted=False, rounded=True)
    assert not is_of_each(row)


@pytest.mark.parametrize(
    ("label", "counted_too"),
    [
        ("Average assets", True),
        ("Average loans and leases", True),
        ("Average of total assets", True),
        ("Price risk assets", True),
        ("Net income", True),
        ("Cost of crates sold", True),
        ("Cash and cash equivalents", True),
        ("Net cash provided by operating activities", True),
        ("Total sales and marketing expenses", True),
        ("Average salary", True),
        ("Annual retainer", False),
        ("Cost of a crate", False),
        ("Unit costs", False),
        ("Basic", False),
    ],
)
def test_rows_of_a_known_scale(label, counted_too):
    row = f"{label}   $ 520   $ 510"
    assert not is_of_doubtful_scale(row, counted=False, rounded=True)
    assert is_of_doubtful_scale(row, counted=True, rounded=True) is not counted_too


def test_cents_under_rows_without_are_of_a_doubtful_scale():
    assert is_of_doubtful_scale("Net income   $ 5.20   $ 5.10", counted=False, rounded=True)
    assert not is_of_doubtful_scale("Net income   $ 5.20   $ 5.10", counted=False, rounded=False)
    assert not is_of_doubtful_scale("Net income   $ 5.2   $ 5.1", counted=False, rounded=True)


@pytest.mark.parametrize(
    ("figures", "cents"), [("1.20", True), ("1,312.50", True), ("1,312", False), ("12.50%", False)]
)
def test_figures_with_two_places_have_cents(figures, cents):
    assert has_cents(f"Basic   $ {figures}") is cents


@pytest.mark.parametrize(
    ("read", "row"), [(has_cents, "1,"), (is_of_each, "weighted average "), (is_of_each, "weighted average grant ")]
)
def test_a_row_four_times_as_long_is_read_in_about_four_times_the_time(read, row):
    took = []
    for times in (2000, 8000):
        began = time.process_time()
        read(row * times)
        took.append(time.process_time() - began)
    assert took[1] < 9 * took[0] + 0.02


def test_a_scale_without_a_currency_is_that_of_counts_too():
    row = QuoteContext(text="Paid memberships at end of period 260.28 230.75", before="(in millions)\n2023 2022\n")
    assert number_lint("Acme had 260.28 million paid memberships at the end of 2023.", [row]) == ()


@pytest.mark.parametrize(
    ("claim", "row", "agrees"),
    [
        ("Acme put $47 million into new store openings in 2023.", "New store openings, net 47 36", False),
        ("Acme opened 47 million stores in 2023.", "New store openings, net 47 36", False),
        ("Acme had 47 new store openings, net, in 2023.", "New store openings, net 47 36", True),
        ("Acme had 4,100 employees in 2023.", "Number of employees (in thousands) 4.1 3.9", True),
        ("Store closings cost $12 million in 2023.", "Costs of store closings 12 9", True),
        ("Company-operated stores earned $2,946 million in 2023.", "Company-operated stores 2,946 2,460", True),
    ],
)
def test_a_count_bears_no_scale_of_the_table(claim, row, agrees):
    assert (number_lint(claim, [QuoteContext(text=row, before=HEAD)]) == ()) is agrees
