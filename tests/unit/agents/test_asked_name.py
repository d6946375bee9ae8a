"""What a question asks of a name that the passage never has is no answer to it, whoever's passage it is."""

import pytest

from apps.agents.contracts import WriterTask
from apps.agents.reading.context import read_context
from apps.agents.reading.question import read_question
from apps.agents.writer.sentences.asked.name import Named, knows, names_asked

from .conftest import make_chunk

SHOPS = (
    "Halden Books operates 212 shops across 14 counties. It opened 9 shops in the year. The landlord of each shop may "
    "end its lease."
)


def told(writer, query, *chunks):
    return "".join(writer.write(WriterTask(query=query, chunks=chunks)))


@pytest.mark.parametrize(
    "query",
    [
        "How many shops does Halden operate in Norway?",
        "How many shops does the company operate in Norway?",
        "How many shops did Halden sell to Verlag Nord?",
        "Does Halden operate shops across the Netherlands?",
    ],
)
def test_what_is_asked_of_a_name_that_the_passage_has_not_is_not_told(writer, query):
    assert told(writer, query, make_chunk(SHOPS, "Halden results")).startswith("The documents do not contain")


@pytest.mark.parametrize(
    "query",
    [
        "How many shops does Halden operate?",
        "How many shops does Halden Books operate?",
        "How many shops does Halden operate in the United States?",
        "How Many Shops Does Halden Operate?",
        "How many shops does Halden operate for the Landlord?",
    ],
)
def test_whose_document_it_is_and_what_is_no_name_take_nothing_away(writer, query):
    assert "212 shops" in told(writer, query, make_chunk(SHOPS, "Halden results"))


def test_who_is_in_no_title_may_be_whose_document_it_is():
    question = read_question("How many shops does Verlag Nord operate in Norway?")
    context = read_context((make_chunk(SHOPS, "Annual results"),))
    owner, place = names_asked(question, context)
    assert knows(context.places[0], [owner])
    assert not knows(context.places[0], [place])


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("Italy\n\nHalden operates 31 shops and a warehouse in the north.", ()),
        ("ITALY\n\nHalden operates 31 shops and a warehouse in the north.", ()),
        ("Halden operates 31 Italian shops and a warehouse there.", ()),
        ("Halden operates 31 shops and a warehouse in the north.", ("Italy",)),
    ],
)
def test_a_name_may_stand_over_the_sentence_or_in_another_form(writer, text, headings):
    chunk = make_chunk(text, "Halden results", heading_path=headings)
    answer = told(writer, "How many shops does Halden operate in Italy?", chunk, make_chunk(SHOPS, "Halden results"))
    assert "31" in answer
    assert "212" not in answer


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Chile", "31 shops for Children"),
        ("India", "31 Individual shops"),
        ("France", "31 shops in San Francisco"),
        ("Mexico", "31 shops in Mexicali"),
        ("Norway", "31 shops in Norwalk"),
    ],
)
def test_a_word_that_only_begins_as_a_name_does_is_not_that_name(name, text):
    place = read_context((make_chunk(f"Halden operates {text}.", "Halden results"),)).places[0]
    assert not knows(place, [Named(words=(name,), is_place=True)])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Canada", "CANADIAN"),
        ("Chile", "Chilean"),
        ("China", "Chinese"),
        ("Germany", "German"),
        ("German", "Germany"),
        ("India", "India’s"),
        ("Japan", "Japanese"),
        ("Peru", "Peruvian"),
        ("Italy", "ITALY"),
        ("Mexico", "Mexicans"),
    ],
)
def test_what_is_of_a_place_has_its_name(name, told):
    place = read_context((make_chunk(f"Halden operates 31 {told} shops.", "Halden results"),)).places[0]
    assert knows(place, [Named(words=(name,), is_place=True)])
