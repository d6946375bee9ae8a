"""Figures of tables are read under the head of their column, and with the unit that row or column gives them."""

import pytest

from apps.verification.numbers.lint import NumberFault, QuoteContext, number_findings
from apps.verification.numbers.table_context import quote_columns, quote_quantities

QUARTERS = "($ in millions) | Q3 2024 | Q3 2023 | Q2 2024\n"
SPACED = "($ in millions)\nQ3 2024 Q3 2023 Q2 2024\n"
YEARS = "(In thousands)\nYears ended December 31, 2023 2022 2021\n"
BARS = "(In thousands) | 2023 | 2022 | 2021\n"
UNITS = "Indicator | Unit | 2023 | 2022 | Target 2025\n"
PERIOD, ELSEWHERE, UNIT = NumberFault.PERIOD, NumberFault.ELSEWHERE, NumberFault.UNIT


def faults(claim: str, row: str, before: str) -> set[NumberFault]:
    return {one.fault for one in number_findings(claim, [QuoteContext(text=row, before=before)])}


@pytest.mark.parametrize(
    ("claim", "row", "before", "fault"),
    [
        ("Gross profit was $151.4 million in Q3 2024.", "Gross profit | 165.0 | 151.4 | 160.2", QUARTERS, PERIOD),
        ("Gross profit was $160.2 million in the third quarter of 2024.", "Gross profit | 165.0 | 151.4 | 160.2",
         QUARTERS, PERIOD),
        ("Gross profit was $151.4 million in Q3 2024.", "Gross profit 165.0 151.4 160.2", SPACED, PERIOD),
        ("Gross profit was $151.4 million in 2024.", "Gross profit | 165.0 | 151.4 | 160.2", QUARTERS, PERIOD),
        ("Impairment was $14.3 million in 2023.", "Impairment - 14,300 -", YEARS, PERIOD),
        ("Impairment was $14.3 million in 2021.", "Impairment — 14,300 —", YEARS, PERIOD),
        ("Impairment was $14.3 million in 2023.", "Impairment | - | 14,300 | -", BARS, PERIOD),
        ("The recycling rate was 90% in 2023.", "Recycling rate | % | 82 | 79 | 90", UNITS, PERIOD),
        ("The recycling rate was 90% in 2025.", "Recycling rate | % | 82 | 79 | 90", UNITS, ELSEWHERE),
        ("The recycling rate was 79% in 2023.", "Recycling rate | % | 82 | 79 | 90", UNITS, PERIOD),
        ("Waste was 6,480 tonnes in 2023.", "Waste | tonnes | 7,120 | 6,480 | 5,000", UNITS, PERIOD),
        ("Recycling was 90% in 2023.", "Recycling | 82% | 90%", " | 2023 | Target 2025\n", PERIOD),
        ("The growth was 3.4% in 2023.", "Growth 2.1% 3.4%", "2023 2022\n", PERIOD),
    ],
)  # fmt: skip
def test_a_figure_of_another_column_is_found(claim, row, before, fault):
    assert fault in faults(claim, row, before)


@pytest.mark.parametrize(
    ("claim", "row", "before"),
    [
        ("Gross profit was $165.0 million in Q3 2024.", "Gross profit | 165.0 | 151.4 | 160.2", QUARTERS),
        ("Gross profit was $165.0 million for the quarter ended September 30, 2024.", "Gross profit | 165.0 | 151.4",
         "($ in millions) | Q3 2024 | Q3 2023\n"),
        ("Gross profit fell from $165.0 million in Q3 2024 to $151.4 million in Q3 2023.",
         "Gross profit 165.0 151.4 160.2", SPACED),
        ("Impairment was $14.3 million in 2022.", "Impairment - 14,300 -", YEARS),
        ("Other income was $14.3 million in 2022.", "Other income - 14,300 12,100", YEARS),
        ("The recycling rate was 82% in 2023.", "Recycling rate | % | 82 | 79 | 90", UNITS),
        ("The target for the recycling rate in 2025 is 90%.", "Recycling rate | % | 82 | 79 | 90", UNITS),
        ("Waste is to fall to 5,000 tonnes by 2025, as planned.", "Waste | tonnes | 7,120 | 6,480 | 5,000", UNITS),
        ("The mill was founded in 1990.", "Founded | 1990 | 2004", " | Mill | Yard\n"),
        ("Sales were $41 million.", "Sales | 41 | 38", " | 2023 | | 2022\n"),
    ],
)  # fmt: skip
def test_a_figure_of_its_own_column_or_of_one_in_doubt_passes(claim, row, before):
    assert not faults(claim, row, before) & {PERIOD, ELSEWHERE, NumberFault.SIGN}


