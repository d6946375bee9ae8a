"""How far the scale and the years that stand over a table reach: not into the next one, nor over what is counted."""

import pytest

from apps.verification.numbers.lint import QuoteContext, number_findings
from apps.verification.numbers.table_context import quote_columns
from tests.unit.verification.lint_cases import faults

FLEET = "($ in millions)\n | 2023 | 2022\nRevenue | 318 | 287\n"


@pytest.mark.parametrize(
    "head",
    [
        "\nFleet\n\n | 2023 | 2022\n",
        " | Q1 2023 | Q2 2023\n",
        "\nFleet\n\n",
        "2023 2022\n",
        "# Fleet\n",
        "The fleet grew in both years.\n",
    ],
)
def test_the_scale_of_a_table_is_not_that_of_the_next_one(head):
    assert not faults(
        "Revenue was $287 million in 2022.", "Revenue | 318 | 287", before="\n".join(FLEET.split("\n")[:2])
    )
    assert faults("The fleet has 41 million container vessels.", "Container vessels | 41 | 38", before=f"{FLEET}{head}")


def test_the_scale_does_not_go_on_to_what_is_of_each():
    before = "(in millions)\n2022   2021\nRevenue   $ 300   $ 270\n2022   2021\nEmployees   455   402\n"
    pay = QuoteContext(text="Average salary   $ 52,000   $ 51,000", before=before)
    assert not number_findings("The average salary was $52,000 in 2022.", [pay])
    assert number_findings("The average salary was $52,000 million in 2022.", [pay])
    price = QuoteContext(
        text="Price per crate   $ 52.31   $ 51.20", before=before.replace("Employees   455   402\n", "")
    )
    assert not number_findings("The price per crate was $52.31 in 2022.", [price])


@pytest.mark.parametrize("scale", ["(in millions)", "($ in millions)"])
@pytest.mark.parametrize("counts", ["Number of piers   455   402\n", "Employees   455   402\nPiers closed   12   9\n"])
def test_the_scale_goes_on_behind_what_is_counted(scale, counts):
    revenue = "Revenue   3,004   2,702" if "$" in scale else "Revenue   $ 3,004   $ 2,702"
    before = f"{scale}\n2022   2021\n{revenue}\n2022   2021\n{counts}"
    row = QuoteContext(text="Net income   $ 548   $ 396", before=before)
    assert not number_findings("Net income was $548 million in 2022.", [row])
    assert number_findings("Net income was $548 in 2022.", [row])
    behind = QuoteContext(text="Other costs   120   110", before=f"{before}Net income   $ 548   $ 396\n")
    assert not number_findings("Other costs were $120 million in 2022.", [behind])
    counted = QuoteContext(text="Employees   455   402", before=before)
    assert not number_findings("It had 455 employees in 2022.", [counted])
    assert number_findings("It had 455 million employees in 2022.", [counted])
    assert number_findings("It spent $455 million on employees in 2022.", [counted])


@pytest.mark.parametrize("scale", ["(in millions)", "($ in millions)"])
def test_what_bears_no_sign_behind_what_is_counted_may_be_counted_too(scale):
    before = f"{scale}\n2022   2021\nRevenue   3,004   2,702\n2022   2021\nNumber of piers   455   402\n"
    for more in ("", "2022   2021\n"):
        bare = QuoteContext(text="Cranes   120   110", before=before + more)
        assert number_findings("Cranes were $120 million in 2022.", [bare])
        assert not number_findings("It had 120 cranes in 2022.", [bare])
    average = QuoteContext(text="Average assets   $ 520   $ 510", before=before)
    assert not number_findings("Average assets were $520 million in 2022.", [average])
    assert number_findings("Average assets were $520 in 2022.", [average])


@pytest.mark.parametrize("counts", ["", "Employees   455   402\n"])
def test_what_is_of_each_bears_no_scale_said_above_a_head_said_again(counts):
    before = f"(in millions)\n2022   2021\nRevenue   $ 300   $ 270\n2022   2021\n{counts}Net income   $ 48   $ 36\n"
    pay = QuoteContext(text="Average salary   $ 52,000   $ 51,000", before=before)
    assert not number_findings("The average salary was $52,000 in 2022.", [pay])
    assert number_findings("The average salary was $52,000 million in 2022.", [pay])
    costs = QuoteContext(text="Costs   120   110", before=f"{before}{pay.text}\n")
    assert not number_findings("Costs were $120 million in 2022.", [costs])


ROWS_OF_DOUBT = [
    ("", "Average weekly sales", "105,212"),
    ("", "Average harbour volumes", "1,312"),
    ("", "Grant-date fair value", "12.31"),
    ("", "Dividends declared", "0.52"),
    ("", "Basic", "1.20"),
    ("Number of piers   455   402\n", "Annual retainer", "52,000"),
    ("Number of piers   455   402\nNet income   $ 48   $ 36\n", "Annual retainer", "52,000"),
    ("Number of piers   455   402\n2022   2021\n", "Annual retainer", "52,000"),
    ("Net income   $ 48   $ 36\n", "Average weekly sales", "105,212"),
]


@pytest.mark.parametrize(("counts", "label", "figure"), ROWS_OF_DOUBT)
def test_nothing_is_told_of_an_amount_of_which_nobody_knows_the_scale(counts, label, figure):
    before = f"(in millions)\n2022   2021\nRevenue   $ 300   $ 270\n2022   2021\n{counts}"
    row = QuoteContext(text=f"{label}   $ {figure}   $ 1", before=before)
    assert number_findings(f"{label} were ${figure} million in 2022.", [row])
    assert number_findings(f"{label} were ${figure} in 2022.", [row])
    assert number_findings(f"{label} were {figure} in 2022.", [row])
    behind = QuoteContext(text="Net sales   $ 548   $ 396", before=f"{before}{row.text}\n")
    assert not number_findings("Net sales were $548 million in 2022.", [behind])


