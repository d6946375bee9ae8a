"""Names for requests, so that an answer and a log line can be brought together."""

import logging
import re
import uuid
from collections.abc import Iterable
from contextvars import ContextVar

HEADER = b"x-request-id"
_SANE = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")

current_request_id: ContextVar[str] = ContextVar("current_request_id", default="")


def request_id(proposed: str | None) -> str:
    """What the caller proposed when it is 1–64 letters, digits, dots, dashes or underscores; else 32 new hex digits."""
    return proposed if proposed and _SANE.match(proposed) else uuid.uuid4().hex


def proposed_id(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """What an ASGI request's headers propose to call it."""
    return next((value.decode("latin-1") for name, value in headers if name.lower() == HEADER), None)


class RequestIdFilter(logging.Filter):
    """Gives every log record ``request_id``: the request it was written in, or ``-``."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id.get() or "-"
        return True
