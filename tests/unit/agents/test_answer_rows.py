"""An answer tells no row of which nobody can say which figure is which, and puts no money on what is counted."""

import pytest

from apps.agents.contracts import WriterTask
from apps.agents.reading.tables import read_row, row_sentence
from tests.unit.agents.conftest import make_chunk

SAID = "During 2022 the chain opened 47 new shops and closed two."
TABLE = "($ in millions)\n\nNew shop openings, net   12   6   2   47   44   10\n"
HEAD = "Total shops open Number of shops Number of shops at the beginning opened during the quarter the quarter"


@pytest.mark.parametrize("noise", [TABLE, HEAD])
def test_a_row_without_columns_and_the_names_of_columns_answer_nothing(writer, noise):
    chunk = make_chunk(f"{noise}\n\n{SAID}\n", "Results 2022")
    task = WriterTask(query="How many new shops were opened in 2022?", chunks=(chunk,))
    text = "".join(writer.write(task))
    assert "47 new shops" in text
    assert "44" not in text
    assert "Number of shops" not in text


def test_what_is_counted_is_no_money_under_a_heads_scale():
    row = read_row("New store openings   12   6", columns=("2022", "2021"), scale="($ in millions)")
    assert row is not None
    assert row_sentence(row) == "New store openings: 12 in 2022, 6 in 2021."
