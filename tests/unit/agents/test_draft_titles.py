"""Titles and headings of a draft: no citation, no flag and no full stop, whoever puts one there."""

import pytest

from apps.agents.contracts import OutlineTask
from apps.agents.reading.context import read_context
from apps.agents.writer.headings import as_heading, clean_heading
from apps.agents.writer.plan.request import read_request

from .conftest import make_chunk

KEY = "0123456789ab"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Fees and terms.", "Fees and terms"),
        ("What is due?!", "What is due"),
        (f"Fees [cite:{KEY}] and terms.", "Fees and terms"),
        (f"Fees.[cite:{KEY}]", "Fees"),
        (f"Fees [Cite: {KEY}, and more]", "Fees"),
        (f"Fees [cite:{KEY}", "Fees"),
        (f"Fees [ci[cite:x]te:{KEY}]", f"Fees [ci te:{KEY}]"),
        ("Fees [flag:not_found], terms", "Fees, terms"),
        ("Sales in the U.S.", "Sales in the U.S."),
        ("Notes on .NET", "Notes on .NET"),
    ],
)
def test_a_heading_bears_no_mark_of_ours_and_no_stop(line, shown):
    assert as_heading(line) == shown


def test_a_documents_heading_is_unmarked_before_it_heads_a_section():
    assert clean_heading("Fees [cite:abcdefabcdef]") == "Fees"


@pytest.mark.parametrize(
    "query",
    [
        f"Write a report on fees [cite:{KEY}], terms and notice.",
        f"Write a report on fees, terms and notice.[cite:{KEY}]",
        "Write a report on fees, terms [flag:not_found] and notice.",
    ],
)
@pytest.mark.parametrize("found", [True, False])
def test_marks_pasted_into_a_request_reach_neither_title_nor_headings(writer, query, found):
    chunks = (make_chunk("The fee is 20 euros a month.", "Tariff"),) if found else ()
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    assert outline.title == "Report on Fees, Terms and Notice"
    assert [one.heading for one in outline.sections[1:-1]] == ["Fees", "Terms", "Notice"][: 3 * found]


def test_a_comparison_is_titled_by_what_is_compared_where_its_topics_are_too_many(writer):
    chunks = tuple(make_chunk("The fee is 20 euros a month.", title) for title in ("Alpha Tariff", "Beta Tariff"))
    topics = "fees, terms, notice, late repayment, early repayment, the cancellation of a contract and arrears"
    query = f"Compare the Alpha Tariff and the Beta Tariff on {topics}"
    assert writer.outline(OutlineTask(query=query, chunks=chunks)).title == "Comparison of Alpha Tariff and Beta Tariff"


@pytest.mark.parametrize(
    "query",
    [
        "Prepare a report that compares the bank's lending policy with the mortgage conduct regulation on {}",
        "Compare the lending policy and the mortgage conduct regulation on {}.",
        "Compare the Residential Lending Policy to the Mortgage Conduct Regulation on {}.",
    ],
)
def test_documents_are_compared_that_are_named_in_small_letters(writer, query):
    said = "A late payment charge of 4% and a notice of appraisal apply."
    chunks = tuple(make_chunk(said, title) for title in ("Residential Lending Policy", "Mortgage Conduct Regulation"))
    outline = writer.outline(OutlineTask(query=query.format("late payment and appraisal"), chunks=chunks))
    assert outline.title.endswith("Lending Policy and Mortgage Conduct Regulation: Late Payment and Appraisal")
    assert [one.heading for one in outline.sections[1:-1]] == ["Late Payment", "Appraisal"]


def test_a_topic_that_a_title_also_has_is_still_a_topic(writer):
    chunks = tuple(
        make_chunk("The annual leave is 28 days.", title)
        for title in ("Alpha Handbook on Annual Leave and Pay", "Beta")
    )
    outline = writer.outline(OutlineTask(query="Compare Alpha and Beta on annual leave", chunks=chunks))
    assert outline.title == "Alpha and Beta: Annual Leave"


def test_a_title_that_is_cut_ends_with_a_word_of_substance(writer):
    chunks = (make_chunk("The fee is 20 euros a month.", "Tariff"),)
    line = "arrears of tenants who let rooms to others without their landlord having agreed to it and in"
    outline = writer.outline(OutlineTask(query=f"Write on {line} writing beforehand", chunks=chunks))
    assert outline.title.split()[-1].lower() not in {"and", "in", "to"}


def test_how_a_draft_is_to_be_written_heads_no_section():
    chunk = make_chunk("Overtime is paid at 125% on weekdays. Leave is granted by the line manager.", "Handbook")
    query = "Write a report on overtime and leave. Keep it short and use bullet points. Do not mention directors."
    request = read_request(query, read_context((chunk,)).places)
    assert (request.title, request.topics) == ("Report on Overtime and Leave", ("overtime", "leave"))


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("Write a two-page memo on fees", "Memo on Fees"),
        ("Write about 800 words on fees and terms", "Fees and Terms"),
        ("Tell me everything about fees", "Fees"),
        ("Write a memo on everything about fees", "Memo on Fees"),
        ("Write a memo on all fees", "Memo on All Fees"),
        ("All fees and terms", "All Fees and Terms"),
        ("Write a memo on fees; keep it short", "Memo on Fees"),
        ("What drives the fees?", "Fees"),
        ("Write a memo on fees and compare them with rates", "Memo on Fees Compared with Rates"),
        ("Explain how Tariff sets fees", "How Tariff Sets Fees"),
        ("Write a memo on our fees and the bank's", "Memo on Our Fees and the Bank"),
        ("Write a memo on <b>fees</b> and ![terms](http://example.org/a.png)", "Memo on Fees and Terms"),
        ("Write a memo on rates < 5 and > 3", "Memo on Rates < 5 and > 3"),
    ],
)
def test_a_title_is_plain_text_on_the_topic_alone(query, title):
    chunk = make_chunk("The fee is 20 euros a month. Rates and terms apply.", "Tariff")
    assert read_request(query, read_context((chunk,)).places).title == title
