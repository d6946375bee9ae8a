"""Where the number of things is asked for, a number of those things is told, and no other figure."""

import pytest

from apps.agents.contracts import WriterTask
from apps.agents.reading.context import read_context
from apps.agents.reading.question import read_question
from apps.agents.writer.sentences.asked.number import counted_in, counts_others

from .conftest import make_chunk

PORT = make_chunk(
    "The Port of Halden moves goods from one quay to another, and Halden grows with them. It had a great quarter in "
    "May. At December 31, 2022, Halden employed 418 people. Employment increased 12 positions in 2022. Costs of our "
    "employees increased by $3.1 million. Halden runs 14 cranes and distributes goods to 9 towns. Note 7 is on our "
    "employees. A skipper may place one flag at the berth.",
    "Halden report",
)


TABLE = make_chunk(
    "Figures of the year\n(in thousands) 2022 2021\nMember savings plans 71 65\nMembers at end of period 402 388\n"
    "Fee per member $12 $11\nWork in progress 93 88",
    "Halden report",
)


def told(writer, query, chunk=PORT):
    return "".join(writer.write(WriterTask(query=query, chunks=(chunk,))))


def test_a_row_counts_what_its_label_is_on(writer):
    text = told(writer, "How many members does Halden have?", TABLE)
    assert "402" in text
    assert "71" not in text
    assert "$12" not in text


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("How many employees does Halden have?", "418"),
        ("How many people does Halden employ?", "418"),
        ("How many cranes does Halden run?", "14 cranes"),
        ("How many flags may a skipper place?", "one flag"),
    ],
)
def test_a_number_of_what_is_asked_for_is_told(writer, query, number):
    text = told(writer, query)
    assert number in text
    assert not [other for other in ("one quay", "$3.1", "Note 7", "increased 12") if other in text]


@pytest.mark.parametrize(
    "query",
    ["How many customers does Halden have?", "How many distribution centers does Halden have?", "How many boats sank?"],
)
def test_a_number_of_something_else_is_no_answer(writer, query):
    text = told(writer, query)
    assert not [other for other in ("one quay", "418", "14 cranes", "9 towns", "$3.1", "Note 7") if other in text]


def test_what_the_counted_things_do_is_not_what_is_counted(writer):
    chunk = make_chunk(PORT.content + "\n\n" + TABLE.content, "Halden report")
    text = told(writer, "How many people work for Halden?", chunk)
    assert "418" in text
    assert "93" not in text


@pytest.mark.parametrize(
    ("query", "what"),
    [
        ("How many people work for Halden?", ("peopl",)),
        ("How many boats sank in May?", ("boat",)),
        ("How many full-time clerks work at the port?", ("full", "time", "clerk")),
        ("How many sales offices closed in May?", ("sell", "offic")),
        ("How many days' notice must a skipper give?", ("day", "notic")),
        ("How many business units are there?", ("busi", "unit")),
    ],
)
def test_what_is_counted_ends_with_its_noun(query, what):
    assert counted_in(read_question(query)).what == what


MILLS = make_chunk(
    "Sales of operating mills are of those that operate for at least 14 full months. All mills in Spain closed in the "
    "first quarter of fiscal 2022, and Halden operates on. Halden expects to close 20 mills of Halden in 2024. Halden "
    "operates mills under the COVID-19 rules. Halden had 1,214 mills in May. Includes 3 mills that Halden leases.",
    "Halden report",
)
STATES = make_chunk("Mills by place\nPlace Mills\nHalden mills Halden mills\nSpain 14", "Halden report")


def test_times_plans_names_and_notes_give_no_number_of_things(writer):
    assert told(writer, "How many mills does Halden operate?", MILLS).startswith("Halden had 1,214 mills in May.")
    assert "1,214" not in told(writer, "How many mills does Halden expect to close?", MILLS).split(".")[0]
    assert "14 full months" in told(writer, "For how many months do mills operate?", MILLS)
    assert "Halden mills" not in told(writer, "How many mills does Halden operate?", STATES)


def test_what_counts_other_things_takes_no_room_of_what_counts_these(writer):
    others = " ".join(f"Mill {letter} of Halden operates and operates for {letter}s." for letter in "BCDEFGHJKLM" * 4)
    others = " ".join(f"{one}{number}." for number, one in enumerate(others.split(".")))
    chunk = make_chunk(f"{MILLS.content} {others}", "Halden report")
    assert "1,214" in told(writer, "How many mills does Halden operate?", chunk)


