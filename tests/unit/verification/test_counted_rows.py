"""A row that counts things stays a count under a table's "in millions"; one that may be money stays money."""

import pytest

from apps.verification.numbers.counted_rows import counts_things
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
