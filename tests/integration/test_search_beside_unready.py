"""Beside documents that are being read or could not be, the others are searched as fast, and nothing else is found."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from apps.documents.models import Document, DocumentStatus
from apps.documents.storage import store_vectors
from apps.documents.vector_indexes import vector_indexes_tidy
from apps.retrieval.scope import searched_scope
from apps.retrieval.search import search
from apps.workspaces.models import Workspace
from tests.vector_corpus import DIMENSIONS, SIZE, exact, fill, name_of, near, plan_of, unit

pytestmark = pytest.mark.django_db(transaction=True)

UNREADY = [DocumentStatus.UPLOADED, DocumentStatus.PROCESSING, DocumentStatus.ERROR]


@pytest.fixture(autouse=True)
def no_statistics() -> None:
    """Tests that were rolled back leave indexes of many pages, and a visit of autovacuum says that few rows are in
    them: a plan made on that would be none of these tests' own."""
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE documents_document CASCADE")


@pytest.fixture(autouse=True)
def small_threshold(settings: Any) -> Iterator[None]:
    settings.EXACT_SEARCH_MAX_CHUNKS = 200
    yield
    settings.EXACT_SEARCH_MAX_CHUNKS = 0
    vector_indexes_tidy()


@pytest.fixture
def question() -> np.ndarray:
    return unit(np.random.default_rng(9), 1)[0]


class Asking:
    """An embedder to which every text is the same question."""

    name, dimensions, similarity_floor = "builtin", DIMENSIONS, 0.24

    def __init__(self, vector: np.ndarray) -> None:
        self.vector = vector

    def embed_texts(self, texts: Sequence[str]) -> np.ndarray:
        return np.stack([self.vector] * len(texts))


def fill_close(workspace: Workspace, count: int, *, to: np.ndarray, seed: int, status: DocumentStatus) -> Document:
    """A document whose passages all lie nearer to the question than those of any other."""
    ids, vectors = fill(workspace, count, seed=seed, status=status)
    close = to + vectors * 0.05
    close /= np.linalg.norm(close, axis=1, keepdims=True)
    store_vectors(workspace_id=workspace.pk, model="builtin", chunk_ids=ids, vectors=close.astype(np.float32))
    return Document.objects.get(workspace=workspace, title=f"Document {seed}")


def analyze() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE documents_chunk, documents_embedding, documents_document")


@pytest.mark.parametrize("analyzed", [False, True], ids=["no statistics", "statistics from before"])
@pytest.mark.parametrize("count", [1, SIZE, 5 * SIZE])
def test_the_index_serves_and_nothing_of_an_unready_document_is_found(
    workspace_a: Workspace, question: np.ndarray, analyzed: bool, count: int
):
    ids, vectors = fill(workspace_a, SIZE, seed=1)
    if analyzed:
        analyze()
    unready = fill_close(workspace_a, count, to=question, seed=2, status=DocumentStatus.PROCESSING)
    vector_indexes_tidy()

    plan = plan_of(workspace_a, question, without=[unready.pk])

    assert f"Index Scan using {name_of(workspace_a)}" in plan
    assert "Seq Scan on documents_embedding" not in plan
    assert "Sort" not in plan
    assert "documents_chunk_pkey" in plan, "of each passage it is asked whose it is, of no document all its passages"
    assert near(workspace_a, question, without=[unready.pk]) == exact(ids, vectors, question)


def test_the_index_looks_on_until_as_many_are_found_as_are_wanted(workspace_a: Workspace, question: np.ndarray):
    ids, _ = fill(workspace_a, SIZE, seed=1)
    unready = fill_close(workspace_a, 4 * SIZE, to=question, seed=2, status=DocumentStatus.ERROR)
    vector_indexes_tidy()

    with CaptureQueriesContext(connection) as captured:
        found = near(workspace_a, question, limit=200, without=[unready.pk])

    assert len(found) == 200
    assert set(found) <= set(ids)
    assert len(captured) == 1, "the index alone"


