"""Numbered system checks: each names a mistake in the settings before it costs anybody an evening.

E… keeps the commands from running, W… is told and goes on. `manage.py check --database default` also asks the database.
"""

import os
from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import DatabaseError, connections

from apps.core.engines import is_built_in

MODELS = ("WRITER_MODEL", "WRITER_FALLBACK_MODEL", "SKEPTIC_MODEL", "JUDGE_MODEL", "EMBEDDING_MODEL")
SECRET_LENGTH = 32  # characters; shorter keys can be guessed
LOCAL_HOSTS = {"localhost", "127.0.0.1", "[::1]", "::1", "testserver"}
PGVECTOR = (0, 8)  # the first whose indexes look on where they found too few
SERVER = 14  # oldest PostgreSQL that Django 5.2 speaks to


def check_secret_key(**_: Any) -> list[CheckMessage]:
    if len(settings.SECRET_KEY) >= SECRET_LENGTH:
        return []
    hint = "Leave SECRET_KEY empty: a long one is then made and kept under DATA_DIR."
    return [Error(f"SECRET_KEY is shorter than {SECRET_LENGTH} characters.", hint=hint, id="veritydraft.E001")]


def check_debug(**_: Any) -> list[CheckMessage]:
    """DEBUG shows settings and source to whoever causes an error."""
    strangers = sorted(set(settings.ALLOWED_HOSTS) - LOCAL_HOSTS)
    if not settings.DEBUG or not strangers:
        return []
    told = f"DEBUG is on while ALLOWED_HOSTS lets others in: {', '.join(strangers)}."
    return [Error(told, hint="Set DEBUG=0, or keep ALLOWED_HOSTS to this machine.", id="veritydraft.E002")]


def named_models(names: Iterable[str] = MODELS) -> dict[str, str]:
    """The settings that name a model at the endpoint, and the model."""
    models = {name: getattr(settings, name) for name in names}
    return {name: model for name, model in models.items() if not is_built_in(name.removesuffix("_MODEL"), model)}


def check_endpoint(**_: Any) -> list[CheckMessage]:
    named = named_models()
    if not named or settings.OPENAI_BASE_URL:
        return []
    hint = "Set OPENAI_BASE_URL, or `builtin`, which needs no endpoint."
    return [Error(f"{', '.join(named)} names a model, but there is no endpoint.", hint=hint, id="veritydraft.E004")]


def check_data_dir(**_: Any) -> list[CheckMessage]:
    folder = settings.DATA_DIR
    if os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return []
    hint = "Point DATA_DIR to a folder that this user may write to."
    return [Error(f"DATA_DIR {folder} cannot be written to.", hint=hint, id="veritydraft.E005")]


def check_answer_limits(**_: Any) -> list[CheckMessage]:
    if settings.ANSWER_KEEP <= settings.ANSWER_RETRIEVE:
        return []
    told = f"ANSWER_KEEP={settings.ANSWER_KEEP} is more than ANSWER_RETRIEVE={settings.ANSWER_RETRIEVE} brings."
    return [Error(told, hint="Keep at most as many chunks as are retrieved.", id="veritydraft.E006")]


def check_lease(**_: Any) -> list[CheckMessage]:
    """Leases are renewed and looked at in the rhythm of the sweeps: one that is shorter ends under a living worker."""
    lease, sweep = settings.PHASE_LEASE_SECONDS, settings.SWEEP_SECONDS
    if lease > sweep:
        return []
    told = f"PHASE_LEASE_SECONDS={lease:g} is not longer than SWEEP_SECONDS={sweep:g}."
    return [Error(told, hint="Let a lease outlast two or three sweeps.", id="veritydraft.E007")]


def check_origins(**_: Any) -> list[CheckMessage]:
    odd = [origin for origin in settings.CSRF_TRUSTED_ORIGINS if not origin.startswith(("http://", "https://"))]
    hint = "Write the whole origin: https://docs.example.org"
    return [Error(f"CSRF_TRUSTED_ORIGINS: {origin} has no scheme.", hint=hint, id="veritydraft.E008") for origin in odd]


def check_https(**_: Any) -> list[CheckMessage]:
    strangers = sorted(set(settings.ALLOWED_HOSTS) - LOCAL_HOSTS)
    if settings.HTTPS or settings.DEBUG or not strangers:
        return []
    told = f"The site answers to {', '.join(strangers)} without HTTPS: passwords and cookies travel in the clear."
    return [Warning(told, hint="Put it behind a TLS proxy and set HTTPS=1.", id="veritydraft.W001")]


