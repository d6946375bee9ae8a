"""From one embedding model to another over a real PostgreSQL: side by side, one step, killed, overtaken, called off."""

import threading
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from django.core.files.base import ContentFile
from django.db import connection, transaction

from apps.core.errors import Problem
from apps.documents.models import Chunk, Document, DocumentStatus, Embedding
from apps.documents.services import document_delete, document_upload
from apps.documents.switching import SUBJECT, embedding_switch
from apps.documents.vectors import active_model_held, chunks_lacking, store_batch, switch_over
from apps.inference.contracts import ModelError, Passage
from apps.inference.embedders import EMBEDDERS, get_embedder
from apps.retrieval.search import search
from apps.runs import bells, executor
from apps.runs.models import PhaseRun, Run, RunState
from apps.runs.selectors import active_run_of, events_after, runs_of
from apps.runs.services import phase_retry, run_cancel
from apps.workspaces.models import EmbeddingState, Workspace
from apps.workspaces.services import workspace_create, workspace_delete, workspace_update
from tests.integration.conftest import client_of
from tests.integration.runs_fixture import expire_lease
from tests.integration.test_retrieval import HANDBOOK, POLICY, REPORT, make_document
from workers.phases import embedding as phases
from workers.phases import reembed
from workers.toolbox import Toolbox

pytestmark = pytest.mark.django_db(transaction=True)

LETTERS, WORDS = "letters-26", "words-512"


class Counting:
    """A bag of letters, or of words by their hash: other dimensions, another order, and no model to load."""

    similarity_floor = 0.1

    def __init__(self, name: str, dimensions: int) -> None:
        self.name, self.dimensions = name, dimensions
        self.calls: list[list[str]] = []
        self.before: Any = lambda: None  # what happens when it is asked

    def embed_passages(self, passages: Sequence[Passage]) -> np.ndarray:
        self.calls.append([passage.content for passage in passages])
        self.before()
        return self._vectors([f"{passage.context_line} {passage.content}" for passage in passages])

    def embed_texts(self, texts: Sequence[str]) -> np.ndarray:
        return self._vectors(texts)

    def embed_query(self, query: str) -> np.ndarray:
        return self._vectors([query])[0]

    @property
    def embedded(self) -> list[str]:
        return [text for call in self.calls for text in call]

    def _vectors(self, texts: Sequence[str]) -> np.ndarray:
        vectors = np.full((len(texts), self.dimensions), 1e-3, np.float32)
        for row, text in enumerate(texts):
            lowered = text.lower()
            units = lowered.split() if self.dimensions > 26 else [each for each in lowered if each.isascii()]
            for unit in units:
                vectors[row, zlib.crc32(unit.encode()) % self.dimensions] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


class Tools(Toolbox):
    """The real ones, with the counting models beside the built-in one."""

    def __init__(self, *embedders: Counting) -> None:
        self.embedders = {embedder.name: embedder for embedder in embedders}

    def embedder(self, model: str) -> Any:
        return self.embedders.get(model) or get_embedder(model)


