"""How much a request may carry, and how many of them one user may make."""

import logging
import threading
import time
from uuid import UUID

import redis
from django.conf import settings

from apps.core.errors import Problem

logger = logging.getLogger(__name__)

# what a multipart body may have beside the file: boundaries, field names, the title
ENVELOPE_BYTES = 1024 * 1024
WINDOW = 60  # seconds
REDIS_SECONDS = 0.25  # how long counting may hold up a request
PAUSE_SECONDS = 5.0  # without counting, after Redis did not answer


def largest_body() -> int:
    """Bytes of the largest request body that is read at all."""
    return settings.MAX_UPLOAD_BYTES + ENVELOPE_BYTES


def count_request(user_id: UUID) -> None:
    """Count a request of this user. Raises Problem ``too-many-requests`` above ``REQUESTS_PER_MINUTE``.

    Whole minutes are counted, in Redis, over all web processes. While Redis is away everybody is served.
    """
    limit = settings.REQUESTS_PER_MINUTE
    if not limit:
        return
    now = time.time()
    made = _counter.add(f"veritydraft:requests:{user_id}:{int(now // WINDOW)}")
    if made > limit:
        wait = WINDOW - int(now % WINDOW)
        detail = f"{limit} requests a minute are answered; go on in {wait} s."
        raise Problem("too-many-requests", detail, headers={"Retry-After": str(wait)})


class Counter:
    """Numbers in Redis that forget themselves; after a failure Redis is left alone for a while."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._client: redis.Redis | None = None
        self._url = ""
        self._silent_until = 0.0

    def add(self, name: str) -> int:
        """One more; returns the new number, and 0 while Redis does not answer."""
        if time.monotonic() < self._silent_until:
            return 0
        try:
            with self._connected().pipeline(transaction=False) as pipeline:
                return pipeline.incr(name).expire(name, 2 * WINDOW).execute()[0]
        except (redis.RedisError, OSError) as error:
            self._silent_until = time.monotonic() + PAUSE_SECONDS
            logger.warning("requests are not counted: %s", str(error) or type(error).__name__)
            return 0

    def _connected(self) -> redis.Redis:
        with self._lock:
            if self._client is None or self._url != settings.REDIS_URL:
                self._url = settings.REDIS_URL
                self._client = redis.Redis.from_url(
                    self._url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS, retry=None
                )
            return self._client


_counter = Counter()
