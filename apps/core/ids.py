"""Names for requests, so that an answer and a log line can be brought together."""

import logging
import re
import uuid
from contextvars import ContextVar

_SANE = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")

current_request_id: ContextVar[str] = ContextVar("current_request_id", default="")


def request_id(proposed: str | None) -> str:
    """What the caller proposed when it is 1–64 letters, digits, dots, dashes or underscores; else 32 new hex digits."""
    return proposed if proposed and _SANE.match(proposed) else uuid.uuid4().hex


class RequestIdFilter(logging.Filter):
    """Gives every log record ``request_id``: the request it was written in, or ``-``."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id.get() or "-"
        return True
