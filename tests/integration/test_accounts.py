"""People, their logins, and the tokens their programs carry."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import ApiToken, User
from apps.accounts.selectors import allows, token_of
from apps.accounts.services import token_create, token_mark_used, token_revoke
from apps.core.errors import Problem
from apps.workspaces.models import Workspace
from tests.integration.conftest import client_of


def test_a_secret_is_shown_once_and_kept_nowhere(alice: User) -> None:
    answer = client_of(alice).post(reverse("tokens"), {"name": "cron", "scopes": ["write"]})
    assert answer.status_code == 201
    secret = answer.json()["token"]
    row = ApiToken.objects.get(pk=answer.json()["id"])
    assert secret.startswith(f"vd_{row.prefix}_")
    stored = [str(value) for value in ApiToken.objects.filter(pk=row.pk).values_list()[0]]
    assert not any(secret in value or secret.split("_", 2)[2] in value for value in stored)
    listed = client_of(alice).get(reverse("tokens"))
    assert secret.split("_", 2)[2] not in listed.content.decode()
    assert row.secret_hash not in listed.content.decode()


def test_a_token_opens_until_it_is_revoked(alice: User) -> None:
    token, secret = token_create(user=alice, name="x", scopes=["read"])
    assert token_of(secret, now=timezone.now()) == token
    token_revoke(token=token)
    assert token_of(secret, now=timezone.now()) is None


def test_a_token_opens_until_it_expires(alice: User) -> None:
    soon = timezone.now() + timedelta(hours=1)
    _, secret = token_create(user=alice, name="x", scopes=["read"], expires_at=soon)
    assert token_of(secret, now=soon - timedelta(seconds=1)) is not None
    assert token_of(secret, now=soon) is None


def test_a_right_prefix_with_a_wrong_secret_opens_nothing(alice: User) -> None:
    token, secret = token_create(user=alice, name="x", scopes=["read"])
    other = secret[:-1] + ("A" if secret[-1] != "A" else "B")
    assert token_of(other, now=timezone.now()) is None
    assert token_of(f"vd_{token.prefix}_{token.secret_hash}", now=timezone.now()) is None


@pytest.mark.parametrize(
    ("held", "asked", "answer"),
    [
        (["read"], "read", True),
        (["read"], "write", False),
        (["write"], "read", True),
        (["write"], "admin", False),
        (["admin"], "write", True),
        (["read", "write"], "write", True),
        ([], "read", False),
    ],
)
def test_each_scope_includes_the_ones_before(held: list[str], asked: str, answer: bool) -> None:
    assert allows(ApiToken(scopes=held), asked) is answer


def test_a_person_in_a_browser_needs_no_scope() -> None:
    assert allows(None, "admin")


@pytest.mark.parametrize(
    "wrong",
    [{"scopes": []}, {"scopes": ["root"]}, {"name": " "}, {"expires_at": timezone.now() - timedelta(days=1)}],
)
def test_a_token_that_makes_no_sense_is_not_made(wrong: dict[str, object], alice: User) -> None:
    with pytest.raises(Problem) as raised:
        token_create(**{"user": alice, "name": "x", "scopes": ["read"], **wrong})
    assert list(raised.value.errors) == list(wrong)
    assert not ApiToken.objects.exists()


def test_a_weak_token_cannot_make_a_strong_one(alice: User) -> None:
    response = client_of(alice, "write").post(reverse("tokens"), {"name": "x", "scopes": ["admin"]})
    assert response.status_code == 403
    assert not ApiToken.objects.filter(name="x").exists()


def test_revoking_over_the_api_closes_the_door_at_once(alice: User) -> None:
    made = client_of(alice).post(reverse("tokens"), {"name": "x", "scopes": ["read"]}).json()
    program = Client(headers={"Authorization": f"Bearer {made['token']}"})
    assert program.get(reverse("workspaces")).status_code == 200
    assert client_of(alice).delete(reverse("token", args=[made["id"]])).status_code == 204
    assert program.get(reverse("workspaces")).status_code == 401


def test_the_last_use_is_written_once_a_minute_not_once_a_request(
    alice: User, django_assert_num_queries: object
) -> None:
    token, _ = token_create(user=alice, name="x", scopes=["read"])
    now = timezone.now()
    token_mark_used(token=token, at=now)
    token.refresh_from_db()
    assert token.last_used_at == now
    with django_assert_num_queries(0):  # type: ignore[operator]
        token_mark_used(token=token, at=now + timedelta(seconds=50))
    token_mark_used(token=token, at=now + timedelta(seconds=61))
    token.refresh_from_db()
    assert token.last_used_at == now + timedelta(seconds=61)


def test_the_command_prints_a_secret_that_works_and_nothing_else(alice: User, workspace_a: Workspace) -> None:
    out = StringIO()
    call_command("token", "ALICE@example.org", "--scope", "read", "--name", "laptop", "--days", "3", stdout=out)
    secret = out.getvalue().strip()
    token = token_of(secret, now=timezone.now())
    assert token is not None
    assert (token.user, token.name, token.scopes) == (alice, "laptop", ["read"])
    assert timedelta(days=2) < token.expires_at - timezone.now() <= timedelta(days=3)
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    assert program.get(reverse("workspace", args=[workspace_a.pk])).status_code == 200


def test_the_command_says_when_there_is_no_such_person(db: None) -> None:
    with pytest.raises(CommandError, match="no active user"):
        call_command("token", "nobody@example.org")


def test_the_first_administrator_is_known_by_an_address(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "a long pass phrase")
    call_command("createsuperuser", "--noinput", "--email", "Root@Example.org", verbosity=0)
    browser = Client()
    assert browser.login(username="root@example.org", password="a long pass phrase")
    assert browser.get(reverse("admin:index")).status_code == 200


def test_people_log_in_by_address_in_any_case_see_their_workspaces_and_log_out(
    alice: User, workspace_a: Workspace, workspace_b: Workspace
) -> None:
    Workspace.objects.filter(pk=workspace_a.pk).update(name="<i>Lending</i>")
    browser = Client()
    assert browser.get("/").url == "/login/?next=/"  # type: ignore[attr-defined]
    wrong = browser.post("/login/", {"username": alice.email, "password": "wrong"})
    assert b'role="alert"' in wrong.content
    answer = browser.post("/login/?next=/", {"username": "Alice@Example.org", "password": "a long pass phrase"})
    assert answer.url == "/"  # type: ignore[attr-defined]
    page = browser.get("/").content.decode()
    assert "&lt;i&gt;Lending" in page
    assert "<i>Lending" not in page
    assert "<td>owner</td>" in page
    assert ">B<" not in page
    assert browser.post("/logout/").url == "/login/"  # type: ignore[attr-defined]
    assert browser.get("/").status_code == 302


def test_a_login_never_leads_to_another_site(alice: User) -> None:
    form = {"username": alice.email, "password": "a long pass phrase", "next": "https://evil.example/"}
    assert Client().post("/login/", form).url == "/"  # type: ignore[attr-defined]
