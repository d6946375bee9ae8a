"""A request is searched for topic by topic: each has its best passage, in the documents that are meant."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.inference.embedders import get_embedder
from apps.retrieval.context import retrieve_context
from apps.retrieval.types import Retrieved
from apps.workspaces.models import Workspace
from tests.integration.test_retrieval import HANDBOOK, POLICY, make_document

REQUEST = (
    "Please write a thorough report for the new supervisory board on paid vacation, early repayment and company cars"
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def library(workspace_a: Workspace, alice: User) -> Workspace:
    make_document(workspace_a, POLICY, title="Lending policy")
    make_document(workspace_a, HANDBOOK, title="Employee handbook")
    return workspace_a


def context(workspace: Workspace, query: str, **options: Any) -> Retrieved:
    wanted = {"document_ids": None, "embedder": get_embedder("builtin"), "in_turn": True}
    return retrieve_context(workspace_id=workspace.id, query=query, **{**wanted, **options})


def test_each_topic_has_its_best_passage_within_the_limits(library: Workspace) -> None:
    told = {hit.content for hit in context(library, REQUEST, keep=3).chunks}
    assert {HANDBOOK[0], POLICY[2]} <= told
    assert context(library, REQUEST, keep=1).chunks
    assert len(context(library, REQUEST, keep=1).chunks) == 1
    assert sum(hit.token_count for hit in context(library, REQUEST, token_budget=20).chunks) <= 20


def test_a_question_is_searched_for_as_it_stands(library: Workspace) -> None:
    found = context(library, REQUEST, in_turn=False)
    assert found.queries == (REQUEST,)


def test_what_was_searched_for_is_told(library: Workspace) -> None:
    assert context(library, REQUEST).queries == (REQUEST, "paid vacation", "early repayment", "company cars")


def test_how_a_draft_is_to_be_written_is_not_searched_for(library: Workspace) -> None:
    asked = "Write a report on paid vacation and company cars"
    found = context(library, f"{asked} for the audit committee, with a table. Keep it short.")
    assert found.queries == (f"{asked}.", "paid vacation", "company cars")


def test_topics_are_searched_for_in_the_documents_that_the_request_names(library: Workspace) -> None:
    make_document(library, ("Overtime is paid twice.", "Vacation is unpaid at sea."), title="Nordwind report")
    found = context(library, "Write a report on paid vacation and on overtime at Nordwind", keep=2)
    assert {hit.title for hit in found.chunks} == {"Nordwind report"}


COMPANIES = ("Acme", "Borealis", "Corax")
TOPICS = {
    "dividends": "No dividends were ever paid, and none are planned, says {}, which keeps what it earns.",
    "pensions": "Pensions of former staff are paid by a fund that {} set up when it was young.",
    "canteens": "Canteens are open at noon on every site of {}, and soup is free on Fridays.",
}


@pytest.fixture
def companies(workspace_a: Workspace) -> Workspace:
    for name in COMPANIES:
        passages = [said.format(name) for said in TOPICS.values()]
        make_document(
            workspace_a, (*passages, f"{name} had a good year.", f"{name} sells tools."), title=f"{name} report"
        )
    return workspace_a


@pytest.mark.parametrize(
    "request_",
    [
        "Compare Acme, Borealis and Corax on dividends, pensions and canteens",
        "Write a report comparing the dividends, the pensions and the canteens of Acme, Borealis and Corax",
    ],
)
def test_each_topic_has_its_best_passage_of_each_named_document(companies: Workspace, request_: str) -> None:
    found = context(companies, request_, keep=1 + len(TOPICS) * len(COMPANIES))
    wanted = {said.format(name) for said in TOPICS.values() for name in COMPANIES}
    assert wanted <= {hit.content for hit in found.chunks}
    assert found.queries == (request_, *TOPICS)
    assert sorted(found.called.values()) == [("acme",), ("borealis",), ("corax",)]


def test_a_topic_that_a_named_document_says_nothing_of_has_no_passage_of_it(companies: Workspace) -> None:
    make_document(companies, ("The ferry of Dorado sails at dawn.",), title="Dorado report")
    found = context(companies, "Compare Acme and Dorado on dividends and pensions")
    assert "Dorado report" not in {hit.title for hit in found.chunks[1:]}


def test_a_word_of_one_sentence_finds_its_passage_as_a_topic(library: Workspace) -> None:
    """The passage as a whole is on something else."""
    make_document(library, ("The weather was mild. " * 12 + "Houseboats are not accepted.",), title="Notes")
    found = context(library, "houseboats", in_turn=False, topic=True)
    assert [hit.title for hit in found.chunks][:1] == ["Notes"]