@pytest.fixture(autouse=True)
def small_batches_and_no_bells(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    monkeypatch.setattr(phases, "ENDPOINT_BATCH", 2)
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"  # nobody listens; the tools hand out counting models
    bells.silence()
    yield
    bells.silence(False)


@pytest.fixture
def letters() -> Counting:
    return Counting(LETTERS, 26)


@pytest.fixture
def words() -> Counting:
    return Counting(WORDS, 512)


@pytest.fixture
def tools(letters: Counting, words: Counting) -> Tools:
    return Tools(letters, words)


@pytest.fixture
def library(workspace_a: Workspace) -> Workspace:
    make_document(workspace_a, POLICY, title="Lending policy", filename="lending.pdf")
    make_document(workspace_a, HANDBOOK, title="Handbook", filename="handbook.pdf")
    return workspace_a


def switch(workspace: Workspace, model: str, tools: Tools) -> Workspace:
    """Wanted, and done by this thread."""
    embedding_switch(workspace=workspace, model=model)
    return work(workspace, tools)


def work(workspace: Workspace, tools: Tools) -> Workspace:
    run = active_run_of(subject_kind=SUBJECT, subject_id=workspace.pk)
    if run is not None:
        executor.drain(run_id=run.pk, tools=tools)
    workspace.refresh_from_db()
    return workspace


def models_of(workspace: Workspace) -> dict[str, int]:
    rows = Embedding.objects.filter(workspace_id=workspace.pk).values_list("model", flat=True)
    return {model: list(rows).count(model) for model in rows}


def told(workspace: Workspace) -> list[str]:
    page = events_after(stream_id=workspace.pk, limit=1000)
    assert [event["seq"] for event in page] == list(range(1, len(page) + 1))
    return [event["type"] for event in page if event["type"].startswith("embedding_")]


def found(workspace: Workspace, query: str, tools: Tools) -> list[str]:
    workspace.refresh_from_db()
    hits = search(workspace_id=workspace.pk, query=query, k=3, embedder=tools.embedder(workspace.embedding_model))
    return [hit.content for hit in hits]


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


def test_the_active_model_is_no_switch(library: Workspace, tools: Tools):
    embedding_switch(workspace=library, model="builtin")

    assert not runs_of(subject_kind=SUBJECT, subject_id=library.pk).exists()
    assert told(library) == []


def test_naming_the_active_model_calls_a_switch_off(library: Workspace, tools: Tools):
    embedding_switch(workspace=library, model=LETTERS)

    after = embedding_switch(workspace=library, model="builtin")

    assert (after.embedding_state, after.embedding_target) == (EmbeddingState.SETTLED, "")
    assert runs_of(subject_kind=SUBJECT, subject_id=library.pk).get().state == RunState.CANCELLED


def test_another_model_takes_the_place_of_one_that_is_being_switched_to(
    library: Workspace, tools: Tools, letters: Counting
):
    letters.before = lambda: embedding_switch(workspace=library, model=WORDS) if len(letters.calls) == 2 else None

    switch(library, LETTERS, tools)
    work(library, tools)

    assert library.embedding_model == WORDS
    assert models_of(library) == {"builtin": 5, LETTERS: 2, WORDS: 5}, "the batch under way was refused"
    states = runs_of(subject_kind=SUBJECT, subject_id=library.pk).values_list("state", flat=True)
    assert sorted(states) == [RunState.CANCELLED, RunState.COMPLETED]


def test_who_changes_the_model_and_a_worker_that_commits_do_not_wait_for_each_other(library: Workspace):
    """The worker holds its run and takes the workspace next; so must whoever calls the run off."""
    embedding_switch(workspace=library, model=LETTERS)
    running = active_run_of(subject_kind=SUBJECT, subject_id=library.pk)
    begun = threading.Event()

    def change() -> None:
        begun.set()
        workspace_update(workspace=Workspace.objects.get(pk=library.pk), name="Renamed", embedding_model=WORDS)
        connection.close()

    with transaction.atomic():
        Run.objects.select_for_update().get(pk=running.pk)
        thread = threading.Thread(target=change)
        thread.start()
        begun.wait(10)
        thread.join(0.5)
        assert thread.is_alive(), "it waits for the run"
        Workspace.objects.select_for_update(nowait=True).get(pk=library.pk)
    thread.join(10)

    library.refresh_from_db()
    assert (library.name, library.embedding_target) == ("Renamed", WORDS)


def test_the_same_model_again_leaves_the_switch_alone(library: Workspace, tools: Tools):
    embedding_switch(workspace=library, model=LETTERS)
    embedding_switch(workspace=library, model=LETTERS)

    assert runs_of(subject_kind=SUBJECT, subject_id=library.pk).count() == 1


def test_an_endpoint_that_fails_leaves_the_old_model_active_and_says_why(
    library: Workspace, tools: Tools, letters: Counting
):
    def fail() -> None:
        raise ModelError("unauthorized", "the endpoint refused the key", retryable=False)

    letters.before = fail

    failed = switch(library, LETTERS, tools)

    assert (failed.embedding_model, failed.embedding_state) == ("builtin", EmbeddingState.FAILED)
    assert failed.embedding_target == LETTERS
    assert failed.embedding_error["code"] == "embedding_failed"
    assert "refused the key" in failed.embedding_error["message"]
    assert len(letters.calls) == 1, "whoever calls an endpoint has tried again by itself"
    assert told(library)[-1] == "embedding_stopped"
    assert found(library, "paid vacation", tools)[0] == HANDBOOK[0]


def test_a_model_that_breaks_is_tried_three_times_and_every_error_is_kept(
    library: Workspace, tools: Tools, letters: Counting
):
    def fail() -> None:
        raise RuntimeError(f"try {len(letters.calls)}")

    letters.before = fail

    switch(library, LETTERS, tools)

    errors = PhaseRun.objects.get(run__subject_id=library.pk, name="reembed").errors
    assert [error["message"][-5:] for error in errors] == ["try 1", "try 2", "try 3"]


def test_a_switch_that_failed_is_taken_up_where_it_stopped(library: Workspace, tools: Tools, letters: Counting):
    def fail() -> None:
        if len(letters.calls) == 2:
            raise ModelError("unavailable", "503", retryable=True)

    letters.before = fail
    switch(library, LETTERS, tools)
    phase = PhaseRun.objects.get(run__subject_id=library.pk, name="reembed")

    assert phase_retry(phase=phase)
    library.refresh_from_db()
    assert (library.embedding_state, library.embedding_error) == (EmbeddingState.SWITCHING, {})
    work(library, tools)

    assert library.embedding_model == LETTERS
    assert len(letters.embedded) == 2 + 2 + 3, "the batch that was stored, the one that failed, the rest"


def test_a_cancelled_run_says_so(library: Workspace):
    embedding_switch(workspace=library, model=LETTERS)

    run_cancel(run=active_run_of(subject_kind=SUBJECT, subject_id=library.pk), reason="Stopped by the operator.")

    library.refresh_from_db()
    assert library.embedding_state == EmbeddingState.FAILED
    assert library.embedding_error == {"code": "cancelled", "message": "Stopped by the operator."}


def test_a_model_nobody_can_be_asked_for_is_refused_and_nothing_is_changed(library: Workspace, settings: Any):
    settings.OPENAI_BASE_URL = ""

    with pytest.raises(Problem) as refused:
        workspace_update(workspace=library, name="Renamed", embedding_model=LETTERS)

    assert refused.value.status == 422
    assert "no model endpoint is set up" in refused.value.errors["embedding_model"][0]
    assert Workspace.objects.get(pk=library.pk).name == "A"
    assert LETTERS not in EMBEDDERS


def test_an_owner_switches_over_the_api_and_follows_it_there(library: Workspace, alice: Any, tools: Tools):
    client = client_of(alice)
    url = f"/api/v1/workspaces/{library.pk}"

    begun = client.patch(url, {"embedding_model": LETTERS}, format="json")

    assert begun.status_code == 200
    assert begun.json()["embedding"] == {
        "active": "builtin",
        "target": LETTERS,
        "state": "switching",
        "done": 0,
        "total": 5,
        "error": None,
    }
    work(library, tools)
    shown = client.get(url).json()
    assert shown["embedding_model"] == shown["embedding"]["active"] == LETTERS
    assert (shown["embedding"]["state"], shown["embedding"]["target"]) == ("settled", None)


def test_only_an_owner_may_switch_and_strangers_see_no_workspace(library: Workspace, charlie: Any, bob: Any):
    url = f"/api/v1/workspaces/{library.pk}"
    wanted = {"embedding_model": LETTERS}

    assert client_of(charlie).patch(url, wanted, format="json").status_code == 403
    assert client_of(bob).patch(url, wanted, format="json").status_code == 404
    library.refresh_from_db()
    assert library.embedding_state == EmbeddingState.SETTLED


def test_an_unusable_model_is_refused_over_the_api(library: Workspace, alice: Any, settings: Any):
    settings.OPENAI_BASE_URL = ""

    answer = client_of(alice).patch(
        f"/api/v1/workspaces/{library.pk}", {"embedding_model": "text-embedding-3-small"}, format="json"
    )

    assert answer.status_code == 422
    assert "embedding_model" in answer.json()["errors"]


def test_an_empty_workspace_is_switched_too(alice: Any, tools: Tools, letters: Counting):
    empty = workspace_create(name="Empty", owner=alice)

    switch(empty, LETTERS, tools)

    assert (empty.embedding_model, letters.calls) == (LETTERS, [])


def test_a_new_workspace_takes_the_installations_model(alice: Any, settings: Any):
    settings.EMBEDDING_MODEL = "text-embedding-3-small"

    made = workspace_create(name="New", owner=alice)

    assert made.embedding_model == "text-embedding-3-small"
