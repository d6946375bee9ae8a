"""Requests for what documents say as a whole, and the outline of such a draft."""

import pytest

from apps.agents.contracts import OutlineTask, SectionKind, SectionTask
from apps.agents.reading.context import read_context
from apps.agents.writer.parts.repeated import without_repeats
from apps.agents.writer.plan.outline import MAIN_POINTS
from apps.agents.writer.plan.whole import bear_other_years, documents_told_whole, years_in
from tests.unit.agents.conftest import make_chunk

REPORT = make_chunk("Acme runs ferries. Its annual report tells of rents.", "ACME_2022_10K", document_id="a")
OLDER = make_chunk("Acme ran ferries.", "ACME_2021_10K", document_id="older")
HANDBOOK = make_chunk("Staff have 26 days of leave.", "Employee handbook", document_id="h")


def told(query, *chunks, at_hand=()):
    return documents_told_whole(query, read_context(chunks or (REPORT, HANDBOOK), asked=query), at_hand=at_hand)


@pytest.mark.parametrize(
    "query",
    [
        "Summarize the Acme annual report.",
        "Write an overview of the Acme 10-K",
        "Draft a report on Acme's annual report",
        "Summarize Acme's press release",
        "Write a memo on Acme",
        "Summarize the main points of the Acme report",
    ],
)
def test_a_request_that_names_a_document_and_no_topic_is_on_all_of_it(query):
    assert told(query) == ("a",)


@pytest.mark.parametrize(
    "query",
    [
        "Summarize the rents of Acme",
        "Write a memo on ferries and rents of Acme",
        "A risk overview of Acme",
        "Summarize what the Acme annual report says on rents",
        "Compare Acme and Zenith",
        "Compare Acme and the employee handbook on leave",
        "Summarize the annual report of Zenith",
    ],
)
def test_one_that_names_a_topic_or_somebody_else_is_not(query):
    assert told(query) == ()


def test_documents_may_be_compared_as_a_whole():
    assert set(told("Compare Acme and the employee handbook")) == {"a", "h"}


def test_a_document_may_be_called_by_what_it_is():
    assert told("Summarize the employee handbook") == ("h",)


def test_what_surely_calls_a_document_is_no_topic():
    lease = make_chunk("Rent is due in May.", "Office contract", document_id="l")
    others = [make_chunk(f"The lease of hall {hall} is long.", "Halls", document_id="o") for hall in range(9)]
    read = read_context((lease, *others), asked="")
    assert documents_told_whole("Summarize the lease", read) == ()
    assert documents_told_whole("Summarize the lease", read, called={"l": ["lease"]}) == ("l",)
    assert documents_told_whole("Summarize the rent under the lease", read, called={"l": ["lease"]}) == ()
    assert documents_told_whole("Compare the lease and the halls", read, called={"l": ["lease"], "o": ["halls"]}) == (
        "l",
        "o",
    )


def test_a_document_of_the_kind_that_is_asked_for_may_be_called_by_that():
    note = make_chunk("Cycling is free.", "Cycling memo", document_id="m")
    read = read_context((note, REPORT), asked="")
    assert documents_told_whole("Summarize the memo", read) == ()
    assert documents_told_whole("Summarize the memo", read, called={"m": ["memo"]}) == ("m",)


def test_where_there_is_one_document_it_need_not_be_named():
    assert told("Summarize this document", REPORT, at_hand=["a"]) == ("a",)
    assert told("Summarize this document") == ()
    assert told("Summarize the rents", REPORT, at_hand=["a"]) == ()


@pytest.mark.parametrize(
    "query", ["Summarize these documents.", "Draft a report based on the two filings", "Write a summary"]
)
def test_several_documents_are_told_as_a_whole_where_all_of_them_are_meant(query):
    assert told(query, at_hand=["a", "h"]) == ("a", "h")
    assert told(query) == ()


@pytest.mark.parametrize(
    "query", ["Summarize the annual report", "Summarize the rents", "Summarize the press releases on rent"]
)
def test_one_of_several_documents_is_not_all_of_them(query):
    assert told(query, at_hand=["a", "h"]) == ()


def test_of_two_reports_that_of_the_year_is_meant():
    assert told("Summarize the 2021 annual report of Acme", REPORT, OLDER) == ("older",)
    assert set(told("Summarize the annual report of Acme", REPORT, OLDER)) == {"a", "older"}


@pytest.mark.parametrize("query", ["Summarize the 2019 annual report of Acme", "Summarize Acme’s report of 2019"])
def test_a_report_of_another_year_is_not_told_as_the_one_asked_for(query):
    read = read_context((REPORT, OLDER), asked=query)
    assert told(query, REPORT, OLDER) == ()
    assert set(bear_other_years(query, read)) == {"a", "older"}


def test_one_that_bears_no_year_may_be_of_the_year_asked_for():
    query, undated = (
        "Summarize the 2019 annual report of Acme",
        make_chunk("Acme rose.", "Acme report", document_id="u"),
    )
    assert told(query, REPORT, undated) == ("u",)
    assert bear_other_years(query, read_context((REPORT, undated), asked=query)) == ()


