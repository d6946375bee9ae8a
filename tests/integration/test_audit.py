"""Who did what is written down, with the act or not at all, and read by those it concerns."""

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.services import token_create
from apps.audit.models import AuditEntry
from apps.audit.services import audit_expire
from apps.core.auditing import audit
from apps.documents.models import Document
from apps.documents.services import document_delete, document_upload
from apps.drafting.services import session_create, session_delete
from apps.runs import bells
from apps.workspaces.models import Membership, Workspace
from apps.workspaces.services import member_remove, workspace_delete, workspace_update
from tests.integration.conftest import client_of

SECRET = "a phrase nobody should read again"


@pytest.fixture(autouse=True)
def nobody_is_rung() -> Any:
    bells.silence()
    yield
    bells.silence(False)


def last(action: str) -> AuditEntry:
    return AuditEntry.objects.filter(action=action).latest("id")


def actions() -> list[str]:
    return list(AuditEntry.objects.order_by("id").values_list("action", flat=True))


def test_an_act_over_the_api_is_kept_with_person_token_request_and_address(alice: User) -> None:
    program = client_of(alice)
    answer = program.post(reverse("workspaces"), {"name": "Lending"}, headers={"X-Request-ID": "ticket-17"})
    entry = last("workspace.created")
    assert (entry.actor, entry.actor_email, entry.token_name) == (alice, alice.email, "test")
    assert (entry.object_type, entry.object_id, entry.object_label) == ("workspace", answer.json()["id"], "Lending")
    assert (entry.request_id, entry.ip) == ("ticket-17", "127.0.0.1")
    assert entry.workspace_name == "Lending"


def test_the_address_is_the_one_the_proxy_added_last(alice: User, settings: Any) -> None:
    told = {"X-Forwarded-For": "6.6.6.6, 203.0.113.9", "X-Forwarded-Proto": "https"}
    client_of(alice).post(reverse("workspaces"), {"name": "direct"}, headers=told)
    assert last("workspace.created").ip == "127.0.0.1"
    settings.HTTPS = True
    client_of(alice).post(reverse("workspaces"), {"name": "behind a proxy"}, headers=told)
    assert last("workspace.created").ip == "203.0.113.9"
    client_of(alice).post(reverse("workspaces"), {"name": "x"}, headers={"X-Forwarded-For": "<script>"})
    assert last("workspace.created").ip is None


def test_members_coming_changing_and_going_are_kept_with_their_role(
    alice: User, bob: User, workspace_a: Workspace
) -> None:
    program = client_of(alice)
    program.post(reverse("members", args=[workspace_a.pk]), {"email": bob.email, "role": "editor"})
    program.patch(reverse("member", args=[workspace_a.pk, bob.pk]), {"role": "owner"})
    program.delete(reverse("member", args=[workspace_a.pk, bob.pk]))
    kept = AuditEntry.objects.filter(object_id=str(bob.pk), action__startswith="member.").order_by("id")
    assert [(entry.action, entry.details["role"]) for entry in kept] == [
        ("member.added", "editor"),
        ("member.changed", "owner"),
        ("member.removed", "owner"),
    ]
    assert {entry.actor for entry in kept} == {alice}


def test_a_documents_life_is_kept(alice: User, workspace_a: Workspace) -> None:
    program = client_of(alice)
    file = SimpleUploadedFile("policy.md", b"# Policy\n\nThe limit is 40 %.\n")
    uploads = reverse("documents", args=[workspace_a.pk])
    document = program.post(uploads, {"file": file}, format="multipart").json()["id"]
    program.get(reverse("document-content", args=[document]))
    program.delete(reverse("document", args=[document]))
    kept = AuditEntry.objects.filter(object_id=document).order_by("id")
    assert [entry.action for entry in kept] == ["document.uploaded", "document.downloaded", "document.deleted"]
    assert {(entry.actor_email, entry.object_label, entry.workspace) for entry in kept} == {
        (alice.email, "policy.md", workspace_a)
    }


