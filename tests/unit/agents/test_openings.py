"""What a document's own section on a topic begins with leads what a draft tells of it."""

import pytest

from apps.agents.contracts import OutlineTask, SectionTask
from apps.agents.reading.context import read_context
from apps.agents.writer.sentences.openings import opening_of

from .conftest import make_chunk

OWN = """PART I

Item 1. Business.

The company was founded in 1966. It sells refrigerators in forty countries. Its stores are open on Sundays.
Customers may order online. Returns are free for a month."""
FURTHER = "Our business strategy is simple. Every store sells every brand. Business is seasonal, with a peak in May."


def opening(topic, *chunks):
    places = read_context(chunks).quotable()
    found = opening_of(places, topic)
    return [place.text for place in places if (place.rank, place.index) in found]


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


def test_a_draft_on_several_companies_begins_with_what_each_says_it_does(writer):
    acme = chunk(
        f"Item 1. Business\n\nAcme is a provider of cold. It sells refrigerators.\n\n{FURTHER}", "Acme 2022 10K"
    )
    ships = "Borealis is known to build ships for harbours in the north. It owns two yards there."
    borealis = chunk(f"Business\n\n{ships}\n\nOur business is cyclical, and our business may suffer.", "Borealis 2022")
    query = "Compare the business and the debt of Acme and Borealis"
    outline = writer.outline(OutlineTask(query=query, chunks=(acme, borealis)))
    told = [
        "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=(acme, borealis))))
        for index in range(2)
    ]
    assert "Acme is a provider of cold. " in told[1].split("### Borealis")[0].split("### Acme\n\n")[1][:40]
    assert (
        told[1].split("### Borealis\n\n")[1].startswith("Borealis is known to build ships for harbours in the north. ")
    )
    assert "provider of cold" not in told[0], "and says it once"


def test_the_middle_of_a_section_is_no_opening():
    path = ("PART I", "Item 1. Business", "Seasonality")
    deeper = (*path, "In winter")
    assert opening("Business", chunk(FURTHER, at=50_000, heading_path=deeper)) == []
    other = chunk("Sales are slow in June. They rise in July.", at=10)
    assert opening("Business", other, chunk(FURTHER, at=50_000, heading_path=path)) == []


def test_what_stands_under_the_next_heading_is_no_part_of_it():
    rules = "4.2 Gifts\n\nCash must never be accepted.\n\n4.3 Data\n\nData must be kept secret."
    assert opening("Gifts", chunk(rules)) == ["Cash must never be accepted."]
    assert opening("Gifts", chunk(rules.replace("Cash must never be accepted.", ""))) == []


def test_a_part_of_the_section_begins_it_where_nothing_stands_before():
    own = "Item 1. Business\n\nDescription of the Company\n\nIt sells refrigerators. It has two stores."
    assert opening("Business", chunk(own)) == ["It sells refrigerators.", "It has two stores."]


@pytest.mark.parametrize(
    "row", ["Sales $ 9,100,200", "Sales 9,100 8,200 7,300", "Sales 12.5%", "Sales $ (40)", "Sales 913"]
)
def test_a_row_of_a_table_is_no_heading(row):
    table = f"Statement of Income\n\n(in thousands)\n{row}\n\nRent rose in May. Staff grew in June."
    assert opening("Sales", chunk(table)) == []
    assert opening("Sales", chunk("Rent rose in May.", at=9000, heading_path=(row,))) == []


@pytest.mark.parametrize("heading", ["Sales 2021", "2.1 Sales", "Sales", "Note 12. Sales"])
def test_a_heading_may_have_a_number_or_a_year(heading):
    assert opening("Sales", chunk(f"{heading}\n\nRent rose in May.")) == ["Rent rose in May."]


@pytest.mark.parametrize("topic", ["Business strategy", "Risks", "", "of the", "busying"])
def test_no_heading_that_says_more_less_or_something_else_counts(topic):
    assert opening(topic, chunk(), chunk(FURTHER, at=5000)) == []


def test_each_document_has_its_own():
    other = "Business\n\nBorealis is known to build ships for harbours in the north. It owns two yards there."
    found = opening("Business", chunk(), chunk(other, "Borealis"))
    assert len(found) == 6
    assert {"The company was founded in 1966.", "It owns two yards there."} <= set(found)


def test_a_report_on_one_company_is_introduced_by_what_its_own_section_says_it_does(writer):
    own = "Description of Business\n\nWe are driven by our purpose to keep food cold. We have stores in two countries."
    revenue = "Revenue\n\nIn 2022 we earned revenue of $5 million. Revenue rose by 3%.\n\nTax\n\nTax was $1 million."
    chunks = (chunk(own, "Acme 2022"), make_chunk(revenue, "Acme 2022", start_offset=9000, end_offset=9500))
    query = "Write a report on the revenue and the tax of Acme"
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    introduction = "".join(writer.section(SectionTask(query=query, outline=outline, index=0, chunks=chunks)))
    cite = f"[cite:{chunks[0].key}]"
    assert introduction.startswith(
        f"We are driven by our purpose to keep food cold. {cite} We have stores in two countries. {cite}\n\n"
    )
    others = (*chunks, chunk(own.replace("food", "cellars"), "Borealis 2022"))
    introduction = "".join(writer.section(SectionTask(query=query, outline=outline, index=0, chunks=others)))
    before, acme, borealis = introduction.split("### ")
    assert "We are" not in before, "beside another company nobody knows who"
    assert acme.startswith("Acme 2022\n\nWe are driven by our purpose to keep food cold.")
    assert borealis.startswith("Borealis 2022\n\nWe are driven by our purpose to keep cellars cold.")
    assert others[-1].key not in acme, "what one says of itself another does not say of it"


def test_of_two_sections_that_open_with_the_same_sentences_one_tells_them(writer):
    own = "Item 1. Business\n\nRivals\n\nWe face Borealis in the north. Its stores are cheap. Its owner is rich."
    rest = "Our business is selling refrigerators in forty countries, and the business is seasonal."
    chunks = (chunk(own), make_chunk(rest, "Acme", start_offset=9000, end_offset=9500))
    query = "Write a memo on the business and the rivals of Acme"
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    assert [section.heading for section in outline.sections][1:3] == ["Business", "Rivals"]
    told = "".join(
        "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=chunks)))
        for index in (1, 2)
    )
    assert told.count("We face Borealis in the north.") == 1
