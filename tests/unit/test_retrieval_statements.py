"""The statement of results is handed on where a main figure of them is all that is asked for."""

from dataclasses import replace
from uuid import UUID

import pytest

from apps.retrieval.passages import Scored
from apps.retrieval.statements import asks_for_result, counting_among, statement_among
from tests.unit.test_retrieval_fusion import candidate

PART = "Docks\nNet sales 12 11\nSales of the docks rose."
TABLE = "Net sales 402 388\nNet income 31 30"
STATEMENT = f"Consolidated Statement of Income\n(millions) 2022 2021\n{TABLE}"


def scored(*texts):
    found = [replace(candidate(number), content=text) for number, text in enumerate(texts)]
    return [Scored(candidate=one, score=1.0, text_score=0.0, coverage=0.0) for one in found]


@pytest.mark.parametrize(
    "query",
    [
        "What were Halden's net sales in 2022?",
        "How much profit did Halden make?",
        "What was Halden's total revenue?",
        "What was Halden's EPS in 2022?",
        "What were Halden's diluted earnings per common share?",
    ],
)
def test_a_main_figure_alone_is_asked_for(query):
    assert asks_for_result(query, names={"halden"})


@pytest.mark.parametrize(
    "query",
    [
        "What were Halden's net sales in Norway?",
        "What were the net sales of Halden's docks?",
        "Why did Halden's sales fall?",
        "What was Halden's debt in 2022?",
        "What was Borealis' revenue?",
        "What was Halden's dividend per share?",
        "What share of earnings did Halden pay?",
        "Why did Halden's EPS fall?",
    ],
)
def test_a_figure_of_a_part_or_another_figure_is_not_it(query):
    assert not asks_for_result(query, names={"halden"})


def test_the_statement_is_taken_wherever_it_ranks():
    found = scored(PART, TABLE, STATEMENT)
    named = {str(one.candidate.document_id) for one in found}
    query = "What were Halden's net sales?"
    assert statement_among(found, query=query, named=named) == found[2]
    assert statement_among(found, query="What was Halden's revenue?", named=named) is None
    assert statement_among(found[:2], query=query, named=named) is None
    assert statement_among(found, query=query, named={str(UUID(int=99))}) is None


@pytest.mark.parametrize("query", ["What was Halden's EPS?", "What was Halden's net income per share?"])
def test_what_each_share_earned_is_taken_from_a_statement_that_tells_it(query):
    per_share = f"{STATEMENT.replace('Income', 'Incom e')}\nNet income per common share:\nBasic $1.02 $0.98"
    found = scored(PART, STATEMENT, per_share)
    named = {str(one.candidate.document_id) for one in found}
    assert statement_among(found, query=query, named=named) == found[2]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Cocoa fell. We had 1,214 small mills in spring.", True),
        ("Today Halden operates about 14 mills.", True),
        ("There are 14 mills in Norway.", True),
        ("Halden closed 3 mills.", False),
        ("Halden operates in 2022 mills of stone.", False),
        ("Halden had 14 docks and many mills.", False),
    ],
)
def test_who_has_so_many_is_told_from_what_is_said_of_some_of_them(text, counts):
    found = scored(text)
    assert bool(counting_among(found, query="How many mills does Halden operate?", named=())) is counts
    assert not counting_among(found, query="Which mills does Halden operate?", named=())
    assert not counting_among(found, query="How many mills does Halden operate?", named={str(UUID(int=99))})
