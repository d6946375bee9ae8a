"""A workspace that outgrows exact search gets an index of its own: built, used, dropped, never anybody else's."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import numpy as np
import pytest
from django.db import IntegrityError, connection, transaction
from django.db.utils import DataError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.documents import vector_indexes
from apps.documents.models import Document
from apps.documents.services import document_delete
from apps.documents.storage import store_vectors
from apps.documents.vector_indexes import Change, index_name, vector_indexes_tidy
from apps.documents.vectors import old_vectors_remove
from apps.retrieval.vector_search import nearest_chunks
from apps.workspaces.models import EmbeddingState, Workspace
from tests.vector_corpus import SIZE, exact, fill, indexes, name_of, near, plan_of, unit

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def small_threshold(settings: Any) -> Iterator[None]:
    settings.EXACT_SEARCH_MAX_CHUNKS = 200
    yield
    settings.EXACT_SEARCH_MAX_CHUNKS = 0
    vector_indexes_tidy()


@contextmanager
def held_elsewhere(key: int) -> Iterator[None]:
    """Another process is at it: its lock is held on a connection of its own."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [key])
            held.set()
            done.wait(30)
            cursor.execute("SELECT pg_advisory_unlock(%s)", [key])
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(10)
    try:
        yield
    finally:
        done.set()
        thread.join(10)


def test_a_workspace_that_outgrows_exact_search_gets_an_index_and_is_searched_by_it(workspace_a: Workspace):
    ids, vectors = fill(workspace_a, SIZE, seed=1)
    question = unit(np.random.default_rng(9), 1)[0]
    assert name_of(workspace_a) not in plan_of(workspace_a, question)
    before = near(workspace_a, question)

    change = vector_indexes_tidy()

    assert change == Change(built=(name_of(workspace_a),))
    assert name_of(workspace_a) in plan_of(workspace_a, question)
    assert near(workspace_a, question) == before == exact(ids, vectors, question)


def test_the_index_finds_the_true_neighbours_in_their_order(workspace_a: Workspace):
    ids, vectors = fill(workspace_a, SIZE, seed=1)
    vector_indexes_tidy()

    questions = unit(np.random.default_rng(9), 20)

    shares = [len(set(near(workspace_a, q)) & set(exact(ids, vectors, q))) / 10 for q in questions]
    assert np.mean(shares) >= 0.98


def test_what_is_stored_and_deleted_after_the_build_is_found_and_gone(workspace_a: Workspace):
    fill(workspace_a, SIZE, seed=1)
    vector_indexes_tidy()

    ids, vectors = fill(workspace_a, 5, seed=2)
    assert near(workspace_a, vectors[3])[0] == ids[3]

    document_delete(document=Document.objects.get(title="Document 2"))
    assert not set(near(workspace_a, vectors[3])) & set(ids)


def test_where_the_nearest_have_just_been_deleted_the_index_looks_on(workspace_a: Workspace):
    """Their places in the index stay until it is vacuumed; a search that counts them would come back with too few."""
    fill(workspace_a, SIZE, seed=1)
    question = unit(np.random.default_rng(9), 1)[0]
    near_ones = question + unit(np.random.default_rng(3), SIZE) * 0.05
    near_ones /= np.linalg.norm(near_ones, axis=1, keepdims=True)
    ids, _ = fill(workspace_a, SIZE, seed=2)
    store_vectors(workspace_id=workspace_a.pk, model="builtin", chunk_ids=ids, vectors=near_ones.astype(np.float32))
    vector_indexes_tidy()
    assert set(near(workspace_a, question, limit=200)) <= set(ids)

    document_delete(document=Document.objects.get(title="Document 2"))

    assert len(near(workspace_a, question, limit=200)) == 200


def test_a_search_by_the_index_leaves_its_transaction_as_it_was(workspace_a: Workspace):
    fill(workspace_a, SIZE, seed=1)
    vector_indexes_tidy()

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('enable_sort'), current_setting('jit')")
        before = cursor.fetchone()
        near(workspace_a, unit(np.random.default_rng(9), 1)[0])
        cursor.execute("SELECT current_setting('enable_sort'), current_setting('jit')")
        assert cursor.fetchone() == before


def test_a_search_by_the_index_compiles_nothing(workspace_a: Workspace):
    """Before PostgreSQL 18 a sort that is off costs ten billion, which is where compiling a plan begins to pay."""
    fill(workspace_a, SIZE, seed=1)
    with CaptureQueriesContext(connection) as captured:
        near(workspace_a, unit(np.random.default_rng(9), 1)[0])
    (search,) = [each["sql"] for each in captured if "enable_sort" in each["sql"]]

    with connection.cursor() as cursor:
        cursor.execute(search.replace("SELECT chunk_id", "SELECT current_setting('jit'), chunk_id", 1))
        cursor.nextset()
        assert cursor.fetchone()[0] == "off"


