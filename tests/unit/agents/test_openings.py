"""What a document's own section on a topic begins with leads what a draft tells of it."""

import pytest

from apps.agents.reading.context import read_context
from apps.agents.writer.openings import opening_of

from .conftest import make_chunk

OWN = """PART I

Item 1. Business.

The company was founded in 1966. It sells refrigerators in forty countries. Its stores are open on Sundays.
Customers may order online. Returns are free for a month."""
FURTHER = "Our business strategy is simple. Every store sells every brand. Business is seasonal, with a peak in May."


def opening(topic, *chunks):
    return [place.text for place in opening_of(read_context(chunks).quotable(), topic)]


def chunk(content=OWN, title="Acme", at=0, **fields):
    return make_chunk(content, title, start_offset=at, end_offset=at + len(content), **fields)


@pytest.mark.parametrize("topic", ["Business", "business", "the business"])
def test_the_first_sentences_behind_the_heading_are_the_opening(topic):
    assert opening(topic, chunk(FURTHER, at=5000, heading_path=("Item 1. Business.",)), chunk()) == [
        "The company was founded in 1966.",
        "It sells refrigerators in forty countries.",
        "Its stores are open on Sundays.",
        "Customers may order online.",
    ]


def test_a_passage_whose_heading_stands_above_it_opens_as_well():
    path = ("PART I", "Item 1. Business", "ABOUT US")
    assert opening("Business", chunk(FURTHER, heading_path=path))[0] == "Our business strategy is simple."


@pytest.mark.parametrize("topic", ["Business strategy", "Risks", "", "of the"])
def test_no_heading_that_says_more_less_or_something_else_counts(topic):
    assert opening(topic, chunk(), chunk(FURTHER, at=5000)) == []


def test_each_document_has_its_own():
    other = "Business\n\nBorealis builds ships. It has two yards."
    found = opening("Business", chunk(), chunk(other, "Borealis"))
    assert len(found) == 6
    assert {"The company was founded in 1966.", "Borealis builds ships.", "It has two yards."} <= set(found)