def test_where_the_index_gives_up_all_are_looked_at(workspace_a: Workspace, question: np.ndarray):
    """It follows no more than so many of its passages, however many of them were of no use."""
    ids, vectors = fill(workspace_a, SIZE, seed=1)
    unready = fill_close(workspace_a, 4 * SIZE, to=question, seed=2, status=DocumentStatus.ERROR)
    vector_indexes_tidy()

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL hnsw.max_scan_tuples = 1")
        with CaptureQueriesContext(connection) as captured:
            found = near(workspace_a, question, limit=50, without=[unready.pk])

    assert len(captured) == 2
    assert found == exact(ids, vectors, question, 50)


def test_an_exact_search_leaves_them_out_too(workspace_a: Workspace, question: np.ndarray):
    ids, vectors = fill(workspace_a, 90, seed=1)
    unready = fill_close(workspace_a, 40, to=question, seed=2, status=DocumentStatus.PROCESSING)

    assert near(workspace_a, question, limit=50, among=90, without=[unready.pk]) == exact(ids, vectors, question, 50)


@pytest.mark.parametrize("status", UNREADY)
def test_a_search_beside_an_unready_document_goes_by_the_index(
    workspace_a: Workspace, question: np.ndarray, status: DocumentStatus
):
    fill(workspace_a, SIZE, seed=1)
    unready = fill_close(workspace_a, SIZE, to=question, seed=2, status=status)
    vector_indexes_tidy()

    with CaptureQueriesContext(connection) as captured:
        hits = search(workspace_id=workspace_a.pk, query="What is said?", k=10, embedder=Asking(question))

    assert {hit.title for hit in hits} == {"Document 1"}
    statements = [each["sql"] for each in captured if "<#>" in each["sql"]]
    assert statements
    assert all("hnsw.iterative_scan" in statement and unready.pk.hex in statement for statement in statements)


def test_a_search_that_is_narrowed_asks_for_its_documents(workspace_a: Workspace, question: np.ndarray):
    fill(workspace_a, SIZE, seed=1)
    fill(workspace_a, 20, seed=2)
    fill_close(workspace_a, SIZE, to=question, seed=3, status=DocumentStatus.PROCESSING)
    wanted = Document.objects.get(title="Document 2")

    hits = search(
        workspace_id=workspace_a.pk,
        query="What is said?",
        k=10,
        embedder=Asking(question),
        document_ids=list(Document.objects.exclude(title="Document 1").values_list("pk", flat=True)),
    )

    assert {hit.document_id for hit in hits} == {str(wanted.pk)}


def test_a_scope_names_the_unready_that_have_passages(workspace_a: Workspace, workspace_b: Workspace):
    fill(workspace_a, 3, seed=1)
    fill(workspace_a, 3, seed=2, status=DocumentStatus.ERROR)
    fill(workspace_a, 0, seed=3, status=DocumentStatus.UPLOADED)
    fill(workspace_b, 3, seed=4, status=DocumentStatus.ERROR)
    failed = Document.objects.get(title="Document 2")

    scope = searched_scope(workspace_id=workspace_a.pk, document_ids=None)

    assert [document.title for document in scope.documents] == ["Document 1"]
    assert (scope.chunk_count, scope.unready, scope.whole) == (3, (failed.pk,), True)
    assert not searched_scope(workspace_id=workspace_a.pk, document_ids=[failed.pk]).whole


def test_where_nearly_all_is_unready_what_is_searched_is_named(workspace_a: Workspace):
    fill(workspace_a, 3, seed=1)
    fill(workspace_a, 12, seed=2, status=DocumentStatus.PROCESSING)
    assert searched_scope(workspace_id=workspace_a.pk, document_ids=None).whole

    fill(workspace_a, 1, seed=3, status=DocumentStatus.PROCESSING)

    assert not searched_scope(workspace_id=workspace_a.pk, document_ids=None).whole


def test_a_search_with_nothing_to_leave_out_is_the_plain_one(workspace_a: Workspace, question: np.ndarray):
    fill(workspace_a, SIZE, seed=1)
    vector_indexes_tidy()

    assert "documents_chunk" not in plan_of(workspace_a, question)
