"""What an operator types before anybody can log in, and later."""

import io
import sys
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from apps.accounts.models import ApiToken, User
from apps.accounts.selectors import token_of
from apps.accounts.services import token_create
from apps.audit.models import AuditEntry

PHRASE = "a phrase for the first one"


def typed(command: str, *words: str) -> tuple[str, str]:
    """What the command writes to standard output and to the error stream."""
    out, err = io.StringIO(), io.StringIO()
    call_command(command, *words, stdout=out, stderr=err, no_color=True)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Standard input that is no terminal."""
    return lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def opens_the_admin(email: str, password: str = PHRASE) -> bool:
    browser = Client()
    return browser.login(username=email, password=password) and browser.get("/admin/").status_code == 200


def test_the_first_administrator_is_made_with_a_password_from_standard_input(db: None, piped: Any) -> None:
    piped(f"{PHRASE}\n")
    assert typed("admin", "Root@Example.org", "--password-stdin") == (
        "",
        "root@example.org is an administrator now, with a new account.\n",
    )
    assert opens_the_admin("root@example.org")


def test_a_password_is_asked_for_twice_at_a_terminal(db: None, piped: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    piped("")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    said = iter([PHRASE, "something else", PHRASE, PHRASE])
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(said))
    with pytest.raises(CommandError, match="not the same"):
        typed("admin", "root@example.org")
    assert not User.objects.exists()
    typed("admin", "root@example.org")
    assert opens_the_admin("root@example.org")


def test_a_link_sets_the_first_password_and_works_once(db: None) -> None:
    out, _ = typed("admin", "root@example.org", "--link", "--site", "https://verity.example.org/")
    path = out.strip().removeprefix("https://verity.example.org")
    assert path.startswith("/password/reset/")
    browser = Client()
    form = browser.get(path, follow=True)
    browser.post(form.redirect_chain[-1][0], {"new_password1": PHRASE, "new_password2": PHRASE})
    assert opens_the_admin("root@example.org")
    assert not Client().get(path, follow=True).context["validlink"]


def test_doing_it_again_changes_nothing(db: None, piped: Any) -> None:
    piped(f"{PHRASE}\n")
    typed("admin", "root@example.org", "--password-stdin")
    told = AuditEntry.objects.count()
    assert typed("admin", "ROOT@example.org")[1] == "root@example.org was an administrator already.\n"
    assert User.objects.count() == 1
    assert AuditEntry.objects.count() == told
    assert opens_the_admin("root@example.org")


def test_a_member_is_promoted_with_the_password_they_have(alice: User) -> None:
    alice.is_active = False
    alice.save()
    assert typed("admin", alice.email)[1] == "alice@example.org is an administrator now.\n"
    assert opens_the_admin(alice.email, "a long pass phrase")
    assert AuditEntry.objects.get(action="admin.appointed").object_id == str(alice.pk)


@pytest.mark.parametrize(
    ("words", "text", "said"),
    [
        (["not-an-address"], "", "is no e-mail address"),
        (["root@example.org", "--password-stdin"], "12345\n", "too short"),
        (["root@example.org", "--password-stdin"], "", "too short"),
        (["root@example.org"], "", "--password-stdin or --link"),
        (["root@example.org", "--link", "--password-stdin"], "", "not allowed with"),
    ],
)
def test_a_mistake_is_told_in_one_line_and_makes_nobody(
    words: list[str], text: str, said: str, db: None, piped: Any
) -> None:
    piped(text)
    with pytest.raises(CommandError, match=said) as raised:
        typed("admin", *words)
    assert "\n" not in str(raised.value)
    assert not User.objects.exists()


def test_tokens_are_listed_without_secrets(alice: User, bob: User) -> None:
    token_create(user=bob, name="not mine", scopes=["read"])
    token, secret = token_create(user=alice, name="nightly", scopes=["read", "write"])
    expired, _ = token_create(user=alice, name="short", scopes=["read"])
    ApiToken.objects.filter(pk=expired.pk).update(expires_at=timezone.now())
    out, _ = typed("token", "ALICE@example.org", "--list")
    assert [line.split("\t") for line in out.splitlines()] == [
        [expired.prefix, "expired", "read", "never used", "short"],
        [token.prefix, "live", "read,write", "never used", "nightly"],
    ]
    assert secret.split("_", 2)[2] not in out


def test_a_token_is_revoked_by_its_prefix_or_by_itself(alice: User) -> None:
    for shown in (lambda secret: secret, lambda secret: secret.split("_")[1]):
        _, secret = token_create(user=alice, name="nightly", scopes=["read"])
        typed("token", alice.email, "--revoke", shown(secret))
        assert token_of(secret, now=timezone.now()) is None
        assert "before" in typed("token", alice.email, "--revoke", shown(secret))[1]
    assert typed("token", alice.email, "--list")[0].count("revoked") == 2


def test_nobody_elses_token_is_revoked(alice: User, bob: User) -> None:
    _, secret = token_create(user=bob, name="x", scopes=["read"])
    with pytest.raises(CommandError, match="no token with the prefix"):
        typed("token", alice.email, "--revoke", secret)
    assert token_of(secret, now=timezone.now()) is not None


@pytest.mark.parametrize("days", ["0", "-1", "999999999999"])
def test_a_token_that_could_not_open_anything_is_not_made(alice: User, days: str) -> None:
    with pytest.raises(CommandError):
        typed("token", alice.email, "--days", days)
    assert not ApiToken.objects.exists()
