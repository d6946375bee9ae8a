"""Sockets that replay a stream from where a client left off and then follow it."""

import asyncio
import contextlib
import logging
from contextlib import ExitStack, aclosing
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.utils import await_many_dispatch
from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError

from apps.accounts.models import ApiToken
from apps.core.errors import Problem
from apps.runs.access import NO_ACCESS, NO_LOGIN, Caller, identified, own_origin
from apps.runs.doors import open_door
from apps.runs.feed import in_thread
from apps.runs.following import Refused, follow
from apps.runs.models import Stream
from apps.workspaces.tenancy import visible_to

logger = logging.getLogger(__name__)
BAD_REQUEST, TOO_MANY, TRY_LATER = 4400, 4429, 1013
LONGEST_AFTER = 18  # digits: a larger number is no seq of ours


class StreamConsumer(AsyncWebsocketConsumer):
    """``/ws/sessions/{id}/?after=N``: everything after N, then what comes, each event once and in order.

    Closes with 4400 (``after`` is no number), 4401 (no login), 4404 (no such stream for this user), 4429 (too many
    sockets of this user), 1013 (the database is away: come again). The server closes with 4408 who does not read.
    """

    stream_kind = "session"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user: Any = None
        self.token: ApiToken | None = None
        self.following: dict[UUID, asyncio.Task[None]] = {}
        self.door = ExitStack()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """As the base class does it, without a channel of its own: the hub has one for all."""
        self.scope, self.base_send, self.channel_layer = scope, send, None
        try:
            with contextlib.suppress(StopConsumer):
                await await_many_dispatch([receive], self.dispatch)
        finally:
            self._end()

    async def connect(self) -> None:
        await self.accept()  # a close before it would reach the client as HTTP 403 without its code
        code = await self._admit()
        if code is not None:
            await self.close(code)

    async def _admit(self) -> int | None:
        """Begin to follow; the code to close with when that cannot be."""
        stream_id, after = self.stream_id(), self._after()
        try:
            await self._identify()
            if self.user is None:
                return NO_LOGIN
            if after is None:
                return BAD_REQUEST
            if not await in_thread(self._may_read)(stream_id):
                return NO_ACCESS
            self.door.enter_context(open_door(self.user.pk, "ws"))
        except Problem:
            return TOO_MANY
        except DatabaseError as error:
            away = isinstance(error, OperationalError | InterfaceError)
            logger.warning("a socket could not be opened: %s", error, exc_info=not away)
            return TRY_LATER
        self.follow(stream_id, after=after)
        return None

    async def disconnect(self, code: int) -> None:
        self._end()

    def _end(self) -> None:
        for task in self.following.values():
            task.cancel()
        self.door.close()

    def stream_id(self) -> UUID:
        """The stream that the URL names."""
        return self.scope["url_route"]["kwargs"]["stream_id"]

    def follow(self, stream_id: UUID, *, after: int) -> None:
        """Send a stream's events from ``after`` on for as long as the socket is open."""
        if stream_id not in self.following:
            self.following[stream_id] = asyncio.create_task(self._follow(stream_id, after))

    async def _follow(self, stream_id: UUID, after: int) -> None:
        try:
            async with aclosing(follow(stream_id=stream_id, after=after, caller=self._caller())) as frames:
                async for frame in frames:
                    if frame is not None:
                        await self.send(text_data=frame.text)  # waits while the client does not read
        except ConnectionError:  # the server has ended the connection, and will say so
            return
        except Refused as refused:
            await self.close(refused.code)
        except Exception:
            logger.exception("a socket lost its stream")
            await self.close(1011)

    def _after(self) -> int | None:
        """``?after=N``; None when it is no number, or none that a seq could have."""
        after = parse_qs(self.scope.get("query_string", b"").decode("latin-1")).get("after", ["0"])[-1]
        return int(after) if after.isascii() and after.isdigit() and len(after) <= LONGEST_AFTER else None

    def _caller(self) -> Caller:
        """What the client shows: a token, else the login of this site's own page."""
        headers = dict(self.scope["headers"])
        words = headers.get(b"authorization", b"").decode("latin-1").split()
        if len(words) == 2 and words[0].lower() == "bearer":
            return Caller(token=words[1])
        session = self.scope.get("session")
        if session is not None and own_origin(headers.get(b"origin"), host=headers.get(b"host", b"")):
            return Caller(session_key=session.session_key)
        return Caller()

    async def _identify(self) -> None:
        """Who that is now."""
        caller = self._caller()
        self.user, self.token = (await in_thread(identified)([caller])).get(caller, (None, None))

    def _may_read(self, stream_id: UUID) -> bool:
        streams = Stream.objects.filter(id=stream_id, kind=self.stream_kind)
        return visible_to(streams, self.user).exists()


class NoStream(AsyncWebsocketConsumer):
    """Any other path: closed with the code a client of this site understands."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NO_ACCESS)
