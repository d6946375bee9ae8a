"""Answers as bytes: whole or streamed, well or with the fault that was ordered."""

import asyncio
import json
import re
import time
from itertools import count
from typing import Any

from tests.endpoint.script import Answer, Asked, Call, Reply, Script
from tests.endpoint.vectors import packed, vector_of
from tests.endpoint.wire import Line

PIECE = re.compile(r"\s*\S{1,8}|\s+$")
DEFAULT_DIMENSIONS = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072}
DIMENSIONS = 64
WEB_PAGE = b"<!doctype html><title>Welcome</title><p>Nothing to see here."


def error_of(status: int, message: str, *, code: str = "", param: str = "") -> dict[str, Any]:
    kind = "invalid_request_error" if status < 500 else "server_error"
    return {"error": {"message": message, "type": kind, "code": code or None, "param": param or None}}


def pieces_of(text: str) -> list[str]:
    """A text as a model would stream it: words, long ones in parts."""
    return PIECE.findall(text)


def said(text: str, reply: Reply, asked: Asked) -> tuple[str, str]:
    """What is answered and with which finish_reason, after the faults that lie in the answer itself."""
    match reply.fault:
        case "malformed_json":
            return text.rstrip()[:-1].replace('"', "'", 1) + ",,", "stop"
        case "truncated_json":
            return text[: max(1, len(text) // 2)], "length"
        case "wrong_schema":
            return json.dumps({"greeting": "hello", "items": 3}), "stop"
        case "fenced_json":
            return f"```json\n{text}\n```", "stop"
        case "content_filter":
            return text, "content_filter"
        case "empty":
            return "", "stop"
    return text, reply.finish


class Chat:
    """One chat answer under way."""

    def __init__(self, line: Line, asked: Asked, reply: Reply, script: Script, call: Call) -> None:
        self.line, self.asked, self.reply, self.call = line, asked, reply, call
        self.first_token = script.first_token if reply.first_token is None else reply.first_token
        self.pace = script.tokens_per_second if reply.tokens_per_second is None else reply.tokens_per_second
        self.usage = script.usage if reply.usage is None else reply.usage
        self.base = {"id": f"chatcmpl-{call.number}", "created": int(time.time()), "model": asked.model}

    def used(self, pieces: int) -> dict[str, int]:
        given, made = self.reply.told_usage or (len(pieces_of(self.asked.prompt)), pieces)
        return {"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}

    async def whole(self, text: str, finish: str) -> None:
        pieces = pieces_of(text)
        await self.line.pause(self.first_token + (len(pieces) / self.pace if self.pace else 0))
        refusal = "I cannot help with that." if self.reply.fault == "refusal" else None
        message = {"role": "assistant", "content": None if refusal else text, "refusal": refusal}
        told = {
            **self.base,
            "object": "chat.completion",
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        }
        if self.usage:
            told["usage"] = self.used(len(pieces))
        self.call.pieces = len(pieces)
        await self.line.json(200, told)

    async def say(self, delta: dict[str, Any], finish: str | None = None) -> None:
        await self.tell({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})

    async def tell(self, chunk: dict[str, Any]) -> None:
        told = {**self.base, "object": "chat.completion.chunk", **chunk}
        if self.reply.fault == "wrong_framing":
            await self.line.chunk((json.dumps(told) + "\n").encode())
        else:
            await self.line.event(told)

    async def stream(self, text: str, finish: str) -> None:
        fault = self.reply.fault
        if fault == "trickle":
            self.line.bytes_per_second = 1.0
        await self.line.begin_events()
        if fault == "silent_after_headers":
            await self.line.pause(None)
        while fault == "keep_alive_only":
            await self.line.chunk(b": waiting\n\n")
            await self.line.pause(0.05)
        await self.say({"role": "assistant", "content": ""})
        await self.line.pause(self.first_token)
        if fault == "endless_nothing":
            while True:
                await self.say({"content": ""})
                await self.line.pause(0.01)
        if fault == "refusal":
            await self.say({"refusal": "I cannot help with that."})
        else:
            await self._pieces(pieces_of(text))
        await self.say({}, finish)
        if fault == "never_done":
            await self.line.pause(None)
        if self.usage and (self.asked.body.get("stream_options") or {}).get("include_usage"):
            await self.tell({"choices": [], "usage": self.used(self.call.pieces)})
        await self.line.event("[DONE]")
        await self.line.chunk(b"")

    async def _pieces(self, pieces: list[str]) -> None:
        """Each at its time on the clock, so that the pace holds however long sending takes."""
        fault, begun = self.reply.fault, asyncio.get_running_loop().time()
        strikes = fault in {"stall", "drop", "cut", "malformed", "error_in_stream"}
        places = count() if fault == "endless" else range(len(pieces))
        for place in places:
            if strikes and place == self.reply.after:
                await self._strike(fault)
            if self.pace:
                due = begun + place / self.pace
                await self.line.pause(max(0.0, due - asyncio.get_running_loop().time()))
            elif fault == "endless":
                await asyncio.sleep(0)
            await self.say({"content": pieces[place % len(pieces)]})
            self.call.pieces += 1

    async def _strike(self, fault: str) -> None:
        match fault:
            case "stall":
                await self.line.pause(None)
            case "drop":
                self.line.hang_up()
                raise ConnectionResetError
            case "cut":
                await self.line.chunk(b"")
                self.line.writer.close()
                raise ConnectionResetError
            case "malformed":
                await self.line.event('{"choices": [{"delta": {"content": "a')
            case "error_in_stream":
                await self.line.event(error_of(502, "The provider went away."))


async def reply_chat(line: Line, asked: Asked, reply: Reply, script: Script, call: Call, *, answer: Answer) -> None:
    """Answer a chat request."""
    if await strange(line, reply):
        return
    told = answer(asked) if reply.text is None else reply.text
    text, finish = said(told(asked) if callable(told) else told, reply, asked)
    chat = Chat(line, asked, reply, script, call)
    if asked.body.get("stream") and reply.fault != "not_streamed":
        await chat.stream(text, finish)
    else:
        await chat.whole(text, finish)


async def strange(line: Line, reply: Reply) -> bool:
    """The faults that any request may meet; True when that was all."""
    match reply.fault:
        case "silent":
            await line.pause(None)
        case "html":
            await line.whole(200, WEB_PAGE, kind="text/html")
        case "drop_at_once":
            line.hang_up()
            raise ConnectionResetError
        case _:
            return False
    return True


async def reply_embeddings(line: Line, asked: Asked, reply: Reply, script: Script, call: Call) -> None:
    """Answer an embeddings request."""
    if await strange(line, reply):
        return
    given = asked.body.get("input", "")
    texts = [given] if isinstance(given, str) else list(given)
    wanted = {**DEFAULT_DIMENSIONS, **script.dimensions}.get(asked.model, DIMENSIONS)
    rows = [vector_of(text, wanted) for text in texts]
    match reply.fault:
        case "wrong_count":
            rows.pop()
        case "wrong_dimensions":
            rows[-1].pop()
        case "not_a_number":
            rows[-1][0] = float("nan")
        case "zeros":
            rows[-1] = [0.0] * wanted
    plain = reply.fault == "floats" or asked.body.get("encoding_format") != "base64"
    data = [
        {"object": "embedding", "index": place, "embedding": row if plain else packed(row)}
        for place, row in enumerate(rows)
    ]
    if reply.fault == "reversed":
        data.reverse()
    told: dict[str, Any] = {"object": "list", "model": asked.model, "data": data}
    if script.usage if reply.usage is None else reply.usage:
        tokens = reply.told_usage[0] if reply.told_usage else sum(len(pieces_of(text)) for text in texts)
        told["usage"] = {"prompt_tokens": tokens, "total_tokens": tokens}
    await line.pause(script.first_token if reply.first_token is None else reply.first_token)
    call.pieces = len(rows)
    if reply.fault == "trickle":
        line.bytes_per_second = 1.0
    await line.json(200, told)
