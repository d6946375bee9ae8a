"""What a section opens with: the figure of what rows count, else what speaks of the topic most."""

from collections.abc import Sequence

import numpy as np

from apps.agents.reading.context import read_context
from apps.agents.writer.parts.picking import Picking, pick

from .conftest import make_chunk

LOANS = make_chunk("Debt may be drawn, and debt may be repaid until the debt agreement ends.", "Acme Pumps")
OWED = make_chunk("At the end of the year debt of the company came to $640 million.", "Acme Pumps")
SHEET = make_chunk(
    "Consolidated Balance Sheet\n\nAt December 31\n(Millions) 2022 2021\nLong-term debt 612 405\n", "Acme Pumps"
)


class Nearer:
    """A memory to which texts that begin as what is looked for mean the same, and others less."""

    def vectors(self, texts: Sequence[str]) -> np.ndarray:
        return np.array([[1.0, 0.0] if text.startswith("Debt") else [0.8, 0.6] for text in texts])


def opening(*chunks) -> str:
    context = read_context(chunks)
    return pick(context.quotable(), Picking(about="Debt", most=6, whole=context), Nearer())[0].places[0].text


def test_a_section_on_what_rows_count_opens_with_what_it_came_to():
    assert "$640 million" in opening(LOANS, OWED, SHEET)


def test_a_section_on_what_no_row_counts_opens_with_what_speaks_of_it_most():
    assert opening(LOANS, OWED).startswith("Debt may be drawn")
