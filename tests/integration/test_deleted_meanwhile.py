"""What is begun with a workspace, document or session while it is deleted: a clear answer, and nothing is left."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import connection, transaction
from django.urls import reverse

from apps.core.errors import Problem
from apps.documents import services
from apps.documents.models import Document
from apps.documents.services import document_delete, document_reprocess, document_upload
from apps.drafting.models import Session
from apps.drafting.services import session_delete
from apps.feedback.models import SessionFeedback
from apps.feedback.services import feedback_give
from apps.runs import bells
from apps.runs.models import Run
from apps.runs.services import run_cancel, runs_forget
from apps.workspaces.models import Workspace
from apps.workspaces.services import workspace_delete
from tests.beside import beside
from tests.integration.answer_fixture import answered, ask
from tests.integration.conftest import client_of
from workers.toolbox import Toolbox

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_is_rung() -> Any:
    bells.silence()
    yield
    bells.silence(False)


def waits_for_a_lock() -> bool:
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # else a transaction sees what it saw first
        cursor.execute(query)
        return cursor.fetchone()[0] > 0


def wait_for(what: Callable[[], bool]) -> None:
    for _ in range(500):
        if what():
            return
        threading.Event().wait(0.02)
    raise AssertionError("it did not come to that")


def deleted_while(workspace: Workspace, begin: Callable[[], object]) -> None:
    """``begin`` in another thread between the workspace's deletion and its commit."""
    with transaction.atomic():
        workspace_delete(workspace=workspace)
        other = beside(begin)
        wait_for(waits_for_a_lock)
    other.join()


@pytest.mark.parametrize("headers", [{}, {"HTTP_IDEMPOTENCY_KEY": "once"}], ids=["without a key", "with a key"])
def test_a_question_to_a_workspace_that_is_being_deleted_finds_none(alice, workspace_a, headers):
    client, answers = client_of(alice), []

    def ask() -> None:
        url = reverse("sessions", args=[workspace_a.pk])
        answers.append(client.post(url, {"query": "What is the limit?"}, format="json", **headers))

    deleted_while(workspace_a, ask)

    assert answers[0].status_code == 404
    assert answers[0].json()["type"].endswith("not-found")
    assert not Session.objects.exists()
    assert not Run.objects.exists()


def test_a_document_for_a_workspace_that_is_being_deleted_leaves_no_file(workspace, settings):
    refused = []

    def upload() -> None:
        try:
            document_upload(workspace=workspace, user=None, file=ContentFile(b"The limit is 40 %."), filename="a.txt")
        except Problem as problem:
            refused.append(problem.status)

    deleted_while(workspace, upload)

    assert refused == [404]
    assert not [path for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()]


def test_a_document_that_is_deleted_while_it_is_to_be_read_again_leaves_no_run(workspace, monkeypatch):
    file = ContentFile(b"The limit is 40 %.")
    document, _ = document_upload(workspace=workspace, user=None, file=file, filename="a.txt")
    run_cancel(run=Run.objects.get())
    began, refused, others = threading.Event(), [], []

    def read_again() -> None:
        began.set()
        try:
            document_reprocess(document=document)
        except Problem as problem:
            refused.append(problem.status)

    def forget(**of: Any) -> None:
        runs_forget(**of)
        others.append(beside(read_again))
        began.wait(10)
        others[0].join(1.0)  # where nothing holds it up, it is through by now

    monkeypatch.setattr(services, "runs_forget", forget)
    document_delete(document=document)
    others[0].join()

    assert refused == [404]
    assert not Document.objects.exists()
    assert not Run.objects.exists()


def test_feedback_on_a_session_that_is_being_deleted_finds_none(workspace, document):
    session, run = ask(workspace)
    answered(session, run, Toolbox())
    refused = []

    def give() -> None:
        try:
            feedback_give(session=session, author=None, feedback_type="helpful")
        except Problem as problem:
            refused.append(problem.status)

    with transaction.atomic():
        session_delete(session=Session.objects.get(pk=session.pk))
        other = beside(give)
        wait_for(waits_for_a_lock)
    other.join()
    give()

    assert refused == [404, 404]
    assert not SessionFeedback.objects.exists()
