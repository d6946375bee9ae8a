"""Calls made side by side for one asker."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import replace
from typing import TypeVar

from apps.inference.calling import calls_for, current_scope
from apps.inference.usage import release_connections

AT_ONCE = 4  # calls of one asker that are open at the same time

T = TypeVar("T")


def together(works: Sequence[Callable[[], T]]) -> list[T]:
    """What each of ``works`` returns, in their order; a single one is done here, more in threads of the same scope.

    The first error is raised, and calls that are still open then are left: nobody wants their answers any more.
    """
    if len(works) < 2:
        return [work() for work in works]
    scope, failed = current_scope(), threading.Event()
    shared = replace(scope, stopped=lambda: failed.is_set() or scope.stopped())

    def done(work: Callable[[], T]) -> T:
        try:
            with calls_for(shared):
                return work()
        finally:
            release_connections()  # they are the thread's own, and the thread ends

    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="together") as pool:
        calls = [pool.submit(copy_context().run, done, work) for work in works]
        wait(calls, return_when=FIRST_EXCEPTION)
        broken = next((call for call in calls if call.done() and call.exception()), None)
        if broken is not None:
            failed.set()
            for call in calls:
                call.cancel()
            broken.result()
    return [call.result() for call in calls]
