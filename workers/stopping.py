"""A worker that was told to stop: it takes nothing new, goes on with what it holds for a while, then hands that back.

The moment stands in memory that the pool's processes share with the one that hears the signal. Seconds are those of
the machine's monotonic clock, which all its processes read alike.
"""

import mmap
import struct
import time
from typing import Any

from celery.signals import worker_shutting_down
from django.conf import settings

_NEVER = 0.0
_moment = mmap.mmap(-1, struct.calcsize("d"))  # made before the pool is forked


def _read() -> float:
    return struct.unpack_from("d", _moment)[0]


def ask(*, grace: float) -> None:
    """Stop, and hand back in ``grace`` seconds what is not done by then; asked a second time, at once."""
    struct.pack_into("d", _moment, 0, time.monotonic() + (0.0 if asked() else grace))


def asked() -> bool:
    """Whether this worker is to take nothing new."""
    return _read() != _NEVER


def due() -> bool:
    """Whether what is still under way is to be handed back now."""
    return asked() and time.monotonic() >= _read()


def forget() -> None:
    """As if nobody had asked."""
    struct.pack_into("d", _moment, 0, _NEVER)


@worker_shutting_down.connect
def _on_signal(**_: Any) -> None:
    ask(grace=settings.SHUTDOWN_GRACE_SECONDS)
