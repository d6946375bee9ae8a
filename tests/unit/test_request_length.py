"""How long a text is to be is read out of the request; what only speaks of lengths asks for none."""

from time import process_time

import pytest

from apps.retrieval.requests.length import DETAILED, PAGE_WORDS, SHORT, Bound, Length, Unit
from apps.retrieval.requests.manner import without_manner
from apps.retrieval.requests.request import asked_length, asked_of_each, topics_of

ABOUT, JUST, AT_MOST, AT_LEAST = Bound
WORDS, PAGES, PARAGRAPHS, SENTENCES = Unit.WORDS, Unit.PAGES, Unit.PARAGRAPHS, Unit.SENTENCES


@pytest.mark.parametrize(
    ("request_", "count", "unit", "bound"),
    [
        ("Write a one-page memo on rent", 1, PAGES, JUST),
        ("Write a single-page memo on rent", 1, PAGES, JUST),
        ("Write a one-pager on rent", 1, PAGES, JUST),
        ("Write half a page on rent", 0.5, PAGES, JUST),
        ("Prepare a half-page note on rent", 0.5, PAGES, JUST),
        ("Write a memo on rent (one and a half pages)", 1.5, PAGES, JUST),
        ("Write a memo on rent, max. 2 pages", 2, PAGES, AT_MOST),
        ("Write a memo of about two pages on rent", 2, PAGES, ABOUT),
        ("Write a 2-3 page memo on rent", 3, PAGES, JUST),
        ("Write a ten-page report on rent", 10, PAGES, JUST),
        ("Write a report of no less than three pages on rent", 3, PAGES, AT_LEAST),
        ("Write a memo on rent that must not exceed a page", 1, PAGES, AT_MOST),
        ("Write a memo on rent. Do not exceed two pages.", 2, PAGES, AT_MOST),
        ("Summarize the report on rent in 300 words", 300, WORDS, ABOUT),
        ("A 300-word summary of rent", 300, WORDS, ABOUT),
        ("Write a memo on rent. Keep it under 300 words.", 300, WORDS, AT_MOST),
        ("Write a memo on rent. Limit it to 300 words.", 300, WORDS, AT_MOST),
        ("Write a memo on rent, three hundred and fifty words at most", 350, WORDS, AT_MOST),
        ("Write one thousand five hundred words about rent", 1500, WORDS, ABOUT),
        ("Write at least 1,000 words on rent", 1000, WORDS, AT_LEAST),
        ("Write between 300 and 400 words on rent", 400, WORDS, JUST),
        ("Summarize rent in two paragraphs", 2, PARAGRAPHS, JUST),
        ("Write two or three paragraphs on rent", 3, PARAGRAPHS, JUST),
        ("Describe rent in no more than five sentences", 5, SENTENCES, AT_MOST),
        ("Describe rent in 5 sentences or less", 5, SENTENCES, AT_MOST),
        ("Describe rent in a few sentences", 3, SENTENCES, JUST),
        ("What is the rent, in two sentences?", 2, SENTENCES, JUST),
        ("What is the rent? Answer in one sentence.", 1, SENTENCES, JUST),
        ("Write a short memo on rent of at most 300 words", 300, WORDS, AT_MOST),
        ("Be brief. Write a memo on rent in 300 words.", 300, WORDS, ABOUT),
    ],
)
def test_a_figure_says_how_long(request_: str, count: float, unit: Unit, bound: Bound) -> None:
    assert asked_length(request_) == Length(unit=unit, count=count, bound=bound)


@pytest.mark.parametrize(
    ("request_", "length"),
    [
        ("Write a short brief on rent", SHORT),
        ("Give me a quick overview of rent", SHORT),
        ("Briefly describe the rent", SHORT),
        ("Write a memo on rent. Keep it short and to the point.", SHORT),
        ("Write a memo on rent. It should be formal and brief.", SHORT),
        ("Write a detailed report on rent", DETAILED),
        ("Prepare a very long, comprehensive report on rent", DETAILED),
        ("Describe the rent in detail.", DETAILED),
    ],
)
def test_a_word_says_how_long(request_: str, length: Length) -> None:
    assert asked_length(request_) == length


@pytest.mark.parametrize(
    "request_",
    [
        "Write a memo on rent and debt",
        "Write a brief for the board on rent",
        "Write a memo on long-term debt",
        "Write a long-term debt report",
        "Write a long term debt report",
        "Report on short sales",
        "Write a memo on the two-page form and one page reports",
        "Write a memo on the short report of the auditor",
        "Describe Acme's detailed review of debt",
        "Write a memo on detailed disclosures and brief periods",
        "Write a memo on rent with one paragraph per company",
        "Write two paragraphs each on rent and debt",
        "Write a memo on leave of up to two weeks",
        "What does the two-page summary say?",
        "How many pages does the report have?",
        "Write a memo on rent in 0 words",
    ],
)
def test_what_only_speaks_of_lengths_asks_for_none(request_: str) -> None:
    assert asked_length(request_) is None


@pytest.mark.parametrize(
    "request_",
    [
        "Write two paragraphs on rent and debt",
        "Write three sentences summarizing rent and debt.",
        "Write a one-pager on rent and debt",
        "Briefly describe rent and debt",
        "Describe rent and debt in detail.",
        "Give a brief description of rent and debt",
        "Write a very detailed, comprehensive report on rent and debt",
        "Write a memo on rent and debt. Answer in nine sentences.",
    ],
)
def test_a_length_is_no_topic(request_: str) -> None:
    assert topics_of(request_) == ("rent", "debt")


