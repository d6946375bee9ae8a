"""Workspaces and the people in them, over the API and by the services behind it."""

import threading
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from apps.accounts.models import User
from apps.core.errors import Problem
from apps.documents.models import Chunk, Document, Embedding
from apps.drafting.models import Session
from apps.runs.models import Event, Run
from apps.verification.models import Ledger
from apps.workspaces.models import Membership, Role, Workspace
from apps.workspaces.services import (
    member_add,
    member_remove,
    member_set_role,
    workspace_create,
    workspace_delete,
)
from tests.integration.conftest import Holdings, client_of


def test_a_new_workspace_belongs_to_who_made_it(alice: User, settings: Any) -> None:
    settings.EMBEDDING_MODEL = "text-embedding-3-small"
    answer = client_of(alice).post(reverse("workspaces"), {"name": "  Lending  "})
    assert answer.status_code == 201
    made = answer.json()
    assert (made["name"], made["role"], made["settings"]) == ("Lending", "owner", {})
    assert made["embedding_model"] == "text-embedding-3-small"
    assert client_of(alice).get(reverse("workspace", args=[made["id"]])).json() == made


def test_only_a_token_for_administration_makes_workspaces(alice: User) -> None:
    response = client_of(alice, "write").post(reverse("workspaces"), {"name": "X"})
    assert response.json()["type"] == "urn:veritydraft:problem:scope-too-low"


def test_a_workspace_can_be_renamed_and_given_settings(alice: User, workspace_a: Workspace) -> None:
    where = reverse("workspace", args=[workspace_a.pk])
    assert client_of(alice).patch(where, {"settings": {"tone": "dry"}}).json()["name"] == "A"
    assert client_of(alice).patch(where, {"name": "A2"}).json()["settings"] == {"tone": "dry"}
    assert client_of(alice).patch(where, {"name": " "}).status_code == 422


def test_a_list_is_cut_into_pages_that_hold_each_row_once(alice: User) -> None:
    made = [str(workspace_create(name=f"W{number}", owner=alice).pk) for number in range(7)]
    url, seen = reverse("workspaces") + "?limit=3", []
    while url:
        page = client_of(alice).get(url).json()
        assert set(page) == {"next", "previous", "results"}
        seen += [row["id"] for row in page["results"]]
        url = page["next"]
    assert seen == made[::-1]


def test_members_come_change_and_go(alice: User, bob: User, workspace_a: Workspace) -> None:
    owner, where = client_of(alice), reverse("members", args=[workspace_a.pk])
    added = owner.post(where, {"email": "BOB@example.org", "role": "editor"})
    assert (added.status_code, added.json()["id"], added.json()["role"]) == (201, str(bob.pk), "editor")
    assert owner.post(where, {"email": bob.email}).status_code == 409
    assert {row["email"] for row in owner.get(where).json()["results"]} >= {alice.email, bob.email}
    one = reverse("member", args=[workspace_a.pk, bob.pk])
    assert owner.patch(one, {"role": "viewer"}).json()["role"] == "viewer"
    assert owner.patch(one, {"role": "emperor"}).status_code == 422
    assert owner.delete(one).status_code == 204
    assert owner.delete(one).status_code == 404
    assert client_of(bob).get(reverse("workspace", args=[workspace_a.pk])).status_code == 404


def test_nobody_unknown_can_be_let_in(alice: User, workspace_a: Workspace) -> None:
    response = client_of(alice).post(reverse("members", args=[workspace_a.pk]), {"email": "zoe@example.org"})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["email"])


def test_the_last_owner_can_neither_leave_nor_step_down(alice: User, workspace_a: Workspace) -> None:
    one = reverse("member", args=[workspace_a.pk, alice.pk])
    assert client_of(alice).delete(one).status_code == 409
    assert client_of(alice).patch(one, {"role": "editor"}).status_code == 409
    assert Membership.objects.get(workspace=workspace_a, user=alice).role == Role.OWNER


def test_whoever_is_a_member_may_leave_and_shows_nobody_else_out(
    alice: User, bob: User, charlie: User, workspace_a: Workspace
) -> None:
    member_add(workspace=workspace_a, user=bob, role=Role.EDITOR)
    mine, theirs = (reverse("member", args=[workspace_a.pk, user.pk]) for user in (charlie, bob))
    assert client_of(charlie).delete(theirs).json()["type"] == "urn:veritydraft:problem:role-too-low"
    assert client_of(charlie, "write").delete(mine).json()["type"] == "urn:veritydraft:problem:scope-too-low"
    assert client_of(charlie).patch(mine, {"role": "owner"}).status_code == 403
    assert client_of(charlie).delete(mine).status_code == 204
    assert client_of(charlie).get(reverse("workspace", args=[workspace_a.pk])).status_code == 404
    assert client_of(charlie).delete(mine).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_leave_at_once_do_not_both_go(alice: User, bob: User, workspace_a: Workspace) -> None:
    member_add(workspace=workspace_a, user=bob, role=Role.OWNER)
    refused: list[str] = []
    barrier = threading.Barrier(2)

    def leave(user: User) -> None:
        membership = Membership.objects.get(workspace=workspace_a, user=user)
        barrier.wait()
        try:
            member_remove(membership=membership)
        except Problem as problem:
            refused.append(problem.type)
        finally:
            connection.close()

    threads = [threading.Thread(target=leave, args=(user,)) for user in (alice, bob)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["conflict"]
    assert Membership.objects.filter(workspace=workspace_a, role=Role.OWNER).count() == 1


def test_with_a_second_owner_the_first_may_step_down(alice: User, bob: User, workspace_a: Workspace) -> None:
    member_add(workspace=workspace_a, user=bob, role=Role.OWNER)
    mine = Membership.objects.get(workspace=workspace_a, user=alice)
    assert member_set_role(membership=mine, role=Role.VIEWER).role == Role.VIEWER


def test_a_deleted_workspace_takes_everything_along_and_nothing_else(
    holdings_a: Holdings, holdings_b: Holdings, alice: User, django_capture_on_commit_callbacks: Any
) -> None:
    stored = holdings_a.document.file
    with django_capture_on_commit_callbacks(execute=True):
        answer = client_of(alice).delete(reverse("workspace", args=[holdings_a.workspace.pk]))
    assert answer.status_code == 204
    for row in holdings_a.rows():
        outlives = row is holdings_a.audited
        assert type(row).objects.filter(pk=row.pk).exists() is outlives, row
    for row in holdings_b.rows():
        assert type(row).objects.filter(pk=row.pk).exists(), row
    for model in (Document, Chunk, Session, Run, Event, Ledger, Embedding):
        assert model.objects.count() == 1
    assert not stored.storage.exists(stored.name)


def test_deleting_a_workspace_twice_is_no_error(workspace_a: Workspace) -> None:
    workspace_delete(workspace=workspace_a)
    workspace_delete(workspace=workspace_a)
    assert not Workspace.objects.exists()