def test_an_index_holds_nobody_elses_vectors(workspace_a: Workspace, workspace_b: Workspace):
    fill(workspace_a, SIZE, seed=1)
    ids_b, vectors_b = fill(workspace_b, SIZE, seed=2)
    vector_indexes_tidy()
    assert indexes() == sorted([name_of(workspace_a), name_of(workspace_b)])

    for question in vectors_b[:10]:
        found = near(workspace_a, question, limit=50)
        assert len(found) == 50
        assert not set(found) & set(ids_b)
        assert near(workspace_b, question)[0] in ids_b
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples::int FROM pg_class WHERE relname = %s", [name_of(workspace_a)])
        assert cursor.fetchone()[0] == SIZE


def test_small_workspaces_have_none(workspace_a: Workspace, workspace_b: Workspace):
    fill(workspace_a, 200, seed=1)
    fill(workspace_b, 10, seed=2)

    assert vector_indexes_tidy() == Change()
    assert indexes() == []


def test_zero_is_never(workspace_a: Workspace, settings: Any):
    _, vectors = fill(workspace_a, SIZE, seed=1)
    vector_indexes_tidy()
    settings.EXACT_SEARCH_MAX_CHUNKS = 0

    assert name_of(workspace_a) not in plan_of(workspace_a, vectors[0])
    assert vector_indexes_tidy() == Change(dropped=(name_of(workspace_a),))
    assert indexes() == []


def test_a_second_pass_changes_nothing(workspace_a: Workspace):
    fill(workspace_a, SIZE, seed=1)
    vector_indexes_tidy()

    assert vector_indexes_tidy() == Change()


def test_an_index_goes_when_its_workspace_shrinks_well_below_the_size_it_was_built_at(workspace_a: Workspace):
    _, vectors = fill(workspace_a, 120, seed=1)
    fill(workspace_a, 90, seed=2)
    fill(workspace_a, 90, seed=3)
    vector_indexes_tidy()
    document_delete(document=Document.objects.get(title="Document 1"))
    assert vector_indexes_tidy() == Change(), "not at once: it may grow again"
    assert name_of(workspace_a) in plan_of(workspace_a, vectors[0], among=180)

    document_delete(document=Document.objects.get(title="Document 2"))

    assert vector_indexes_tidy() == Change(dropped=(name_of(workspace_a),))


def test_an_index_goes_with_its_workspace(workspace_a: Workspace):
    fill(workspace_a, SIZE, seed=1)
    vector_indexes_tidy()
    Workspace.objects.filter(pk=workspace_a.pk).delete()

    assert vector_indexes_tidy() == Change(dropped=(name_of(workspace_a),))


def test_an_index_that_is_made_otherwise_goes_once_the_new_one_is_complete(
    workspace_a: Workspace, monkeypatch: pytest.MonkeyPatch
):
    _, vectors = fill(workspace_a, SIZE, seed=1)
    vector_indexes_tidy()
    old, build, serving = name_of(workspace_a), vector_indexes._build, []
    monkeypatch.setattr(vector_indexes, "M", 8)

    def building(*made: Any) -> bool:
        serving.append(old in plan_of(workspace_a, vectors[0]))
        return build(*made)

    monkeypatch.setattr(vector_indexes, "_build", building)

    change = vector_indexes_tidy()

    assert serving == [True]
    assert change == Change(built=(name_of(workspace_a),), dropped=(old,))
    assert indexes() == [name_of(workspace_a)] != [old]


def test_an_index_stays_when_the_one_in_its_place_cannot_be_built(
    workspace_a: Workspace, monkeypatch: pytest.MonkeyPatch
):
    fill(workspace_a, SIZE, seed=1)
    vector_indexes_tidy()
    old = name_of(workspace_a)
    monkeypatch.setattr(vector_indexes, "M", 1)  # less than pgvector takes

    with pytest.raises(DataError):
        vector_indexes_tidy()

    assert indexes() == [old]


def test_another_model_has_another_index(workspace_a: Workspace):
    ids, vectors = fill(workspace_a, SIZE, seed=1)
    vector_indexes_tidy()
    store_vectors(
        workspace_id=workspace_a.pk, model="other", chunk_ids=ids, vectors=unit(np.random.default_rng(3), SIZE, 48)
    )
    Workspace.objects.filter(pk=workspace_a.pk).update(embedding_model="other")

    change = vector_indexes_tidy()

    assert change == Change(built=(name_of(workspace_a, "other"),), dropped=(name_of(workspace_a),))
    assert near(workspace_a, vectors[7])[0] == ids[7], "the old model can be searched still, exactly"


