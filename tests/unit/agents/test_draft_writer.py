"""The built-in Writer's drafts: a plan that says what was asked, sections that cite and repeat nothing."""

import re
from pathlib import Path

import pytest

from apps.agents.contracts import Outline, OutlineTask, Problem, RevisionTask, SectionKind, SectionTask
from apps.agents.reading.cited import read_cited
from apps.documents.chunking import chunk as cut
from apps.documents.extraction.contract import Limits
from apps.documents.extraction.sandbox import extract
from apps.inference.embedders import count_tokens
from apps.verification.citations import strip_citations
from apps.verification.decide import decide
from apps.verification.types import Mode, Verdict
from tests.unit.agents.conftest import make_chunk

SAMPLES = Path(__file__).parents[3] / "samples"
MEMO = "Write a memo for line managers on annual leave, sick leave, overtime, remote work and notice periods"
LENDING = "Prepare a report on loan-to-value limits, appraisal requirements and company cars"


def passages_of(filename):
    """A sample document's passages as ingestion cuts them."""
    extracted = extract(SAMPLES / filename, filename=filename, limits=Limits())
    return tuple(
        make_chunk(
            extracted.text[draft.start_offset : draft.end_offset],
            extracted.title,
            heading_path=draft.heading_path,
            start_offset=draft.start_offset,
            end_offset=draft.end_offset,
        )
        for draft in cut(extracted, count_tokens=count_tokens)
    )


@pytest.fixture(scope="module")
def handbook():
    return passages_of("hr-handbook.docx")


@pytest.fixture(scope="module")
def rules():
    return passages_of("lending-policy.pdf") + passages_of("mortgage-conduct-regulation.md")


def drafted(writer, query, chunks, *, elsewhere=None):
    """The sections of a draft, each written from all passages; ``elsewhere``: heading → keys that others tell of."""
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    texts = {}
    for index, section in enumerate(outline.sections):
        closing = section.kind is SectionKind.CLOSING
        task = SectionTask(
            query=query,
            outline=outline,
            index=index,
            chunks=chunks,
            elsewhere=frozenset((elsewhere or {}).get(section.heading, ())),
            text="\n\n".join(texts.values()) if closing else "",
        )
        texts[section.heading] = "".join(writer.section(task))
    return outline, texts


def sentences_in(text):
    spoken = (text[one.start : one.end] for one in read_cited(text) if one.keys)
    return [" ".join(re.findall(r"\w+", strip_citations(line).lower())) for line in spoken]


def test_an_outline_has_a_section_for_each_topic_between_introduction_and_closing(writer, handbook):
    outline = writer.outline(OutlineTask(query=MEMO, chunks=handbook))
    assert outline.title == (
        "Memo for Line Managers on Annual Leave, Sick Leave, Overtime, Remote Work and Notice Periods"
    )
    assert [section.heading for section in outline.sections[1:-1]] == [
        "Annual Leave", "Sick Leave", "Overtime", "Remote Work", "Notice Periods",
    ]  # fmt: skip
    assert outline.sections[0].kind is SectionKind.INTRODUCTION
    assert outline.sections[-1].kind is SectionKind.CLOSING


def test_a_request_without_topics_is_planned_from_the_headings_of_the_passages(writer, handbook):
    outline = writer.outline(OutlineTask(query="Summarize the employee handbook", chunks=handbook))
    body = [section.heading for section in outline.sections if section.kind is SectionKind.BODY]
    assert 3 <= len(body) <= 8
    assert len(set(body)) == len(body)
    assert not any(re.search(r"\d|docx", heading) for heading in body)
    assert {"Leave", "Conduct", "Pay and Benefits", "Information Security"} & set(body)


def test_a_numbered_heading_does_not_outweigh_what_stands_under_it(writer, handbook):
    _, texts = drafted(writer, "Summarize the employee handbook", handbook)
    assert "The annual bonus may reach 12% of base salary" in texts["Pay and Benefits"]
    assert "An employee rated 2 or lower receives a development plan" in texts["Performance and Development"]
    assert not any("do not contain" in text for text in texts.values())


def test_without_passages_nothing_is_planned(writer):
    outline = writer.outline(OutlineTask(query=MEMO, chunks=()))
    assert outline.sections == ()
    assert isinstance(outline, Outline)


