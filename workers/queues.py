"""Which queue a role's work goes to: the built-in engine computes (processes), an endpoint waits (threads)."""

from collections.abc import Callable

from django.conf import settings

from apps.core.engines import is_built_in

INGEST, LLM, VERIFY, EXPORT, UPKEEP = "ingest", "llm", "verify", "export", "upkeep"
ALL = (INGEST, LLM, VERIFY, EXPORT, UPKEEP)


def queue_of(role: str) -> Callable[[], str]:
    """Asked when a phase becomes ready: ``verify`` while the role's engine is built in, else ``llm``."""
    return lambda: VERIFY if is_built_in(role, getattr(settings, f"{role.upper()}_MODEL")) else LLM


def always(queue: str) -> Callable[[], str]:
    """The same queue whatever the settings."""
    return lambda: queue
