"""From the loop's thread to the asker's: a call's pieces or result, left at once when nobody wants them any more."""

import asyncio
import queue
import time
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import Future, wait
from typing import Any, TypeVar

from apps.inference.calling import CallScope
from apps.inference.contracts import CallAborted
from apps.inference.endpoint.loop import endpoint_loop
from apps.inference.endpoint.streaming import Deadlines, Heard, listen
from apps.inference.endpoint.trying import LOOK_SECONDS, leave_if_stopped
from apps.inference.usage import release_connections

HELD_SECONDS = 2.0  # of silence, before the asker's database connection is given back: a new one takes 10 to 30 ms

T = TypeVar("T")


def pieces_of(
    question: Mapping[str, Any], *, deadlines: Deadlines, max_tokens: int, heard: Heard, scope: CallScope
) -> Iterator[str]:
    """The pieces of one answer. However it is left, the call is closed then. Raises ModelError, CallAborted."""
    leave_if_stopped(scope)
    inbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    work = listen(question, deadlines=deadlines, max_tokens=max_tokens, heard=heard, tell=inbox.put)
    call = endpoint_loop().start(unless_stopped(work, scope))
    call.add_done_callback(lambda _: inbox.put(None))
    try:
        heard_at = looked_at = time.monotonic()
        while True:
            try:
                piece = inbox.get(timeout=LOOK_SECONDS)
                heard_at = time.monotonic()
            except queue.Empty:
                piece = ""
                if time.monotonic() - heard_at >= HELD_SECONDS:
                    release_connections()
            if time.monotonic() - looked_at >= LOOK_SECONDS:
                leave_if_stopped(scope)
                looked_at = time.monotonic()
            if piece is None:
                break
            if piece:
                yield piece
        call.result()
    finally:
        call.cancel()


def result_of(work: Coroutine[Any, Any, T], *, scope: CallScope) -> T:
    """What a call that answers in one piece brings. Raises what it raises, and CallAborted."""
    if scope.stopped():
        work.close()  # never begun
        raise CallAborted
    call: Future[T] = endpoint_loop().start(unless_stopped(work, scope))
    asked_at = time.monotonic()
    try:
        while not call.done():
            leave_if_stopped(scope)
            wait([call], timeout=LOOK_SECONDS)
            if time.monotonic() - asked_at >= HELD_SECONDS:
                release_connections()
        return call.result()
    finally:
        call.cancel()


async def unless_stopped(work: Coroutine[Any, Any, T], scope: CallScope) -> T:
    """The work on the loop, broken off there too: who asked may wait for a database that stands still meanwhile."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait([task], timeout=LOOK_SECONDS))[0]:
            leave_if_stopped(scope)
        return task.result()
    finally:
        task.cancel()
