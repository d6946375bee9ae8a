"""From an exception or a bare HTTP status to an ``application/problem+json`` response. Nothing internal gets out."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from rest_framework import exceptions
from rest_framework.views import set_rollback

from apps.core.errors import MEDIA_TYPE, NO_ROOM, Problem, StorageUnavailable, of_status, storage_full

RETRY_SECONDS = 5  # what a client is told to wait while the database or the file storage is away


def problem_response(problem: Problem, request: HttpRequest | None) -> JsonResponse:
    """The response for ``problem``, naming the request where the middleware gave it an id."""
    body = problem.as_dict(request_id=getattr(request, "request_id", ""))
    return JsonResponse(body, status=problem.status, content_type=MEDIA_TYPE, headers=problem.headers)


def handle(exc: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Django REST framework's exception handler. None for an unexpected failure, which is logged and becomes a 500."""
    problem = problem_of(exc)
    if problem is None:
        return None
    set_rollback()
    return problem_response(problem, context["request"]._request)


def problem_of(exc: Exception) -> Problem | None:
    """What to tell the caller about ``exc``; None when it is a mistake of ours."""
    match exc:
        case Problem():
            return exc
        case exceptions.APIException():
            return _of_api_exception(exc)
        case Http404():
            return Problem("not-found")
        case PermissionDenied():
            return Problem("forbidden")
        case RequestDataTooBig():
            return Problem("too-large", "The request's body is too large.")
        case SuspiciousOperation():
            return Problem("malformed", "The request was refused.")
        case OperationalError() | InterfaceError():
            headers = {"Retry-After": str(RETRY_SECONDS)}
            return Problem("unavailable", "The database does not answer; try again.", headers=headers)
        case StorageUnavailable():
            headers = {"Retry-After": str(RETRY_SECONDS)}
            return Problem("unavailable", "The file storage does not answer; try again.", headers=headers)
        case OSError() if exc.errno in NO_ROOM:
            return storage_full()
        case _:
            return None


def _of_api_exception(exc: exceptions.APIException) -> Problem:
    headers: dict[str, str] = {}
    if getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = exc.auth_header
    if getattr(exc, "wait", None):
        headers["Retry-After"] = str(int(exc.wait) + 1)
    if isinstance(exc, exceptions.ValidationError):
        errors: dict[str, list[str]] = {}
        for field, message in _flat(exc.detail):
            errors.setdefault(field, []).append(message)
        first = "; ".join(f"{field}: {messages[0]}" for field, messages in errors.items())
        return Problem("invalid", first, errors=errors, headers=headers)
    return of_status(exc.status_code, str(exc.detail), headers=headers)


def _flat(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """(dotted field, message) of a nested DRF error; what belongs to no field is filed under ``body``."""
    if isinstance(detail, dict):
        for key, value in detail.items():
            name = path or "body" if key == "non_field_errors" else f"{path}.{key}" if path else str(key)
            yield from _flat(value, name)
    elif isinstance(detail, list):
        for index, value in enumerate(detail):
            nested = isinstance(value, dict | list)
            yield from _flat(value, f"{path}.{index}".lstrip(".") if nested else path)
    else:
        yield path or "body", str(detail)
