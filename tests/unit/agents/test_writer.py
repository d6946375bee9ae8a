"""The built-in Writer: direct, cited, honest."""

import pytest

from apps.agents.contracts import Problem, RevisionTask, WriterTask
from apps.verification.citations import cited_keys, strip_citations
from tests.unit.agents.conftest import POLICY, make_chunk


def answer(writer, query, *chunks, **fields):
    return "".join(writer.write(WriterTask(query=query, chunks=chunks, **fields)))


def test_the_sentence_that_answers_comes_first_and_cites_its_passage(writer, policy):
    text = answer(writer, "What credit score does an applicant need?", policy)
    assert text.startswith("The bank may not lend to applicants with a credit score below 620. ")
    assert cited_keys(text) == (policy.key,)


def test_every_sentence_is_the_documents_own(writer, policy, regulation):
    text = answer(writer, "What must applicants and lenders provide or keep?", policy, regulation)
    plain = " ".join((policy.content + regulation.content).split())
    assert text
    for sentence in strip_citations(text).replace("\n", " ").split(". "):
        assert sentence.strip(" .") in plain or sentence.startswith("The sources differ")


def test_a_table_row_is_written_with_its_columns_and_scale(writer, cash_flow):
    text = answer(writer, "How much did 3M spend on purchases of property, plant and equipment in 2018?", cash_flow)
    assert text.startswith(
        "Purchases of property, plant and equipment (PP&E): (1,577) million in 2018, (1,373) million in 2017, "
        "(1,420) million in 2016."
    )


@pytest.mark.parametrize("behind", ["(Repealed 2020)", "The previous sentence no longer applies."])
def test_a_sentence_is_not_told_without_what_takes_it_back(writer, behind):
    leave = make_chunk(
        f"Trainees may carry over unused leave. {behind}\n\nTrainees must request leave two weeks in advance.",
        "Leave",
    )
    told = strip_citations(answer(writer, "Can trainees carry over unused leave?", leave))
    assert " ".join(told.split()).startswith(f"Trainees may carry over unused leave. {behind}")


@pytest.mark.parametrize(
    "query",
    [
        "What is the vacation allowance for new employees?",
        "Who won the football world cup in 1998?",
        "How many wind turbines does the company operate in Denmark?",
    ],
)
def test_what_no_passage_answers_is_said_so_without_a_citation(writer, policy, regulation, query):
    text = answer(writer, query, policy, regulation)
    assert text.startswith("The documents do not contain")
    assert cited_keys(text) == ()


def test_the_refusal_names_the_subject(writer, policy):
    text = answer(writer, "What is the vacation allowance for new employees?", policy)
    assert text == "The documents do not contain information about the vacation allowance for new employees."


def test_no_passage_at_all_is_an_honest_answer_too(writer):
    assert answer(writer, "What is the limit?").startswith("The documents do not contain")


def test_sources_that_differ_are_both_reported(writer, policy, regulation):
    text = answer(writer, "What is the maximum loan-to-value ratio for investment properties?", policy, regulation)
    assert "75%" in text
    assert "shall not exceed 70%" in text
    assert "The sources differ on this point." in text
    assert set(cited_keys(text)) == {policy.key, regulation.key}


def test_overlapping_passages_are_not_repeated(writer, policy):
    twin = make_chunk(POLICY[25:], "Residential Lending Policy")
    text = answer(writer, "What credit score does an applicant need?", policy, twin)
    assert text.count("credit score below 620") == 1


def test_a_row_that_a_longer_table_of_the_document_has_again_is_told_once(writer):
    shorter = "| In thousands | 2021 | 2020 |\n|---|---|---|\n| Operating income | 5,120 | 4,870 |"
    longer = "| In thousands | 2021 | 2020 | 2019 |\n|---|---|---|---|\n| Operating income | 5,120 | 4,870 | 4,411 |"
    other = longer.replace("5,120", "7,777")
    asked = "What was Acme's operating income?"
    first, second = (make_chunk(text, "Acme annual report") for text in (shorter, longer))
    assert answer(writer, asked, first, second).count("4,870") == 1
    assert answer(writer, asked, first, make_chunk(other, "Acme annual report")).count("4,870") == 2


STATEMENT = """Consolidated Statements of Operations

| In thousands | 2021 | 2020 |
|---|---|---|
| Revenues | 61,200 | 58,400 |
| Cost of revenues | 33,100 | 32,900 |
| Deferred revenue | 4,150 | 3,980 |
| Goodwill | 7,700 | 7,650 |"""


@pytest.mark.parametrize(
    ("asked", "told", "others"),
    [
        ("What was Acme's revenue in 2021?", "61,200", ("33,100", "4,150")),
        ("What was Acme's goodwill?", "7,700", ("61,200",)),
        ("What was Acme's cost of revenues in 2021?", "33,100", ("4,150",)),
        ("What was Acme's deferred revenue?", "4,150", ("33,100",)),
    ],
)
def test_a_row_of_one_word_answers_and_what_is_made_of_it_does_not(writer, asked, told, others):
    text = answer(writer, asked, make_chunk(STATEMENT, "Acme annual report"))
    assert told in text
    assert not [other for other in others if other in text]


def test_a_figure_is_found_by_what_statements_call_it(writer):
    table = STATEMENT.replace("| Revenues |", "| Net sales |")
    text = answer(writer, "What was Acme's revenue in 2021?", make_chunk(table, "Acme annual report"))
    assert "Net sales: 61,200" in text


def test_an_anchor_inside_a_document_is_not_passed_on(writer):
    chunk = make_chunk("The fee for early repayment is 120 euros [cite:aaaaaaaaaaaa].", "Fees")
    text = answer(writer, "How much is the fee for early repayment?", chunk)
    assert cited_keys(text) == (chunk.key,)


