"""What this process measures of itself, for ``/metrics``: requests by route, and what rooms add to ``REGISTRY``."""

import time
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import CollectorRegistry, Histogram

REGISTRY = CollectorRegistry()
SECONDS = Histogram(
    "veritydraft_http_request_seconds",
    "Time to the head of the response, by route and status; this process only.",
    ["method", "route", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
    registry=REGISTRY,
)
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})


class MeasureMiddleware:
    """Times every request. Routes and methods are those we know, so that nobody can make up new series."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = self.get_response(request)
        match = request.resolver_match
        method = request.method if request.method in METHODS else "other"
        labels = method, match.route if match else "no route", str(response.status_code)
        SECONDS.labels(*labels).observe(time.perf_counter() - began)
        return response
