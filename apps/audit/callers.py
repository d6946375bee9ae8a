"""Who is calling: set around every request, read by whoever writes down what is done in it."""

import ipaddress
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from apps.core.ids import current_request_id

_request: ContextVar[HttpRequest | None] = ContextVar("calling_request", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """A person or their program at the other end of a request. ``token``: the ApiToken, None for a login."""

    user: Any = None
    token: Any = None
    ip: str | None = None
    request_id: str = ""


def current_caller() -> Caller:
    """The caller of the request under way; one without names in a command or a worker."""
    request = _request.get()
    if request is None:
        return Caller(request_id=current_request_id.get())
    user = getattr(request, "user", None)
    return Caller(
        user=user if getattr(user, "is_authenticated", False) else None,
        token=getattr(request, "auth", None),  # where the API's authentication leaves it
        ip=address_of(request),
        request_id=current_request_id.get(),
    )


def address_of(request: HttpRequest) -> str | None:
    """The caller's IP address; behind the proxy that HTTPS tells of, the last one that the proxy has added."""
    given = request.META.get("REMOTE_ADDR", "")
    if settings.HTTPS:
        given = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or given
    try:
        return str(ipaddress.ip_address(given))
    except ValueError:
        return None


class CallerMiddleware:
    """Keeps the request at hand while it is answered; its user is looked at only when somebody asks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        before = _request.set(request)
        try:
            return self.get_response(request)
        finally:
            _request.reset(before)
