"""The introduction of a draft says who this is, in a sentence that no section tells."""

import pytest

from apps.agents.contracts import OutlineTask, SectionTask

from .conftest import make_chunk

COLD = "We are driven by the wish to keep food cold. We do this with ice from our own lakes."
GROUPS = "We are active in two countries. Our business has two groups. The business of each group is led from Kiel."


def sections(writer, query, *chunks):
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    return [
        "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=chunks)))
        for index in range(len(outline.sections) - 1)
    ]


def placed(*contents, title="Acme 2022 10K", **fields):
    at, chunks = 0, []
    for content in contents:
        chunks.append(make_chunk(content, title, start_offset=at, end_offset=at + len(content), **fields))
        at += 10_000
    return chunks


def test_a_section_on_the_business_goes_on_from_what_the_introduction_says(writer):
    chunks = placed(
        f"Item 1. Business\n\nDescription of Business\n\n{COLD} {GROUPS}", "Rent\n\nWe paid $3 million of rent."
    )
    introduction, business, _ = sections(writer, "Write a report on the business and the rent of Acme", *chunks)
    assert introduction.startswith("We are driven by the wish to keep food cold. [cite:")
    assert "We do this with ice from our own lakes." in introduction
    assert business.startswith("We are active in two countries. [cite:")
    assert "ice from our own lakes" not in business
    assert "keep food cold" not in business


def test_a_section_that_would_have_nothing_left_keeps_what_says_what_the_company_is(writer):
    chunks = placed(f"Business\n\n{COLD}", "Rent\n\nWe paid $3 million of rent.")
    introduction, business, _ = sections(writer, "Write a report on the business and the rent of Acme", *chunks)
    assert business.startswith("We are driven by the wish to keep food cold. [cite:")
    assert "keep food cold" not in introduction


def test_a_release_is_introduced_by_what_it_says_about_its_company_without_the_motto(writer):
    about = (
        "About Acme Cold\n\nAt Acme Cold, every day is a cool day. Acme Cold is the largest U.S. ice retailer and the "
        "first address for coolers."
    )
    said = "Kiel, May 3 – Acme Cold, Inc. today announced results for the year ended in March."
    results = f"News\n\n{said}\n\nSales\n\nSales rose to $5 million.\n\nDebt\n\nDebt fell."
    chunks = placed(results, about, title="Acme Cold tells its results")
    introduction, *_ = sections(writer, "Write a memo on sales and debt", *chunks)
    assert introduction.startswith(
        "Acme Cold is the largest U.S. ice retailer and the first address for coolers. [cite:"
    )
    assert f"{said} [cite:" in introduction


def test_a_company_that_is_told_of_alone_is_introduced_with_its_name(writer):
    own = "Acme Inc. (the “Company”) was incorporated on May 3, 1997. The Company is a leading retailer of ice."
    chunks = placed(f"Description of Business\n\n{own}", "Rent\n\nRent rose.\n\nDebt\n\nDebt fell.")
    introduction, *_ = sections(writer, "Write a memo on rent and debt", *chunks)
    assert introduction.startswith("Acme Inc. (the “Company”) was incorporated on May 3, 1997. [cite:")
    assert "The Company is a leading retailer of ice. [cite:" in introduction


@pytest.mark.parametrize(
    "other",
    [
        "This unit, with sales of $9 million, is a leading provider of ropes.",
        "Borealis is a research-based, global company.",
        "Acme Company was incorporated in 1929 under the laws of Norway.",
        "“Company” means Acme, the company that is the operator of the plan.",
        "The group’s reported results of operations are of a size that is hard to predict.",
    ],
)
def test_a_company_is_introduced_by_what_is_said_of_itself_and_what_it_does(writer, other):
    chunks = placed(
        f"Sales\n\nSales rose to $5 million. {other}\n\nDebt\n\nDebt fell by $2 million.",
        "Group\n\nAcme is a diversified, global maker and provider of coolers. "
        "Acme is among the leading manufacturers of ice.",
    )
    introduction, *_ = sections(writer, "Write a memo on sales and debt", *chunks)
    assert introduction.startswith("Acme is a diversified, global maker and provider of coolers. [cite:")
    assert "Acme is among the leading manufacturers of ice." in introduction
    assert other not in introduction


def test_of_each_of_several_the_introduction_says_what_it_does_before_by_which_law_it_is_one(writer):
    law = "Item 1. Business\n\n{0} plc is a public company registered under the laws of Norway. {0} is old."
    does = " Today, {0} is a leader in {1}. {0} likes {1}."
    names = [("Acme", "ice"), ("Borealis", "ships"), ("Corax", "ropes"), ("Dorado", "nails")]
    chunks = [make_chunk((law + does).format(*each) + "\n\nRent\n\nRent rose.", f"{each[0]} 2022") for each in names]
    introduction, *_ = sections(writer, "Write a memo on rent and debt", *chunks)
    for name, product in names:
        assert f"Today, {name} is a leader in {product}. [cite:" in introduction
    assert "laws of Norway" not in introduction


@pytest.mark.parametrize(
    "parties",
    [
        'Between Leith Harbour Ltd (the "Harbour") and Anna Holm (the "Skipper"), dated May 2, 2021.',
        "This Contract is made on May 2, 2021 by and between Leith Harbour, Inc. (“Harbour”) and Anna Holm.",
    ],
)
def test_a_contract_is_introduced_by_its_parties(writer, parties):
    content = (
        f"{parties}\n\n1. Berth\n\nThe Skipper may use the berth from May on.\n\n2. Fees\n\nThe fee is $40 a week."
    )
    (chunk,) = placed(content, title="Berth contract")
    introduction, *others = sections(writer, "Write a memo on the berth and the fees of the berth contract", chunk)
    assert introduction.startswith(f"{parties} [cite:")
    assert not any(parties in other for other in others)


def test_a_stretch_of_time_introduces_nothing(writer):
    between = 'Between May 2 and June 3 (the "Season") the quay is closed to all boats.'
    (chunk,) = placed(f"{between}\n\n1. Fees\n\nThe fee of a berth is $40 a week.", title="Berth contract")
    introduction, *_ = sections(writer, "Write a memo on the fees and the quay of the berth contract", chunk)
    assert between not in introduction


def test_where_nothing_says_what_the_document_is_the_introduction_begins_with_its_sections(writer):
    chunks = placed("Pay\n\nSalaries and wages are paid in May.\n\nDebt\n\nOur debt fell by 4%.")
    introduction, *_ = sections(writer, "Write a memo on salaries, wages and debt", *chunks)
    assert introduction.startswith(
        "This memo covers:\n\n- Salaries\n- Wages\n- Debt\n\nSalaries and wages are paid in May."
    )


def test_only_a_sentence_that_says_words_of_two_topics_is_told_before_both(writer):
    chunks = placed("Salaries and wages\n\nAll members of our staff are paid in May.\n\nDebt\n\nOur debt fell by 4%.")
    introduction, *told = sections(writer, "Write a memo on salaries, wages and debt", *chunks)
    assert "All members of our staff are paid in May." not in introduction
    assert "All members of our staff are paid in May." in "".join(told)
