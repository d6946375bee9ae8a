"""From one embedding model to another over a real PostgreSQL: side by side, in one step, killed and overtaken."""

import threading
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import connection, transaction

from apps.documents.models import Chunk, Document, DocumentStatus, Embedding
from apps.documents.services import document_delete, document_upload
from apps.documents.switching import SUBJECT, embedding_switch
from apps.documents.vectors import active_model_held, chunks_lacking, store_batch, switch_over
from apps.runs import executor
from apps.runs.models import PhaseRun, Run
from apps.runs.selectors import active_run_of, events_after, runs_of
from apps.workspaces.models import EmbeddingState, Workspace
from apps.workspaces.services import workspace_delete
from tests.integration.embedding_switch.switching import (
    LETTERS,
    Counting,
    Tools,
    found,
    models_of,
    switch,
    told,
    work,
)
from tests.integration.runs_fixture import expire_lease
from tests.integration.test_retrieval import HANDBOOK, REPORT, make_document
from workers.phases import reembed

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_workspace_is_embedded_under_the_new_model_and_switched_in_one_step(library: Workspace, tools: Tools):
    switched = switch(library, LETTERS, tools)

    assert (switched.embedding_model, switched.embedding_state) == (LETTERS, EmbeddingState.SETTLED)
    assert (switched.embedding_done, switched.embedding_total, switched.embedding_target) == (5, 5, "")
    assert models_of(library) == {"builtin": 5, LETTERS: 5}, "side by side"
    assert told(library)[0] == "embedding_progress"
    assert told(library)[-1] == "embedding_switched"
    assert told(library).count("embedding_switched") == 1
    last = events_after(stream_id=library.pk)[-1]["payload"]
    assert last == {"model": LETTERS, "previous": "builtin"}
    assert found(library, "How long is the paid vacation of an employee?", tools)[0] == HANDBOOK[0]


def test_searches_go_on_with_the_old_model_until_the_switch(library: Workspace, tools: Tools, letters: Counting):
    seen = []
    letters.before = lambda: seen.append(found(library, "paid vacation", tools)[0])

    switch(library, LETTERS, tools)

    assert seen == [HANDBOOK[0]] * 3, "asked in the middle of each batch"


def test_a_killed_reembedding_goes_on_at_the_next_passage_without_a_vector(
    library: Workspace, tools: Tools, letters: Counting
):
    embedding_switch(workspace=library, model=LETTERS)
    run = active_run_of(subject_kind=SUBJECT, subject_id=library.pk)

    def die() -> None:
        if len(letters.calls) == 2:
            raise KeyboardInterrupt  # as a killed process: nothing more is written

    letters.before = die
    with pytest.raises(KeyboardInterrupt):
        executor.drain(run_id=run.pk, tools=tools)
    assert models_of(library) == {"builtin": 5, LETTERS: 2}
    library.refresh_from_db()
    assert (library.embedding_done, library.embedding_total) == (2, 5)
    letters.before, letters.calls = (lambda: None), []
    expire_lease(run, "reembed")

    work(library, tools)

    assert len(letters.embedded) == 3, "the first two are not embedded again"
    assert library.embedding_model == LETTERS
    assert models_of(library)[LETTERS] == 5


