"""Work of tests in a thread of its own."""

import threading
from collections.abc import Callable

from django.db import connection


def beside(work: Callable[[], object]) -> threading.Thread:
    """A thread that has begun the work and keeps no connection to the database afterwards."""

    def close_after() -> None:
        work()
        connection.close()

    thread = threading.Thread(target=close_after)
    thread.start()
    return thread
