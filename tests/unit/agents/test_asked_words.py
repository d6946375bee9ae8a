"""A question in the words of the passages that were found for it."""

import pytest

from apps.agents.reading.asked_words import as_passages_call_it
from tests.unit.agents.conftest import make_chunk

RELEASE = (
    "Arden Corp. reports. Diluted earnings per share rose to $4.10. Earnings per share were $3.90 the year before."
)


@pytest.mark.parametrize(
    ("query", "read"),
    [
        ("What was Arden's EPS in 2021?", "What was Arden's earnings per share in 2021?"),
        ("What was Arden's EBITDA in 2021?", "What was Arden's EBITDA in 2021?"),  # nothing explains it
        ("Did Arden's earnings rise?", "Did Arden's earnings rise?"),
        ("What does EPIC's policy say?", "What does EPIC's policy say?"),  # a file is called so
    ],
)
def test_a_word_that_no_passage_has_is_read_as_the_passages_write_it_out(query: str, read: str) -> None:
    assert as_passages_call_it(query, [make_chunk(RELEASE, "Epic policy")]) == read


def test_an_abbreviation_that_a_passage_uses_stays() -> None:
    asked = "What was Arden's EPS in 2021?"

    assert (
        as_passages_call_it(asked, [make_chunk(RELEASE, "Arden"), make_chunk("Adjusted EPS was $5.", "Borel")]) == asked
    )
