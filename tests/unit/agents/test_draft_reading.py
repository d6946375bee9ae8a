"""Drafts as a reader judges them: whole rules, each under its own heading, nothing that was not asked for."""

import pytest

from tests.unit.agents.test_draft_writer import MEMO, drafted, passages_of, sentences_in

ONE = "Write a memo on annual leave"
LONGER = "After five years of service this rises to 28 days, and after ten years to 30 days."


@pytest.fixture(scope="module")
def handbook():
    return passages_of("hr-handbook.docx")


@pytest.fixture(scope="module")
def regulation():
    return passages_of("mortgage-conduct-regulation.md")


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
