"""Drafts as a reader judges them: whole rules, each under its own heading, nothing that was not asked for."""

import pytest

from apps.agents.contracts import OutlineTask, SectionKind, SectionTask
from tests.unit.agents.conftest import make_chunk
from tests.unit.agents.test_draft_writer import MEMO, drafted, passages_of, sentences_in

ONE = "Write a memo on annual leave"
LONGER = "After five years of service this rises to 28 days, and after ten years to 30 days."


@pytest.fixture(scope="module")
def handbook():
    return passages_of("hr-handbook.docx")


@pytest.fixture(scope="module")
def regulation():
    return passages_of("mortgage-conduct-regulation.md")


def body_of(writer, query, chunks):
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    return [section.heading for section in outline.sections if section.kind is SectionKind.BODY]


@pytest.mark.parametrize("query", [ONE, MEMO])
def test_a_sentence_that_leans_on_the_one_before_is_told_with_it(writer, handbook, query):
    _, texts = drafted(writer, query, handbook)
    _, _, after = texts["Annual Leave"].partition("receive 26 days of paid annual leave. ")
    _, _, after = after.partition("] ")
    assert after.startswith(LONGER)


@pytest.mark.parametrize("query", [ONE, MEMO])
def test_a_span_of_years_is_nothing_annual(writer, handbook, query):
    _, texts = drafted(writer, query, handbook)
    assert "until the child is three years old" not in texts["Annual Leave"]
    assert "Notice period" not in texts["Annual Leave"]


def test_a_memo_on_one_topic_has_no_section_on_another(writer, handbook, regulation):
    assert body_of(writer, ONE, handbook) == ["Annual Leave"]
    assert body_of(writer, "Draft a memo on gifts and conflicts of interest", handbook) == [
        "Gifts", "Conflicts of Interest",
    ]  # fmt: skip


def test_all_that_stands_under_a_heading_on_the_topic_is_told(writer, handbook):
    _, texts = drafted(writer, "Draft a memo on gifts and conflicts of interest", handbook)
    assert len(sentences_in(texts["Gifts"])) == 3
    assert "Cash must never be accepted." in texts["Gifts"]


def test_a_row_is_told_where_its_label_and_the_head_of_its_column_are_asked_for(writer, regulation):
    _, texts = drafted(writer, "Report on penalties for late disclosures, appraisal and arrears", regulation)
    told = texts["Penalties for Late Disclosures"]
    assert "- Late loan estimate or closing disclosure – Penalty for each loan: up to $2,500." in told
    assert "Foreclosure begun too early" not in told
    _, texts = drafted(writer, "Report on penalties, appraisal and arrears", regulation)
    assert texts["Penalties"].count("Penalty for each loan") == 4


def test_an_introduction_says_what_the_document_is_with_what_belongs_to_it(writer, handbook):
    _, texts = drafted(writer, ONE, handbook)
    told = texts["Introduction"]
    assert told.startswith("This handbook applies to all employees of Larkmoor Bank. [cite:")
    assert "It is not a contract of employment, and the bank may change it with four weeks' notice. [cite:" in told
    assert "covers:" not in told, "a list of one"


def test_a_closing_names_what_is_left_open_and_nothing_where_nothing_is(writer, handbook):
    _, texts = drafted(writer, "Write a memo on annual leave, company cars and parking permits", handbook)
    assert texts["Conclusion and Open Points"].endswith("The documents do not cover company cars and parking permits.")
    _, texts = drafted(writer, ONE, handbook)
    assert "documents do not" not in texts["Conclusion and Open Points"]


def test_a_closing_tells_no_definition(writer, regulation):
    outline, texts = drafted(writer, "Write a memo on appraised value", regulation)
    assert " means " not in texts[outline.sections[-1].heading]


def test_a_memo_on_what_many_sentences_say_is_one_section_of_those(writer):
    rules = passages_of("lending-policy.pdf")
    query = "Write a memo on investment properties"
    assert body_of(writer, query, rules) == ["Investment Properties"]
    _, texts = drafted(writer, query, rules)
    told = texts["Investment Properties"]
    assert "Subordinate financing is not allowed on an investment property." in told
    assert "carry a prepayment penalty of 2%" in told
    assert "houseboats" not in told


def test_a_document_asked_for_by_its_name_is_told_by_its_parts(writer, handbook):
    body = body_of(writer, "Summarize the lending policy", passages_of("lending-policy.pdf") + handbook)
    assert len(body) >= 5
    assert not {"Leave", "Conduct", "Working Time"} & set(body)


def test_a_topic_that_is_a_word_of_a_title_is_not_told_by_that_document(writer, handbook, regulation):
    body = body_of(writer, "Write a memo on conduct", regulation + handbook)
    assert {"Conduct", "Code of Conduct", "Gifts", "Conflicts of Interest"} & set(body), body
    assert not {"Flood Insurance", "Appraisal", "Arrears", "Escrow Accounts"} & set(body), body


def test_an_introduction_to_documents_that_do_not_say_what_they_are_names_the_topic(writer):
    chunks = (make_chunk("Annual leave is 26 days a year.", "Notes"),)
    _, texts = drafted(writer, ONE, chunks)
    assert texts["Introduction"] == "This memo deals with annual leave."


@pytest.mark.parametrize(
    "line",
    [
        "We have a substantial amount of debt and other obligations, which could affect our financial position.",
        "These changes in debt were due to the reasons described within the Results section, above.",
    ],
)
def test_a_paragraph_says_nothing_again_and_points_nowhere_else(writer, line):
    said = f"We have a substantial amount of debt and other obligations. {line} Our debt is due in 2030 at the latest."
    _, texts = drafted(writer, "Write a memo on debt", (make_chunk(said, "Annual Report"),))
    assert texts["Debt"].count("We have a substantial amount of debt and other obligations") == 1
    assert "Our debt is due in 2030 at the latest." in texts["Debt"]
    assert "described within" not in texts["Debt"]


def test_a_closing_tells_figures_and_rules_and_no_good_will(writer):
    chunks = (
        make_chunk("Employees must take two weeks of leave in one piece.", "Report"),
        make_chunk("We help our employees live happy and productive lives at work and at home.", "Letter"),
    )
    query = "Write a memo on employees and dividends"
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    last = len(outline.sections) - 1
    told = "".join(writer.section(SectionTask(query=query, outline=outline, index=last, chunks=chunks)))
    assert "Employees must take two weeks" in told
    assert "We help our employees" not in told


def test_an_introduction_to_a_release_says_what_it_announces_and_no_section_does_again(writer):
    said = "Acme Inc. (TLP: ACME) today announced financial results for the quarter ended May 2022."
    chunk = make_chunk(
        f"News\n\n{said} Results of the quarter rose to $5 million. Debt fell by $2 million.", "Acme 2022"
    )
    query = "Write a memo on Acme's results and debt"
    outline = writer.outline(OutlineTask(query=query, chunks=(chunk,)))
    texts = [
        "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=(chunk,))))
        for index in range(len(outline.sections))
    ]
    assert texts[0].startswith(f"{said} [cite:{chunk.key}]")
    assert "".join(texts).count(said) == 1