@pytest.mark.parametrize(
    ("told_once", "counts"),
    [
        ("The Skipper may extend the berth once for a further two years.", True),
        ("The Skipper may extend the berth twice, each time by two years.", True),
        ("The Skipper may extend the berth three times.", True),
        ("The Skipper may extend the berth once the first two years end.", False),
        ("Once paid, the Skipper may extend the berth by two years.", False),
        ("The Skipper may extend the berth at once by two years.", False),
        ("The Skipper may extend the berth once Penn agrees.", False),
        ("The Skipper may extend the berth once payment is made.", False),
        ("The Skipper may extend the berth once.", True),
        ("The Skipper may extend the berth once with the consent of Penn.", True),
        ("The Skipper may extend the berth once upon notice to Penn, which is free.", True),
        ("The Skipper may extend the berth once under the same terms.", True),
        ("The Skipper may extend the berth only once after the first two years.", True),
        ("The Skipper may extend the berth once before May.", True),
        ("The berth that the Skipper may extend was extended once since 2020.", True),
        ("The Skipper may extend the berth once under the new rules it is free.", False),
        ("The Skipper may extend the berth once with its boats the quay is full.", False),
        ("The Skipper may extend the berth once after the storm the quay was mended.", False),
    ],
)
def test_once_and_twice_are_numbers_of_times(writer, told_once, counts):
    berth = make_chunk(f"{told_once} The Skipper pays for the berth on the first day of May.", "Berth contract")
    assert (told_once in told(writer, "How many times may the Skipper extend the berth?", berth)) is counts


BOATS = make_chunk(
    "7.3. Rules for New Skippers. Halden trades in ropes and flags. Costs of new flags and ropes rose with the opening "
    "of 31 new berths. Halden has 52 sturdy ropes. Halden hires skippers of Halden. At the end of May its boats in use "
    "were 88 and its ships none.",
    "Halden report",
)


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("How many ropes does Halden have?", "52"),
        ("How many boats does Halden have?", "88"),
        ("How many berths does Halden have?", "31"),
        ("How many flags does Halden have?", None),
        ("How many skippers does Halden have?", None),
    ],
)
def test_a_number_is_of_the_things_behind_it(writer, query, number):
    text = told(writer, query, BOATS)
    assert not [other for other in ("31", "52", "88", "7.3") if other in text and other != number]
    assert number is None or number in text


SHOPS = "We had 212 shops at the end of May throughout Halden. "


@pytest.mark.parametrize(
    ("query", "also", "number"),
    [
        ("How many shops did Halden close?", "", None),
        ("How many shops were closed in Halden?", "", None),
        ("How many shops did Halden close?", "We closed 17 shops in May.", "17"),
        ("How many shops did Halden close?", "Closures of 17 shops in May cost us sales.", "17"),
        ("How many shops did Halden open?", "We added 17 shops in May.", "17"),
        ("How many shops did Halden sell?", "", None),
        ("How many shops did Halden sell?", "We transferred 17 shops to Penn.", "17"),
        ("How many shops did Halden sell?", "The transfer of 17 shops to Penn cost us sales.", "17"),
        ("How many shops are open in Halden?", "", "212"),
        ("How many shops does Halden have?", "We closed 17 shops in May.", "212"),
        ("How many shops does Halden run?", "", "212"),
    ],
)
def test_how_many_there_are_is_not_how_many_closed_or_opened(writer, query, also, number):
    text = told(writer, query, make_chunk(SHOPS + also, "Halden report"))
    assert ("212" in text) is (number == "212")
    assert number is None or number in text


