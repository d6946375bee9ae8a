"""Rows, tables put side by side and invented sheets: each claim says what its label says."""

import random
import re
from itertools import islice

from training.made.rows import row_swaps, side_by_side, table_of
from training.made.sheets import sheets
from training.pairs import Target

ALBUM = "In Rain. Released: 10 October 2007. Recorded: 3 June 2005. Label: Northern. Producer: Ida Holm."


def tables():
    return [
        table_of(f"Album {number}. Released: {1990 + number}. Label: Label {number}. Producer: Person {number}.")
        for number in range(8)
    ]


def test_a_text_of_rows_is_read_as_a_table_and_prose_is_not():
    table = table_of(ALBUM)
    assert table.title == "In Rain"
    assert table.rows[0] == ("Released", "10 October 2007")
    assert [key for key, _ in table.rows] == ["Released", "Recorded", "Label", "Producer"]
    assert table_of("The album came out in 2007. It sold well.") is None


def test_a_value_is_exchanged_for_that_of_another_row_of_the_same_form():
    found = [
        one for seed in range(9) for one in row_swaps("It came out on 10 October 2007.", ALBUM, random.Random(seed))
    ]
    assert {swap.claim for swap in found} == {"It came out on 3 June 2005."}
    assert row_swaps("It came out long ago.", ALBUM, random.Random(0)) == ()


def test_claims_of_tables_side_by_side_are_true_exactly_where_they_are_called_supported():
    value_of = {f"Album {number}": str(1990 + number) for number in range(8)}
    told = list(islice(side_by_side(tables(), random.Random(1)), 300))
    assert {one.target for one in told} == set(Target) - {Target.NOT_ENOUGH}
    for one in told:
        if found := re.search(r"The released of (Album \d) is (earlier|later) than that of (Album \d)", one.claim):
            first, word, second = found.groups()
            holds = (value_of[first] < value_of[second]) == (word == "earlier")
            assert holds == (one.target is Target.SUPPORTED)
        elif found := re.fullmatch(r"The released of (Album \d) is (.*)\.", one.claim):
            assert (value_of[found[1]] == found[2]) == (one.target is Target.SUPPORTED)


def test_claims_of_invented_sheets_are_true_exactly_where_they_are_called_supported():
    checked = 0
    for one in islice(sheets(random.Random(2)), 400):
        found = re.fullmatch(r"(.+?) (?:was|were) \D?([\d,]+).* in (\d{4})\.", one.claim)
        lines = [line.strip("| ") for line in one.evidence.splitlines()]
        row = next((line for line in lines if found and line.startswith(found[1])), "")
        years = re.findall(r"\b20\d\d\b", row if ": " in row else lines[0])
        figures = re.findall(r": ([\d,]+)(?:;|$)", row) or re.findall(r"[|\s]\s+([\d,]+)", row)
        if found and len(years) == len(figures):
            checked += 1
            assert (figures[years.index(found[3])] == found[2]) == (one.target is Target.SUPPORTED), one
    assert checked > 50
