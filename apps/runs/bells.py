"""Doorbells: tell workers of ready phases and readers of new events.

A bell may be lost; the sweeper and the readers' own timer cover for it.

One daemon thread per process does the ringing, so that a slow or absent Redis never holds up the work itself.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Coroutine
from typing import Any
from uuid import UUID

from celery import current_app
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)
RUN_PHASE = "workers.run_phase"
PENDING_LIMIT = 10_000  # bells under way at once


def group_of(stream_id: UUID | str) -> str:
    """The channel group of a stream's readers."""
    return f"stream.{stream_id}"


class Ringer:
    """A thread with an event loop of its own; bells are coalesced per reader group."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.loop = asyncio.new_event_loop()
        self.pending: set[str] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.thread = threading.Thread(target=self.loop.run_forever, name="bells", daemon=True)
        self.thread.start()

    def submit(self, make: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Ring as soon as the loop gets to it; what is too much is left to the sweeper."""
        self.loop.call_soon_threadsafe(self._start, make)

    def _start(self, make: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if len(self.tasks) < PENDING_LIMIT:
            task = self.loop.create_task(self._guarded(make))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _guarded(self, make: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await make()
        except Exception as error:
            logger.warning("a bell was not heard: %s", error)

    async def quiet(self) -> None:
        """Return when every bell struck so far was heard or given up."""
        if self.tasks:
            await asyncio.wait(self.tasks)


_lock = threading.Lock()
_ringer: Ringer | None = None
_silent = False


def silence(silent: bool = True) -> None:
    """Ring nobody: this process does the work itself and has no readers elsewhere."""
    global _silent
    _silent = silent


def _the_ringer() -> Ringer:
    global _ringer
    with _lock:
        if _ringer is None or _ringer.pid != os.getpid():  # a forked child inherits no thread
            _ringer = Ringer()
        return _ringer


def ring_worker(*, run_id: UUID, key: str, queue: str) -> None:
    """Tell a worker of ``queue`` that a phase is ready."""
    if _silent:
        return

    async def ring() -> None:
        await asyncio.to_thread(
            current_app.send_task, RUN_PHASE, args=[str(run_id), key], queue=queue, ignore_result=True, retry=False
        )

    _the_ringer().submit(ring)


def wake_readers(stream_id: UUID) -> None:
    """Tell the sockets that follow a stream to look."""
    if _silent:
        return
    ringer = _the_ringer()
    group = group_of(stream_id)
    if group in ringer.pending:
        return
    ringer.pending.add(group)

    async def wake() -> None:
        ringer.pending.discard(group)
        await get_channel_layer().group_send(group, {"type": "stream.wake", "stream": str(stream_id)})

    ringer.submit(wake)


def drain(seconds: float = 2.0) -> None:
    """Let bells that were struck be heard before the process ends."""
    ringer = _ringer
    if ringer is None or ringer.pid != os.getpid():
        return
    try:
        asyncio.run_coroutine_threadsafe(ringer.quiet(), ringer.loop).result(seconds)
    except TimeoutError:
        logger.warning("%s bells were still to be heard", len(ringer.tasks))