def test_a_sessions_life_is_kept_without_the_question(alice: User, workspace_a: Workspace) -> None:
    program = client_of(alice)
    asked = program.post(reverse("sessions", args=[workspace_a.pk]), {"query": "What about Projekt Weissdorn?"}).json()
    program.post(reverse("session-cancel", args=[asked["id"]]))
    program.post(reverse("session-cancel", args=[asked["id"]]))  # it has ended: nothing is done
    program.delete(reverse("session", args=[asked["id"]]))
    kept = AuditEntry.objects.filter(object_id=asked["id"]).order_by("id")
    assert [entry.action for entry in kept] == ["session.created", "session.cancelled", "session.deleted"]
    assert "Weissdorn" not in str(list(AuditEntry.objects.values()))


def test_tokens_are_kept_without_their_secret(alice: User) -> None:
    made = client_of(alice).post(reverse("tokens"), {"name": "cron", "scopes": ["read"]}).json()
    client_of(alice).delete(reverse("token", args=[made["id"]]))
    client_of(alice).delete(reverse("token", args=[made["id"]]))
    kept = AuditEntry.objects.filter(object_id=made["id"]).order_by("id")
    assert [entry.action for entry in kept] == ["token.created", "token.revoked"]
    assert made["token"].split("_", 2)[2] not in str(list(AuditEntry.objects.values()))


def test_what_is_rolled_back_leaves_no_entry(workspace_a: Workspace) -> None:
    before = actions()
    with transaction.atomic():
        workspace_update(workspace=workspace_a, name="Another")
        assert actions() == [*before, "workspace.changed"]
        transaction.set_rollback(True)
    assert actions() == before


def test_what_is_refused_leaves_no_entry(alice: User, workspace_a: Workspace) -> None:
    before = actions()
    assert client_of(alice, "read").patch(reverse("workspace", args=[workspace_a.pk]), {"name": "x"}).status_code == 403
    with pytest.raises(Exception, match="at least one owner"):
        member_remove(membership=Membership.objects.get(workspace=workspace_a, user=alice))
    assert [action for action in actions()[len(before) :] if not action.startswith("token.")] == []


def test_entries_outlive_the_workspace_the_person_and_the_token(alice: User, workspace_a: Workspace) -> None:
    _, shown = token_create(user=alice, name="nightly", scopes=["admin"])
    program = Client(headers={"Authorization": f"Bearer {shown}"})
    program.patch(reverse("workspace", args=[workspace_a.pk]), {"name": "Gone"}, content_type="application/json")
    program.delete(reverse("workspace", args=[workspace_a.pk]))
    alice.delete()
    for entry in (last("workspace.changed"), last("workspace.deleted")):
        assert (entry.actor, entry.workspace) == (None, None)
        assert (entry.actor_email, entry.token_name, entry.object_label) == ("alice@example.org", "nightly", "Gone")
    assert last("workspace.changed").workspace_name == "Gone"


def test_what_nobody_asked_for_has_no_actor(workspace_a: Workspace, alice: User) -> None:
    session = session_create(workspace=workspace_a, author=alice, query="Well?")
    session_delete(session=session)
    assert last("session.created").actor == alice
    assert (last("session.deleted").actor, last("session.deleted").ip) == (None, None)


def test_logging_in_and_out_and_failing_to_are_kept(alice: User) -> None:
    browser = Client()
    browser.post("/login/", {"username": "alice@example.org", "password": SECRET})
    browser.post("/login/", {"username": "Nobody@example.org", "password": SECRET})
    browser.post("/login/", {"username": "alice@example.org", "password": "a long pass phrase"})
    browser.post("/logout/")
    kept = AuditEntry.objects.filter(action__startswith="login.").order_by("id")
    assert [(entry.action, entry.actor_email, entry.object_label, entry.ip) for entry in kept] == [
        ("login.failed", "", "alice@example.org", "127.0.0.1"),
        ("login.failed", "", "Nobody@example.org", "127.0.0.1"),
        ("login.succeeded", alice.email, alice.email, "127.0.0.1"),
        ("login.ended", alice.email, alice.email, "127.0.0.1"),
    ]
    assert SECRET not in str(list(AuditEntry.objects.values()))


