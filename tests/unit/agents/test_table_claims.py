"""The built-in Judge on claims about tables: it reads a row as the Writer does, so neither may misread it."""

import pytest

from apps.agents.reading.context import read_context
from apps.verification.types import Stance

from .conftest import make_chunk
from .test_judge import best, judged

FEES = "Benefit | Standard | Premium\nLounge access | Not included | Included\nLate fee | $40 | $25"
PLANS = " | Basic | Plus | Premium\nWire fee | $9 | $7 | $6\nPaper statement fee | $5 | $3"
ASSETS = (
    "(Dollars in thousands)\n\n | 2023 | 2022\nDiluted shares outstanding (in millions) | 1,020 | 1,031\n"
    "Total assets | 36,000 | 35,000"
)
FLEET = (
    "($ in millions)\n\n | 2023 | 2022\nRevenue of the group | 318 | 287\n\nFleet\n\n | 2023 | 2022\n"
    "Container vessels | 41 | 38"
)
QUARTERS = (
    "($ in millions)\n | 2023 | 2022\nRevenue of the group | 318 | 287\n | Q1 2023 | Q2 2023\nPort fees | 41 | 38"
)
CHANGES = "(in millions)\n\n | 2023 | 2022 | Change\nNet sales | 90 | 80 | 13%\nDiscontinued ops |  | 12 | (100)%"


@pytest.mark.parametrize(
    ("claim", "table"),
    [
        ("Late fee – Not included: $40; Included: $25.", FEES),
        ("Paper statement fee – Plus: $5; Premium: $3.", PLANS),
        ("Total assets: 36,000 million in 2023, 35,000 million in 2022.", ASSETS),
        ("Container vessels: $41 million in 2023, $38 million in 2022.", FLEET),
        ("Port fees: $41 million in 2023, $38 million in 2022.", QUARTERS),
        ("Discontinued ops: 12 in 2023, (100)% in 2022.", CHANGES),
    ],
)
def test_a_misread_row_is_neither_written_nor_taken_for_what_the_table_says(judge, claim, table):
    chunk = make_chunk(table, "Nordwind report")
    assert claim not in [place.text for place in read_context((chunk,)).places]
    assert best(judged(judge, claim, chunk), Stance.SUPPORTS) < 0.95


@pytest.mark.parametrize(
    ("claim", "table"),
    [
        ("Late fee – Standard: $40; Premium: $25.", FEES),
        ("Wire fee – Basic: $9; Plus: $7; Premium: $6.", PLANS),
        ("Total assets: $36,000 thousand in 2023, $35,000 thousand in 2022.", ASSETS),
        ("Revenue of the group: $318 million in 2023, $287 million in 2022.", FLEET),
        ("Container vessels: 41 in 2023, 38 in 2022.", FLEET),
    ],
)
def test_a_row_under_its_own_head_and_scale_is_supported(judge, claim, table):
    chunk = make_chunk(table, "Nordwind report")
    assert claim in [place.text for place in read_context((chunk,)).places]
    assert best(judged(judge, claim, chunk), Stance.SUPPORTS) >= 0.95