def test_companies_are_compared_topic_by_topic_and_one_that_no_document_is_of_is_a_gap(writer):
    chunks = (
        make_chunk("Boeing spent $1.2 billion on capital expenditures in 2022.", "Boeing 2022 10K"),
        make_chunk("3M spent $1.6 billion on capital expenditures in 2018.", "3M 2018 10K"),
    )
    query = "Compare 3M, Boeing and Siemens on capital expenditure, debt and research and development"
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    assert [section.heading for section in outline.sections[1:-1]] == [
        "Capital Expenditure", "Debt", "Research and Development",
    ]  # fmt: skip
    assert all("3M and Boeing" in section.brief for section in outline.sections[1:-1])
    assert outline.gaps == ("The documents do not contain information about Siemens.",)
    task = SectionTask(query=query, outline=outline, index=1, chunks=chunks)
    text = "".join(writer.section(task))
    assert text.index("### 3M") < text.index("$1.6 billion") < text.index("### Boeing") < text.index("$1.2 billion")


def test_each_section_tells_its_own_topic_though_one_passage_holds_several(writer, handbook):
    _, texts = drafted(writer, MEMO, handbook)
    assert "26 days of paid annual leave" in texts["Annual Leave"]
    assert "report sickness before 9:00 a.m." in texts["Sick Leave"]
    assert "must be approved in advance by the line manager" in texts["Overtime"]
    assert "Tellers and security staff may not work from home." in texts["Remote Work"]
    assert "- More than 5 years – Notice period: 12 weeks." in texts["Notice Periods"]


@pytest.mark.parametrize("owned", [False, True])
def test_no_sentence_is_told_twice_wherever_its_passage_was_allotted(writer, handbook, owned):
    half = {chunk.key for chunk in handbook[::2]}
    elsewhere = {"Annual Leave": half, "Overtime": {chunk.key for chunk in handbook} - half} if owned else {}
    _, texts = drafted(writer, MEMO, handbook, elsewhere=elsewhere)
    told = [sentence for text in texts.values() for sentence in sentences_in(text)]
    assert len(told) > 10
    assert len(told) == len(set(told))


def test_the_end_of_an_earlier_passage_is_left_to_the_section_that_has_it_whole(writer):
    first = "5. Fees\n\nThe fee for late payment is 5% of the overdue instalment. The fee for a copy is 20 euros."
    second = "The fee for a copy is 20 euros. The fee for early repayment is 1% of the amount repaid."
    path = {"heading_path": ("5. Fees",)}
    whole = make_chunk(first, "Tariff", start_offset=0, end_offset=100, **path)
    rest = make_chunk(second, "Tariff", start_offset=68, end_offset=160, **path)
    query = "Report on fees for copies, late payment and early repayment"
    outline = writer.outline(OutlineTask(query=query, chunks=(whole, rest)))
    texts = [
        "".join(writer.section(SectionTask(query=query, outline=outline, index=index, chunks=chunks)))
        for index, chunks in ((1, (whole,)), (2, (rest,)), (3, (whole, rest)))
    ]
    assert "".join(texts).count("a copy is 20 euros") == 1


def test_every_sentence_of_a_draft_is_supported_but_for_what_the_sources_disagree_on(
    writer, skeptic, judge, handbook, rules
):
    for query, chunks in ((MEMO, handbook), (LENDING, rules)):
        outline, texts = drafted(writer, query, chunks)
        text = "\n\n".join(f"## {heading}\n\n{body}" for heading, body in texts.items())
        claims = skeptic.review(query=query, text=text, chunks=chunks).claims
        decisions = [
            decide(claim=claim, judgement=judgement, context=chunks, mode=Mode.STRICT, thresholds=judge.thresholds)
            for claim, judgement in zip(claims, judge.judge(claims=claims, chunks=chunks), strict=True)
        ]
        counted = [decision for decision in decisions if not decision.minor]
        assert len(counted) >= 8, outline
        assert all(one.verdict is Verdict.SUPPORTED or one.reason == "conflict" for one in counted)


def test_a_topic_that_nothing_speaks_of_is_named_in_one_uncited_sentence(writer, rules):
    _, texts = drafted(writer, LENDING, rules)
    assert texts["Company Cars"] == "The documents do not contain information about company cars."


def test_where_two_documents_differ_the_section_says_so(writer, rules):
    _, texts = drafted(writer, LENDING, rules)
    text = texts["Loan-to-Value Limits"]
    assert "may not exceed 70%" in text
    assert "The sources differ on this point. " in text


def test_introduction_and_closing_stand_where_nothing_else_is_told(writer, handbook):
    outline, texts = drafted(writer, MEMO, handbook)
    introduction = texts[outline.sections[0].heading]
    assert "This handbook applies to all employees of Larkmoor Bank." in introduction
    assert "This memo covers:\n\n- Annual Leave\n- Sick Leave\n- Overtime" in introduction
    assert texts[outline.sections[-1].heading]


