"""A topic that is a term of the documents is told of where they use the term, not where its words meet by chance."""

import pytest

from apps.agents.contracts import OutlineTask, SectionTask
from apps.agents.reading.context import read_context
from apps.agents.reading.words import content_words
from apps.agents.writer.parts.picking import heads
from apps.agents.writer.sentences.rows import full_label
from apps.agents.writer.sentences.terms import is_term, says_term, stand_together

from .conftest import make_chunk

RESULTS = """Operating income rose as freight became cheaper. The mills contributed most of operating income.
Operating income of the paper segment fell. A net operating loss of earlier years reduces the tax on income.
Income tax expense decreased because a sale was free of tax."""
TABLE = """Years ended June 30, (in millions) 2023 2022
Operating income 150 120
Other non-operating income, net 4 6
Operating expenses (80) (90)
Net cash provided by operating activities before changes of income 70 60"""
WANTED = ("oper", "incom")


def test_words_that_stand_near_one_another_in_either_order_are_together():
    assert stand_together(("share", "repurchas"), "It repurchased 2 million of its common shares.")
    assert stand_together(WANTED, "Income from operations rose.")
    assert not stand_together(WANTED, "A net operating loss of earlier years reduces the tax that is due on income.")


@pytest.mark.parametrize(("wanted", "known"), [(WANTED, True), (("tax", "segment"), False), (("incom",), False)])
def test_a_pair_that_passages_say_often_is_a_term(wanted, known):
    assert is_term(wanted, read_context((make_chunk(RESULTS, "Acme"),))) is known


def test_a_heading_that_says_the_term_says_it_of_what_stands_below():
    places = read_context(
        (make_chunk("The decrease came from freight.", "Acme", heading_path=("Operating income",)),)
    ).places
    assert says_term(places[0], WANTED, places[0].words)


def test_a_heading_that_denies_the_term_does_not_say_it_of_what_stands_below():
    denied = make_chunk("The rent of depots rose.", "Acme", heading_path=("Results", "Non-Operating Income, Net"))
    table = "2023 2022\nNon-operating income:\nRent of depots $ 12 $ 13\nTotal non-operating income $ 12 $ 13"
    context = read_context((denied, make_chunk(table, "Acme")))
    assert len(context.quotable()) == 3
    for place in context.quotable():
        assert not says_term(place, WANTED, {*place.words, *content_words(full_label(place))})
        assert not heads(place, WANTED, context)


def test_a_section_on_a_term_tells_of_nothing_else(writer):
    query = "Write a report on operating income and dividends"
    chunks = (
        make_chunk(RESULTS, "Acme"),
        make_chunk(TABLE, "Acme"),
        make_chunk("Dividends are paid each May.", "Acme"),
    )
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    text = "".join(writer.section(SectionTask(query=query, outline=outline, index=1, chunks=chunks)))

    assert "freight became cheaper" in text
    told = "150 million for the year ended June 30, 2023, 120 million for the year ended June 30, 2022"
    assert f"Operating income: {told}." in text
    for other in ("Income tax expense", "operating loss", "non-operating", "expenses", "activities"):
        assert other not in text


def test_what_only_has_the_words_of_a_term_is_not_told_for_want_of_better(writer):
    spoken_of = "Operating income (150) was as planned: "  # cannot be quoted by itself
    other = (
        "Non-operating income, net of fees, came from a sale of land. "
        "Tax on income is due each May in states where four mills run operations."
    )
    query = "Write a report on operating income and dividends"
    chunks = (
        make_chunk(f"{spoken_of}\n\n{spoken_of}\n\n{spoken_of}", "Acme"),
        make_chunk(other, "Acme"),
        make_chunk("Dividends are paid each May.", "Acme"),
    )
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    text = "".join(writer.section(SectionTask(query=query, outline=outline, index=1, chunks=chunks)))
    assert "sale of land" not in text
    assert "Tax on income" not in text
