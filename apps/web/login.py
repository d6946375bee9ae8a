"""Logging in, but not by trying one password after the other."""

import datetime as dt
from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError

from apps.audit.callers import current_caller
from apps.audit.selectors import acts_since

FAILED = "login.failed"
WINDOW = dt.timedelta(minutes=15)
FAILURES_AN_ADDRESS = 10  # in a window, from one IP: somebody else cannot lock a person out
FAILURES_AN_IP = 100  # in a window: addresses are not tried out one after the other


class Unhurried:
    """Refuses to look at a password after too many wrong ones; the same for an address that nobody has."""

    def clean(self) -> dict[str, Any]:
        address = str(self.cleaned_data.get("username", ""))
        if _too_many(address):
            raise ValidationError("Too many logins have failed. Try again in a quarter of an hour.", code="too_many")
        return super().clean()


class LoginForm(Unhurried, AuthenticationForm):
    """The site's own."""


class AdminLoginForm(Unhurried, AdminAuthenticationForm):
    """The admin's."""


def _too_many(address: str) -> bool:
    failed = acts_since(action=FAILED, within=WINDOW).filter(ip=current_caller().ip)
    if failed.filter(object_label__iexact=address).count() >= FAILURES_AN_ADDRESS:
        return True
    return failed.count() >= FAILURES_AN_IP
