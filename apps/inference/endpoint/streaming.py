"""One streamed answer, read on the loop: pieces as they come, deadlines, and what must not be believed."""

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from openai import AsyncOpenAI, AsyncStream, Timeout

from apps.inference.contracts import ModelError
from apps.inference.endpoint.errors import model_error, words
from apps.inference.endpoint.loop import endpoint_loop
from apps.inference.usage import told_tokens

CHARS_PER_TOKEN = 16  # no tokenizer's tokens are longer on average: what exceeds it ignores its limit
USAGE_SECONDS = 2.0  # that a finished answer is waited on for its usage and its end
# finish_reasons of a model that came to its end by itself: OpenAI's, text-generation-inference's and those of gateways
WHOLE = {"stop", "tool_calls", "function_call"} | {"eos_token", "stop_sequence"}
WHOLE |= {"eos", "end", "end_turn", "complete", "completed"}
CUT = {"length", "model_length", "max_tokens"}  # … that reached a limit of tokens
WHOLE_BYTES = 8 * 1024 * 1024  # of an answer that comes in one piece


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """Seconds, but ``wall``: a time of the monotonic clock by which all is over."""

    connect: float
    first_token: float
    idle: float
    wall: float


@dataclass(slots=True, kw_only=True)
class Heard:
    """What has come of an answer. Filled on the loop, read by whoever asked."""

    asked_at: float = field(default_factory=time.monotonic)
    reached: bool = False  # the endpoint may have taken the request and has not refused it: tokens are spent
    first_at: float | None = None
    pieces: list[str] = field(default_factory=list)
    characters: int = 0  # of the answer and of what the model thought aloud before
    finish: str = ""
    refused: bool = False
    usage: tuple[int, int] | None = None  # tokens in, tokens out


class Reader:
    """Takes what a stream brings; tells pieces of the answer."""

    def __init__(self, *, heard: Heard, limit: int, tell: Callable[[str], None]) -> None:
        self.heard, self.limit, self.tell = heard, limit, tell
        self.chunks = 0

    def take(self, chunk: object) -> bool:
        """Whether the chunk brought the answer any further."""
        if not isinstance(chunk, dict):
            raise ModelError("malformed", "The endpoint sent something that is not an answer.", retryable=True)
        if isinstance(chunk.get("usage"), dict):
            self._count(chunk["usage"])
        choices = chunk.get("choices")
        if not choices:
            return False
        self.chunks += 1
        choice = choices[0]
        said = choice.get("delta") or choice.get("message") or {}
        grown = self._hear(said)
        if choice.get("finish_reason"):
            self.heard.finish = str(choice["finish_reason"]).lower()
            return True
        return grown

    def _hear(self, said: Mapping[str, Any]) -> bool:
        content = said.get("content") or ""
        if not isinstance(content, str):
            raise ModelError("malformed", "The endpoint sent content that is not text.", retryable=True)
        thought = said.get("reasoning_content") or said.get("reasoning") or ""  # vLLM, DeepSeek; OpenRouter, Ollama
        self.heard.refused = self.heard.refused or bool(said.get("refusal"))
        grown = len(content) + len(str(thought))
        if not grown:
            return False
        self.heard.characters += grown
        if self.heard.first_at is None:
            self.heard.first_at = time.monotonic()
        if content:
            self.heard.pieces.append(content)
            self.tell(content)
        if self.heard.characters > self.limit:
            raise ModelError("too_long", "The model did not stop at its limit of tokens.", retryable=False)
        return True

    def _count(self, usage: Mapping[str, Any]) -> None:
        given, made = told_tokens(usage.get("prompt_tokens")), told_tokens(usage.get("completion_tokens"))
        if given is not None and made is not None:
            self.heard.usage = given, made