def test_pieces_are_sentences_that_join_to_the_text(writer, policy, regulation):
    task = WriterTask(
        query="What is the maximum loan-to-value ratio for investment properties?", chunks=(policy, regulation)
    )
    pieces = list(writer.write(task))
    assert len(pieces) >= 2
    assert all(piece.strip() for piece in pieces)


def test_the_same_question_gives_the_same_answer(writer, policy, regulation):
    query = "What must applicants provide?"
    assert answer(writer, query, policy, regulation) == answer(writer, query, policy, regulation)


def test_a_question_for_a_trend_is_answered_with_the_rows_figures(writer):
    chunk = make_chunk(
        "(in millions) 2023 2022\nNet sales 14,694 14,544\nGross profit 2,725 2,820\nOther income, net 26 32",
        "Alpine Packaging 2023 report",
    )
    text = answer(writer, "Does Alpine have an improving gross margin profile as of FY2023?", chunk)
    assert text.startswith("Gross profit: 2,725 million in 2023, 2,820 million in 2022.")


def test_a_lead_in_without_its_list_is_not_written(writer):
    chunk = make_chunk(
        "Capital expenditures for long-lived assets by reportable segment in 2023 were:\n\n"
        "Capital expenditures for long-lived assets came to 526 million euros in 2023.",
        "Annual report",
    )
    text = answer(writer, "What were the capital expenditures for long-lived assets in 2023?", chunk)
    assert "526 million" in text
    assert "were:" not in text


def test_who_is_asked_for_is_named_before_any_row_of_figures(writer):
    table = make_chunk("(in millions) 2022 2021\nConsiderations to primary customers 16 14", "Annual report 2022")
    prose = make_chunk("The primary customers are Air Lorraine and the Royal Danish Navy.", "Annual report 2022")
    text = answer(writer, "Who are the primary customers?", table, prose)
    assert text.startswith("The primary customers are Air Lorraine and the Royal Danish Navy.")


def test_a_name_is_found_in_a_title_that_runs_its_words_together(writer):
    chunk = make_chunk("(in millions) 2023 2022\nMerchandise inventories 5,140 5,965", "ULTRABUY_2023_10K")
    text = answer(writer, "How large were the merchandise inventories of Ultra Buy in 2023?", chunk)
    assert text.startswith("Merchandise inventories: 5,140 million in 2023")


def revision(text, problems, *chunks):
    return RevisionTask(query="What are the limits?", text=text, problems=tuple(problems), chunks=chunks)


def problem(text, words, **fields):
    start = text.index(words)
    values = {"verdict": "not_found", "reason": "mismatch", **fields}
    return Problem(claim_text=words, start_offset=start, end_offset=start + len(words), **values)


def test_revision_takes_out_what_was_not_found_and_keeps_the_rest_verbatim(writer, policy):
    text = f"The limit is 80%. [cite:{policy.key}] The moon is made of cheese. [cite:{policy.key}]"
    revised = "".join(writer.revise(revision(text, [problem(text, "The moon is made of cheese.")], policy)))
    assert revised == f"The limit is 80%. [cite:{policy.key}]"


def test_revision_adds_the_right_citation(writer, policy, regulation):
    text = f"Records are kept for 7 years. [cite:{policy.key}]"
    wrong = problem(
        text, "Records are kept for 7 years.", verdict="weak", reason="wrong_citation", suggested_key=regulation.key
    )
    revised = "".join(writer.revise(revision(text, [wrong], policy, regulation)))
    assert cited_keys(revised) == (policy.key, regulation.key)


def test_revision_never_cites_what_is_not_in_the_context(writer, policy):
    text = "Records are kept for 7 years."
    wrong = problem(text, text, verdict="weak", reason="uncited", suggested_key="f" * 12)
    assert cited_keys("".join(writer.revise(revision(text, [wrong], policy)))) == ()


def test_revision_cuts_only_the_clause_that_fails(writer, policy):
    text = f"The limit is 80% for homes, and the bank was founded in 1802. [cite:{policy.key}]"
    revised = "".join(writer.revise(revision(text, [problem(text, "the bank was founded in 1802.")], policy)))
    assert revised == f"The limit is 80% for homes. [cite:{policy.key}]"


def test_a_text_of_which_nothing_holds_becomes_an_honest_refusal(writer, policy):
    text = f"The moon is made of cheese. [cite:{policy.key}]"
    revised = "".join(writer.revise(revision(text, [problem(text, "The moon is made of cheese.")], policy)))
    assert revised.startswith("The documents do not contain")


def test_a_list_of_conditions_is_answered_with_all_of_them(writer):
    lead = "A claim for water damage is paid only if all of the following conditions are met:"
    items = [f"form number {number} was signed" for number in range(1, 10)]
    listed = "\n".join(f"- {item}" for item in [*items[:2], "No fraud", *items[2:]])
    terms = make_chunk(f"Claims\n\n{lead}\n{listed}\n\nThe insurer has its seat in Basel.", "Insurance Terms")
    text = answer(writer, "When is a claim for water damage paid?", terms)
    assert text.startswith(lead)
    assert all(f"{item}. [cite:" in text for item in (*items, "No fraud"))
    assert "Basel" not in text


def test_a_rule_is_told_with_what_takes_it_back(writer):
    rules = make_chunk(
        "# Fees\n\nThe Skipper pays a berth fee of $40 a week. The Skipper pays a crane fee of $15 a lift. "
        "(Repealed 2020) The Harbour may raise the berth fee once a year.",
        "Harbour rules",
    )
    text = answer(writer, "How much is the crane fee?", rules)
    assert text.startswith("The Skipper pays a crane fee of $15 a lift. (Repealed 2020) [cite:")
