"""Conditions that stand beside a sentence, in its label or in a list, are told with it."""

import pytest

from apps.agents.contracts import OutlineTask, RevisionTask, SectionTask
from apps.agents.reading.context import read_context
from apps.agents.writer.sentences.labelled import without_label

from .conftest import make_chunk

LEAD = "A claim is paid only if all of the following conditions are met:"


def section(writer, query, *chunks, index=1):
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    return "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=chunks)))


def told_of(text, topic=""):
    place = read_context((make_chunk(text, "Handbook"),)).quotable()[0]
    return without_label(place, topic).text


@pytest.mark.parametrize(
    ("line", "topic"),
    [
        ("Contractors: The notice period is 30 days.", "Notice Period"),
        ("Contractors: The notice period is 30 days.", "Contractors and Employees"),
        ("Employees hired before 2015 — The pension is 60% of pay.", "Pension"),
        ("Before retirement: The pension may be paid in part.", "Retirement"),
        ("Not residents: The residents pay no fee at all.", "Fees"),
    ],
)
def test_a_label_that_says_of_whom_a_sentence_holds_stays(line, topic):
    assert told_of(line, topic) == line


@pytest.mark.parametrize(
    ("line", "topic", "shown"),
    [
        ("Capital expenditures: As of June 30, we spent $5 million.", "Capital Expenditure",
         "As of June 30, we spent $5 million."),
        ("Notice period: The notice period is 30 days.", "Leaving", "The notice period is 30 days."),
        ("Debt — Our debt is due in 2030.", "Liquidity", "Our debt is due in 2030."),
    ],
)  # fmt: skip
def test_a_label_that_repeats_the_heading_or_the_sentence_falls(line, topic, shown):
    assert told_of(line, topic) == shown


def test_a_section_tells_the_label_with_its_sentence(writer):
    chunk = make_chunk("Leaving\n\nContractors: The notice period is 30 days.", "Handbook")
    text = section(writer, "Report on notice period, remote work and overtime", chunk)
    assert text.startswith("Contractors: The notice period is 30 days. [cite:")


def claims(*items, lead=LEAD, after=""):
    lines = "\n".join(f"- {item}" for item in items)
    return make_chunk(f"Claim conditions\n\n{lead}\n\n{lines}\n\n{after}", "Insurance Terms")


def of_claims(writer, chunk):
    return section(writer, "Report on claim conditions, premiums and cancellation", chunk)


def test_a_list_is_told_with_all_of_its_items(writer):
    items = [f"the form with number {number} was handed in on time" for number in range(1, 11)]
    text = of_claims(writer, claims(*items))
    assert LEAD in text
    assert all(f"- {item}. [cite:" in text for item in items)


def test_an_item_of_few_words_belongs_to_its_list(writer):
    text = of_claims(writer, claims("the premium was paid in time;", "no fraud;", "the police report is attached."))
    assert LEAD in text
    assert "- no fraud. [cite:" in text
    assert "- the police report is attached. [cite:" in text


def test_the_further_sentences_of_an_item_stay_with_it(writer):
    text = of_claims(
        writer, claims("The premium was paid in time. A payment by card counts too.", "The loss was reported.")
    )
    items = [line for line in text.splitlines() if line.startswith("- ")]
    assert len(items) == 2
    assert "A payment by card counts too." in items[0]


@pytest.mark.parametrize(
    "items",
    [
        ("The premium was paid in time.", "The loss was reported within 30 days.",
         "No damage was caused on purpose (see Section 7).", "The police report is attached to the claim."),
        ("The premium was paid in time.", "The loss was reported within 30 days.", "Fraud"),
        ("The premium was paid in time.", "The loss was reported within 30 days;"),
        ("The premium was paid in time.", "These papers are attached to the claim:", "The loss was reported."),
    ],
)  # fmt: skip
def test_a_list_that_cannot_be_told_whole_is_not_told_at_all(writer, items):
    after = "The insurer decides on a claim within 14 days."
    text = of_claims(writer, claims(*items, after=after))
    assert "The premium was paid" not in text
    assert "The loss was reported" not in text
    assert LEAD not in text
    assert after in text


def test_a_list_that_a_short_sentence_announces_is_told(writer):
    chunk = claims("Claims are paid within 30 days.", "Claims are made in writing.", lead="The following applies:")
    text = of_claims(writer, chunk)
    assert text.startswith("The following applies: [cite:")
    assert text.count("\n- ") == 2


def test_revision_adds_no_condition_without_what_announces_its_list(writer):
    chunk = claims("The loss was reported within 30 days.", "The police report is attached to the claim.")
    text = f"Claims are paid in euros. [cite:{chunk.key}]"
    missing = ("On claims, the “police report” is left out.",)
    task = RevisionTask(query="Claims", text=text, problems=(), chunks=(chunk,), missing=missing)
    assert "".join(writer.revise(task)) == text
