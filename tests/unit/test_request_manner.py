"""What a request says of the text itself is no topic, wherever it stands; what only sounds like it stays one."""

from time import process_time

import pytest

from apps.retrieval.requests.manner import asks_more, without_manner
from apps.retrieval.requests.request import topics_of, without_instructions


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("Draft a memo for the board, in bullet points and with a table, on Acme's results, its stores and its fees.",
         "Draft a memo on Acme's results, its stores and its fees."),
        ("Risk overview of Acme for a credit underwriter", "Risk overview of Acme"),
        ("Summarize the disputes that each firm has, with one section per firm.",
         "Summarize the disputes that each firm has."),
        ("Write a memo on rent and debt for the CFO, no longer than two pages, with citations.",
         "Write a memo on rent and debt."),
        ("Write a memo to the CFO, on debt and rent", "Write a memo on debt and rent"),
        ("Write a memo on debt and rent (for the board, in bullet points)", "Write a memo on debt and rent"),
        ("Write a memo on debt and rent – two pages, for our auditors.", "Write a memo on debt and rent."),
        ("For the CFO, write a memo on tax and rent", "write a memo on tax and rent"),
        ("In bullet points, summarise debt and rent.", "summarise debt and rent."),
        ("Write a report on debt, using tables where helpful, and on rent.", "Write a report on debt and on rent."),
        ("Write a memo on rent with a section on notice periods and tax, and a conclusion",
         "Write a memo on rent, notice periods and tax"),
        ("Write a memo with citations on rent and stores for an auditor and the CFO",
         "Write a memo on rent and stores"),
        ("Write a memo on rent, it should be short and must not exceed a page", "Write a memo on rent"),
        ("Write a report on overtime that should include a table and must not be longer than two pages",
         "Write a report on overtime"),
        ("Give the board an overview of debt", "Give an overview of debt"),
        ("Explain to the board how leave works", "Explain how leave works"),
        ("Compare A and B on debt in a table", "Compare A and B on debt"),
        ("Write a memo on debt, one section per firm, no more than 500 words.", "Write a memo on debt."),
        ("It should have an executive summary, a section on fees and a recommendation.", "fees."),
        ("The report should be no longer than two pages and cover debt and rent.", "debt and rent."),
        ("Draft a market risk briefing for Acme's treasurer, max. 1 page", "Draft a market risk briefing of Acme"),
        ("Prepare a report on staff, including a table of headcount, for new managers",
         "Prepare a report on staff, headcount"),
        ("Provide an overview of the forecast to the board", "Provide an overview of the forecast"),
        ("Write a two-page memo on rent", "Write a memo on rent"),
        ("Write an 800-word internal report about rent and debt", "Write an internal report about rent and debt"),
        ("Describe rent in about 800 words.", "Describe rent."),
        ("Please include a table and citations.", ""),
        ("It should be short and formal.", ""),
    ],
)  # fmt: skip
def test_readers_forms_and_lengths_are_taken_out(sentence: str, left: str) -> None:
    assert without_manner(sentence) == left


@pytest.mark.parametrize(
    "sentence",
    [
        "Write a report on the debt of the CFO, insurance for directors and reporting to the board",
        "Write a report on insurance for the board",
        "Write a memo on payments to the board and loans to the CEO",
        "Write a memo to the CFO on debt and rent",
        "Write a memo on severance for the CFO",
        "Provide an overview of payments to the board",
        "Report on loans with a language clause and contracts",
        "Write a report on fees - in particular for the board - and pay",
        "Write a memo on leave of up to two weeks, sick pay and notice of one month",
        "Write a report on products for investors and rates for lenders",
        "Write a memo on homes for new managers and rent",
        "Write a memo on parking citations, tables and chairs",
        "Write a report on compliance with recommendations and access to tables",
        "Write a memo about the table of penalties",
        "Prepare a report on the summary of fees and the introduction of the euro",
        "Report on the use of plain language in contracts and of headings",
        "Write a report on changes in language and style of contracts",
        "What are the rules in the table of fees for the board?",
        "Write a briefing on tax, to the extent known, for 2022",
        "Compare the pay for managers with the pay for trainees on overtime",
        "Write a memo on rent for offices, for stores and for warehouses",
        "Write a memo on the two-page form and one page reports",
    ],
)
def test_a_topic_that_only_sounds_like_a_manner_stays(sentence: str) -> None:
    assert without_manner(sentence) == sentence


@pytest.mark.parametrize(
    ("query", "topics"),
    [
        ("Write a memo on rent and debt for the CFO, no longer than two pages, with citations.", ("rent", "debt")),
        ("Draft a paper on takeovers. It should have an executive summary, a section on risks and a recommendation.",
         ("takeovers", "risks")),
        ("Write a memo on leave. Please include overtime.", ("leave", "overtime")),
        ("Summarize leave and overtime, please keep it under 300 words and use headings", ("leave", "overtime")),
        ("Write a memo on leave, use permits and overtime", ("leave", "use permits", "overtime")),
        ("Write a memo on leave and overtime, max. 2 pages", ("leave", "overtime")),
        ("Write a memo on leave. Be sure to include a table and citations.", ("leave",)),
        ("Write a memo for the board, in bullet points, on rent and debt", ("rent", "debt")),
        ("Write a memo to the CFO on rent and debt", ("rent", "debt")),
        ("What should an investor know about supply risks, and how do the firms deal with them?", ("supply risks",)),
    ],
)  # fmt: skip
def test_a_request_is_searched_for_without_its_manner(query: str, topics: tuple[str, ...]) -> None:
    assert topics_of(query) == topics


def test_a_clause_on_what_was_named_before_refers_back() -> None:
    assert asks_more("how do the firms deal with them")
    assert not asks_more("how the firms deal with overtime")


def test_a_long_request_is_read_in_no_time() -> None:
    for line in (
        "for the board " * 600,
        "a " * 4000,
        "with a table and " * 500,
        "A and B in " * 700,
        "it should " * 800,
    ):
        without_manner(line)
        topics_of(f"Compare {line}")


@pytest.mark.parametrize("white", [" ", "\n", "\t", " \n", "\x01"])
def test_white_space_costs_no_time_and_changes_no_topic(white: str) -> None:
    began = process_time()
    assert topics_of(f"Write a memo on leave{white * 3900}and overtime") == ("leave", "overtime")
    assert process_time() - began < 0.5


def test_the_ends_of_lines_still_part_sentences() -> None:
    assert (
        without_instructions("Memo on leave \n\n\n  Rent   and\tdebt \n pay") == "Memo on leave\n\nRent and debt\npay"
    )
    assert topics_of("Write a memo on leave \n\n Rent") == ("leave", "Rent")
    assert topics_of("Write a memo on leave and rent. \n\n in bullet points.") == ("leave", "rent")