def test_what_an_interrupted_build_left_is_cleaned_up_and_built_again(workspace_a: Workspace):
    """A build that fails half way leaves an index that is written to and never read."""
    ids, vectors = fill(workspace_a, SIZE, seed=1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT (tableoid::regclass)::text FROM documents_embedding LIMIT 1")
        partition = cursor.fetchone()[0]
        with pytest.raises((IntegrityError, DataError)):  # every row has the same, so that it cannot be unique
            cursor.execute(
                f"CREATE UNIQUE INDEX CONCURRENTLY {name_of(workspace_a)} ON {partition} (workspace_id, model)"
            )
    assert indexes() == [name_of(workspace_a)]
    assert name_of(workspace_a) not in plan_of(workspace_a, vectors[0]), "not valid"
    assert near(workspace_a, vectors[0])[0] == ids[0]

    change = vector_indexes_tidy()

    assert change == Change(built=(name_of(workspace_a),), dropped=(name_of(workspace_a),))
    assert name_of(workspace_a) in plan_of(workspace_a, vectors[0])


def test_a_build_that_fails_keeps_no_other_workspace_from_its_index_and_no_dead_one_in_place(
    workspace_a: Workspace, workspace_b: Workspace, monkeypatch: pytest.MonkeyPatch
):
    fill(workspace_a, SIZE, seed=1)
    fill(workspace_b, SIZE, seed=2)
    gone = Workspace.objects.create(name="gone")
    fill(gone, SIZE, seed=3)
    vector_indexes_tidy()
    for workspace in (workspace_a, workspace_b):
        with connection.cursor() as cursor:
            cursor.execute(f"DROP INDEX {name_of(workspace)}")
    Workspace.objects.filter(pk=gone.pk).delete()
    failing = min(workspace_a.pk, workspace_b.pk)
    build = vector_indexes._build

    def fails_first(name: str, workspace_id: UUID, model: str) -> bool:
        if workspace_id == failing:
            raise DataError("no room")
        return build(name, workspace_id, model)

    monkeypatch.setattr(vector_indexes, "_build", fails_first)
    with pytest.raises(DataError):
        vector_indexes_tidy()
    other = workspace_b if failing == workspace_a.pk else workspace_a
    assert indexes() == [name_of(other)]


def test_while_one_process_is_at_it_another_leaves_it_alone(workspace_a: Workspace):
    fill(workspace_a, SIZE, seed=1)

    with held_elsewhere(vector_indexes.LOCK):
        assert vector_indexes_tidy() == Change()
        assert indexes() == []

    assert vector_indexes_tidy().built == (name_of(workspace_a),)


def test_inside_a_transaction_nothing_is_begun(workspace_a: Workspace):
    with transaction.atomic(), pytest.raises(RuntimeError):
        vector_indexes_tidy()


def test_a_search_in_some_documents_needs_no_index(workspace_a: Workspace):
    fill(workspace_a, SIZE, seed=1)
    ids, vectors = fill(workspace_a, 20, seed=2)
    vector_indexes_tidy()
    document = Document.objects.get(title="Document 2")

    found = nearest_chunks(
        workspace_id=workspace_a.pk,
        model="builtin",
        vector=vectors[4],
        document_ids=[document.pk],
        limit=20,
        among=20,
    )

    assert list(found) == exact(ids, vectors, vectors[4], 20)


def test_names_of_indexes_fit_the_database():
    name = index_name(workspace_id=uuid4(), model="text-embedding-3-small" * 5)
    assert len(name) <= 63
    assert name != index_name(workspace_id=uuid4(), model="text-embedding-3-small" * 5)


def test_vectors_of_a_model_that_was_left_go_after_their_time(workspace_a: Workspace, settings: Any):
    ids, vectors = fill(workspace_a, 10, seed=1)
    store_vectors(workspace_id=workspace_a.pk, model="old", chunk_ids=ids, vectors=vectors)
    left = Workspace.objects.filter(pk=workspace_a.pk)
    left.update(embedding_changed_at=timezone.now() - timedelta(days=6.9))
    assert old_vectors_remove() == 0, "a few days back is free"

    left.update(embedding_changed_at=timezone.now() - timedelta(days=7.1), embedding_state=EmbeddingState.SWITCHING)
    assert old_vectors_remove() == 0, "those of a switch under way are wanted"

    left.update(embedding_state=EmbeddingState.FAILED)
    assert old_vectors_remove() == 10
    assert near(workspace_a, vectors[2])[0] == ids[2]
