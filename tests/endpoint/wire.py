"""HTTP/1.1 by hand: requests in, bytes out, and an eye on whether the client is still there."""

import asyncio
import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import formatdate
from http import HTTPStatus
from typing import Any


class ClientGone(Exception):
    """The client hung up before it had its answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request, its body read as JSON where it has one."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


class Line:
    """A connection. While an answer is under way it is watched, so that a client that hangs up is noticed at once."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.gone = asyncio.Event()
        self.bytes_per_second = 0.0
        self._early = b""  # of the next request, seen while watching

    async def request(self) -> Request | None:
        """The next request; None when the client has closed."""
        try:
            head = self._early + await self.reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        self._early = b""
        first, *rest = head.decode("latin-1").rstrip("\r\n").split("\r\n")
        method, target, _ = first.split(" ", 2)
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        length = int(headers.get("content-length", 0))
        raw = await self.reader.readexactly(length) if length else b""
        return Request(method=method, path=target.partition("?")[0], headers=headers, body=json.loads(raw or b"{}"))

    @contextlib.asynccontextmanager
    async def watched(self) -> Any:
        """Inside, ``pause`` and ``send`` raise ClientGone when the client hangs up."""

        async def watch() -> None:
            try:
                self._early = await self.reader.read(1)
            except ConnectionError:
                self._early = b""
            if not self._early:
                self.gone.set()

        watcher = asyncio.create_task(watch())
        try:
            yield
        finally:
            watcher.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watcher

    async def pause(self, seconds: float | None) -> None:
        """Sleep; for ever with None."""
        try:
            await asyncio.wait_for(self.gone.wait(), seconds)
        except TimeoutError:
            return
        raise ClientGone

    async def send(self, data: bytes) -> None:
        if self.bytes_per_second:
            for place in range(len(data)):
                await self._send(data[place : place + 1])
                await self.pause(1 / self.bytes_per_second)
        else:
            await self._send(data)

    async def _send(self, data: bytes) -> None:
        if self.gone.is_set():
            raise ClientGone
        try:
            self.writer.write(data)
            await self.writer.drain()
        except ConnectionError:
            raise ClientGone from None

    async def head(self, status: int, headers: Mapping[str, str]) -> None:
        phrase = HTTPStatus(status).phrase
        lines = [f"HTTP/1.1 {status} {phrase}", *(f"{name}: {value}" for name, value in headers.items())]
        await self._send(("\r\n".join(lines) + "\r\n\r\n").encode())

    async def whole(
        self, status: int, body: bytes, *, kind: str = "application/json", more: Mapping[str, str] | None = None
    ) -> None:
        """A complete answer."""
        await self.head(status, {"Content-Type": kind, "Content-Length": str(len(body)), **(more or {})})
        await self.send(body)

    async def json(self, status: int, value: Any, *, more: Mapping[str, str] | None = None) -> None:
        await self.whole(status, json.dumps(value).encode(), more=more)

    async def begin_events(self) -> None:
        await self.head(
            200, {"Content-Type": "text/event-stream", "Cache-Control": "no-cache", "Transfer-Encoding": "chunked"}
        )

    async def chunk(self, data: bytes) -> None:
        """A piece of a chunked body; an empty one ends it."""
        await self.send(b"%x\r\n%s\r\n" % (len(data), data))

    async def event(self, value: Any) -> None:
        """A server-sent event; text goes as it is, all else as JSON."""
        told = value if isinstance(value, str) else json.dumps(value)
        await self.chunk(f"data: {told}\n\n".encode())

    def hang_up(self) -> None:
        """Without a good-bye: the client sees a reset."""
        self.writer.transport.abort()


def retry_after(told: str, *, now: float) -> dict[str, str]:
    """The Retry-After header a reply asks for."""
    if not told:
        return {}
    if told.startswith("date:"):
        return {"Retry-After": formatdate(now + float(told[5:]) + 1, usegmt=True)}  # a date has no fractions
    return {"Retry-After": told}
