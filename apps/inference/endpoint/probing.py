"""What works at an endpoint, tried out one thing after the other. Writes no rows: needs no database."""

import asyncio
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from openai import Timeout

from apps.inference.builtin.wordpieces import count_tokens
from apps.inference.calling import NOBODY, CallScope
from apps.inference.contracts import ChatRequest, Message, ModelError
from apps.inference.endpoint.asking import pieces_of, result_of
from apps.inference.endpoint.chatting import EndpointChat, deadlines
from apps.inference.endpoint.dialect import dialect_of
from apps.inference.endpoint.embedding import EndpointEmbedder, ask
from apps.inference.endpoint.errors import model_error
from apps.inference.endpoint.loop import endpoint_loop
from apps.inference.endpoint.streaming import Heard

HINTS = {
    "no_connection": "Is the server running, and does OPENAI_BASE_URL name its address with the /v1 at the end?",
    "unauthorized": "Look at OPENAI_API_KEY and at the account behind it.",
    "unknown_model": "Name a model that the endpoint lists; does OPENAI_BASE_URL end with /v1?",
    "rate_limited": "Wait, or raise the account's limits.",
    "first_token_late": "Raise MODEL_FIRST_TOKEN_SECONDS if the model is only slow to load.",
    "too_long": "Raise MODEL_CALL_SECONDS, or take a faster model.",
    "stalled": "Raise MODEL_IDLE_SECONDS if the model is only slow.",
    "malformed": "Is it an OpenAI-compatible API that answers there, and not a web page?",
    "bad_request": "The endpoint refuses what VerityDraft sends; look at its own log.",
    "cut_off": "Raise MODEL_MAX_OUTPUT_TOKENS.",
}
OTHER_HINT = "Look at the endpoint's own log."
QUESTION = "Count from one to thirty in English words, separated by spaces. Write nothing else."
STRUCTURED = 'Is Paris in France? Answer with one JSON object and nothing else: {"answer": true} or {"answer": false}.'
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "boolean"}},
    "required": ["answer"],
    "additionalProperties": False,
}
TEXTS = ("The notice period is thirty days.", "How long is the notice period?", "Penguins live in the south.")
STRUCTURE_TOLD = {
    "json_schema": "json_schema",
    "json_object": "json_object (the shape is left to the prompt)",
    "none": "none (JSON is asked for in the prompt alone)",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing tried. ``about``: a model's name, or ``endpoint``. ``needed``: the work depends on it."""

    about: str
    what: str
    fine: bool
    told: str
    hint: str = ""
    needed: bool = True


class ProbedChat(EndpointChat):
    """A chat whose calls leave no row; what was heard of the last one is kept."""

    heard: Heard

    def _once(self, question: dict[str, Any], request: ChatRequest, scope: CallScope, wall: float) -> Iterator[str]:
        self.heard = Heard()
        limit = request.max_tokens or settings.MODEL_MAX_OUTPUT_TOKENS
        yield from pieces_of(question, deadlines=deadlines(wall=wall), max_tokens=limit, heard=self.heard, scope=scope)

    def ask(self, text: str, schema: Mapping[str, Any] | None = None) -> str:
        request = ChatRequest(messages=(Message(role="user", content=text),), schema=schema)
        return "".join(self.stream(request))


def failed(about: str, what: str, error: ModelError) -> Finding:
    return Finding(about=about, what=what, fine=False, told=error.message, hint=HINTS.get(error.code, OTHER_HINT))


def probe_models() -> Iterator[Finding]:
    """Whether the endpoint answers, and the models it lists. Some list none: that alone is no fault."""
    try:
        names = result_of(_list_models(), scope=NOBODY)
    except ModelError as error:
        if error.code in {"unknown_model", "bad_request"}:  # it answered, but has no such route
            yield Finding(about="endpoint", what="models", fine=True, told="it answers, but does not list its models")
        else:
            yield failed("endpoint", "models", error)
        return
    shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
    yield Finding(about="endpoint", what="models", fine=True, told=shown or "it lists none")


async def _list_models() -> list[str]:
    timeout = Timeout(None, connect=settings.MODEL_CONNECT_SECONDS)
    try:
        async with asyncio.timeout(settings.MODEL_FIRST_TOKEN_SECONDS):
            page = await endpoint_loop().client().models.list(timeout=timeout)
            return sorted(str(model.id) for model in page.data or ())
    except TimeoutError:
        raise ModelError("no_connection", "The endpoint does not answer.", retryable=True) from None
    except Exception as error:
        raise model_error(error) from error


def probe_chat(model: str, *, structured: bool) -> Iterator[Finding]:
    """Chat, streaming, usage and structured output of one model. ``structured``: the last is needed of it."""
    chat = ProbedChat(model, role="check")
    try:
        text = chat.ask(QUESTION)
    except ModelError as error:
        yield failed(model, "chat", error)
        return
    ended_at, heard = time.monotonic(), chat.heard
    yield Finding(about=model, what="chat", fine=True, told=" ".join(text.split())[:60])
    yield Finding(about=model, what="streaming", fine=True, told=_pace(heard, ended_at))
    if heard.usage is None:
        yield Finding(about=model, what="usage", fine=True, told="not told; tokens are counted here, as an estimate")
    else:
        yield Finding(about=model, what="usage", fine=True, told="{} tokens in, {} out".format(*heard.usage))
    yield replace(_structured(chat), needed=structured)


def _pace(heard: Heard, ended_at: float) -> str:
    first_at = heard.first_at or ended_at
    made = heard.usage[1] if heard.usage else count_tokens(["".join(heard.pieces)])[0]
    told = f"first token after {1000 * (first_at - heard.asked_at):.0f} ms"
    if len(heard.pieces) == 1:
        return f"{told}, all in one piece: the endpoint does not stream"
    return f"{told}, {made / max(ended_at - first_at, 1e-3):.0f} tokens/s in {len(heard.pieces)} pieces"


def _structured(chat: ProbedChat) -> Finding:
    try:
        text = chat.ask(STRUCTURED, SCHEMA)
    except ModelError as error:
        return failed(chat.name, "structured output", error)
    way = STRUCTURE_TOLD[dialect_of(settings.OPENAI_BASE_URL, chat.name).structure]
    try:
        begin, end = text.index("{"), text.rindex("}") + 1
        fine = isinstance(json.loads(text[begin:end])["answer"], bool)
    except (ValueError, KeyError):
        fine = False
    if fine:
        return Finding(about=chat.name, what="structured output", fine=True, told=way)
    told = f"asked by {way}, answered {' '.join(text.split())[:60]!r}"
    hint = "Take a model that can answer in JSON for the Skeptic and the Judge."
    return Finding(about=chat.name, what="structured output", fine=False, told=told, hint=hint)


def probe_embeddings(model: str) -> Iterator[Finding]:
    """Embeddings of one model: their dimensions, and whether a question lies nearer to its answer than to others."""
    embedder = EndpointEmbedder(model)
    question = {"model": model, "input": list(TEXTS), "encoding_format": "float"}
    try:
        begun = time.monotonic()
        answer = result_of(ask(question, wall=begun + settings.MODEL_CALL_SECONDS), scope=NOBODY)
        rows = embedder.checked(answer, len(TEXTS))
    except ModelError as error:
        yield failed(model, "embeddings", error)
        return
    near, far = float(rows[1] @ rows[0]), float(rows[1] @ rows[2])
    told = f"{rows.shape[1]} dimensions, after {1000 * (time.monotonic() - begun):.0f} ms"
    yield Finding(about=model, what="embeddings", fine=True, told=told)
    yield Finding(
        about=model,
        what="similarity",
        fine=near > far,
        told=f"{near:.2f} between a question and its answer, {far:.2f} to something else; floor "
        f"{embedder.similarity_floor:g}",
        hint="" if near > far else "It does not tell them apart: is it an embedding model?",
    )
