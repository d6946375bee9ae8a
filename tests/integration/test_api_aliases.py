"""The seeds' own calls at the root: the same answers, the workspace in the body or known because it is the only one."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from apps.accounts.models import User
from apps.documents.models import Document
from apps.drafting.models import Session
from apps.workspaces.models import Workspace
from apps.workspaces.services import member_add, workspace_create
from tests.integration.conftest import client_of
from tests.integration.test_api_errors import assert_problem

# as seed 004 writes the message: no workspace in it
QUESTION = {"query": "What is the limit?", "mode": "answer", "settings": {}, "document_ids": []}


def call(user: User, path: str, scope: str = "write", **fields: Any) -> Any:
    if path == "/query":
        return client_of(user, scope).post(path, {**QUESTION, **fields})
    form = {"file": SimpleUploadedFile("policy.md", b"# Policy\n\nThe limit is 40 %.\n"), **fields}
    return client_of(user, scope).post(path, form, format="multipart")


PATHS = pytest.mark.parametrize("path", ["/query", "/documents/upload"])


@PATHS
def test_the_only_workspace_need_not_be_named(path: str, alice: User, workspace_a: Workspace) -> None:
    answer = call(alice, path)
    assert (answer.status_code, answer.json()["workspace_id"]) == (202, str(workspace_a.pk))
    assert client_of(alice).get(answer["Location"]).json()["id"] == answer.json()["id"]


@PATHS
def test_of_several_workspaces_one_is_named(path: str, alice: User, workspace_a: Workspace) -> None:
    other = workspace_create(name="Other", owner=alice)
    assert list(assert_problem(call(alice, path), 422, "invalid")["errors"]) == ["workspace_id"]
    answer = call(alice, path, workspace_id=str(other.pk))
    assert (answer.status_code, answer.json()["workspace_id"]) == (202, str(other.pk))


@PATHS
def test_without_a_workspace_there_is_nowhere_to_go(path: str, alice: User) -> None:
    assert list(assert_problem(call(alice, path), 422, "invalid")["errors"]) == ["workspace_id"]


@PATHS
@pytest.mark.parametrize("named", ["x", "12"])
def test_a_workspace_that_cannot_be_one_is_refused(path: str, named: str, alice: User, workspace_a: Workspace) -> None:
    problem = assert_problem(call(alice, path, workspace_id=named), 422, "invalid")
    assert list(problem["errors"]) == ["workspace_id"]


@PATHS
def test_roles_scopes_and_logins_count_as_under_the_base(
    path: str, alice: User, charlie: User, workspace_a: Workspace
) -> None:
    assert_problem(call(charlie, path), 403, "role-too-low")
    assert_problem(call(alice, path, scope="read"), 403, "scope-too-low")
    assert_problem(Client().post(path, {}), 401, "not-authenticated")
    assert_problem(client_of(alice).get(path), 405, "method-not-allowed")
    assert not Session.objects.exists()
    assert not Document.objects.exists()


def test_a_viewer_of_many_and_editor_of_one_names_it_too(bob: User, workspace_a: Workspace, workspace_b: Any) -> None:
    member_add(workspace=workspace_a, user=bob, role="viewer")
    assert_problem(call(bob, "/query"), 422, "invalid")
    assert call(bob, "/query", workspace_id=str(workspace_b.pk)).status_code == 202


def test_a_question_that_cannot_be_asked_names_its_field(alice: User, workspace_a: Workspace) -> None:
    assert list(assert_problem(call(alice, "/query", query=" "), 422, "invalid")["errors"]) == ["query"]
    assert list(assert_problem(call(alice, "/query", mode="poem"), 422, "invalid")["errors"]) == ["mode"]
    where = client_of(alice).post("/documents/upload", {"title": "x"}, format="multipart")
    assert list(assert_problem(where, 422, "invalid")["errors"]) == ["file"]


def test_a_browser_needs_the_csrf_token_here_too(alice: User, workspace_a: Workspace) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    assert_problem(browser.post("/query", QUESTION, content_type="application/json"), 403, "csrf")


def test_an_unknown_path_beside_them_is_a_problem_too(alice: User) -> None:
    assert_problem(client_of(alice).post("/query/", QUESTION), 404, "not-found")
