"""How many streams are open in this process, and to whom: sockets and server-sent events count alike."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.conf import settings
from prometheus_client import Gauge

from apps.core.errors import Problem
from apps.core.measuring import REGISTRY

OPEN = Gauge("veritydraft_open_streams", "Open sockets (ws) and event streams (sse).", ["kind"], registry=REGISTRY)
for _kind in ("ws", "sse"):
    OPEN.labels(_kind)

_open_of: Counter[UUID] = Counter()


def check_room(user_id: UUID) -> None:
    """Raises Problem ``too-many-requests`` when the user has ``STREAMS_PER_USER`` open in this process already."""
    if _open_of[user_id] >= settings.STREAMS_PER_USER:
        detail = f"{settings.STREAMS_PER_USER} sockets and event streams may be open at once; close one first."
        raise Problem("too-many-requests", detail, headers={"Retry-After": "60"})


@contextmanager
def open_door(user_id: UUID, kind: str) -> Iterator[None]:
    """Counts one open stream of this user while the block runs. Raises Problem as :func:`check_room`."""
    check_room(user_id)
    _open_of[user_id] += 1
    OPEN.labels(kind).inc()
    try:
        yield
    finally:
        OPEN.labels(kind).dec()
        _open_of[user_id] -= 1
        if not _open_of[user_id]:
            del _open_of[user_id]
