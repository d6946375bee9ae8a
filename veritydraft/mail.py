"""A mail server's URL as Django's settings want it."""

from typing import Any
from urllib.parse import unquote, urlsplit

from veritydraft.env import SettingError

TIMEOUT = 10  # seconds that a mail server may keep silent
IMPLICIT_TLS, SUBMISSION, RELAY = 465, 587, 25


def mail_config(url: str) -> dict[str, Any]:
    """``smtp://user:password@host:port`` → Django's ``EMAIL_…`` settings; an empty URL writes mail to standard output.

    ``smtps`` speaks TLS from the first byte (port 465). ``smtp`` with a user asks for STARTTLS before the password is
    sent (port 587), without one it is a relay in one's own network (port 25). Raises SettingError.
    """
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise SettingError(f"EMAIL_URL: not a URL: {error}") from None
    if not parts.hostname or parts.path.strip("/") or (parts.password and not parts.username):
        raise SettingError("EMAIL_URL: must look like smtp://user:password@host:port")
    implicit, known = parts.scheme == "smtps", bool(parts.username)
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or (IMPLICIT_TLS if implicit else SUBMISSION if known else RELAY),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": implicit,
        "EMAIL_USE_TLS": known and not implicit,
        "EMAIL_TIMEOUT": TIMEOUT,
    }
