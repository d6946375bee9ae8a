"""Search over the API, with the real embedder over a real document."""

import hashlib
import uuid
from threading import Semaphore
from typing import Any

import numpy as np
import pytest
from django.conf import settings as configuration
from django.urls import reverse

from apps.accounts.models import User
from apps.documents.models import Chunk, Document, Embedding
from apps.documents.storage import store_chunks, store_embeddings
from apps.documents.types import ChunkDraft
from apps.inference.contracts import Passage
from apps.inference.embedders import get_embedder
from apps.workspaces.models import Workspace
from tests.integration.conftest import Holdings, client_of
from tests.integration.test_api_errors import assert_problem

PASSAGES = (
    "The loan to value ratio may not exceed 40 percent of the appraised collateral.",
    "Employees receive thirty days of paid vacation every calendar year.",
    "Complaints are answered within ten working days by the ombudsman.",
)


@pytest.fixture
def corpus(holdings_a: Holdings) -> Document:
    """The holdings' document, its one chunk replaced by three passages with their real vectors."""
    document = holdings_a.document
    drafts, start = [], 0
    for index, content in enumerate(PASSAGES):
        end = start + len(content)
        drafts.append(
            ChunkDraft(
                content=content,
                chunk_hash=hashlib.sha256(content.encode()).hexdigest(),
                chunk_index=index,
                start_offset=start,
                end_offset=end,
                page_number=1,
                page_end=1,
                heading_path=("Rules",),
                token_count=15,
            )
        )
        start = end + 1
    store_chunks(document=document, drafts=drafts)
    chunks = list(Chunk.objects.filter(document=document).order_by("chunk_index"))
    Embedding.objects.filter(workspace_id=document.workspace_id).delete()
    embedder = get_embedder(configuration.EMBEDDING_MODEL)
    vectors = embedder.embed_passages([Passage(context_line=row.context_line, content=row.content) for row in chunks])
    store_embeddings(document=document, model=embedder.name, chunks=chunks, vectors=vectors)
    return document


def look(user: User, workspace: Workspace, **body: Any) -> Any:
    return client_of(user, "read").post(reverse("search", args=[workspace.pk]), body)


def test_the_passage_that_answers_comes_first_with_its_place(corpus: Document, charlie: User) -> None:
    answer = look(charlie, corpus.workspace, query="How many days of holiday do people get?")
    assert answer.status_code == 200
    best = answer.json()["results"][0]
    assert best["content"] == PASSAGES[1]
    assert (best["document_id"], best["filename"], best["page"]) == (str(corpus.pk), corpus.filename, 1)
    assert best["end_offset"] - best["start_offset"] == len(PASSAGES[1])
    assert best["score"] >= answer.json()["results"][-1]["score"]


def test_the_first_passages_may_be_read_and_put_in_order_once_more(
    corpus: Document, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Reader:
        """Finds every answer where complaints are spoken of."""

        def logits(self, pairs: Any) -> Any:
            assert {question for question, _ in pairs} == {query}
            return np.array([[4.0 if "Complaints" in text else 0.0, 0.0, 0.0] for _, text in pairs], np.float32)

    query = "How many days of holiday do people get?"
    monkeypatch.setattr("apps.retrieval.api.get_entailment", Reader)
    plain, read = (
        look(charlie, corpus.workspace, query=query, rerank=told).json()["results"] for told in (False, True)
    )
    assert (plain[0]["content"], read[0]["content"]) == (PASSAGES[1], PASSAGES[2])
    assert {hit["key"] for hit in plain} == {hit["key"] for hit in read}
    assert (
        [hit["score"] for hit in plain]
        == [hit["score"] for hit in read]
        == sorted((hit["score"] for hit in read), reverse=True)
    )


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("How many days off do employees who complained to the ombudsman get?", 1),
        ("Employees ask the ombudsman: what may a loan come to?", 0),
    ],
)
def test_the_judges_model_puts_first_what_answers(corpus: Document, charlie: User, query: str, best: int) -> None:
    plain, read = (
        look(charlie, corpus.workspace, query=query, rerank=told, k=1).json()["results"] for told in (False, True)
    )
    assert plain[0]["content"] == PASSAGES[2], "of the ombudsman, who is named"
    assert read[0]["content"] == PASSAGES[best]


