"""Where a passage stands: under which heading and head, before which sentence, in which document."""

import pytest

from apps.agents.reading.context import read_context
from apps.agents.writer.sentences.corroborating import bears_out, says_the_same
from tests.unit.agents.conftest import make_chunk
from tests.unit.agents.test_corroborating import HEAD, REPORT, place_of

SOLD = "In May 2023, we sold the Leeds plant for $45.5 million."
SOLD_TOO = "In May 2023, the Company sold the Leeds plant for $45.5 million."
ROW = f"{HEAD}Interest income 131 124"
ROW_TOLD = "Interest income was $131 million in fiscal 2023, compared to $124 million in fiscal 2022."
DISOWNING = ("Allegations", "Withdrawn statements", "Hypothetical example", "Repealed provisions")


def in_passage(text, passage, **fields):
    """The place that says ``text`` in ``passage``; a row where ``text`` is one."""
    places = read_context((make_chunk(passage, REPORT, start_offset=10_000, **fields),)).quotable()
    return next(place for place in places if place.unit.text.startswith(text.split("\n")[-1][:30]))


PAIRS = {"a sentence": (SOLD, SOLD_TOO), "its copy": (SOLD, SOLD), "a sentence for a row": (ROW, ROW_TOLD),
         "a row for a sentence": (ROW_TOLD, ROW), "a row for a row": (ROW, ROW)}  # fmt: skip
each_pair = pytest.mark.parametrize(("claim", "source"), PAIRS.values(), ids=PAIRS)


def is_cited(other, place):
    return says_the_same(other, place) or bears_out(other, place)


@each_pair
def test_by_itself_it_is_cited(claim, source):
    assert is_cited(in_passage(source, source), place_of(claim))
    assert is_cited(in_passage(source, f"## Results\n\n{source}"), place_of(claim))
    assert is_cited(in_passage(source, source, heading_path=("Results",)), place_of(claim))


@each_pair
@pytest.mark.parametrize("heading", DISOWNING)
def test_what_stands_under_a_heading_that_disowns_it_is_not(claim, source, heading):
    assert not is_cited(in_passage(source, f"## {heading}\n\n{source}"), place_of(claim))
    assert not is_cited(in_passage(source, f"## {heading}\n\n### Leeds\n\n{source}"), place_of(claim))
    assert not is_cited(in_passage(source, source, heading_path=(heading, "Leeds")), place_of(claim))


@each_pair
def test_what_the_next_sentence_takes_back_is_not(claim, source):
    apart = "\n\n" if "\n" in source else " "
    assert not is_cited(in_passage(source, f"{source}{apart}That statement was false."), place_of(claim))


@each_pair
def test_what_is_an_item_under_a_head_that_denies_it_is_not(claim, source):
    mark = "" if "\n" in source else "- "
    passage = f"None of the following is true:\n\n{mark}{source}"
    assert not is_cited(in_passage(source, passage), place_of(claim))


@each_pair
def test_what_is_only_supposed_is_not(claim, source):
    supposed = f"Suppose the following. {source}"
    assert "\n" in source or not is_cited(in_passage(source, supposed), place_of(claim))


@pytest.mark.parametrize("behind", [" We left.”", " We left.", "”"])
@pytest.mark.parametrize("mark", ["“", '"'])
def test_what_stands_in_a_quotation_is_what_somebody_said(mark, behind):
    passage = f"The witness said: {mark}We were glad. {SOLD_TOO}{behind.replace('”', '”' if mark == '“' else mark)}"
    assert not is_cited(in_passage(SOLD_TOO, passage), place_of(SOLD))


def test_what_stands_in_a_bracket_opened_before_it_is_not():
    passage = f"We took (two steps. {SOLD_TOO} We left) then."
    assert not is_cited(in_passage(SOLD_TOO, passage), place_of(SOLD))


ELSEWHERE = (
    "The notes bear interest at 4.125% per annum.",
    "In May 2023, Moody's raised the rating of the notes due in 2030 to Baa1.",
    "The notes are governed by the laws of New York and fall due on May 4, 2030.",
    "Total revenues increased by 12.5% to $1,283 million in fiscal 2023.",
)


@pytest.mark.parametrize("sentence", ELSEWHERE)
def test_another_document_says_the_same_words_of_something_else(sentence):
    assert says_the_same(place_of(sentence), place_of(sentence))
    for title in ("Borealis 2023 10-K", "Acme 2022 10-K", "Loan agreement"):
        assert not is_cited(place_of(sentence, title=title), place_of(sentence))
