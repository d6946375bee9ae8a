"""What the built-in Skeptic finds to be missing in a draft: topics of the request, and none of its other words."""

import pytest

from tests.unit.agents.conftest import make_chunk

LEAVE = make_chunk("Full-time employees receive 26 days of paid annual leave.", "Employee handbook")
REQUEST = "Write a memo for line managers on annual leave and company cars"
TOLD = f"Full-time employees receive 26 days of paid annual leave. [cite:{LEAVE.key}]"
NOTHING = "The documents do not contain information about company cars."


def draft(*sections: tuple[str, str]) -> str:
    return "# Memo" + "".join(f"\n\n## {heading}\n\n{body}" for heading, body in sections)


def missing(skeptic, text, query=REQUEST, chunks=(LEAVE,)):
    return skeptic.review(query=query, text=text, chunks=chunks, intensity="aggressive").missing


def test_a_topic_whose_section_says_that_nothing_was_found_is_missing_and_no_word_of_the_request_is(skeptic):
    text = draft(("Introduction", TOLD), ("Annual Leave", TOLD), ("Company Cars", NOTHING))
    assert missing(skeptic, text) == ("No section on “company cars” says anything.",)


def test_nothing_is_missing_where_each_topic_has_a_section_that_says_something(skeptic):
    cars = make_chunk("The company pays for cars of its managers.", "Fleet rules")
    text = draft(("Annual Leave", TOLD), ("Company Cars", f"The company pays for cars. [cite:{cars.key}]"))
    assert missing(skeptic, text, chunks=(LEAVE, cars)) == ()


def test_words_that_another_section_has_by_chance_do_not_fill_a_section_that_says_nothing(skeptic):
    cars = make_chunk("Employees of the company leave their cars in the car park.", "House rules")
    parking = f"Employees of the company leave their cars in the car park. [cite:{cars.key}]"
    text = draft(("Annual Leave", TOLD), ("Company Cars", NOTHING), ("Parking", parking))
    assert missing(skeptic, text, chunks=(LEAVE, cars)) == ("No section on “company cars” says anything.",)


@pytest.mark.parametrize("heading", ["Time Off", "Annual Leave"])
def test_a_topic_is_told_of_under_whatever_heading(skeptic, heading):
    assert missing(skeptic, draft((heading, TOLD)), query="Write a memo on annual leave") == ()


def test_a_topic_without_a_section_is_missing(skeptic):
    text = draft(("Annual Leave", TOLD))
    assert missing(skeptic, text, query=f"{REQUEST} and lunar bases") == (
        "No section on “company cars” says anything.",
        "No section on “lunar bases” says anything.",
    )


def test_a_short_form_is_told_of_by_its_long_one(skeptic, policy):
    text = draft(("Limits", f"The maximum loan-to-value ratio for investment properties is 75%. [cite:{policy.key}]"))
    assert missing(skeptic, text, query="Write a report on LTV limits", chunks=(policy,)) == ()


def test_of_companies_the_one_is_missing_that_no_document_is_of(skeptic):
    acme = make_chunk("Acme paid no dividends in 2022.", "Acme annual report")
    text = draft(("Dividends", f"Acme paid no dividends in 2022. [cite:{acme.key}]"))
    found = missing(skeptic, text, query="Compare Acme and Zenith on dividends", chunks=(acme,))
    assert found == ("No section on “Zenith” says anything.",)


def test_a_year_that_is_asked_for_and_never_mentioned_is_missing(skeptic):
    text = draft(("Annual Leave", TOLD))
    (found,) = missing(skeptic, text, query="Write a memo on annual leave in 1987")
    assert "1987" in found


def test_a_draft_without_a_claim_answers_nothing(skeptic):
    (found,) = missing(skeptic, draft(("Annual Leave", NOTHING), ("Company Cars", NOTHING)))
    assert found.startswith("Nothing in the text answers")


HOURS = make_chunk("Überstunden sind zu genehmigen. Urlaub ist zu beantragen.", "Handbuch")


@pytest.mark.parametrize(
    "request_", ["Schreibe einen Bericht über Überstunden und Urlaub", "Schreibe über Überstunden, Urlaub und Reisen"]
)
def test_a_request_in_another_language_that_is_not_taken_apart_is_not_missing_as_a_whole(skeptic, request_):
    cite = f"[cite:{HOURS.key}]"
    told = (
        ("Überstunden", f"Überstunden sind zu genehmigen. {cite}"),
        ("Urlaub", f"Urlaub ist zu beantragen. {cite}"),
    )
    assert missing(skeptic, draft(*told), query=request_, chunks=(HOURS,)) == ()


@pytest.mark.parametrize(
    "how",
    [
        "Keep it short and use bullet points. Do not mention directors.",
        "Use bullet points.",
        "Please keep it short, clear and friendly.",
        "Write it in plain English, without jargon.",
        "Avoid jargon; don't exceed two pages.",
        "Keep in mind that readers are new.",
    ],
)
def test_how_a_text_is_to_be_written_is_no_topic(skeptic, how):
    text = draft(("Annual Leave", TOLD))
    assert missing(skeptic, text, query=f"Write a two-page report on annual leave. {how}") == ()
    assert missing(skeptic, text, query=f"{how} Write a report on annual leave and lunar bases.") == (
        "No section on “lunar bases” says anything.",
    )


def test_how_it_is_to_be_written_is_no_topic_beside_one_either(skeptic):
    asked = "Write a report on annual leave, use of company cars, and please keep it short"
    assert missing(skeptic, draft(("Annual Leave", TOLD)), query=asked) == (
        "No section on “use of company cars” says anything.",
    )


@pytest.mark.parametrize(
    ("told", "untold"),
    [("compensation", "competition"), ("international sales", "interest"), ("contracts", "contributions")],
)
def test_a_section_headed_by_a_word_that_only_looks_alike_does_not_tell_of_a_topic(skeptic, told, untold):
    chunk = make_chunk(f"The board decides on {told} once a year.", "Rules")
    text = draft(
        (told.title(), f"The board decides on {told} once a year. [cite:{chunk.key}]"),
        (untold.title(), f"The documents do not contain information about {untold}."),
    )
    line = f"No section on “{untold}” says anything."
    assert missing(skeptic, text, query=f"Write a report on {told} and {untold}", chunks=(chunk,)) == (line,)
