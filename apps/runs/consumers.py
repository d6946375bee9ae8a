"""Sockets that replay a stream from where a client left off and then follow it.

The database is read for every event; the channel layer only says when to look. A timer looks too, so that a lost
wake-up delays an event and never loses it.
"""

import asyncio
import contextlib
import functools
import json
import logging
import time
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from channels.utils import await_many_dispatch
from django.conf import settings
from django.db import Error as DatabaseError
from django.http.request import split_domain_port, validate_host
from django.utils import timezone
from django.utils.http import is_same_domain

from apps.accounts.models import ApiToken, Scope
from apps.accounts.selectors import allows, token_of
from apps.runs.bells import group_of
from apps.runs.models import Stream
from apps.runs.selectors import events_after
from apps.workspaces.tenancy import visible_to

logger = logging.getLogger(__name__)
NO_LOGIN, NO_ACCESS, BAD_REQUEST = 4401, 4404, 4400
PAGE = 100
LOOK_SECONDS = 5.0  # how late an event may come when its wake-up was lost, and how long a lost right to read may work
REDIS_SECONDS = 5.0  # how long a socket waits for its wake-ups to be arranged
LONGEST_AFTER = 18  # digits: a larger number is no seq of ours


class StreamConsumer(AsyncWebsocketConsumer):
    """``/ws/sessions/{id}/?after=N``: everything after N, then what comes, each event once and in order."""

    stream_kind = "session"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user: Any = None
        self.token: ApiToken | None = None
        self.following: dict[str, asyncio.Event] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """As the base class does it, but without Redis a socket opens all the same: its timer has to do."""
        self.scope, self.base_send = scope, send
        self.channel_layer = get_channel_layer(self.channel_layer_alias)
        sources = [receive]
        try:
            self.channel_name = await asyncio.wait_for(self.channel_layer.new_channel(), REDIS_SECONDS)
            sources.append(functools.partial(self.channel_layer.receive, self.channel_name))
        except Exception as error:
            logger.warning("no wake-ups for a socket: %s", str(error) or type(error).__name__)
            self.channel_layer = None
        with contextlib.suppress(StopConsumer):
            await await_many_dispatch(sources, self.dispatch)

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
        for stream in self.following if self.channel_layer else ():
            try:
                discard = self.channel_layer.group_discard(group_of(stream), self.channel_name)
                await asyncio.wait_for(discard, REDIS_SECONDS)
            except Exception as error:  # the group forgets a channel that is gone
                logger.info("a socket could not leave its group: %s", error)

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
            joined, checked = await self._join(stream_id), time.monotonic()
            while True:
                wake.clear()
                after = await self._send_after(stream_id, after)
                try:
                    await asyncio.wait_for(wake.wait(), LOOK_SECONDS)
                except TimeoutError:
                    joined = joined or await self._join(stream_id)
                if time.monotonic() - checked >= LOOK_SECONDS:  # also where one event follows the other
                    code = await self._refusal(stream_id)
                    if code is not None:
                        await self.close(code)
                        return
                    checked = time.monotonic()
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("a socket lost its stream")
            await self.close(1011)

    async def _join(self, stream_id: UUID) -> bool:
        """Ask to be woken, before anything is read; False when Redis is away and the timer alone has to do."""
        if self.channel_layer is None:
            return False
        try:
            added = self.channel_layer.group_add(group_of(stream_id), self.channel_name)
            await asyncio.wait_for(added, REDIS_SECONDS)
        except Exception as error:
            logger.warning("no wake-ups for a socket: %s", str(error) or type(error).__name__)
            return False
        return True

    async def _refusal(self, stream_id: UUID) -> int | None:
        """The code to close with when who listens may do so no longer."""
        try:
            await self._identify()
            if self.user is None:
                return NO_LOGIN
            return None if await self._may_read(stream_id) else NO_ACCESS
        except DatabaseError as error:
            logger.warning("a right to read could not be looked up: %s", error)
            return None  # without the database nothing can be read either

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
        """``?after=N``; None when it is no number, or none that a seq could have."""
        after = parse_qs(self.scope.get("query_string", b"").decode("latin-1")).get("after", ["0"])[-1]
        return int(after) if after.isascii() and after.isdigit() and len(after) <= LONGEST_AFTER else None

    async def _identify(self) -> None:
        """Who listens: the user a token speaks for, else the one logged in by this site's own page.

        Asked again while the socket is open: a token may be revoked, a person log out or be shut out.
        """
        headers = dict(self.scope["headers"])
        words = headers.get(b"authorization", b"").decode("latin-1").split()
        token, user = None, None
        if len(words) == 2 and words[0].lower() == "bearer":
            token = await database_sync_to_async(token_of)(words[1], now=timezone.now())
            user = token.user if token is not None and allows(token, Scope.READ) else None
        elif own_origin(headers.get(b"origin"), host=headers.get(b"host", b"")):
            user = await self._logged_in()
        self.token, self.user = token, user

    async def _logged_in(self) -> Any:
        """The user of the browser's session as it stands now."""
        session = self.scope.get("session")
        key = session.session_key if session is not None else None
        if key is None:
            return None
        store = import_module(settings.SESSION_ENGINE).SessionStore(key)
        user = await get_user({"session": store})
        return user if user.is_authenticated and user.is_active else None

    @database_sync_to_async
    def _may_read(self, stream_id: UUID) -> bool:
        streams = Stream.objects.filter(id=stream_id, kind=self.stream_kind)
        return visible_to(streams, self.user).exists()


class NoStream(AsyncWebsocketConsumer):
    """Any other path: closed with the code a client of this site understands."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NO_ACCESS)


def own_origin(origin: bytes | None, *, host: bytes) -> bool:
    """Whether a browser's page may use its login here. Programs send no Origin; browsers always do.

    As for requests that change something: the page must come from this very host and port, or from one that
    CSRF_TRUSTED_ORIGINS names. A cookie knows no port, and another site on this host is another site.
    """
    if origin is None:
        return True
    try:
        page = urlsplit(origin.decode("latin-1"))
    except ValueError:
        return False
    if any(_trusted(page.scheme, page.netloc, each) for each in settings.CSRF_TRUSTED_ORIGINS):
        return True
    hosts = [*settings.ALLOWED_HOSTS, *(["localhost", "127.0.0.1", "[::1]"] if settings.DEBUG else [])]
    name, _ = split_domain_port(page.netloc)
    return page.netloc.lower() == host.decode("latin-1").lower() and bool(name) and validate_host(name, hosts)


def _trusted(scheme: str, place: str, trusted: str) -> bool:
    """Whether ``scheme://place`` is what an entry like ``https://*.example.org`` allows."""
    allowed = urlsplit(trusted.replace("*", "", 1))
    return scheme == allowed.scheme and is_same_domain(place.lower(), allowed.netloc.lower())