def test_an_endless_name_of_somebody_who_fails_to_log_in_is_cut(db: None) -> None:
    from django.contrib.auth import authenticate

    authenticate(None, username="x" * 5000, password="y")
    assert set(last("login.failed").object_label) == {"x"}


def test_a_new_password_is_kept_as_a_fact_and_a_new_hash_is_not(alice: User, settings: Any) -> None:
    alice.set_password(SECRET)
    alice.save()
    assert last("password.changed").object_label == alice.email
    told = actions().count("password.changed")
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    assert Client().login(username=alice.email, password=SECRET)
    assert actions().count("password.changed") == told
    assert SECRET not in str(list(AuditEntry.objects.values()))


def test_an_owner_reads_it_newest_first_page_by_page(alice: User, workspace_a: Workspace) -> None:
    for name in ("One", "Two", "Three"):
        workspace_update(workspace=workspace_a, name=name)
    program = client_of(alice)
    here = reverse("audit", args=[workspace_a.pk])
    first = program.get(here, {"limit": 2, "action": "workspace.changed"}).json()
    rest = program.get(first["next"]).json()
    labels = [entry["object"]["label"] for entry in [*first["results"], *rest["results"]]]
    assert labels == ["Three", "Two", "One"]
    assert rest["next"] is None
    every = program.get(here).json()["results"]
    assert {"workspace.created", "member.added", "workspace.changed"} == {entry["action"] for entry in every}


@pytest.mark.parametrize("query", [{"action": ""}, {"action": "x" * 61}, {"action": "\x00"}, {"cursor": "cD1h"}])
def test_a_question_that_makes_no_sense_is_a_422(query: dict[str, str], alice: User, workspace_a: Workspace) -> None:
    assert client_of(alice).get(reverse("audit", args=[workspace_a.pk]), query).status_code == 422


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_only_owners_with_a_token_for_owners_read_it(
    method: str, alice: User, bob: User, charlie: User, workspace_a: Workspace
) -> None:
    here = reverse("audit", args=[workspace_a.pk])
    for program, status in [
        (client_of(alice), {200, 405}),
        (client_of(alice, "write"), {403}),
        (client_of(charlie), {403}),
        (client_of(bob), {404}),
    ]:
        assert getattr(program, method)(here).status_code in status


def test_what_is_past_its_time_goes_and_the_rest_stays(workspace_a: Workspace, settings: Any) -> None:
    settings.AUDIT_RETENTION_DAYS = 30
    audit(action="old.act")
    AuditEntry.objects.filter(action="old.act").update(at=timezone.now() - timedelta(days=31))
    before = actions()
    assert audit_expire() == 1
    assert actions() == [action for action in before if action != "old.act"]


def test_a_command_is_kept_too(alice: User) -> None:
    call_command("token", alice.email, stdout=io.StringIO())
    assert (last("token.created").actor, last("token.created").details["user"]) == (None, alice.email)


def test_a_document_that_is_gone_is_not_deleted_twice(alice: User, workspace_a: Workspace) -> None:
    file = SimpleUploadedFile("policy.md", b"# Policy")
    document, _ = document_upload(workspace=workspace_a, user=alice, file=file, filename=file.name)
    document_delete(document=Document.objects.get(pk=document.pk))
    document_delete(document=document)
    assert actions().count("document.deleted") == 1


def test_a_workspace_that_is_gone_is_not_deleted_twice(workspace_a: Workspace) -> None:
    workspace_delete(workspace=workspace_a)
    workspace_delete(workspace=workspace_a)
    assert actions().count("workspace.deleted") == 1
