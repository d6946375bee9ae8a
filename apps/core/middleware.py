"""What happens around every request."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from apps.core.errors import Problem, of_status
from apps.core.ids import current_request_id, request_id
from apps.core.limits import largest_body
from apps.core.problems import MEDIA_TYPE, problem_response

Handler = Callable[[HttpRequest], HttpResponseBase]

# paths that programs talk to: their errors are problems, whoever in Django made them
PROGRAM_PATHS = ("/api/", "/healthz", "/readyz", "/metrics", "/query", "/documents/upload")


class RequestIdMiddleware:
    """Takes over or makes an ``X-Request-ID`` and sends it back."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.request_id = request_id(request.headers.get("X-Request-ID"))
        token = current_request_id.set(request.request_id)
        try:
            response = self.get_response(request)
        finally:
            current_request_id.reset(token)
        response["X-Request-ID"] = request.request_id
        return response


class ProblemMiddleware:
    """Turns the HTML errors that Django itself makes for programs (unknown path, CSRF, 500 …) into problems."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(PROGRAM_PATHS):
            return self.get_response(request)
        if _announced_bytes(request) > largest_body():
            limit = f"{settings.MAX_UPLOAD_BYTES} bytes are accepted."
            return problem_response(Problem("too-large", f"The request's body is too large; {limit}"), request)
        response = self.get_response(request)
        if response.status_code < 400 or response.get("Content-Type", "").startswith(MEDIA_TYPE):
            return response
        return self._replaced(request, response)

    def _replaced(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponse:
        kept = {name: response[name] for name in ("Allow", "Retry-After", "WWW-Authenticate") if name in response}
        replacement = problem_response(of_status(response.status_code, headers=kept), request)
        replacement.cookies = response.cookies
        # closed with the replacement: closing it here would tell Django that the request is over
        replacement._resource_closers += response._resource_closers
        return replacement


def _announced_bytes(request: HttpRequest) -> int:
    """What Content-Length says; 0 when it says nothing that can be read."""
    text = request.META.get("CONTENT_LENGTH") or "0"
    return int(text) if text.isascii() and text.isdigit() else 0
