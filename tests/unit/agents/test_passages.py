"""How a passage is read: sentences, list items, headings and furniture."""

import time

import pytest

from apps.agents.reading.passages import Kind, read_passage
from tests.unit.agents.conftest import POLICY


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


@pytest.mark.parametrize("number", ["6.", "6)", "(6)", "12."])
def test_a_numbered_line_in_capitals_without_a_stop_heads_what_follows(number):
    heading = f"{number} Storage and Removal of Boats"
    units = read_passage(f"5. Berths\n\nA berth is let by the year.\n\n{heading}\n\nThe Harbour stores no boats.")
    found = {unit.text: (unit.kind, unit.heading) for unit in units}
    assert found[heading][0] is Kind.HEADING
    assert found["The Harbour stores no boats."] == (Kind.PROSE, heading)


@pytest.mark.parametrize(
    "text",
    [
        "The harbours are:\n1. Port of Lower Saltby",
        "1. Port of Lower Saltby\n2. Port of Upper Saltby",
        "1. Port of Lower Saltby;\n\nIt is let.",
        "- Port of Lower Saltby\n\nIt is let.",
        "1. the port of lower Saltby\n\nIt is let.",
    ],
)
def test_an_item_of_a_list_is_no_heading(text):
    assert any(unit.item and unit.kind is Kind.PROSE for unit in read_passage(text))


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


def test_a_line_without_a_stop_says_what_it_says_where_nothing_else_stands():
    assert kinds("Twenty children playing hopscotch outside") == [
        (Kind.PROSE, "Twenty children playing hopscotch outside")
    ]
    assert kinds("Critical Accounting Policies and Estimates")[0][0] is Kind.HEADING
    assert kinds("# Twenty children playing hopscotch outside")[0][0] is Kind.HEADING
    assert kinds("Twenty children playing hopscotch outside\n\nIt is warm.")[0][0] is Kind.HEADING
