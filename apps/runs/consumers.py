"""Sockets that replay a stream from where a client left off and then follow it.

The database is read for every event; the channel layer only says when to look. A timer looks too, so that a lost
wake-up delays an event and never loses it.
"""

import asyncio
import json
import logging
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import Error as DatabaseError
from django.http.request import validate_host
from django.utils import timezone

from apps.accounts.models import ApiToken, Scope
from apps.accounts.selectors import allows, token_of
from apps.runs.bells import group_of
from apps.runs.models import Stream
from apps.runs.selectors import events_after
from apps.workspaces.tenancy import visible_to

logger = logging.getLogger(__name__)
NO_LOGIN, NO_ACCESS, BAD_REQUEST = 4401, 4404, 4400
PAGE = 100
LOOK_SECONDS = 5.0  # how late an event may come when its wake-up was lost


class StreamConsumer(AsyncWebsocketConsumer):
    """``/ws/sessions/{id}/?after=N``: everything after N, then what comes, each event once and in order."""

    stream_kind = "session"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user: Any = None
        self.token: ApiToken | None = None
        self.following: dict[str, asyncio.Event] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def connect(self) -> None:
        await self.accept()  # a close before it would reach the client as HTTP 403 without its code
        await self._identify()
        if self.user is None:
            await self.close(NO_LOGIN)
            return
        stream_id = self.stream_id()
        after = self._after()
        if after is None:
            await self.close(BAD_REQUEST)
        elif not await self._may_read(stream_id):
            await self.close(NO_ACCESS)
        else:
            await self.follow(stream_id, after=after)

    async def disconnect(self, code: int) -> None:
        for task in self.tasks:
            task.cancel()
        for stream in self.following:
            await self.channel_layer.group_discard(group_of(stream), self.channel_name)

    def stream_id(self) -> UUID:
        """The stream that the URL names."""
        return self.scope["url_route"]["kwargs"]["stream_id"]

    async def follow(self, stream_id: UUID, *, after: int) -> None:
        """Send a stream's events from ``after`` on for as long as the socket is open."""
        if str(stream_id) in self.following:
            return
        self.following[str(stream_id)] = asyncio.Event()
        task = asyncio.create_task(self._follow(stream_id, after))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _follow(self, stream_id: UUID, after: int) -> None:
        wake = self.following[str(stream_id)]
        try:
            await self._join(stream_id)
            while True:
                wake.clear()
                after = await self._send_after(stream_id, after)
                try:
                    await asyncio.wait_for(wake.wait(), LOOK_SECONDS)
                except TimeoutError:
                    if not await self._may_read(stream_id):
                        await self.close(NO_ACCESS)
                        return
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("a socket lost its stream")
            await self.close(1011)

    async def _join(self, stream_id: UUID) -> None:
        """Ask to be woken; without Redis the timer alone has to do."""
        try:
            await self.channel_layer.group_add(group_of(stream_id), self.channel_name)
        except OSError as error:
            logger.warning("no wake-ups for a socket: %s", error)

    async def _send_after(self, stream_id: UUID, after: int) -> int:
        """Send all there is after ``after``; returns the last seq sent. An absent database is waited for."""
        while True:
            try:
                page = await database_sync_to_async(events_after)(stream_id=stream_id, after=after, limit=PAGE)
            except DatabaseError as error:
                logger.warning("events could not be read: %s", error)
                return after
            for event in page:
                await self.send(text_data=json.dumps(event))
                await asyncio.sleep(0)  # let the frame leave before the next one is made
                after = event["seq"]
            if len(page) < PAGE:
                return after

    async def stream_wake(self, message: dict[str, str]) -> None:
        """Channel layer: a stream has something new."""
        wake = self.following.get(message["stream"])
        if wake is not None:
            wake.set()

    def _after(self) -> int | None:
        """``?after=N``; None when it is no number."""
        values = parse_qs(self.scope.get("query_string", b"").decode("latin-1")).get("after", ["0"])
        return int(values[-1]) if values[-1].isascii() and values[-1].isdigit() else None

    async def _identify(self) -> None:
        """The user a token speaks for, else the one logged in by this site's own page."""
        headers = dict(self.scope["headers"])
        words = headers.get(b"authorization", b"").decode("latin-1").split()
        if len(words) == 2 and words[0].lower() == "bearer":
            self.token = await database_sync_to_async(token_of)(words[1], now=timezone.now())
            if self.token is not None and allows(self.token, Scope.READ):
                self.user = self.token.user
            return
        user = self.scope.get("user")
        if user is not None and user.is_authenticated and own_origin(headers.get(b"origin")):
            self.user = user

    @database_sync_to_async
    def _may_read(self, stream_id: UUID) -> bool:
        streams = Stream.objects.filter(id=stream_id, kind=self.stream_kind)
        return visible_to(streams, self.user).exists()


class NoStream(AsyncWebsocketConsumer):
    """Any other path: closed with the code a client of this site understands."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NO_ACCESS)


def own_origin(origin: bytes | None) -> bool:
    """Whether a browser's page may use its login here. Programs send no Origin; browsers always do."""
    if origin is None:
        return True
    shown = origin.decode("latin-1")
    host = urlsplit(shown).hostname or ""
    hosts = [*settings.ALLOWED_HOSTS, *(["localhost", "127.0.0.1", "[::1]"] if settings.DEBUG else [])]
    return shown in settings.CSRF_TRUSTED_ORIGINS or validate_host(host, hosts)
