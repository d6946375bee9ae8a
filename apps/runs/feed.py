"""The events of one stream as all its followers in this process share them: read once, written as JSON once.

Numbers have no gap, so a stream falls into pages of fixed places: page ``n`` holds the seqs ``n * PAGE + 1`` to
``(n + 1) * PAGE``. A full page never changes and is kept for whoever comes by; the last, growing one is the feed's own.
A follower is nothing but a position: it costs a page of the database only where nobody has read that page lately.
"""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from channels.db import database_sync_to_async
from django.db import Error as DatabaseError

from apps.runs.models import Stream
from apps.runs.selectors import events_after, last_seq

logger = logging.getLogger(__name__)
PAGE = 100
KEPT_BYTES = 32 * 1024**2  # of full pages, in this process
READERS = ThreadPoolExecutor(4, thread_name_prefix="readers")  # the most connections that following takes

in_thread = partial(database_sync_to_async, thread_sensitive=False, executor=READERS)


@dataclass(frozen=True, slots=True)
class Frame:
    """One event, ready to be sent: its envelope as JSON text without line breaks."""

    seq: int
    type: str
    text: str


def frames_after(*, stream_id: UUID, after: int, limit: int) -> list[Frame]:
    """The next ``limit`` events at most. RuntimeError when a number is missing."""
    events = events_after(stream_id=stream_id, after=after, limit=limit)
    if [event["seq"] for event in events] != list(range(after + 1, after + 1 + len(events))):
        raise RuntimeError(f"stream {stream_id} has a gap after {after}")
    return [Frame(event["seq"], event["type"], json.dumps(event)) for event in events]


def last_seqs(*, stream_ids: Collection[UUID]) -> dict[UUID, int]:
    """The newest seq of each stream that is there."""
    return dict(Stream.objects.filter(id__in=stream_ids).values_list("id", "seq"))


class FullPages:
    """Pages that have all their events, of any stream, least lately used out first; each is read by one at a time."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[UUID, int], Sequence[Frame]] = OrderedDict()
        self.reading: dict[tuple[UUID, int], asyncio.Task[Sequence[Frame]]] = {}
        self.bytes = 0

    async def get(self, stream_id: UUID, number: int) -> Sequence[Frame]:
        """The page's frames; fewer than ``PAGE`` only when the stream is gone. Raises DatabaseError."""
        key = stream_id, number
        if key in self.kept:
            self.kept.move_to_end(key)
            return self.kept[key]
        if key not in self.reading:
            self.reading[key] = asyncio.create_task(self._read(stream_id, number))
            self.reading[key].add_done_callback(partial(self._was_read, key))
        return await asyncio.shield(self.reading[key])  # who leaves takes the page from nobody else

    async def _read(self, stream_id: UUID, number: int) -> Sequence[Frame]:
        return await in_thread(frames_after)(stream_id=stream_id, after=number * PAGE, limit=PAGE)

    def _was_read(self, key: tuple[UUID, int], task: asyncio.Task[Sequence[Frame]]) -> None:
        del self.reading[key]
        if not task.cancelled() and task.exception() is None and len(task.result()) == PAGE:
            self.keep(*key, task.result())

    def keep(self, stream_id: UUID, number: int, frames: Sequence[Frame]) -> None:
        """Remember a full page, and forget others for it."""
        if (stream_id, number) in self.kept:
            return
        self.kept[stream_id, number] = frames
        self.bytes += weight(frames)
        while self.bytes > KEPT_BYTES and len(self.kept) > 1:
            self.bytes -= weight(self.kept.popitem(last=False)[1])

    def forget(self, stream_id: UUID) -> None:
        """Drop a stream's pages: nobody follows it."""
        for key in [key for key in self.kept if key[0] == stream_id]:
            self.bytes -= weight(self.kept.pop(key))


def weight(frames: Sequence[Frame]) -> int:
    """About how many bytes the frames take."""
    return sum(len(frame.text) for frame in frames)


class Feed:
    """One stream's reader in this process. ``wake`` makes it look; ``moved`` is replaced whenever there is news."""

    def __init__(self, stream_id: UUID, pages: FullPages) -> None:
        self.stream_id, self.pages = stream_id, pages
        self.newest = -1  # the last seq known here; below 0 nothing was read yet
        self.growing: list[Frame] = []  # the page that ``newest`` lies in, or will be followed by
        self.followers = 0
        self.wake, self.moved = asyncio.Event(), asyncio.Event()
        self.wake.set()
        self.task = asyncio.create_task(self._run())

    def stir(self) -> None:
        """Let every follower look around, whether there is news or not."""
        moved, self.moved = self.moved, asyncio.Event()
        moved.set()

    async def after(self, position: int) -> Sequence[Frame]:
        """What follows ``position``, at most to the end of its page; empty when nothing is there yet."""
        if self.newest <= position:
            return ()
        number, place = divmod(position, PAGE)
        if number == self.newest // PAGE:
            return self.growing[place:]
        try:
            return (await self.pages.get(self.stream_id, number))[place:]
        except DatabaseError as error:
            logger.warning("events could not be read: %s", error)
            return ()

    async def _run(self) -> None:
        while True:
            await self.wake.wait()
            self.wake.clear()
            try:
                await self._catch_up()
            except DatabaseError as error:  # the hub's timer lets us try again
                logger.warning("events could not be read: %s", error)
            except Exception:
                logger.exception("stream %s could not be read", self.stream_id)

    async def _catch_up(self) -> None:
        if self.newest < 0:
            last = await in_thread(last_seq)(stream_id=self.stream_id)
            self.newest = last - last % PAGE  # pages before this one are full
            self.stir()
        while True:
            room = PAGE - len(self.growing)
            frames = await in_thread(frames_after)(stream_id=self.stream_id, after=self.newest, limit=room)
            self._take(frames)
            if len(frames) < room:
                return

    def _take(self, frames: Sequence[Frame]) -> None:
        if not frames:
            return
        self.growing.extend(frames)
        self.newest = frames[-1].seq
        if len(self.growing) == PAGE:
            self.pages.keep(self.stream_id, self.newest // PAGE - 1, self.growing)
            self.growing = []
        self.stir()
