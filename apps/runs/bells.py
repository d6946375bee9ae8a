"""Doorbells: tell workers of ready phases and readers of new events.

A bell may be lost; the sweeper and the readers' own timer cover for it.

One daemon thread per process does the ringing, so that a slow or absent Redis never holds up the work itself.
"""

import asyncio
import functools
import logging
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any
from uuid import UUID

import redis
from celery import current_app
from channels.layers import get_channel_layer
from kombu.exceptions import OperationalError

from apps.core.per_process import PerProcess

logger = logging.getLogger(__name__)
RUN_PHASE = "workers.run_phase"
PENDING_LIMIT = 10_000  # bells under way at once; what is more is left to the sweeper and the readers' timer
TRIES = 2  # a kept connection may be half open; another one saves the wait for the sweeper's next round
CALLERS = 4  # threads that may wait for the broker at once, and for which the process waits when it ends
WAKE_SECONDS = 5.0  # how long Redis may take to pass a wake-up on
LOOK_SECONDS = 3.0  # how long Redis may take to say how many bells wait
COMPLAIN_SECONDS = 10.0  # between two lines in the log about bells that were not heard

Bell = Callable[[], Coroutine[Any, Any, None]]


def group_of(stream_id: UUID | str) -> str:
    """The channel group of a stream's readers."""
    return f"stream.{stream_id}"


class Ringer:
    """A thread with an event loop of its own; bells for the same readers that wait for their turn become one."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.waiting: set[str] = set()  # reader groups whose wake-up is not on its way yet
        self.tasks: set[asyncio.Task[None]] = set()
        self.callers = asyncio.Semaphore(CALLERS)
        self.line = asyncio.Lock()  # one wake-up on its way at a time: the channel layer has but one connection
        self.unheard, self.complained_at = 0, -COMPLAIN_SECONDS
        self.thread = threading.Thread(target=self.loop.run_forever, name="bells", daemon=True)
        self.thread.start()

    def call(self, send: Callable[[], object], *, pause: float = 0.0) -> None:
        """Run a blocking call in a thread as soon as one is free, but not before ``pause`` seconds have gone by."""

        async def bell() -> None:
            async with self.callers:
                await asyncio.to_thread(send)

        if pause:  # no task until then: a process that ends does not wait for it
            self.loop.call_soon_threadsafe(self.loop.call_later, pause, self._start, bell)
        else:
            self.loop.call_soon_threadsafe(self._start, bell)

    def wake(self, group: str, message: dict[str, str]) -> None:
        """Pass a message to a channel group, unless one for it waits already."""
        if group in self.waiting:
            return
        self.waiting.add(group)

        async def bell() -> None:
            async with self.line:
                self.waiting.discard(group)  # first: what is committed from now on needs a wake-up of its own
                await asyncio.wait_for(get_channel_layer().group_send(group, message), WAKE_SECONDS)

        self.loop.call_soon_threadsafe(self._start, bell, group)

    def _start(self, bell: Bell, group: str = "") -> None:
        if len(self.tasks) >= PENDING_LIMIT:
            self.waiting.discard(group)
            return
        task = self.loop.create_task(self._guarded(bell))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _guarded(self, bell: Bell) -> None:
        try:
            await bell()
        except Exception as error:
            self._complain(error)

    def _complain(self, error: Exception) -> None:
        """One line for many: while Redis is away, every event would have its own."""
        self.unheard += 1
        if time.monotonic() - self.complained_at >= COMPLAIN_SECONDS:
            logger.warning("%s bells were not heard, the last: %s", self.unheard, str(error) or type(error).__name__)
            self.unheard, self.complained_at = 0, time.monotonic()

    async def quiet(self) -> None:
        """Return when every bell struck so far was heard or given up."""
        if self.tasks:
            await asyncio.wait(self.tasks)


_ringer = PerProcess(Ringer)
_silent = False


def silence(silent: bool = True) -> None:
    """Ring nobody: this process does the work itself and has no readers elsewhere."""
    global _silent
    _silent = silent


@functools.cache
def _broker() -> redis.Redis:
    return redis.Redis.from_url(
        current_app.conf.broker_url, socket_timeout=LOOK_SECONDS, socket_connect_timeout=LOOK_SECONDS
    )


def _waiting_in(queue: str) -> int:
    """How many bells nobody has heard yet; none as far as is known when Redis does not say."""
    try:
        return int(_broker().llen(queue))
    except (redis.RedisError, OSError):
        return 0


def ring_worker(*, run_id: UUID, key: str, queue: str, pause: float = 0.0, enough: int | None = None) -> None:
    """Tell a worker of ``queue`` that a phase is ready, after ``pause`` seconds.

    Any bell makes a worker take the phase whose turn it is. So where ``enough`` of them wait in the queue already, this
    one is not struck.
    """
    if _silent:
        return

    def send() -> None:
        if enough is not None and _waiting_in(queue) >= enough:
            return
        _send(RUN_PHASE, queue=queue, args=[str(run_id), key])

    _ringer().call(send, pause=pause)


def ring_for(task: str, *, queue: str) -> None:
    """Tell a worker of ``queue`` of a task that needs no words, and that is done once however often it is told."""
    if not _silent:
        _ringer().call(lambda: _send(task, queue=queue))


def _send(task: str, **options: Any) -> None:
    """Raises OperationalError when the broker does not take it."""
    for tries_left in reversed(range(TRIES)):
        try:
            current_app.send_task(task, ignore_result=True, retry=False, **options)
        except OperationalError:
            if not tries_left:
                raise
        else:
            return


def wake_readers(stream_id: UUID) -> None:
    """Tell the sockets that follow a stream to look."""
    if not _silent:
        _ringer().wake(group_of(stream_id), {"type": "stream.wake", "stream": str(stream_id)})


def drain(seconds: float = 2.0) -> None:
    """Let bells that were struck be heard before the process ends."""
    ringer = _ringer.made
    if ringer is None:
        return
    try:
        asyncio.run_coroutine_threadsafe(ringer.quiet(), ringer.loop).result(seconds)
    except TimeoutError:
        logger.warning("%s bells were still to be heard", len(ringer.tasks))
