"""Deleting a person in the admin leaves no workspace without an owner, and tells of the memberships that went."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.workspaces.models import Membership, Role, Workspace
from apps.workspaces.services import member_add, member_set_role, workspace_create
from tests.integration.test_admin import browser, root, url

__all__ = ["browser", "root"]  # fixtures


def delete_one(browser: Client, person: User) -> str:
    """Delete a person on their page, answer the question, and read what is told then."""
    page = url(User, "delete", person.pk)
    assert browser.get(page).status_code == 200
    return browser.post(page, {"post": "yes"}, follow=True).content.decode()


def delete_many(browser: Client, *people: User) -> str:
    """The same from the list."""
    form: dict[str, Any] = {"action": "delete_selected", "_selected_action": [person.pk for person in people]}
    page = url(User, "changelist")
    assert browser.post(page, form).status_code == 200
    return browser.post(page, form | {"post": "yes"}, follow=True).content.decode()


def owners(workspace: Workspace) -> set[str]:
    rows = Membership.objects.filter(workspace=workspace, role=Role.OWNER)
    return set(rows.values_list("user__email", flat=True))


@pytest.mark.parametrize("delete", [delete_one, delete_many], ids=["on the page", "from the list"])
def test_the_only_owner_of_a_workspace_is_not_deleted_and_its_name_is_told(
    delete: Any, browser: Client, alice: User, bob: User
) -> None:
    for name in ("Lending <2026>", "Handbooks"):
        member_add(workspace=workspace_create(name=name, owner=alice), user=bob, role=Role.EDITOR)
    shared = workspace_create(name="Shared", owner=alice)
    member_add(workspace=shared, user=bob, role=Role.OWNER)
    before = AuditEntry.objects.count()

    told = delete(browser, alice)

    assert "Nobody but alice@example.org owns “Handbooks”, “Lending &lt;2026&gt;”." in told
    assert "another owner" in told
    assert owners(shared) == {"alice@example.org", "bob@example.org"}
    assert alice.memberships.count() == 3
    assert AuditEntry.objects.count() == before
    assert not LogEntry.objects.filter(object_id=str(alice.pk)).exists(), "nothing was deleted"


def test_once_there_is_another_owner_they_go_and_their_memberships_are_told_of(
    browser: Client, root: User, alice: User, bob: User
) -> None:
    workspace = workspace_create(name="Lending", owner=alice)
    bobs = member_add(workspace=workspace, user=bob, role=Role.EDITOR)
    assert "Nobody but alice@example.org owns “Lending”" in delete_one(browser, alice)
    member_set_role(membership=bobs, role=Role.OWNER)

    delete_one(browser, alice)

    assert not User.objects.filter(pk=alice.pk).exists()
    assert owners(workspace) == {"bob@example.org"}
    removed = AuditEntry.objects.get(action="member.removed")
    assert (removed.workspace, removed.actor, removed.object_label) == (workspace, root, "alice@example.org")
    assert removed.details == {"role": "owner"}
    assert AuditEntry.objects.filter(action="user.deleted", object_label="alice@example.org").exists()


def test_two_who_own_a_workspace_together_are_not_deleted_together(browser: Client, alice: User, bob: User) -> None:
    workspace = workspace_create(name="Ours", owner=alice)
    member_add(workspace=workspace, user=bob, role=Role.OWNER)
    charlie = User.objects.create_user("charlie@example.org")

    assert "owns “Ours”" in delete_many(browser, alice, bob, charlie)
    assert owners(workspace) == {"alice@example.org", "bob@example.org"}
    assert User.objects.filter(pk=charlie.pk).exists(), "all or none"

    delete_many(browser, alice, charlie)
    assert owners(workspace) == {"bob@example.org"}
    assert not User.objects.filter(pk=charlie.pk).exists()


def test_a_long_list_of_workspaces_is_cut_short(browser: Client, alice: User) -> None:
    for number in range(12):
        workspace_create(name=f"W{number:02}", owner=alice)
    told = delete_one(browser, alice)
    assert "“W09” and 2 more. Give" in told
    assert "W10" not in told
