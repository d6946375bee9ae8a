"""A switch of embedding models as it is asked for: called off, failing, refused, and over the API."""

import threading
from typing import Any

import pytest
from django.db import connection, transaction

from apps.core.errors import Problem
from apps.documents.switching import SUBJECT, embedding_switch
from apps.inference.contracts import ModelError
from apps.inference.embedders import EMBEDDERS
from apps.runs.models import PhaseRun, Run, RunState
from apps.runs.selectors import active_run_of, runs_of
from apps.runs.services import phase_retry, run_cancel
from apps.workspaces.models import EmbeddingState, Workspace
from apps.workspaces.services import workspace_create, workspace_update
from tests.integration.conftest import client_of
from tests.integration.embedding_switch.switching import (
    LETTERS,
    WORDS,
    Counting,
    Tools,
    found,
    models_of,
    switch,
    told,
    work,
)
from tests.integration.test_retrieval import HANDBOOK

pytestmark = pytest.mark.django_db(transaction=True)


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
