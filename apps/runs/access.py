"""Who is at the other end of an open stream, and whether they may still read it.

Asked again while the stream is open: a token may be revoked, a person log out, be shut out or leave the workspace.
"""

from collections.abc import Collection
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.http.request import split_domain_port, validate_host
from django.utils import timezone
from django.utils.http import is_same_domain

from apps.accounts.models import ApiToken, Scope, User
from apps.accounts.selectors import allows, tokens_of
from apps.runs.models import Stream
from apps.workspaces.tenancy import seen_by

NO_LOGIN, NO_ACCESS = 4401, 4404


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """What a connection shows of who it is: the text of a bearer token, or the key of a browser's session."""

    token: str | None = None
    session_key: str | None = None


def identified(callers: Collection[Caller]) -> dict[Caller, tuple[User, ApiToken | None]]:
    """The user each caller acts for now, with their token; who is nobody, or may not read, is left out."""
    shown = {caller.token for caller in callers if caller.token is not None}
    tokens = tokens_of(shown, now=timezone.now()) if shown else {}
    found: dict[Caller, tuple[User, ApiToken | None]] = {}
    for caller in callers:
        if caller.token is not None:
            token = tokens.get(caller.token)
            if token is not None and allows(token, Scope.READ):
                found[caller] = token.user, token
        elif caller.session_key is not None:
            user = _logged_in(caller.session_key)
            if user is not None:
                found[caller] = user, None
    return found


def refusals(asked: Collection[tuple[Caller, UUID]]) -> dict[tuple[Caller, UUID], int]:
    """Of callers and the streams they read, those who may do so no longer, with the code to close with.

    A handful of queries for all who show tokens, and two for each browser's session.
    """
    people = {caller: user.pk for caller, (user, _) in identified({caller for caller, _ in asked}).items()}
    seen = seen_by(Stream, {stream_id for _, stream_id in asked}, set(people.values()))
    refused: dict[tuple[Caller, UUID], int] = {}
    for caller, stream_id in asked:
        if caller not in people:
            refused[caller, stream_id] = NO_LOGIN
        elif (people[caller], stream_id) not in seen:
            refused[caller, stream_id] = NO_ACCESS
    return refused


def _logged_in(session_key: str) -> User | None:
    """The user of the browser's session as it stands now."""
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user: Any = get_user(SimpleNamespace(session=store))
    return user if user.is_authenticated and user.is_active else None


def own_origin(origin: bytes | None, *, host: bytes) -> bool:
    """Whether a browser's page may use its login here. Programs send no Origin; browsers always do.

    As for requests that change something: the page must come from this very host and port, or from one that
    CSRF_TRUSTED_ORIGINS names. A cookie knows no port, and another site on this host is another site.
    """
    if origin is None:
        return True
    try:
        page = urlsplit(origin.decode("latin-1"))
    except ValueError:
        return False
    if any(_trusted(page.scheme, page.netloc, each) for each in settings.CSRF_TRUSTED_ORIGINS):
        return True
    hosts = [*settings.ALLOWED_HOSTS, *(["localhost", "127.0.0.1", "[::1]"] if settings.DEBUG else [])]
    name, _ = split_domain_port(page.netloc)
    return page.netloc.lower() == host.decode("latin-1").lower() and bool(name) and validate_host(name, hosts)


def _trusted(scheme: str, place: str, trusted: str) -> bool:
    """Whether ``scheme://place`` is what an entry like ``https://*.example.org`` allows."""
    allowed = urlsplit(trusted.replace("*", "", 1))
    return scheme == allowed.scheme and is_same_domain(place.lower(), allowed.netloc.lower())
