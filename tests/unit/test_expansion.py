"""Unknown words explained by the corpus itself."""

import time

import pytest

from apps.retrieval.expansion import definition_of, is_abbreviation, meaning_of

REPORT = (
    "Property, plant and equipment is stated at cost. Purchases of property, plant and equipment (PP&E) fell.",
    'Selling, general and administrative expenses ("SG&A") rose. Capital expenditures rose. The cash flow was strong.',
    "Capital expenditures were flat; capital expenditures will grow. Loss given default was revised.",
)


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("PPNE", "property, plant and equipment"),  # initials, n for and
        ("LGD", "loss given default"),
        ("cashflow", "cash flow"),  # two words written as one
        ("capex", "capital expenditures"),  # the beginnings of two words
    ],
)
def test_an_unknown_word_is_explained_by_a_phrase_of_the_corpus(word: str, meaning: str) -> None:
    assert meaning_of(word, REPORT) == meaning


def test_a_word_that_nothing_points_to_stays_unexplained() -> None:
    assert meaning_of("oxygen", REPORT) is None
    assert meaning_of("XQZW", REPORT) is None
    assert meaning_of("", REPORT) is None


def test_beginnings_of_two_words_must_be_met_often() -> None:
    assert meaning_of("capex", ("Capital expenditures rose.",)) is None


def test_the_phrase_met_most_often_is_taken() -> None:
    texts = ("loan grade data", "loss given default", "loss given default")
    assert meaning_of("LGD", texts) == "loss given default"


def test_an_abbreviation_is_defined_where_it_stands_in_brackets() -> None:
    assert definition_of("SG&A", REPORT) == "selling, general and administrative"
    assert definition_of("PP&E", REPORT) == "property, plant and equipment"
    assert definition_of("LGD", REPORT) is None


def test_abbreviations_are_told_by_their_capitals() -> None:
    assert [word for word in ("PPNE", "SG&A", "JnJ", "Boeing", "capex", "A") if is_abbreviation(word)] == [
        "PPNE",
        "SG&A",
        "JnJ",
    ]


def test_long_texts_are_searched_quickly() -> None:
    texts = ["the company purchased plants and equipment for property in parts " * 40] * 400
    began = time.process_time()
    meaning_of("PPNE", texts)
    meaning_of("antidisestablishment", texts)
    assert time.process_time() - began < 5
