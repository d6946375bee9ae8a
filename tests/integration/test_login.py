"""Passwords cannot be tried out, and nobody is locked out by a stranger."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.web import login

RIGHT = "a long pass phrase"


def attempt(address: str, password: str, *, page: str = "/login/", ip: str = "203.0.113.5") -> Any:
    form = {"username": address, "password": password, "next": "/"}
    return Client(REMOTE_ADDR=ip).post(page, form)


@pytest.mark.parametrize("page", ["/login/", "/admin/login/"])
def test_after_too_many_wrong_passwords_the_right_one_waits_too(page: str, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    for _ in range(login.FAILURES_AN_ADDRESS):
        assert b"Too many" not in attempt("Alice@example.org", "wrong", page=page).content
    refused = attempt(alice.email, RIGHT, page=page)
    assert b"Too many logins have failed" in refused.content
    AuditEntry.objects.update(at=timezone.now() - login.WINDOW - timedelta(seconds=1))
    assert attempt(alice.email, RIGHT, page=page).status_code == 302


def test_what_is_not_looked_at_any_more_fills_no_log(alice: User) -> None:
    for _ in range(login.FAILURES_AN_ADDRESS + 5):
        attempt(alice.email, "wrong")
    assert AuditEntry.objects.filter(action="login.failed").count() == login.FAILURES_AN_ADDRESS


def test_the_person_comes_in_from_elsewhere_and_others_from_there(alice: User, bob: User) -> None:
    for _ in range(login.FAILURES_AN_ADDRESS):
        attempt(alice.email, "wrong")
    assert attempt(alice.email, RIGHT, ip="198.51.100.9").status_code == 302
    assert attempt(bob.email, "another pass phrase").status_code == 302


def test_an_address_that_nobody_has_is_refused_alike(alice: User) -> None:
    for address in (alice.email, "nobody@example.org"):
        for _ in range(login.FAILURES_AN_ADDRESS):
            attempt(address, "wrong")
    said = [b"Too many logins have failed" in attempt(a, "wrong").content for a in (alice.email, "nobody@example.org")]
    assert said == [True, True]


def test_one_place_tries_only_so_many_addresses(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login, "FAILURES_AN_IP", 15)
    for number in range(15):
        attempt(f"nobody-{number}@example.org", "wrong")
    assert b"Too many" in attempt(alice.email, RIGHT).content
