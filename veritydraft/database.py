"""A database URL as Django's settings want it."""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from veritydraft.env import SettingError

SCHEMES = {"postgres", "postgresql"}


def database_config(url: str, *, pool_size: int | None = None) -> dict[str, Any]:
    """``postgres://user:password@host:port/name?option=value`` → an entry of ``DATABASES``.

    Without a pool, connections are kept open and checked before use; with ``pool_size`` the process shares so many
    (a web process has more threads than the server has connections). Options go to libpq (``sslmode=require``).
    Raises SettingError.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise SettingError(f"DATABASE_URL: not a URL: {error}") from None
    name = unquote(parts.path.removeprefix("/"))
    if parts.scheme not in SCHEMES or not name or "/" in name:
        raise SettingError("DATABASE_URL: must look like postgres://user:password@host:port/name")
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    options.setdefault("connect_timeout", "10")
    if pool_size is not None:
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 15}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        "OPTIONS": options,
        "CONN_MAX_AGE": None if pool_size is None else 0,
        "CONN_HEALTH_CHECKS": pool_size is None,
    }