def check_hosts(**_: Any) -> list[CheckMessage]:
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    hint = "Name the hosts that the site answers to."
    return [Warning("ALLOWED_HOSTS=* lets a request claim any host name.", hint=hint, id="veritydraft.W002")]


def check_lonely_endpoint(**_: Any) -> list[CheckMessage]:
    """Of the workspaces only the database knows by which model each is searched, and it may not be there yet."""
    if not settings.OPENAI_BASE_URL or named_models():
        return []
    told = (
        "OPENAI_BASE_URL is set, but every model is `builtin`: no role and no new workspace asks the endpoint, only"
        " workspaces that were switched to one of its embedding models."
    )
    hint = "An endpoint alone changes nothing: name its models. Where it serves such workspaces alone, all is well."
    return [Warning(told, hint=hint, id="veritydraft.W003")]


def check_key(**_: Any) -> list[CheckMessage]:
    """A server on this machine or in the same network mostly asks for none."""
    host = urlsplit(settings.OPENAI_BASE_URL).hostname or ""
    if settings.OPENAI_API_KEY or not named_models() or "." not in host or host in LOCAL_HOSTS or _is_private(host):
        return []
    told = f"OPENAI_API_KEY is empty, and {host} is not on this machine: it will hardly answer without a key."
    return [Warning(told, hint="Set OPENAI_API_KEY; `manage.py check_endpoint` tries it out.", id="veritydraft.W005")]


def check_prices(**_: Any) -> list[CheckMessage]:
    """A cost that is not known is told as null, and a limit in money cannot see it."""
    unpriced = sorted(set(named_models().values()) - set(settings.MODEL_PRICES))
    if not unpriced:
        return []
    limited = " SESSION_MAX_COST does not hold it back." if settings.SESSION_MAX_COST else ""
    told = f"MODEL_PRICES has no price for {', '.join(unpriced)}: what a session costs is shown as unknown.{limited}"
    hint = f"Add {unpriced[0]}=INPUT/OUTPUT in US dollars per million tokens (0 where it costs nothing)."
    return [Warning(told, hint=hint, id="veritydraft.W006")]


def check_context(**_: Any) -> list[CheckMessage]:
    """Six chunks of 500 tokens are 3,000; a budget below one chunk leaves the Writer nothing to read."""
    if settings.ANSWER_CONTEXT_TOKENS >= 600:
        return []
    told = f"ANSWER_CONTEXT_TOKENS={settings.ANSWER_CONTEXT_TOKENS} holds not even one chunk."
    return [Warning(told, hint="The default is 30000.", id="veritydraft.W004")]


def check_database(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """PostgreSQL new enough, with a pgvector that knows half-precision vectors and iterative scans."""
    found: list[CheckMessage] = []
    for alias in databases or ():
        try:
            found += _database_messages(alias)
        except DatabaseError as error:
            told = f"The database does not answer: {' '.join(str(error).split())}"
            hint = "Look at DATABASE_URL; left empty, the embedded PostgreSQL is used."
            found.append(Error(told, hint=hint, id="veritydraft.E010"))
    return found


def _database_messages(alias: str) -> Iterable[CheckMessage]:
    connection = connections[alias]
    with connection.cursor() as cursor:
        cursor.execute("SELECT default_version FROM pg_available_extensions WHERE name = 'vector'")
        row = cursor.fetchone()
    major = connection.pg_version // 10000
    if major < SERVER:
        told = f"PostgreSQL {major} is too old; {SERVER} is the oldest that works."
        yield Error(told, hint="Leave DATABASE_URL empty for the embedded one.", id="veritydraft.E011")
    wanted = ".".join(map(str, PGVECTOR))
    hint = f"Install pgvector {wanted} or newer on that server, or leave DATABASE_URL empty."
    if row is None:
        yield Error("The database server has no pgvector.", hint=hint, id="veritydraft.E012")
    elif tuple(int(part) for part in row[0].split(".")[:2]) < PGVECTOR:
        yield Error(f"pgvector {row[0]} is too old.", hint=hint, id="veritydraft.E013")


def _is_private(host: str) -> bool:
    try:
        return ip_address(host).is_private
    except ValueError:
        return False


SETTINGS_CHECKS = (
    check_secret_key,
    check_debug,
    check_endpoint,
    check_data_dir,
    check_answer_limits,
    check_lease,
    check_origins,
    check_https,
    check_hosts,
    check_lonely_endpoint,
    check_key,
    check_prices,
    check_context,
)


def register_checks() -> None:
    """Called once the app is ready."""
    for check in SETTINGS_CHECKS:
        register(check)
    register(check_database, Tags.database)