async def listen(
    question: Mapping[str, Any], *, deadlines: Deadlines, max_tokens: int, heard: Heard, tell: Callable[[str], None]
) -> None:
    """Ask, and tell the pieces of the answer until it is whole. Raises ModelError; cancelling closes the connection."""
    reader = Reader(heard=heard, limit=CHARS_PER_TOKEN * max_tokens, tell=tell)
    heard.asked_at = time.monotonic()
    try:
        client = endpoint_loop().client()  # a process's first takes a while to make, which is none of the model's time
        heard.asked_at = time.monotonic()
        async with asyncio.timeout_at(min(heard.asked_at + deadlines.first_token, deadlines.wall)) as timer:
            await _follow(client, question, reader, deadlines, timer)
    except TimeoutError:
        if not heard.finish:  # else only the usage or the end of the stream is missing
            raise _late(heard, deadlines) from None
    except Exception as error:
        if not heard.finish:
            raise model_error(error) from error
    _judge_end(reader)


async def _follow(
    client: AsyncOpenAI, question: Mapping[str, Any], reader: Reader, deadlines: Deadlines, timer: asyncio.Timeout
) -> None:
    heard, timeout = reader.heard, Timeout(None, connect=deadlines.connect)
    heard.reached = True  # as far as anybody knows while it says nothing
    try:
        # not chat.completions.create: its model objects cost 0.4 ms a token, and dicts are all that is read here
        stream = await client.post(
            "/chat/completions",
            body=question,
            cast_to=object,
            options={"timeout": timeout},
            stream=True,
            stream_cls=AsyncStream[object],
        )
    except Exception:
        heard.reached = False
        raise
    async with stream:
        if not _is_event_stream(stream):
            reader.take(await _whole_answer(stream))
            return
        async for chunk in stream:
            if reader.take(chunk):
                patience = USAGE_SECONDS if heard.finish else deadlines.idle
                timer.reschedule(min(time.monotonic() + patience, deadlines.wall))


def _is_event_stream(stream: AsyncStream[Any]) -> bool:
    kind = stream.response.headers.get("content-type", "")
    return not kind.startswith(("application/json", "text/html"))


async def _whole_answer(stream: AsyncStream[Any]) -> object:
    """The answer of an endpoint that does not stream although it was asked to."""
    body = b""
    async for part in stream.response.aiter_bytes():
        body += part
        if len(body) > WHOLE_BYTES:
            raise ModelError("too_long", "The model did not stop at its limit of tokens.", retryable=False)
    answer = json.loads(body)
    if isinstance(answer, dict) and answer.get("error"):
        told = answer["error"].get("message") if isinstance(answer["error"], dict) else answer["error"]
        raise ModelError("unavailable", f"The endpoint broke off: {words(str(told))}", retryable=True)
    return answer


def _late(heard: Heard, deadlines: Deadlines) -> ModelError:
    if time.monotonic() >= deadlines.wall:
        return ModelError("too_long", "The model took longer than a call may take.", retryable=True)
    if heard.first_at is None:
        told = f"The model said nothing within {deadlines.first_token:g} s."
        return ModelError("first_token_late", told, retryable=True)
    return ModelError("stalled", f"The model fell silent for {deadlines.idle:g} s.", retryable=True)


def _judge_end(reader: Reader) -> None:
    """Whether what came is a whole answer."""
    heard = reader.heard
    if heard.refused or heard.finish == "content_filter":
        raise ModelError("refused", "The model refused to answer.", retryable=False)
    if not reader.chunks:
        raise ModelError("malformed", "The endpoint's stream could not be read.", retryable=True)
    if heard.finish in CUT:
        raise ModelError("cut_off", "The model reached its limit of tokens.", retryable=False)
    if not heard.finish:
        raise ModelError("no_connection", "The answer ended before it was finished.", retryable=True)
    if heard.finish not in WHOLE:  # "error" of OpenRouter, "abort" of vLLM: what came so far may end anywhere
        raise ModelError("unavailable", f"The endpoint broke off: {words(heard.finish)}", retryable=True)
    if not "".join(heard.pieces).strip():
        raise ModelError("empty", "The model answered nothing.", retryable=True)