def test_what_a_document_says_of_its_year_counts_beside_its_title():
    query = "Summarize the 2021 annual report of Acme"
    read = read_context((REPORT,), asked=query)
    assert documents_told_whole(query, read, names={"a": "ACME_2022_10K for the year ended 1 June 2021"}) == ("a",)


def test_years_are_read_of_names():
    assert years_in("ACME_2022_10K.pdf") == years_in("ACME FY22 10-K") == {"2022"}
    assert years_in("form 120223") == years_in("Acme plans") == frozenset()


@pytest.mark.parametrize("query", [", , and; : ()", "?!", "and"])
def test_a_request_that_says_nothing_is_on_no_document(query):
    assert told(query, at_hand=["a", "h"]) == ()


def test_the_parts_of_the_documents_are_the_sections(writer):
    task = OutlineTask(query="Summarize the Acme annual report", chunks=(REPORT,), parts=("Fleet", "Market Risk"))
    outline = writer.outline(task)
    body = [section for section in outline.sections if section.kind is SectionKind.BODY]
    assert [section.heading for section in body] == ["Fleet", "Market Risk"]
    assert [section.brief for section in body] == ["Fleet of Acme", "Market Risk of Acme"]
    assert outline.title == "Acme Annual Report"


def test_a_document_without_headings_has_one_section_on_all_of_it(writer):
    task = OutlineTask(query="Summarize this document", chunks=(HANDBOOK, REPORT), parts=(MAIN_POINTS,))
    outline = writer.outline(task)
    assert outline.title == "Summary of Employee Handbook and ACME 2022 10K"
    assert [section.heading for section in outline.sections] == [
        "Introduction", "Main Points", "Conclusion and Open Points",
    ]  # fmt: skip
    assert (
        outline.sections[1].brief == "Staff have 26 days of leave. Acme runs ferries. Its annual report tells of rents."
    )


def test_the_section_of_one_without_headings_is_on_nothing_that_others_say(writer):
    headed = make_chunk("Ferries sail at dawn.", "Timetable", document_id="t", heading_path=("Ferries",))
    task = OutlineTask(query="Summarize these documents", chunks=(headed, HANDBOOK), parts=("Ferries", MAIN_POINTS))
    assert [section.brief for section in writer.outline(task).sections[1:3]] == [
        "Ferries", "Staff have 26 days of leave.",
    ]  # fmt: skip


def test_a_comparison_of_whole_documents_introduces_each_by_what_it_is(writer):
    sells = (
        "Item 1. Business\n\nAcme is a provider of cold stores. It sells refrigerators in forty countries. "
        "Customers may order online until the end of May. Returns are free for a month after that."
    )
    builds = (
        "Item 1. Business\n\nBorealis is a supplier of ships for the north. It owns two yards on the outer fjord. "
        "Ships are built to order in the larger yard. Each ship is painted in the second yard."
    )
    chunks = tuple(
        make_chunk(says, f"{name} 2022 10K", document_id=name, start_offset=0, end_offset=len(says))
        for name, says in (("Acme", sells), ("Borealis", builds))
    )
    query = "Compare Acme and Borealis"
    outline = writer.outline(OutlineTask(query=query, chunks=chunks, parts=("Business", "Market Risk")))
    introduction, business = (
        "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=chunks)))
        for index in range(2)
    )
    assert "### Acme\n\nAcme is a provider of cold stores" in introduction
    assert "### Borealis\n\nBorealis is a supplier of ships" in introduction
    assert "provider of cold" not in business
    assert "order online" in business


def test_no_silence_is_told_of_one_whose_part_says_it_in_other_words(writer):
    sails = make_chunk("Crews sail the ferries of the north in any weather.", "Acme 2022", document_id="a")
    paint = make_chunk("Every hull is painted blue in the second spring of its use.", "Borealis 2022", document_id="b")
    query, chunks = "Compare Acme and Borealis", (sails, paint)
    outline = writer.outline(OutlineTask(query=query, chunks=chunks, parts=("Crews", "Hulls")))
    told = "".join(writer.section(SectionTask(query=query, outline=outline, index=1, chunks=chunks)))
    assert "Crews sail" in told
    assert "do not contain" not in told


A, B, C = ("[cite:" + letter * 12 + "]" for letter in "abc")
DOCUMENTS = {"a" * 12: "one", "b" * 12: "one", "c" * 12: "two"}
PRESENTED = f"Acme runs 40 ferries in the fjords of Norway and on the lakes of Sweden. {A}"


@pytest.mark.parametrize(
    ("again", "gone"),
    [
        (f"Acme, or the Group, runs 40 ferries in the fjords of Norway and on lakes of Sweden. {B}", True),
        (f"Acme runs 60 ferries in the fjords of Norway and on the lakes of Sweden. {B}", False),
        (f"Acme, or the Group, runs 40 ferries in the fjords of Norway and on lakes of Sweden. {C}", False),
        (f"Acme runs 40 ferries. {B}", False),
    ],
)
def test_what_the_introduction_says_in_other_words_is_not_said_again(again, gone):
    bodies = [PRESENTED, f"{again} Rents rose. {B}"]
    kept = without_repeats(bodies, DOCUMENTS, nearly=True)[1]
    assert kept == (f"Rents rose. {B}" if gone else bodies[1])
    assert without_repeats(bodies, DOCUMENTS) == bodies
