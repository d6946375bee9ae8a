"""How a passage is read: sentences, table rows under their columns, headings and furniture."""

import time

import pytest

from apps.agents.reading.passages import Kind, read_passage
from apps.agents.reading.tables import columns_in, read_row, row_sentence, scale_note
from tests.unit.agents.conftest import CASH_FLOW, POLICY


def kinds(content: str) -> list[tuple[Kind, str]]:
    return [(unit.kind, unit.text) for unit in read_passage(content)]


def test_units_are_raw_slices_in_order():
    units = read_passage(POLICY)
    assert all(POLICY[unit.start : unit.end].strip() for unit in units)
    assert [unit.start for unit in units] == sorted(unit.start for unit in units)


def test_lines_wrapped_by_the_page_are_one_sentence():
    assert (Kind.PROSE, "The maximum loan-to-value ratio for investment properties is 75%.") in kinds(POLICY)


def test_headings_and_page_numbers_are_no_sentences():
    found = {text: kind for kind, text in kinds(POLICY)}
    assert found["4.2 Loan-to-value limits"] is Kind.HEADING
    assert found["Page 7 of 12"] is Kind.FURNITURE


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
    assert columns_in("$ in millions Fiscal Years Ended January 28, 2023 January 29, 2022") == ("2023", "2022")
    assert columns_in("Sales rose 5% in 2022 and 2023") == ()
    assert columns_in("The plan of 2019 replaced that of 2012.") == ()


def test_the_scale_is_what_the_head_of_the_table_says():
    assert scale_note("(Dollars in millions, except per share data)") == "(Dollars in millions, except per share data)"
    assert scale_note("Net sales rose to 3 millions of tons") == ""


def test_list_items_lose_their_bullet():
    units = read_passage("Employees receive:\n• 25 days of annual leave\n• 5 days of study leave each year")
    assert [unit.text for unit in units if unit.item] == ["25 days of annual leave", "5 days of study leave each year"]


@pytest.mark.parametrize(
    "line", ["9 " * 3_000, "$ ( ( " * 1_000 + "x", "1,234.5% " * 800 + "a", "((((" * 1_500, "—" * 6_000]
)
def test_hostile_lines_are_read_in_no_time(line):
    begun = time.perf_counter()
    read_passage(f"Label {line}")
    assert time.perf_counter() - begun < 5