def test_more_searches_than_have_room_are_told_so_and_others_go_on(
    corpus: Document, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.retrieval.api._reading", Semaphore(1))

    class Reader:
        def logits(self, pairs: Any) -> Any:
            busy = look(charlie, corpus.workspace, query="Who?", rerank=True)
            assert_problem(busy, 429, "too-many-requests")
            assert busy["Retry-After"] == "5"
            assert look(charlie, corpus.workspace, query="Who?").status_code == 200
            return np.zeros((len(pairs), 3), np.float32)

    monkeypatch.setattr("apps.retrieval.api.get_entailment", Reader)
    for _ in range(2):  # the room is given back
        assert look(charlie, corpus.workspace, query="How many days of holiday?", rerank=True).status_code == 200


def test_the_connection_is_given_back_before_anything_is_read(
    corpus: Document, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("apps.retrieval.search.release_connections", lambda: told.append("released"))

    class Reader:
        def logits(self, pairs: Any) -> Any:
            told.append("read")
            return np.zeros((len(pairs), 3), np.float32)

    monkeypatch.setattr("apps.retrieval.api.get_entailment", Reader)
    look(charlie, corpus.workspace, query="How many days of holiday?", rerank=True)
    assert told == ["released", "read"]


@pytest.mark.parametrize("told", ["true", 1, None, "yes"])
def test_whether_passages_are_read_is_said_by_true_or_false(corpus: Document, charlie: User, told: Any) -> None:
    assert_problem(look(charlie, corpus.workspace, query="Who?", rerank=told), 422, "invalid")


def test_k_bounds_the_passages_and_one_word_is_enough(corpus: Document, alice: User) -> None:
    answer = look(alice, corpus.workspace, query="vacation", k=1)
    assert [hit["content"] for hit in answer.json()["results"]] == [PASSAGES[1]]


def test_nothing_of_another_tenant_is_found(corpus: Document, bob: User, workspace_b: Workspace, alice: User) -> None:
    assert look(bob, workspace_b, query="vacation").json() == {"results": []}
    narrowed = look(bob, workspace_b, query="vacation", document_ids=[str(corpus.pk)])
    assert list(assert_problem(narrowed, 422, "invalid")["errors"]) == ["document_ids"]


def test_a_search_in_no_document_finds_nothing(corpus: Document, alice: User) -> None:
    assert look(alice, corpus.workspace, query="vacation", document_ids=[]).json() == {"results": []}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "query"),
        ({"query": " "}, "query"),
        ({"query": "x" * 100_000}, "query"),
        ({"query": "a\x00b"}, "query"),
        ({"query": "x", "k": 0}, "k"),
        ({"query": "x", "k": 10**9}, "k"),
        ({"query": "x", "k": "many"}, "k"),
        ({"query": "x", "document_ids": ["a"]}, "document_ids.0"),
        ({"query": "x", "document_ids": [str(uuid.UUID(int=1))]}, "document_ids"),
    ],
)
def test_a_search_that_makes_no_sense_names_the_field(
    body: dict[str, Any], field: str, alice: User, workspace_a: Workspace
) -> None:
    problem = assert_problem(look(alice, workspace_a, **body), 422, "invalid")
    assert list(problem["errors"]) == [field]


def test_a_model_that_is_not_set_up_is_said(corpus: Document, alice: User) -> None:
    Workspace.objects.filter(pk=corpus.workspace_id).update(embedding_model="gone-model")
    problem = assert_problem(look(alice, corpus.workspace, query="vacation"), 503, "unavailable")
    assert "gone-model" in problem["detail"]


def test_an_endpoint_that_cannot_be_asked_is_said_and_is_no_mistake_of_ours(
    corpus: Document, alice: User, settings: Any
) -> None:
    settings.OPENAI_BASE_URL, settings.MODEL_TRIES = "http://127.0.0.1:9/v1", 1  # nobody listens there
    Workspace.objects.filter(pk=corpus.workspace_id).update(embedding_model="text-embedding-3-small")
    problem = assert_problem(look(alice, corpus.workspace, query="vacation"), 503, "unavailable")
    assert "could not be asked" in problem["detail"]
