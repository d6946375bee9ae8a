"""What Python takes for the time, set ahead or back as a machine's wrong clock would: CLOCK_AHEAD in seconds."""

import datetime as dt
import os
import time
from typing import Any

REAL = dt.datetime
AHEAD = float(os.environ.get("CLOCK_AHEAD", "0"))


class _Kind(type):
    """The real class's values, which C code makes, are values of ours too."""

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, REAL)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, REAL)


class Skewed(REAL, metaclass=_Kind):
    """``datetime`` by the wrong clock."""

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> REAL:
        return REAL.now(tz) + dt.timedelta(seconds=AHEAD)

    @classmethod
    def utcnow(cls) -> REAL:
        return REAL.now(dt.UTC).replace(tzinfo=None) + dt.timedelta(seconds=AHEAD)

    @classmethod
    def today(cls) -> REAL:
        return cls.now()


def set_ahead() -> None:
    """From now on this process reads the wrong clock; the monotonic one, which machines cannot set, stays right."""
    if AHEAD:
        real_time = time.time
        time.time = lambda: real_time() + AHEAD
        time.time_ns = lambda: int(time.time() * 1e9)
        dt.datetime = Skewed
