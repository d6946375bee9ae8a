"""No number is taken of a deed, things or a year beside those asked for, nor is long text slow to read."""

import time

import pytest

from apps.agents.reading.context import read_context
from apps.agents.reading.question import read_question
from apps.agents.writer.sentences.asked.number import counted_in, counts_others

from .conftest import make_chunk


def leaves_out(query, sentence):
    (place,) = read_context((make_chunk(sentence, "Halden report"),), asked=query).places
    return counts_others(counted_in(read_question(query)), place)


@pytest.mark.parametrize(
    ("sentence", "others"),
    [
        ("The toll may be raised once upon renewal of the permit.", True),
        ("The toll is adjusted once after each renewal of the permit.", True),
        ("The toll is adjusted once on renewal of the permit.", True),
        ("Upon renewal of the permit the toll may be raised once with notice.", True),
        ("If the permit is renewed, the Skipper may lend it once with consent.", True),
        ("If the permit is renewed once with consent, the toll rises.", True),
        ("The permit is renewed each May, and the toll is raised once after the storms.", True),
        ("The renewed permit may be lent once under the old rules.", True),
        ("The permit may not be renewed once after May.", True),
        ("The Skipper may permit a guest once under the renewal rules.", True),
        ("The permit may be renewed if the toll was paid once before May.", True),
        ("The permit may be renewed on paying the toll once under these rules.", True),
        ("The permit may be renewed once upon notice.", False),
        ("The permit may not be renewed more than once in any year.", False),
        ("The permit may be renewed no more than once in any year.", False),
        ("The permit may not be renewed where the toll was paid more than once in a year.", True),
        ("If the Skipper asks, the permit may only be renewed once with consent.", False),
        ("The Skipper has the right to renew the permit once after the first year.", False),
        ("The Skipper is entitled to renew the permit of the boat once under these rules.", False),
        ("The Skipper renewed the permit once in 2020.", False),
        ("The permit has been renewed once since 2020.", False),
        ("The permit may be renewed once.", False),
    ],
)
def test_once_is_how_often_only_what_is_asked_for_is_done(sentence, others):
    assert leaves_out("How many times may the permit be renewed?", sentence) is others


def test_once_with_another_deed_before_what_is_asked_for_is_no_number():
    sentence = "The rope was tested once under the amended rules and torn."
    assert leaves_out("How many times was the rope torn?", sentence)
    assert not leaves_out("How many times was the rope tested?", sentence)


COAST = "across all of the bays and inlets of the northern and the southern coast"


@pytest.mark.parametrize(
    ("query", "subject", "others"),
    [
        ("How many berths does Halden run?", f"berths closed in fiscal 2022 {COAST}, including Penn,", True),
        ("How many berths does Halden run?", f"berths that Halden closed in fiscal 2022 {COAST}", True),
        ("How many berths does Halden run?", f"berths to be let {COAST}", True),
        ("How many berths does Halden run?", f"berths per skipper {COAST}", True),
        ("How many berths does Halden run?", f"berths on order and held for sale {COAST}", True),
        ("How many berths does Halden operate?", f"berths operated by its largest rival {COAST}", True),
        ("How many skippers are on the council?", f"skippers constituting a quorum of the council {COAST}", True),
        ("How many skippers are on the council?", f"skippers who make up the inner ring of it {COAST}", True),
        ("How many skippers are on the council?", f"skippers constituting the entire council {COAST}", False),
        ("How many skippers are on the council?", f"skippers constituting the whole dredging panel {COAST}", True),
        ("How many skippers are on the council?", f"skippers constituting the full list of guests {COAST}", True),
        ("How many skippers are on the board?", f"skippers constituting the whole board committee {COAST}", True),
        ("How many skippers does Halden have?", f"skippers constituting the whole dredging panel {COAST}", True),
        ("How many skippers does Halden have?", f"skippers who make up the whole of the board {COAST}", False),
        (
            "How many skippers does Halden have?",
            f"skippers of Halden as of the date of the annual meeting {COAST}",
            False,
        ),
        ("How many skippers are on the council?", f"skippers required to be sworn {COAST}", True),
        ("How many skippers does Halden have?", f"skippers represented by guilds {COAST}", True),
        ("How many skippers does Halden have?", f"skippers of Halden leaving the port {COAST}", True),
        ("How many skippers does Halden have?", f"skippers of the port eligible to sail {COAST}", True),
        ("How many flags were bought in 2022?", f"flags that may yet be bought in 2022 {COAST}", True),
        ("How many flags are outstanding?", f"flags of fine cloth held by guests, so outstanding {COAST}", True),
        ("How many flags are outstanding?", f"flags of fine cloth outstanding {COAST}", False),
        ("How many flags are outstanding?", f"flags outstanding {COAST} as of May 1, 2023", False),
        ("How many berths does Halden operate?", f"berths operated {COAST}", False),
        (
            "How many berths does Halden run?",
            f"berths of Halden and its combined yards {COAST}, including Penn,",
            False,
        ),
        ("How many skippers does Halden have?", f"skippers of Halden in the year ended May 31, 2022 {COAST}", False),
    ],
)
def test_a_number_of_some_of_the_things_is_not_of_all(query, subject, others):
    assert leaves_out(query, f"The number of {subject} was 30,500.") is others


@pytest.mark.parametrize(
    ("sentence", "others"),
    [
        ("Halden opened 12 mills in 2021, and it now expects to open 20 this year.", True),
        ("Halden opened 12 mills in 2021 and expects to open 20 mills next year.", True),
        ("In 2022 Halden opened 12 mills and expects to open 20 mills next year.", False),
        ("Halden opened 12 mills in 2022 and 9 in 2021 and expects to open 20 mills next year.", False),
        ("Halden opened 12 mills and expects to open 20 mills next year.", False),
    ],
)
def test_beside_a_plan_a_number_is_of_the_year_it_names(sentence, others):
    assert leaves_out("How many mills did Halden open in 2022?", sentence) is others


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("How many times may the berth be extended?", "the berth may be extended once with " * 2000),
        (
            "How many skippers does Halden have?",
            "Our skippers work " + ", the number of yards in May was, in all, 12" * 2000,
        ),
    ],
)
def test_a_sentence_twice_as_long_is_read_in_about_twice_the_time(query, sentence):
    counted, took = counted_in(read_question(query)), []
    for length in (len(sentence) // 4, len(sentence)):
        (place,) = read_context((make_chunk(sentence[:length] + ".", "Halden report"),), asked=query).places
        began = time.process_time()
        counts_others(counted, place)
        took.append(time.process_time() - began)
    assert took[1] < 9 * took[0] + 0.05