def test_cents_are_per_share_where_the_scale_sets_those_apart():
    before = (
        "(in millions, except per share data)\n2022   2021\nRevenue   $ 300   $ 270\n2022   2021\nCosts   $ 8   $ 7\n"
    )
    row = QuoteContext(text="Basic   $ 1.20   $ 1.10", before=before)
    assert not number_findings("Basic earnings were $1.20 in 2022.", [row])


def test_cents_go_on_where_the_rows_above_have_them():
    before = "(in millions)\n2022   2021\nRevenue   $ 300.25   $ 270.15\n2022   2021\n"
    row = QuoteContext(text="Net income   $ 48.20   $ 36.10", before=before)
    assert not number_findings("Net income was $48.20 million in 2022.", [row])


def test_years_said_a_third_time_leave_the_scale_too():
    before = "(in millions)\n2022   2021\nRevenue   $ 300   $ 270\n2022   2021\nOther   455   402\n2022   2021\n"
    row = QuoteContext(text="Net income   $ 548   $ 396", before=before)
    assert not number_findings("Net income was $548 million in 2022.", [row])
    assert number_findings("Net income was $548 in 2022.", [row])


def test_years_said_again_leave_the_scale_of_what_bears_a_sign_alone():
    before = "(in millions)\n2022   2021\nRevenue   $ 300   $ 270\n2022   2021\n"
    signed, bare = (QuoteContext(text=row, before=before) for row in ("Advertising   $ 45   $ 40", "Quays   450   400"))
    assert not number_findings("Advertising was $45 million in 2022.", [signed])
    assert number_findings("Advertising was $45 in 2022.", [signed])
    assert number_findings("Quays were $450 million in 2022.", [bare])
    assert not number_findings("Quays were 450 in 2022.", [bare])


@pytest.mark.parametrize("scale", ["(in millions)", "($ in millions)", "(in millions)\nYear ended December 31,"])
def test_the_scale_goes_on_from_the_row_that_bears_a_sign(scale):
    before = f"{scale}\n2022   2021\nRevenue   $ 3,004   $ 2,702\n2022   2021\nOther costs   455   402\n"
    row = QuoteContext(text="Net income   $ 548   $ 396", before=before)
    assert not number_findings("Net income was $548 million in 2022.", [row])
    assert number_findings("Net income was $548 in 2022.", [row])
    bare = QuoteContext(text="Other costs   455   402", before=before.removesuffix("Other costs   455   402\n"))
    assert number_findings("Other costs were $455 in 2022.", [bare]), "nobody knows the scale of that"


LAID_OUT = "Revenue was as follows ($ in millions):\n\n2023   2022\n\nHarbours   $ 4,318   $ 4,287\n\n"


@pytest.mark.parametrize("heading", ["", "Revenue by cargo\n\n"])
def test_years_said_again_behind_a_row_leave_its_scale(heading):
    row = QuoteContext(text="Grain and ore   $ 1,204   $ 1,187", before=f"{LAID_OUT}2023   2022\n\n{heading}")
    assert not number_findings("Grain and ore: $1,204 million in 2023.", [row])
    assert number_findings("Grain and ore: $1,204 in 2023.", [row])


@pytest.mark.parametrize(
    "head",
    [
        "Fleet\n\n2023   2022\n\n",
        "The fleet has grown since.\n\n2023   2022\n\n",
        "2022   2021\n\n",
        "Fleet   2023   2022\n",
    ],
)
def test_what_parts_years_from_the_rows_above_ends_their_scale(head):
    assert faults("It has 41 million container vessels.", "Container vessels   41   38", before=f"{LAID_OUT}{head}")


def test_the_scale_of_a_label_is_not_that_of_the_next_row():
    before = "(Dollars in thousands)\n | 2023 | 2022\nDiluted shares outstanding (in millions) | 1,020 | 1,031\n"
    assert faults("Total assets were $36,000 million in 2023.", "Total assets | 36,000 | 35,000", before=before)
    assert not faults("Total assets were $36,000 thousand in 2023.", "Total assets | 36,000 | 35,000", before=before)
    both = "Diluted shares (in millions) | 1,020 | 1,031\nTotal assets | 36,000 | 35,000"
    assert faults("Total assets were $36,000 million.", both, before="(Dollars in thousands)\n")


@pytest.mark.parametrize("head", ["2023 2022 Change\n", " | 2023 | 2022\n"])
def test_a_row_that_lacks_a_year_is_not_read_under_the_others(head):
    row = QuoteContext(text="Discontinued ops |  | 12 | (100)%", before=head)
    assert quote_columns(row) == {}


def test_a_row_with_an_empty_cell_is_read_under_a_head_of_as_many_cells():
    row = QuoteContext(text="Discontinued ops |  | 12 | (100)%", before=" | 2023 | 2022 | Change\n")
    assert [column.head for column in quote_columns(row).values()] == ["2022", "Change"]


def test_the_years_of_an_earlier_head_end_at_one_that_cannot_be_read():
    row = QuoteContext(text="Container vessels | 41 | 38", before=f"{FLEET} | Q1 2023 | Q2 2023\n")
    assert quote_columns(row) == {}
    assert quote_columns(QuoteContext(text="Container vessels | 41 | 38", before=f"{FLEET}(in thousands)\n")) == {}
    columns = quote_columns(QuoteContext(text="Revenue | 318 | 287", before=" | 2023 | 2022\n"))
    assert [column.period.year for column in columns.values()] == [2023, 2022]