@pytest.mark.parametrize(
    "line",
    [
        "See Note 5 for further information about debt of the group.",
        "Debt is described in the table below for both years presented.",
        "These forward-looking statements on debt involve risks and uncertainties.",
        "Debt amounted to $57,001 at the end of the year, down from $58,102.",
    ],
)
def test_what_cannot_stand_outside_its_document_is_kept_out(writer, line):
    content = f"(Dollars in millions)\n\nThe group repaid debt of $1.4 billion in 2022. \n\n{line}"
    chunks = (make_chunk(content, "Group 2022 10K"),)
    query = "Report on debt, dividends and litigation"
    outline = writer.outline(OutlineTask(query=query, chunks=chunks))
    text = "".join(writer.section(SectionTask(query=query, outline=outline, index=1, chunks=chunks)))
    assert text.startswith("The group repaid debt of $1.4 billion in 2022.")
    assert line not in text


def problem(text, words, **fields):
    start = text.index(words)
    values = {"verdict": "not_found", "reason": "mismatch", **fields}
    return Problem(claim_text=words, start_offset=start, end_offset=start + len(words), **values)


def revised(writer, text, problems, *chunks, **fields):
    task = RevisionTask(query="Loan-to-value limits", text=text, problems=tuple(problems), chunks=chunks, **fields)
    return "".join(writer.revise(task))


def test_revision_keeps_lists_and_drops_a_heading_with_all_that_stood_under_it(writer, policy):
    cite = f"[cite:{policy.key}]"
    text = (
        f"### Limits\n\nReported figures:\n\n- Homes: 80%. {cite}\n- Moon: 90%. {cite}\n\n### Moon\n\nIt is far. {cite}"
    )
    wrong = [problem(text, "Moon: 90%."), problem(text, "It is far.")]
    assert revised(writer, text, wrong, policy) == f"### Limits\n\nReported figures:\n\n- Homes: 80%. {cite}"


def test_revision_puts_a_sharpened_sentence_as_its_source_puts_it(writer, policy):
    text = f"Applicants may provide proof of income for the last two years. [cite:{policy.key}]"
    wrong = problem(text, text.split(" [")[0], verdict="contradicted", reason="modality_shift")
    assert revised(writer, text, [wrong], policy) == (
        f"Applicants must provide proof of income for the last two years. [cite:{policy.key}]"
    )


def test_revision_adds_what_was_missing_where_a_passage_says_it(writer, policy):
    text = f"The maximum loan-to-value ratio (LTV) is 80% for primary residences. [cite:{policy.key}]"
    missing = ("The loan-to-value limit of “investment properties” is left out.", "Nothing is said on “pensions”.")
    mended = revised(writer, text, [], policy, missing=missing)
    assert mended == (
        f"{text}\n\nThe maximum loan-to-value ratio for investment properties is 75%. [cite:{policy.key}]"
    )


def test_the_first_sentences_under_a_heading_are_told_though_the_passage_before_is_not_there(writer):
    content = (
        "Article 8. Arrears\n\nThe institution must try to reach a borrower in arrears by the 36th day of delinquency."
    )
    chunk = make_chunk(content, "Conduct Regulation", heading_path=("Duties",), start_offset=900, end_offset=1000)
    query = "Report on arrears, appraisal and disclosure"
    outline = writer.outline(OutlineTask(query=query, chunks=(chunk,)))
    text = "".join(writer.section(SectionTask(query=query, outline=outline, index=1, chunks=(chunk,))))
    assert text.startswith("The institution must try to reach a borrower in arrears by the 36th day of delinquency.")


def test_a_section_of_which_nothing_holds_says_what_the_documents_lack(writer, policy):
    text = f"The moon is made of cheese. [cite:{policy.key}]"
    wrong = problem(text, "The moon is made of cheese.")
    assert revised(writer, text, [wrong], policy) == (
        "The documents do not contain information about loan-to-value limits."
    )


def test_what_another_section_tells_is_not_said_to_be_missing(writer):
    chunk = make_chunk("The application fee is 50 euros where the notice period is three months.", "Tariff")
    query = "Report on application fees and notice periods"
    _, texts = drafted(
        writer, query, (chunk,), elsewhere={"Application Fees": {chunk.key}, "Notice Periods": {chunk.key}}
    )
    assert "application fee is 50" not in texts["Notice Periods"]
    assert texts["Notice Periods"] == "The documents do not contain further information about notice periods."