def test_pages_are_measured_in_words_and_sentences_are_not() -> None:
    assert Length(unit=PAGES, count=1.5, bound=AT_MOST).words == 1.5 * PAGE_WORDS
    assert Length(unit=SENTENCES, count=2, bound=AT_MOST).words is None
    assert str(Length(unit=PAGES, count=0.5, bound=JUST)) == "half a page"
    assert str(Length(unit=PARAGRAPHS, count=1, bound=AT_MOST)) == "at most 1 paragraph"


@pytest.mark.parametrize("line", ["two ", "at most ", "a short ", "write two ", "briefly ", "in 2 to ", "1,000"])
def test_a_long_request_is_read_in_no_time(line: str) -> None:
    began = process_time()
    asked_length(f"Describe {line * 800}")
    topics_of(f"Describe {line * 800}")
    assert process_time() - began < 1


@pytest.mark.parametrize(
    "question",
    [
        "Which form has no more than two pages?",
        "Explain the rule that a notice has at most 300 words.",
        "Is a short report enough when rent is due?",
        "Who must write a short report after a fire?",
        "How many pages may the report be long?",
    ],
)
def test_a_length_that_is_asked_about_is_none_that_is_asked_for(question):
    assert asked_length(question) is None
    assert without_manner(question) == question


@pytest.mark.parametrize("question", ["What is due, in two sentences?", "What does it say, in at most 50 words?"])
def test_a_question_may_ask_for_a_length(question):
    assert asked_length(question) is not None


@pytest.mark.parametrize("words", ["maximum of ", "a minimum of ", "limited to ", "one ", "and must be ", "between "])
def test_a_request_of_such_words_alone_is_read_in_time_that_grows_with_it(words):
    def seconds(times):
        begun = process_time()
        asked_length("write a memo on rent, " + words * times)
        return process_time() - begun

    assert seconds(300) < 100 * max(seconds(30), 0.001)


def test_a_figure_beyond_all_texts_is_no_length():
    assert asked_length(f"Answer in {'9' * 400} words.") is None


@pytest.mark.parametrize("figure", ["1,000", "1 000", "1.000", "1\u202f000", "1\u00a0000", "1000", "one thousand"])
def test_thousands_are_marked_in_many_ways(figure):
    for request in (f"Write a memo on rent in {figure} words", f"Write a {figure}-word memo on rent"):
        assert asked_length(request) == Length(unit=WORDS, count=1000, bound=ABOUT)
        assert topics_of(request) == ("rent",)


def test_only_words_have_no_fractions_and_a_year_is_no_thousand():
    assert asked_length("Write a memo on rent, 1.5 pages") == Length(unit=PAGES, count=1.5, bound=JUST)
    assert asked_length("Write a memo on rent in 2022 in 300 words") == Length(unit=WORDS, count=300, bound=ABOUT)


@pytest.mark.parametrize(
    "request_",
    ["Write a memo on rent in -1 pages", "Write a -1 page memo on rent", "Write a memo on rent, -200 words",
     "Write -3 pages on rent", "Write a memo on rent in 0 words", "Write a memo on rent, zero pages"],
)  # fmt: skip
def test_less_than_nothing_is_no_length_and_no_topic(request_):
    assert asked_length(request_) is None
    assert topics_of(request_) == ("rent",)


@pytest.mark.parametrize(
    "asked",
    ["from 200 to 300 words", "between 200 and 300 words", "200 to 300 words", "in 200-300 words"],
)
def test_a_text_may_have_as_many_words_as_lie_between_two_figures(asked):
    assert asked_length(f"Write a memo on rent, {asked}") == Length(unit=WORDS, count=300, bound=JUST)
    assert topics_of(f"Write a memo on rent, {asked}") == ("rent",)


@pytest.mark.parametrize(
    ("request_", "count", "unit", "bound"),
    [
        ("Write a memo on rent and debt, two sentences per topic", 2, SENTENCES, JUST),
        ("Write a memo on rent and debt in two sentences per section.", 2, SENTENCES, JUST),
        ("Write a memo on rent and debt with one paragraph each", 1, PARAGRAPHS, JUST),
        ("Write two paragraphs each on rent and debt", 2, PARAGRAPHS, JUST),
        ("Write one paragraph on each of rent and debt", 1, PARAGRAPHS, JUST),
        ("Write a memo on rent and debt. Use at most 50 words for each topic.", 50, WORDS, AT_MOST),
        ("Write a memo on rent and debt (no more than three sentences per section)", 3, SENTENCES, AT_MOST),
    ],
)
def test_a_length_of_each_section_is_none_of_the_whole(request_, count, unit, bound):
    assert asked_of_each(request_) == Length(unit=unit, count=count, bound=bound)
    assert asked_length(request_) is None
    assert topics_of(request_) == ("rent", "debt")


def test_a_request_may_say_how_long_the_whole_and_each_section_is():
    request = "Write a memo on rent and debt in 300 words, two sentences per topic"
    assert asked_length(request) == Length(unit=WORDS, count=300, bound=ABOUT)
    assert asked_of_each(request) == Length(unit=SENTENCES, count=2, bound=JUST)
    assert asked_of_each("Does each judge write two pages each?") is None
    assert asked_of_each("Write a memo on rent and debt in 300 words") is None