@pytest.mark.parametrize(
    ("sentence", "others"),
    [
        (
            "A skipper who comes late in the year gets the share of the fee that is left when it is divided by 365.",
            True,
        ),
        ("Halden has 12 highly trained and sworn skippers.", False),
        ("The number of skippers at the end of last May was 12.", False),
        (
            "The total number of skippers of Halden and its consolidated yards on all coasts of the sea as of "
            "December 31, 2022 was 12,000.",
            False,
        ),
        (
            "In 2022 the number of sworn skippers of Halden, of its yards and of all of the inns on the coast, was not "
            "less than 12.",
            False,
        ),
        (
            "The number of skippers which shall make up the whole of the crew of Halden from day to day shall be nine.",
            False,
        ),
        (
            "The number of skippers that make up the whole of the crew of Halden shall be fixed by the board and is "
            "presently nine.",
            False,
        ),
        (
            "The number of skippers of Halden is high, and at all of the berths on the coast the share of the fee was "
            "365.",
            True,
        ),
        (
            "The number of skippers rose at Halden and at the yards on the coast, and the share of the fee was 365.",
            True,
        ),
        (
            "Based on the number of skippers of Halden and its yards on all coasts of the sea, the share was 365.",
            True,
        ),
        (
            "The increase in the number of skippers of Halden and its yards on all of the coasts of the sea was 365.",
            True,
        ),
        (
            "The number of skipper flags that Halden and its consolidated yards have on all coasts of the sea was 365.",
            True,
        ),
        (
            "The number of flags of skippers at Halden and at all of its consolidated yards on the coast was 365.",
            True,
        ),
        (
            "The number of skippers at Halden and at all of the yards on the coast of the sea means the share was 365.",
            True,
        ),
        (
            "The number of skippers of Halden shows that the share of the fee at all of the yards there was 365.",
            True,
        ),
        (
            "The number of skippers being what it is at Halden and at all yards on the coast there, the fee was 365.",
            True,
        ),
        ("Halden has skippers on its boats in May 2022.", True),
    ],
)
def test_a_number_far_from_the_things_is_not_theirs(sentence, others):
    query = "How many skippers does Halden have?"
    (place,) = read_context((make_chunk(sentence, "Halden report"),), asked=query).places
    assert counts_others(counted_in(read_question(query)), place) is others


@pytest.mark.parametrize(
    ("sentence", "others"),
    [
        ("Halden runs 120 mills and plans to run 200 by 2030.", False),
        ("Halden runs 120 mills and plans to run 200 mills by 2030.", False),
        ("Halden runs 120 mills, but now expects to close 20 of them.", False),
        ("Halden runs 120 mills, and it plans to build 30.", False),
        ("Halden runs 120 mills, while Penn intends to build 30 mills.", False),
        ("Halden runs 120 mills, of which it plans to close 20.", False),
        ("Halden runs 120 mills; it plans to build 30.", False),
        ("Halden plans to build 30 mills, and it runs 120 mills.", False),
        ("Halden plans to run 200 mills by 2030.", True),
        ("Halden runs and plans to run 200 mills.", True),
        ("Halden runs mills and plans to run 200 of them.", True),
        ("Halden's 20 mills in Spain are expected to close.", True),
        ("20 mills and 3 yards that Halden runs are expected to close.", True),
        ("Halden has 40 boats and plans to run 20 mills.", True),
        ("Halden owns 120 mills and plans to run 30 mills.", True),  # it does not say that it runs the 120
        ("Halden expects to run 20 mills and plans to run 30 mills.", True),
        ("Halden plans to run 30 mills, and it will close 20 mills.", True),
        ("Halden plans to close 20 mills and Penn 30 mills.", True),
        ("Halden plans to: run 30 mills; close 20 mills.", True),
    ],
)
def test_what_is_planned_alone_is_no_number_of_what_there_is(sentence, others):
    query = "How many mills does Halden run?"
    (place,) = read_context((make_chunk(sentence, "Halden report"),), asked=query).places
    assert counts_others(counted_in(read_question(query)), place) is others


def test_a_planned_deed_is_not_done(writer):
    shops = make_chunk("We run 212 shops and plan to close 17 shops in May throughout Halden.", "Halden report")
    assert "212" not in told(writer, "How many shops did Halden close?", shops)
    assert "17" in told(writer, "How many shops does Halden plan to close?", shops)


@pytest.mark.parametrize(("year", "others"), [("2022", False), ("2023", True)])
def test_what_is_planned_for_the_year_asked_for_is_not_done_in_another(year, others):
    query = f"How many mills did Halden open in {year}?"
    chunk = make_chunk("Halden opened 12 mills in 2022 and plans to open 20 mills in 2023.", "Halden report")
    (place,) = read_context((chunk,), asked=query).places
    assert counts_others(counted_in(read_question(query)), place) is others
