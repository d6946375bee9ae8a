"""``/metrics``: for who carries the token of the installation, or, where none is set, for this machine alone."""

import hmac
import ipaddress

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from apps.core.errors import Problem
from apps.core.measuring import REGISTRY
from apps.core.problems import problem_response
from veritydraft.metrics.collecting import FleetCollector
from veritydraft.metrics.spending import Spending

# a request that came through a proxy has the proxy's address, which may well be this machine's
PROXIED = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")
SPENDING = Spending()


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Figures of the fleet out of the database, and this process's own. 401 or 403 as a problem."""
    problem = refusal(request)
    if problem is not None:
        return problem_response(problem, request)
    fleet = CollectorRegistry()
    fleet.register(FleetCollector(SPENDING))
    return HttpResponse(generate_latest(fleet) + generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)


def refusal(request: HttpRequest) -> Problem | None:
    """Why this request gets nothing; None when it may read."""
    if settings.METRICS_TOKEN:
        word, _, token = request.headers.get("Authorization", "").partition(" ")
        if word.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode()):
            return None
        headers = {"WWW-Authenticate": 'Bearer realm="metrics"'}
        return Problem("not-authenticated", "Send METRICS_TOKEN as a bearer token.", headers=headers)
    if any(name in request.headers for name in PROXIED) or not _is_this_machine(request.META.get("REMOTE_ADDR", "")):
        return Problem("forbidden", "Only this machine may read the metrics; set METRICS_TOKEN to let others.")
    return None


def _is_this_machine(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback
