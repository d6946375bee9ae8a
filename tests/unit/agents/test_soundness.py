"""Which sentences and rows a draft may tell by themselves."""

import pytest

from apps.agents.reading.context import read_context
from apps.agents.writer.soundness import is_sound, scaled_documents

from .conftest import make_chunk


def sound(content, **fields):
    """What of a passage can stand in a draft."""
    context = read_context((make_chunk(content, "Acme 2022 10K", **fields),))
    return [place.text for place in context.quotable() if is_sound(place, scaled_documents(context))]


@pytest.mark.parametrize(
    "before", ["Margins rose in fiscal", "Our suppliers delivered, among others,", "Rent (a part of"]
)
def test_the_rest_of_a_sentence_that_begins_with_a_figure_is_not_told(before):
    rest = "2021, mainly because rents were lower and because our stores were full."
    assert sound(f"{before}\n\n{rest}") == []


@pytest.mark.parametrize("before", ["Margins rose in May.", "Lease Terms", "Results:", ""])
def test_a_sentence_may_begin_with_a_figure(before):
    told = "70 stores were opened in May because rents were lower and our stores were full."
    assert told in sound(f"{before}\n\n{told}")
