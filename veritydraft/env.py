"""The one reader of environment variables: a flat list of typed settings, each with its default and what it is for."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from veritydraft.parsing import (
    boolean,
    floors,
    folder,
    fraction,
    level,
    limit,
    port,
    positive,
    prices,
    seconds,
    url_of,
    whole_limit,
    words,
)

MIB = 1024 * 1024


class SettingError(ValueError):
    """A variable's value cannot be read as its type; the message is one line that names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One variable. ``default`` is what stands in the environment's place, as text."""

    name: str
    parse: Callable[[str], Any]
    default: str
    help: str
    secret: bool = False


SETTINGS: tuple[Setting, ...] = (
    Setting(
        name="DEBUG",
        parse=boolean,
        default="0",
        help="Development mode: error pages that show code and settings. Never in production.",
    ),
    Setting(
        name="SECRET_KEY",
        parse=str,
        default="",
        secret=True,
        help="Signs sessions, seals kept answers; the same on every web machine. Empty: one is kept under DATA_DIR.",
    ),
    Setting(
        name="ALLOWED_HOSTS",
        parse=words,
        default="localhost,127.0.0.1,[::1]",
        help="Host names the web process answers to.",
    ),
    Setting(
        name="CSRF_TRUSTED_ORIGINS",
        parse=words,
        default="",
        help="Origins (https://…) that browsers may post and open sockets from, beside the own host.",
    ),
    Setting(
        name="HTTPS",
        parse=boolean,
        default="0",
        help="The site is reached over HTTPS by a proxy that sets X-Forwarded-Proto: secure cookies, redirect, HSTS.",
    ),
    Setting(name="LOG_LEVEL", parse=level, default="INFO", help="DEBUG, INFO, WARNING or ERROR."),
    Setting(
        name="DATA_DIR",
        parse=folder,
        default=".veritydraft",
        help="Where the embedded services, uploaded files and caches live.",
    ),
    Setting(
        name="DATABASE_URL",
        parse=url_of("postgres", "postgresql"),
        default="",
        secret=True,
        help="postgres://user:password@host:port/name of a PostgreSQL with pgvector ≥ 0.8. Empty: the embedded one.",
    ),
    Setting(
        name="REDIS_URL",
        parse=url_of("redis", "rediss"),
        default="",
        secret=True,
        help="redis://host:port/0. Empty: the embedded one.",
    ),
    Setting(name="HOST", parse=str, default="127.0.0.1", help="Address `serve` listens on."),
    Setting(name="PORT", parse=port, default="8000", help="Port `serve` listens on."),
    Setting(
        name="PROCESS_ROLE",
        parse=str,
        default="",
        help="`web` gives the process a pool of database connections, `worker` and `scheduler` do without what they do"
        " not need; each process of `serve` sets it itself.",
    ),
    Setting(
        name="DATABASE_POOL_SIZE",
        parse=positive,
        default="20",
        help="Connections a web process shares among its requests.",
    ),
    Setting(
        name="OPENAI_BASE_URL",
        parse=url_of("http", "https"),
        default="",
        help="Base URL of a model endpoint that speaks the OpenAI API.",
    ),
    Setting(name="OPENAI_API_KEY", parse=str, default="", secret=True, help="Key for that endpoint."),
    Setting(name="WRITER_MODEL", parse=str, default="builtin", help="`builtin`, or a model's name at the endpoint."),
    Setting(
        name="WRITER_FALLBACK_MODEL",
        parse=str,
        default="builtin",
        help="What takes over when the Writer's model fails.",
    ),
    Setting(name="SKEPTIC_MODEL", parse=str, default="builtin", help="`builtin`, or a model's name at the endpoint."),
    Setting(
        name="JUDGE_MODEL",
        parse=str,
        default="builtin",
        help="`builtin`, `rules` (the same without its model), or a model's name at the endpoint.",
    ),
    Setting(
        name="EMBEDDING_MODEL",
        parse=str,
        default="builtin",
        help="`builtin` (MiniLM, 384 dimensions), or a model's name at the endpoint.",
    ),
    Setting(
        name="SIMILARITY_FLOORS",
        parse=floors,
        default="",
        help="Cosine floors per embedding model, MODEL=0.3,…; unset models use the value measured for them.",
    ),
    Setting(
        name="EXACT_SEARCH_MAX_CHUNKS",
        parse=whole_limit,
        default="5000",
        help="A workspace with more passages than this is searched by a vector index of its own; 0: never.",
    ),
    Setting(
        name="OLD_VECTORS_DAYS",
        parse=limit,
        default="7",
        help="How long after a switch the vectors of the earlier embedding model are kept, so that back is free.",
    ),
    Setting(
        name="MODEL_PRICES",
        parse=prices,
        default="",
        help="US dollars per million input/output tokens, MODEL=0.15/0.60,…; a model without a price has cost null.",
    ),
    Setting(
        name="MODEL_CONNECT_SECONDS", parse=seconds, default="5", help="Longest wait for a connection to the endpoint."
    ),
    Setting(
        name="MODEL_FIRST_TOKEN_SECONDS",
        parse=seconds,
        default="60",
        help="Longest wait for a model's first token.",
    ),
    Setting(name="MODEL_IDLE_SECONDS", parse=seconds, default="30", help="Longest silence of a model that has begun."),
    Setting(name="MODEL_CALL_SECONDS", parse=seconds, default="180", help="Longest a model call may take in all."),
    Setting(
        name="MODEL_TRIES", parse=positive, default="3", help="How often a model call is tried before it is given up."
    ),
    Setting(
        name="MODEL_RETRY_AFTER_SECONDS",
        parse=seconds,
        default="30",
        help="Longest pause that an endpoint may ask for; one that asks for more has failed.",
    ),
    Setting(
        name="MODEL_MAX_OUTPUT_TOKENS", parse=positive, default="4096", help="Most tokens a model may answer with."
    ),
    Setting(
        name="SESSION_MAX_TOKENS",
        parse=whole_limit,
        default="0",
        help="Most tokens the model calls of one turn may use together; 0 sets no limit.",
    ),
    Setting(
        name="SESSION_MAX_COST",
        parse=limit,
        default="0",
        help="Most US dollars the model calls of one turn may cost together; 0 sets no limit.",
    ),
    Setting(name="MAX_UPLOAD_BYTES", parse=positive, default=str(100 * MIB), help="Largest file accepted."),
    Setting(name="MAX_PAGES", parse=positive, default="2000", help="Most pages a document may have."),
    Setting(
        name="MAX_TEXT_CHARS", parse=positive, default="20000000", help="Most characters a document's text may have."
    ),
    Setting(name="MAX_QUERY_CHARS", parse=positive, default="4000", help="Longest question."),
    Setting(
        name="MAX_VERIFY_CHARS",
        parse=positive,
        default="500000",
        help="Most characters that a text brought to be verified may have.",
    ),
    Setting(
        name="EXTRACTION_MEMORY_BYTES",
        parse=positive,
        default=str(2048 * MIB),
        help="Address space an extraction process may use.",
    ),
    Setting(name="EXTRACTION_SECONDS", parse=seconds, default="300", help="Longest an extraction may take."),
    Setting(
        name="PAGE_MEMORY_BYTES",
        parse=positive,
        default=str(1024 * MIB),
        help="Address space a process that draws a page may use.",
    ),
    Setting(name="PAGE_SECONDS", parse=seconds, default="20", help="Longest that drawing a page may take."),
    Setting(
        name="PAGES_AT_ONCE", parse=positive, default="2", help="Pages that one web process has drawn at the same time."
    ),
    Setting(
        name="PAGE_CACHE_BYTES",
        parse=positive,
        default=str(512 * MIB),
        help="Most that pictures of pages, kept under DATA_DIR, may take up.",
    ),
    Setting(name="COVERAGE_GATE", parse=fraction, default="0.85", help="Evidence coverage a text should reach."),
    Setting(name="ANSWER_RETRIEVE", parse=positive, default="10", help="Chunks retrieved for an answer."),
    Setting(name="ANSWER_KEEP", parse=positive, default="6", help="Chunks kept after the rerank."),
    Setting(name="ANSWER_CONTEXT_TOKENS", parse=positive, default="30000", help="Token budget of an answer's context."),
    Setting(name="DRAFT_RETRIEVE", parse=positive, default="20", help="Chunks retrieved for a section of a draft."),
    Setting(name="DRAFT_KEEP", parse=positive, default="15", help="Chunks of a section kept after the rerank."),
    Setting(name="DRAFT_CONTEXT_TOKENS", parse=positive, default="50000", help="Token budget of a section's context."),
    Setting(
        name="PHASE_LEASE_SECONDS",
        parse=seconds,
        default="15",
        help="How long a phase stays with a worker that is not heard of.",
    ),
    Setting(
        name="PHASE_MAX_ATTEMPTS", parse=positive, default="4", help="How often a phase is tried before it is given up."
    ),
    Setting(
        name="PHASE_MAX_LOSSES",
        parse=positive,
        default="12",
        help="How often a phase may lose its worker before it is given up.",
    ),
    Setting(
        name="SHUTDOWN_GRACE_SECONDS",
        parse=limit,
        default="10",
        help="How long a worker that is told to stop goes on with what it holds, before it hands it back.",
    ),
    Setting(
        name="REQUESTS_PER_MINUTE",
        parse=whole_limit,
        default="1200",
        help="Requests to the API that one user may make in a minute; 0 sets no limit.",
    ),
    Setting(
        name="STREAMS_PER_USER",
        parse=positive,
        default="1000",
        help="Sockets and event streams that one user may have open at a web process.",
    ),
    Setting(
        name="STALLED_CLIENT_SECONDS",
        parse=seconds,
        default="30",
        help="How long a client may take nothing of what it is sent before it is cut off.",
    ),
    Setting(
        name="METRICS_TOKEN",
        parse=str,
        default="",
        secret=True,
        help="What a scraper sends as bearer token to /metrics. Empty: only this machine may read it.",
    ),
    Setting(name="S3_BUCKET", parse=str, default="", help="Bucket for uploaded files. Empty: a folder under DATA_DIR."),
    Setting(
        name="S3_ENDPOINT_URL",
        parse=url_of("http", "https"),
        default="",
        help="An S3-compatible service other than Amazon's.",
    ),
    Setting(name="S3_REGION", parse=str, default="", help="Region of the bucket."),
    Setting(name="S3_ACCESS_KEY", parse=str, default="", secret=True, help="Key id for the bucket."),
    Setting(name="S3_SECRET_KEY", parse=str, default="", secret=True, help="Secret key for the bucket."),
    Setting(
        name="EMAIL_URL",
        parse=url_of("smtp", "smtps"),
        default="",
        secret=True,
        help="smtp://user:password@host:port (STARTTLS; smtps: TLS at once) for password resets. Empty: it is logged.",
    ),
    Setting(name="EMAIL_FROM", parse=str, default="veritydraft@localhost", help="Sender of the mail."),
    Setting(
        name="SWEEP_SECONDS", parse=seconds, default="5", help="How often each worker looks for work that nobody took."
    ),
    Setting(
        name="DOCUMENT_RETENTION_DAYS",
        parse=whole_limit,
        default="0",
        help="Documents uploaded longer ago than this are deleted; 0 keeps them until somebody deletes them.",
    ),
    Setting(name="SESSION_RETENTION_DAYS", parse=positive, default="90", help="Sessions older than this are deleted."),
    Setting(
        name="FEEDBACK_RETENTION_DAYS",
        parse=positive,
        default="365",
        help="Feedback older than this is deleted; it outlives its session.",
    ),
    Setting(
        name="AUDIT_RETENTION_DAYS",
        parse=positive,
        default="365",
        help="Entries of the audit log older than this are deleted.",
    ),
)


class Environment:
    """Settings read from a mapping; attribute access gives the typed value."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._values: dict[str, Any] = {}
        for setting in SETTINGS:
            text = variables.get(setting.name, "").strip() or setting.default
            try:
                self._values[setting.name] = setting.parse(text)
            except ValueError as error:
                shown = "its value" if setting.secret else repr(text)
                raise SettingError(f"{setting.name}: {shown}: {error}") from None

    def values(self) -> dict[str, Any]:
        """Every setting's value by its name."""
        return dict(self._values)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_values"][name]
        except KeyError:
            raise AttributeError(name) from None


def read_environment() -> Environment:
    """The process's own environment. Raises SettingError."""
    return Environment(os.environ)


def refuse(problem: Exception) -> SystemExit:
    """What to raise when the process cannot go on as configured: one line on standard error, exit status 2."""
    print(f"veritydraft: {problem}", file=sys.stderr)
    return SystemExit(2)


def settings_table() -> str:
    """All settings as a Markdown table."""
    rows = [
        f"| `{setting.name}` | {f'`{setting.default}`' if setting.default else ''} | {setting.help} |"
        for setting in SETTINGS
    ]
    return "\n".join(["| variable | default | what it is for |", "|---|---|---|", *rows])
