"""Which queue a role's work goes to: the built-in engine computes (processes), an endpoint waits (threads)."""

from collections.abc import Callable

from django.conf import settings

INGEST, LLM, VERIFY, EXPORT, UPKEEP = "ingest", "llm", "verify", "export", "upkeep"
ALL = (INGEST, LLM, VERIFY, EXPORT, UPKEEP)
BUILTIN = "builtin"


def queue_of(role: str) -> Callable[[], str]:
    """Asked when a phase becomes ready: ``verify`` while the role's model is built in, else ``llm``."""
    return lambda: VERIFY if getattr(settings, f"{role.upper()}_MODEL") == BUILTIN else LLM


def always(queue: str) -> Callable[[], str]:
    """The same queue whatever the settings."""
    return lambda: queue
