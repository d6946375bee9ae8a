"""What the Skeptic objects to in the wording of a claim: a word is read by its part in the sentence."""

import pytest

from apps.agents.skeptic.doubts import objections_to
from tests.unit.agents.conftest import make_claim


def doubts(text: str) -> list[str]:
    """The words that are objected to."""
    found = objections_to((make_claim(text, ("0123456789ab",)),), aggressive=True)
    return [line.rsplit("(“", 1)[1].removesuffix("”).") for line in found if "hedged" in line or "absolute" in line]


@pytest.mark.parametrize(
    "text",
    [
        "Not only was 67% of the rent paid late, but it was paid in cash.",
        "The bank does not always ask for a deposit.",
        "Fees aren't entirely refunded.",
        "No fee is due at all before closing.",
        "The notes are backed by guarantees of three subsidiaries.",
        "Its guarantee ends with the loan.",
        "Guarantees of the parent are released on repayment.",
        "The parent guarantee is released on repayment.",
        "The notes are guaranteed by the parent.",
        "The 3% Guaranteed Senior Notes fall due in 2026.",
        "The bank lends to borrowers around the world.",
        "Work is organised around our stores.",
        "The might of the market set the price.",
        "Statements follow generally accepted accounting principles.",
    ],
)
def test_a_word_that_plays_another_part_is_no_doubt(text: str) -> None:
    assert doubts(text) == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Only borrowers with a deposit receive a loan.", "Only"),
        ("Not only staff but all clients pay the fee.", "all"),
        ("Fees rise. Never ask why.", "Never"),
        ("A guard is there at all times.", "all"),
        ("The deposit is released after all loans are repaid.", "all"),
        ("A tax that might be due is held back.", "might"),
        ("The bank guarantees repayment of the deposit.", "guarantees"),
        ("The plan will guarantee a pension.", "guarantee"),
        ("The return is guaranteed.", "guaranteed"),
        ("Around 40 staff work there.", "Around"),
        ("The fee is around $450.", "around"),
        ("The fee fell by around half.", "around"),
        ("The rate might rise.", "might"),
        ("The fee is generally refunded.", "generally"),
        ("All loans are repaid after all.", "All"),
    ],
)
def test_a_hedge_and_an_absolute_word_are_still_told(text: str, word: str) -> None:
    assert doubts(text) == [word]
