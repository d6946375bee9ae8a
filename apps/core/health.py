"""Probes for whoever runs the process: is it alive, can it do its work."""

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from apps.core.errors import Problem
from apps.core.problems import problem_response

PROBE_SECONDS = 2


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers; says nothing about what it depends on."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """PostgreSQL and Redis answer; a 503 problem names the one that does not."""
    errors = {name: ["does not answer"] for name, answers in PROBES.items() if not answers()}
    if errors:
        return problem_response(Problem("unavailable", "Not ready: " + ", ".join(errors), errors=errors), request)
    return JsonResponse({"status": "ready"})


def database_answers() -> bool:
    """Whether PostgreSQL runs a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def redis_answers() -> bool:
    """Whether Redis answers a PING within two seconds."""
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PROBE_SECONDS, socket_connect_timeout=PROBE_SECONDS, retry=None
    )
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()


PROBES = {"database": database_answers, "redis": redis_answers}
