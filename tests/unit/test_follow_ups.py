"""Each of many short questions, asked after another, is read with what is missing taken from the one before."""

from itertools import cycle, islice, product
from pathlib import Path

import pytest

from apps.core.words import word_set
from apps.retrieval.conversation.standalone import standalone

NAMES = word_set("borealis halden")  # of the documents; other companies and places are only written with capitals
TABLE = Path(__file__).parents[1] / "follow_ups.tsv"
ROWS = [row for row in TABLE.read_text().splitlines() if row and not row.startswith("#")]


@pytest.mark.parametrize("row", ROWS)
def test_a_piece_takes_the_place_of_what_is_of_its_kind(row: str) -> None:
    last, question, expected = row.split(" | ")
    assert standalone(question, [last], names=NAMES) == expected


def test_a_period_in_a_documents_title_is_not_its_name() -> None:
    names = word_set("borealis fourth quarter results")
    asked = ["What were Borealis's net sales in the fourth quarter?"]
    for question in ("And Pfizer?", "And for the full year?"):
        asked.append(standalone(question, asked, names=names))
    assert asked[-1] == "What were Pfizer's net sales for the full year?"


OPENINGS = ("How do", "Did", "Does", "What do", "Who may", "When must", "Why would", "Is", "Which of", "How many of")
DETERMINED = ("the", "each", "any", "both", "all", "our", "no", "a", "")
TIMES = ("2021, 2022 and 2023", "2022 and 2023", "March 31, 2024", "March", "year", "first quarter of", "last year", "")
ENDS = ("results compare", "end in March", "budgets differ", "balance sheet compare", "have", "be returned", "")
PIECES = (
    "And net income?",
    "And the landlord?",
    "And in 2021?",
    "And the year before?",
    "And Halden?",
    "And insure?",
    "And Halden's?",
    "Why?",
    "And the?",
    "And its auditor?",
    "And how many stores?",
    "And a year ago?",
    "And EPS?",
    "And at the beginning?",
    "At what price?",
    "And assign the lease?",
)


@pytest.mark.parametrize("opening", OPENINGS)
def test_any_piece_after_any_question_is_read(opening: str) -> None:
    pieces = cycle(PIECES)
    for determiner, time, end in product(DETERMINED, TIMES, ENDS):
        last = " ".join(f"{opening} {determiner} {time} {end}?".split())
        for piece in islice(pieces, 2):
            assert standalone(piece, [last], names=NAMES).strip("? "), (last, piece)


def test_the_table_has_many_forms() -> None:
    assert len(ROWS) >= 80
    assert len({row.split(" | ")[0] for row in ROWS}) >= 40
