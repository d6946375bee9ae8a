"""The passages as one list of places: found by their words, kept while the same passages are asked about."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.agents.judge.conflicts import conflicts_between
from apps.agents.reading.context import read_context
from apps.agents.reading.passages import Kind, read_passage
from apps.agents.reading.words import content_words, coverage

from .conftest import CASH_FLOW, POLICY, REGULATION, make_chunk
from .scripted import claim

CHUNKS = (
    make_chunk(POLICY, "Residential Lending Policy"),
    make_chunk(REGULATION, "Consumer Credit Regulation"),
    make_chunk(CASH_FLOW, "3M 2018 10K"),
)
WORDS = sorted(set(content_words(f"{POLICY} {REGULATION} {CASH_FLOW} 3M policy unheard-of zebra")))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=8), st.sampled_from([0.0, 0.25, 0.45, 1.0]))
def test_places_are_found_by_their_words_as_if_each_were_looked_at(words, least):
    context = read_context(CHUNKS)
    expected = []
    for place in context.quotable():
        have = place.words | place.above if place.unit.kind is Kind.ROW else place.words
        share = coverage(words, have, context.weights, default=context.unseen) if words else 0.0
        if share >= least and share > 0:
            expected.append((pytest.approx(share), place))
    assert context.covering(words, least=least) == expected


def test_the_same_passages_are_taken_apart_once():
    again = tuple(make_chunk(chunk.content, chunk.title) for chunk in CHUNKS)
    assert read_context(again) is read_context(CHUNKS)
    assert read_context(CHUNKS[:2]) is not read_context(CHUNKS)


def test_places_stand_by_chunk_and_index():
    context = read_context(CHUNKS)
    assert [place.rank for place in context.places] == sorted(place.rank for place in context.places)
    for rank, places in enumerate(context.chunks):
        assert [(place.rank, place.index) for place in places] == [(rank, n) for n in range(len(places))]


class Counts:
    """A memory of sentences that only counts what it would have had to embed."""

    def __init__(self, memory):
        self.memory, self.asked = memory, 0

    def vectors(self, texts):
        self.asked += len(texts)
        return self.memory.vectors(texts)


def test_only_what_can_gainsay_a_claim_is_embedded(judge):
    policy, regulation, _ = CHUNKS
    plain = [claim(f"Branch {n} opened in the harbour quarter.", policy.key) for n in range(50)]
    memory = Counts(judge._memory)
    assert conflicts_between(tuple(plain), CHUNKS, memory=memory) == ()
    assert memory.asked == 0
    limit = claim("The maximum loan-to-value ratio for investment properties is 75%.", policy.key)
    (found,) = conflicts_between((*plain, limit), CHUNKS, memory=memory)
    assert regulation.title in found
    assert 0 < memory.asked < 10


def test_a_cell_with_a_day_in_short_is_still_one_of_a_row():
    (unit,) = read_passage("Cannock | Aug 21, 2019")
    assert unit.kind is Kind.ROW
