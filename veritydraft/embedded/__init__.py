"""A real PostgreSQL with pgvector and a real Redis under DATA_DIR, alive exactly as long as a process uses them.

Users hold a shared lock on ``DATA_DIR/users.lock`` (:func:`hold`); one guardian process per DATA_DIR starts the
servers, starts them again when they die, and stops them when it gets that lock for itself, that is, when the last
user is gone. The kernel drops a dead process's locks, so this holds after ``kill -9`` as well.
"""

from veritydraft.embedded.errors import EmbeddedError
from veritydraft.embedded.holding import Hold, hold, wait_until_stopped
from veritydraft.embedded.state import Urls, connection_urls, kept_secret

__all__ = ["EmbeddedError", "Hold", "Urls", "connection_urls", "hold", "kept_secret", "wait_until_stopped"]
