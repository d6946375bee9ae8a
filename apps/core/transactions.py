"""A bound on transactions that nobody goes on with: what such a one has locked no lease and no sweeper can free."""

from typing import Any

from django.conf import settings

# a worker's transaction is a few statements; a web process may store a large upload within one
WORKER_SECONDS, WEB_SECONDS = 60, 600


def limit_idle_transactions(*, connection: Any, **_: Any) -> None:
    """For each new connection: PostgreSQL ends it when it stays idle inside a transaction for longer."""
    seconds = WEB_SECONDS if settings.PROCESS_ROLE == "web" else WORKER_SECONDS
    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = %s", [f"{seconds}s"])