def test_many_passages_are_embedded_in_parts_so_that_others_have_their_turn(
    library: Workspace, tools: Tools, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(reembed, "PART", 2)

    switch(library, LETTERS, tools)

    run = runs_of(subject_kind=SUBJECT, subject_id=library.pk).get()
    done = PhaseRun.objects.filter(run=run, state="done").values_list("name", "cycle")
    assert sorted(done) == [("reembed", 0), ("reembed", 1), ("reembed", 2), ("switch", 0)]
    assert library.embedding_model == LETTERS


def test_a_document_that_becomes_ready_during_the_switch_is_embedded_before_it(
    library: Workspace, tools: Tools, letters: Counting
):
    def another() -> None:
        if len(letters.calls) == 1:
            make_document(library, REPORT, title="Report", filename="report.pdf")

    letters.before = another

    switch(library, LETTERS, tools)

    assert library.embedding_model == LETTERS
    assert models_of(library) == {"builtin": 8, LETTERS: 8}


def test_a_document_ready_in_the_moment_of_the_switch_postpones_it(
    library: Workspace, tools: Tools, monkeypatch: pytest.MonkeyPatch
):
    real, late = reembed.switch_over, []

    def another() -> None:
        late.append(make_document(library, REPORT, title="Report", filename="report.pdf"))
        connection.close()

    def overtaken(**values: Any) -> str | None:
        if not late:
            thread = threading.Thread(target=another)  # a transaction of its own
            thread.start()
            thread.join()
        return real(**values)

    monkeypatch.setattr(reembed, "switch_over", overtaken)

    switch(library, LETTERS, tools)

    assert library.embedding_model == LETTERS
    assert models_of(library)[LETTERS] == 8
    attempts = PhaseRun.objects.get(run__subject_id=library.pk, name="switch")
    assert [error["code"] for error in attempts.errors] == ["documents_added"]


def test_a_document_that_was_embedded_before_the_switch_and_indexed_after_it_has_the_new_vectors(
    library: Workspace, tools: Tools, letters: Counting
):
    document, _ = document_upload(
        workspace=library, user=None, file=ContentFile(b"Bees make honey of nectar.\n"), filename="bees.txt"
    )
    run = active_run_of(subject_kind="document", subject_id=document.pk)
    for name in ("extract", "chunk", "embed"):
        executor.execute(run_id=run.pk, key=executor.PhaseKey(name), tools=tools)
    switch(library, LETTERS, tools)
    letters.calls = []

    executor.drain(run_id=run.pk, tools=tools)

    document.refresh_from_db()
    assert document.status == DocumentStatus.READY
    assert len(letters.embedded) == document.chunk_count == 1
    assert models_of(library)[LETTERS] == 6


def test_a_commit_that_makes_a_document_ready_waits_for_the_switch_and_sees_it(library: Workspace, tools: Tools):
    """The two commits that could leave a ready document without a vector hold the same row."""
    lacking = list(chunks_lacking(workspace_id=library.pk, model=LETTERS))
    vectors = tools.embedder(LETTERS).embed_texts([chunk.content for chunk in lacking])
    store_batch(workspace_id=library.pk, model=LETTERS, chunks=lacking, vectors=vectors, done=5, total=5)
    seen: list[str | None] = []
    switching, looked = threading.Event(), threading.Event()

    def index() -> None:
        switching.wait(10)
        with transaction.atomic():
            looked.set()
            seen.append(active_model_held(workspace_id=library.pk))
        connection.close()

    thread = threading.Thread(target=index)
    thread.start()
    with transaction.atomic():
        assert switch_over(workspace_id=library.pk, model=LETTERS) == "builtin"
        switching.set()
        looked.wait(10)
        thread.join(0.3)
        assert seen == [], "it waits"
    thread.join(10)
    assert seen == [LETTERS]


def test_a_document_that_is_deleted_while_its_passages_are_embedded_is_left_out(
    library: Workspace, tools: Tools, letters: Counting
):
    handbook = Document.objects.get(workspace=library, title="Handbook")

    def delete() -> None:
        if Document.objects.filter(pk=handbook.pk).exists() and HANDBOOK[0] in letters.calls[-1]:
            document_delete(document=handbook)

    letters.before = delete

    switch(library, LETTERS, tools)

    assert library.embedding_model == LETTERS
    assert models_of(library) == {"builtin": 3, LETTERS: 3}
    assert not Chunk.objects.filter(document_id=handbook.pk).exists()


def test_deleting_the_workspace_ends_its_switch(library: Workspace, tools: Tools, letters: Counting):
    embedding_switch(workspace=library, model=LETTERS)
    run = active_run_of(subject_kind=SUBJECT, subject_id=library.pk)
    letters.before = lambda: workspace_delete(workspace=library)

    executor.drain(run_id=run.pk, tools=tools)

    assert not Run.objects.filter(pk=run.pk).exists()
    assert not Embedding.objects.filter(workspace_id=library.pk).exists()


def test_switching_back_soon_embeds_nothing_again(library: Workspace, tools: Tools, letters: Counting):
    switch(library, LETTERS, tools)
    make_document(library, REPORT, title="Report", filename="report.pdf")  # with vectors of the built-in model alone
    asked = len(letters.embedded)
    switch(library, "builtin", tools)
    assert library.embedding_model == "builtin"

    switch(library, LETTERS, tools)

    assert library.embedding_model == LETTERS
    assert len(letters.embedded) - asked == len(REPORT), "only what came since"
