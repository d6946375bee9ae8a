"""The endpoint itself: routes, pace, faults, and the log of calls."""

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tests.endpoint.replying import error_of, reply_chat, reply_embeddings
from tests.endpoint.roles import answer_of, role_of
from tests.endpoint.script import Answer, Asked, Call, Play, Script
from tests.endpoint.wire import ClientGone, Line, Request, retry_after

API = re.compile(r"/v1/(chat/completions|embeddings)$")


class Endpoint:
    """Answers connections on one event loop; ``port`` is kept over ``shut`` and ``reopen``."""

    def __init__(self, *, port: int = 0, answer: Answer = answer_of) -> None:
        self.port, self.answer = port, answer
        self.play = Play(Script())
        self.calls: list[Call] = []
        self._server: asyncio.Server | None = None
        self._lines: set[Line] = set()
        self._open: set[int] = set()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port, limit=1 << 20, backlog=2048)
        self.port = self._server.sockets[0].getsockname()[1]

    async def shut(self) -> None:
        """Refuse connections from now on; those that are open are hung up."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for line in self._lines:
            line.hang_up()

    @property
    def open_calls(self) -> int:
        return len(self._open)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = Line(reader, writer)
        self._lines.add(line)
        try:
            while (request := await line.request()) is not None:
                await self._route(line, request)
        except (ClientGone, ConnectionError):
            pass
        finally:
            self._lines.discard(line)
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _route(self, line: Line, request: Request) -> None:
        match (request.method, request.path):
            case ("POST", path) if API.match(path):
                await self._call(line, request)
            case ("GET", "/v1/models"):
                names = self.play.script.models or ("writer-1", "skeptic-1", "judge-1", "text-embedding-3-small")
                listed = [{"id": name, "object": "model", "created": 0, "owned_by": "tests"} for name in names]
                await self._guarded(line, request, {"object": "list", "data": listed})
            case ("POST", "/script"):
                self.play = Play(Script.from_json(request.body))
                await line.json(200, {})
            case ("GET", "/calls"):
                await line.json(200, {"calls": [asdict(call) for call in self.calls], "open": self.open_calls})
            case ("DELETE", "/calls"):
                self.calls.clear()
                await line.json(200, {})
            case _:
                await line.json(404, error_of(404, "no such route"))

    async def _guarded(self, line: Line, request: Request, answer: dict[str, Any]) -> None:
        if (refusal := self._unknown_caller(request)) is None:
            await line.json(200, answer)
        else:
            await line.json(401, refusal)

    def _unknown_caller(self, request: Request) -> dict[str, Any] | None:
        wanted = self.play.script.api_key
        if not wanted or request.headers.get("authorization") == f"Bearer {wanted}":
            return None
        return error_of(401, "Incorrect API key provided.", code="invalid_api_key")

    async def _call(self, line: Line, request: Request) -> None:
        """One logged call, watched for a client that hangs up."""
        asked = asked_of(request)
        call = Call(
            number=len(self.calls) + 1, at=time.time(), path=request.path, model=asked.model, role=asked.role,
            messages=list(request.body.get("messages") or ()), body=request.body, open_calls=self.open_calls + 1,
        )  # fmt: skip
        self.calls.append(call)
        self._open.add(id(call))
        try:
            async with line.watched():
                await self._answer(line, request, asked, call)
        except ClientGone:
            call.closed_early, call.closed_at = True, time.time()
            raise
        finally:
            call.ended_at = time.time()
            self._open.discard(id(call))

    async def _answer(self, line: Line, request: Request, asked: Asked, call: Call) -> None:
        script = self.play.script
        refused = self._unknown_caller(request)
        if refused is not None:
            call.status = 401
            return await line.json(401, refused)
        if script.models and asked.model not in script.models:
            call.status = 404
            message = f"The model `{asked.model}` does not exist or you do not have access to it."
            return await line.json(404, error_of(404, message, code="model_not_found"))
        for field in refused_fields(asked, script.refuses):
            call.status = 400
            return await line.json(400, error_of(400, f"Unsupported parameter: '{field}'.", param=field))
        reply = self.play.reply_to(asked)
        call.status = reply.status
        if reply.status >= 400:
            await line.pause(reply.first_token or 0)
            told = error_of(reply.status, reply.message or "as scripted")
            return await line.json(reply.status, told, more=retry_after(reply.retry_after, now=time.time()))
        if asked.role == "embedding":
            return await reply_embeddings(line, asked, reply, script, call)
        return await reply_chat(line, asked, reply, script, call, answer=self.answer)


def asked_of(request: Request) -> Asked:
    """The request as rules and roles look at it."""
    body = request.body
    model = str(body.get("model", ""))
    role = "embedding" if request.path.endswith("/embeddings") else role_of(model, body)
    messages = body.get("messages") or [{"role": "input", "content": json.dumps(body.get("input", ""))}]
    return Asked(path=request.path, model=model, role=role, messages=tuple(messages), body=body)


def refused_fields(asked: Asked, refuses: Sequence[str]) -> list[str]:
    """Fields of the request that this endpoint does not know."""
    kind = (asked.body.get("response_format") or {}).get("type")
    found = []
    for name in refuses:
        if name in {"json_schema", "json_object"}:
            if kind == name:
                found.append("response_format")
        elif name in asked.body:
            found.append(name)
    return found
