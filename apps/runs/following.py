"""Following a stream: everything after a number, then what comes, each event once and in order.

The followers of one stream share a reader (see ``feed``). The channel layer only says when to look, over one channel
for the whole process; a timer looks too, for all streams in one query, so that a lost wake-up delays an event and never
loses it. Another timer asks for all followers at once whether they may still read.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.db import Error as DatabaseError

from apps.runs.access import Caller, refusals
from apps.runs.bells import group_of
from apps.runs.feed import Feed, Frame, FullPages, in_thread, last_seqs

logger = logging.getLogger(__name__)
LOOK_SECONDS = 5.0  # how late an event may come when its wake-up was lost
CHECK_PART = 0.8  # of that: how often rights are asked for, so that a lost one works no longer than LOOK_SECONDS
REDIS_SECONDS = 5.0  # how long a wake-up may take to be arranged


class Refused(Exception):
    """Who follows may do so no longer. ``code`` is what a socket closes with."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


@dataclass(slots=True, eq=False, kw_only=True)
class Watch:
    """Somebody who reads a stream; ``refused`` is set once they may do so no longer."""

    caller: Caller
    stream_id: UUID
    refused: int | None = None


async def follow(*, stream_id: UUID, after: int, caller: Caller) -> AsyncIterator[Frame | None]:
    """Frames with a greater seq than ``after``, for ever; None about every ``LOOK_SECONDS`` while there are none.

    The caller's right to read must be known at the start; Refused is raised when it ends. An absent database or Redis
    is waited for. Close the iterator (``aclosing``): the stream's reader ends with its last follower.
    """
    hub = the_hub()
    watch = Watch(caller=caller, stream_id=stream_id)
    feed = hub.enter(watch)
    stirred = False
    try:
        while True:
            moved = feed.moved
            frames = await feed.after(after)
            for place, frame in enumerate(frames):
                if place:
                    await asyncio.sleep(0)  # let a frame leave before the next one is made
                if watch.refused is not None:
                    break
                after = frame.seq
                yield frame
            if watch.refused is not None:
                raise Refused(watch.refused)
            if not frames:
                if stirred:
                    yield None
                await moved.wait()
            stirred = not frames
    finally:
        hub.leave(watch)


class Hub:
    """All that is followed on one event loop."""

    def __init__(self) -> None:
        self.feeds: dict[UUID, Feed] = {}
        self.pages = FullPages()
        self.watches: set[Watch] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.arranging: asyncio.Task[None] | None = None
        self.channel: str | None = None
        self.joined: set[UUID] = set()

    def enter(self, watch: Watch) -> Feed:
        """The feed of a stream, with one follower more."""
        if not self.tasks:
            self._start(self._look())
            self._start(self._check())
        feed = self.feeds.get(watch.stream_id)
        if feed is None:
            feed = self.feeds[watch.stream_id] = Feed(watch.stream_id, self.pages)
            self._arrange_soon()
        feed.followers += 1
        self.watches.add(watch)
        return feed

    def leave(self, watch: Watch) -> None:
        """One follower fewer; the stream's reader ends with the last one."""
        self.watches.discard(watch)
        feed = self.feeds[watch.stream_id]
        feed.followers -= 1
        if not feed.followers:
            feed.task.cancel()
            del self.feeds[watch.stream_id]
            self.pages.forget(watch.stream_id)
            self._arrange_soon()

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def _arrange_soon(self) -> None:
        if self.arranging is None or self.arranging.done():
            self.arranging = self._start(self._arrange())

    async def _arrange(self) -> None:
        """Make the groups we are in those of our feeds; after a failure the timer tries again."""
        layer = get_channel_layer()
        try:
            if self.channel is None:
                self.channel = await asyncio.wait_for(layer.new_channel(), REDIS_SECONDS)
                self._start(self._receive(layer, self.channel))
            while different := self.feeds.keys() ^ self.joined:
                stream_id = different.pop()
                join = stream_id in self.feeds
                (self.joined.add if join else self.joined.discard)(stream_id)
                move = layer.group_add if join else layer.group_discard
                try:
                    await asyncio.wait_for(move(group_of(stream_id), self.channel), REDIS_SECONDS)
                except BaseException:
                    self.joined.discard(stream_id)
                    raise
                if stream_id in self.feeds:  # what came before we were in the group
                    self.feeds[stream_id].wake.set()
        except Exception as error:
            logger.warning("no wake-ups for readers: %s", str(error) or type(error).__name__)

    async def _receive(self, layer: Any, channel: str) -> None:
        """Wake the feeds that the channel layer names."""
        while True:
            try:
                message = await layer.receive(channel)
            except Exception as error:
                logger.warning("no wake-ups for readers: %s", str(error) or type(error).__name__)
                await asyncio.sleep(1)
                continue
            feed = self.feeds.get(UUID(message["stream"]))
            if feed is not None:
                feed.wake.set()

    async def _look(self) -> None:
        """Wake the feeds that have news although nobody said so."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self._arrange_soon()
            for feed in self.feeds.values():
                feed.stir()  # who could not read a page tries again
            if not self.feeds:
                continue
            try:
                seqs = await in_thread(last_seqs)(stream_ids=list(self.feeds))
            except DatabaseError as error:
                logger.warning("streams could not be looked at: %s", error)
                continue
            for stream_id, feed in self.feeds.items():
                if feed.newest < seqs.get(stream_id, 0):
                    feed.wake.set()

    async def _check(self) -> None:
        """Refuse those who may read no longer. Without the database nothing can be read either, and nobody is."""
        while True:
            await asyncio.sleep(LOOK_SECONDS * CHECK_PART)
            asked = {(watch.caller, watch.stream_id) for watch in self.watches}
            if not asked:
                continue
            try:
                refused = await in_thread(refusals)(asked)
            except DatabaseError as error:
                logger.warning("rights to read could not be looked up: %s", error)
                continue
            for watch in [each for each in self.watches if (each.caller, each.stream_id) in refused]:
                watch.refused = refused[watch.caller, watch.stream_id]
                self.feeds[watch.stream_id].stir()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def the_hub() -> Hub:
    """The running loop's hub."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
