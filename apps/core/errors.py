"""What goes wrong in a way the caller can understand: one exception for every room, shown as an RFC 9457 problem.

A service raises ``Problem("too-large", "The file has 120 MB; 100 MB are accepted.")``. Titles and statuses of the
kinds in ``KINDS`` are fixed, so that a client can rely on ``type``; a room with a kind of its own passes both.
"""

import errno
from collections.abc import Mapping, Sequence

MEDIA_TYPE = "application/problem+json"
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # of an OSError
TYPE_PREFIX = "urn:veritydraft:problem:"

# slug: (title, HTTP status)
KINDS: dict[str, tuple[str, int]] = {
    "malformed": ("The request could not be read", 400),
    "not-authenticated": ("Authentication is needed", 401),
    "forbidden": ("Not allowed", 403),
    "csrf": ("The CSRF check failed", 403),
    "role-too-low": ("Your role in this workspace does not allow this", 403),
    "scope-too-low": ("The token's scope does not allow this", 403),
    "not-found": ("Not found", 404),
    "method-not-allowed": ("Method not allowed", 405),
    "not-acceptable": ("No acceptable representation", 406),
    "conflict": ("Conflict", 409),
    "idempotency-key-in-flight": ("A request with this Idempotency-Key is being answered", 409),
    "too-large": ("Too large", 413),
    "unsupported-type": ("Unsupported media type", 415),
    "invalid": ("The request has invalid values", 422),
    "idempotency-key-reused": ("This Idempotency-Key was used for another request", 422),
    "too-many-requests": ("Too many requests", 429),
    "internal": ("Something went wrong on the server", 500),
    "unavailable": ("Not available at the moment", 503),
    "storage-full": ("No room left to store this", 507),
}


class Problem(Exception):
    """An expected failure. ``type`` is a slug; ``detail`` a sentence for a person; ``errors`` field → messages."""

    def __init__(
        self,
        type: str,
        detail: str = "",
        *,
        title: str | None = None,
        status: int | None = None,
        errors: Mapping[str, Sequence[str]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Raises KeyError for a slug that is not in ``KINDS`` when title or status is left out."""
        super().__init__(detail or title or type)
        self.type = type
        self.title = title if title is not None else KINDS[type][0]
        self.status = status if status is not None else KINDS[type][1]
        self.detail = detail
        self.errors = {field: list(messages) for field, messages in (errors or {}).items()}
        self.headers = dict(headers or {})

    def as_dict(self, *, request_id: str = "") -> dict[str, object]:
        """The members of the problem document; ``errors`` only where there are some."""
        document: dict[str, object] = {
            "type": TYPE_PREFIX + self.type,
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
        }
        if self.errors:
            document["errors"] = self.errors
        if request_id:
            document["request_id"] = request_id
        return document


def storage_full() -> Problem:
    """The 507 for an OSError that is one of NO_ROOM."""
    return Problem("storage-full", "There is no room left to store the file; nothing of it was kept.")


class StorageUnavailable(OSError):
    """The place where files are kept does not answer, or refuses us; the same call may succeed later."""


def invalid(**errors: str) -> Problem:
    """The 422 for named fields: ``raise invalid(mode="There is no mode 'poem'.")``."""
    return Problem("invalid", " ".join(errors.values()), errors={field: [message] for field, message in errors.items()})


def of_status(status: int, detail: str = "", *, headers: Mapping[str, str] | None = None) -> Problem:
    """The problem that stands for a bare HTTP status; others are ``malformed`` or, from 500 on, ``internal``."""
    preferred = {403: "forbidden", 422: "invalid"}
    by_status = {known: slug for slug, (_, known) in reversed(KINDS.items())} | preferred
    slug = by_status.get(status, "malformed" if status < 500 else "internal")
    return Problem(slug, detail, status=status, headers=headers)