@pytest.mark.parametrize(
    ("claim", "row", "before"),
    [
        ("Water use was 3.9 million m3 in 2023.", "Water use | million m3 | 3.9 | 4.4 | 3.5", UNITS),
        ("Water use fell from 4.4 million m3 to 3.9 million m3.", "Water use | million m3 | 3.9 | 4.4 | 3.5", UNITS),
        ("Water use (million m3) was 3.9 in 2023.", "Water use | million m3 | 3.9 | 4.4 | 3.5", UNITS),
        ("Water use was 3.9 million m3 in 2023.", "Water use (million m3) | 3.9 | 4.4", " | 2023 | 2022\n"),
        ("Water use was 3.9 million m3 in 2023.", "Water use (million m3) 3.9 4.4", "2023 2022\n"),
        ("Water use was 3.9 million m3.", "Water use | 3.9 | 12", "Use | Amount (million m3) | Share (%)\n"),
        ("Energy use was 512 GWh in 2023.", "Energy use | GWh | 512 | 498 | 450", UNITS),
        ("Revenue was EUR 5.2 million.", "Revenue (EUR m) | 5.2", ""),
        ("Revenue was EUR 5.2 million in 2023.", "Revenue | 5.2 | 4.8", " | 2023 (EUR m) | 2022 (EUR m)\n"),
        ("Waste was 7,120 tonnes in 2023.", "Waste | '000 tonnes | 7.12 | 6.48 | 5", UNITS),
        ("There were 2.1 accidents in 2023.", "Accidents | number | 2.1 | 2.6 | 1.5", UNITS),
        ("Water use fell by 11% in 2023.", "Water use | million m3 | 3.9 | 4.4 | 11", 
         "Use | Unit | 2023 | 2022 | Change (%)\n"),
        ("Nausea occurred in 18 patients (5.2%).", "Nausea, n (%) | 18 (5.2)", ""),
        ("The fee of the second tier is $12.", "Fee | second | $12", "Item | Tier | Amount\n"),
        ("It takes 30 days.", "Notice (days) | 30 | 60", "Term | Home | Shop\n"),
    ],
)  # fmt: skip
def test_a_figure_has_the_unit_of_its_row_or_column(claim, row, before):
    assert faults(claim, row, before) == set()


@pytest.mark.parametrize(
    ("claim", "row", "before"),
    [
        ("Water use was 3.9 m3 in 2023.", "Water use | million m3 | 3.9 | 4.4 | 3.5", UNITS),
        ("Water use was 3.9 m3 in 2023.", "Water use (million m3) | 3.9 | 4.4", " | 2023 | 2022\n"),
        ("Water use was 3.9 billion m3 in 2023.", "Water use | million m3 | 3.9 | 4.4 | 3.5", UNITS),
        ("Energy use was 512 MWh in 2023.", "Energy use | GWh | 512 | 498 | 450", UNITS),
        ("Revenue was EUR 5.2 thousand.", "Revenue (EUR m) | 5.2", ""),
        ("Waste was 7.12 tonnes in 2023.", "Waste | '000 tonnes | 7.12 | 6.48 | 5", UNITS),
    ],
)
def test_a_figure_without_the_scale_or_with_another_unit_is_found(claim, row, before):
    assert faults(claim, row, before)


def test_cells_are_read_under_their_heads_only_where_each_has_one():
    assert [
        one.head
        for one in quote_columns(QuoteContext(text="Sales | 41 | 7% | 38", before=" | 2023 | | 2022\n")).values()
    ] == []
    framed = QuoteContext(text="| Sales | 41 | 38 |", before="| | 2023 | 2022 |\n|---|---|---|\n")
    assert [one.head for one in quote_columns(framed).values()] == ["2023", "2022"]


def test_the_head_of_a_table_ends_with_it():
    row = QuoteContext(
        text="Yard | 41 | 38", before="Use | Area (ha) | Staff\nMill | 12 | 30\n\nPlace | Staff | Beds\n"
    )
    assert all(one.unit == "" for one in quote_quantities(row))
