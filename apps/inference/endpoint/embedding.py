"""Embedding models at the endpoint.

A passage is embedded as its context line, an empty line and its content. What is longer than INPUT_TOKENS is read in
windows of equal size, each under the context line, and its vector is their mean, as the built-in embedder does.
"""

import asyncio
import base64
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import Any

import numpy as np
from django.conf import settings
from numpy.typing import NDArray
from openai import Timeout

from apps.inference.builtin.wordpieces import count_tokens, token_spans
from apps.inference.calling import CallScope, current_scope
from apps.inference.contracts import ModelError, Passage
from apps.inference.endpoint.asking import result_of
from apps.inference.endpoint.errors import model_error
from apps.inference.endpoint.loop import endpoint_loop
from apps.inference.endpoint.trying import Tries
from apps.inference.usage import record_call, told_tokens

ROLE = "embedding"
INPUT_TOKENS = 6000  # wordpieces of one input; OpenAI's models read 8191 tokens of their own kind
BATCH_INPUTS, BATCH_TOKENS = 256, 32_000  # of one call; small enough for a server without a GPU to answer in time
SIMILARITY_FLOORS = {"text-embedding-3-small": 0.3, "text-embedding-3-large": 0.3}
OTHER_FLOOR = 0.3

Rows = NDArray[np.float32]


class EndpointEmbedder:
    """An embedding model at an OpenAI-compatible endpoint. Implements ``Embedder``; may be shared by threads.

    ``similarity_floor``: SIMILARITY_FLOORS of the settings, else 0.3. With text-embedding-3-small a question and the
    passage that answers it mostly lie at cosines of 0.4 to 0.7 and unrelated texts below 0.2; where between them the
    floor belongs depends on the documents, so set it for yours.

    Raises ModelError, and CallAborted when the scope stops.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.similarity_floor = settings.SIMILARITY_FLOORS.get(name, SIMILARITY_FLOORS.get(name, OTHER_FLOOR))
        self._dimensions = 0
        self._encoding = "base64"  # a quarter of the bytes; servers that do not know it send numbers or refuse it
        self._lock = threading.Lock()

    @property
    def dimensions(self) -> int:
        """Learnt from the model's first answer; asks for one when there was none yet."""
        if not self._dimensions:
            self.embed_texts(["dimensions"])
        return self._dimensions

    def embed_passages(self, passages: Sequence[Passage]) -> Rows:
        """One row per passage."""
        texts: list[str] = []
        owners: list[int] = []
        for owner, passage in enumerate(passages):
            for window in windows(passage):
                texts.append(window)
                owners.append(owner)
        rows = self.embed_texts(texts)
        if len(rows) == len(passages):
            return rows
        sums = np.zeros((len(passages), rows.shape[1]), np.float32)
        np.add.at(sums, np.array(owners, np.intp), rows)
        return unit_rows(sums)

    def embed_texts(self, texts: Sequence[str]) -> Rows:
        """One row per text; what lies beyond INPUT_TOKENS is not read."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        read = [shortened(text) for text in texts]
        return np.concatenate([self._embed(batch) for batch in batches(read)])

    def _embed(self, texts: Sequence[str]) -> Rows:
        """One batch, tried until it is there."""
        scope = current_scope()
        tries = Tries(scope=scope, wall=time.monotonic() + settings.MODEL_CALL_SECONDS)
        while True:
            encoding = self._encoding
            try:
                return self._once(texts, encoding, scope, tries.wall)
            except ModelError as error:
                if error.code == "bad_request" and encoding == "base64" and "encoding" in str(error.__cause__):
                    self._encoding = "float"
                else:
                    tries.get_over(error)

    def _once(self, texts: Sequence[str], encoding: str, scope: CallScope, wall: float) -> Rows:
        """One request and its row."""
        begun, outcome, answer = time.monotonic(), "aborted", None
        question = {"model": self.name, "input": list(texts), "encoding_format": encoding}
        try:
            answer = result_of(ask(question, wall=wall), scope=scope)
            rows = self.checked(answer, len(texts))
            outcome = "ok"
            return rows
        except ModelError as error:
            outcome = error.code
            raise
        finally:
            told = tokens_of(answer)
            spent = answer is not None or outcome in {"aborted", "first_token_late", "too_long"}
            record_call(
                scope=scope,
                role=ROLE,
                model=self.name,
                outcome=outcome,
                input_tokens=told if told is not None else sum(count_tokens(texts)) if spent else 0,
                estimated=spent and told is None,
                duration_ms=round(1000 * (time.monotonic() - begun)),
            )

    def checked(self, answer: Mapping[str, Any], count: int) -> Rows:
        """The vectors in the order of the texts. ModelError ``malformed`` for anything that cannot be stored."""
        data = answer.get("data")
        if not isinstance(data, list) or len(data) != count:
            found = len(data) if isinstance(data, list) else "no"
            raise malformed(f"{found} vectors for {count} texts")
        try:
            places = [item.get("index", place) for place, item in enumerate(data)]
            vectors = [vector_of(item["embedding"]) for item in data]
            if sorted(places) != list(range(count)) or len({len(vector) for vector in vectors}) != 1:
                raise malformed("vectors without order or of different lengths")
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise malformed("something that is no vector") from error
        rows = np.empty((count, len(vectors[0])), np.float32)
        rows[places] = vectors
        lengths = np.linalg.norm(rows, axis=1)
        if not np.isfinite(lengths).all() or not (lengths > 0).all():
            raise malformed("a vector that is not a direction")
        self._know(rows.shape[1])
        return unit_rows(rows)

    def _know(self, dimensions: int) -> None:
        with self._lock:
            self._dimensions = self._dimensions or dimensions
            if dimensions != self._dimensions:
                raise malformed(f"{dimensions} dimensions; it had {self._dimensions} before")


async def ask(question: Mapping[str, Any], *, wall: float) -> Mapping[str, Any]:
    """The endpoint's answer as it stands. Raises ModelError; cancelling closes the connection."""
    client = endpoint_loop().client()  # a process's first takes a while to make, which is none of the model's time
    begun, patience = time.monotonic(), settings.MODEL_FIRST_TOKEN_SECONDS
    try:
        async with asyncio.timeout_at(min(begun + patience, wall)):
            timeout = Timeout(None, connect=settings.MODEL_CONNECT_SECONDS)
            client = endpoint_loop().client()
            answer = await client.post("/embeddings", body=question, cast_to=object, options={"timeout": timeout})
            return answer if isinstance(answer, dict) else {}
    except TimeoutError:
        if time.monotonic() >= wall:
            raise ModelError("too_long", "The model took longer than a call may take.", retryable=True) from None
        raise ModelError("first_token_late", f"No embeddings within {patience:g} s.", retryable=True) from None
    except Exception as error:
        raise model_error(error) from error


def malformed(what: str) -> ModelError:
    return ModelError("malformed", f"The endpoint sent {what}.", retryable=True)


def vector_of(told: str | Sequence[float]) -> Rows:
    """A vector as numbers, or as base64 of little-endian 32-bit floats."""
    if isinstance(told, str):
        return np.frombuffer(base64.b64decode(told, validate=True), "<f4")
    return np.array(told, np.float32)


def tokens_of(answer: Mapping[str, Any] | None) -> int | None:
    usage = (answer or {}).get("usage")
    return told_tokens(usage.get("prompt_tokens")) if isinstance(usage, dict) else None


def unit_rows(rows: Rows) -> Rows:
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def shortened(text: str) -> str:
    """The text as far as it is read. The API refuses an empty one."""
    if not text.strip():
        return "-"
    if len(text) <= INPUT_TOKENS:  # a wordpiece has a character at least
        return text
    spans = token_spans(text)
    return text if len(spans) <= INPUT_TOKENS else text[: spans[INPUT_TOKENS - 1][1]]


def windows(passage: Passage) -> Iterator[str]:
    """The content in parts of equal size that fit under the context line; mostly one."""
    head = f"{passage.context_line}\n\n" if passage.context_line else ""
    if len(head) + len(passage.content) <= INPUT_TOKENS:
        yield head + passage.content
        return
    spans = token_spans(passage.content)
    room = max(INPUT_TOKENS // 2, INPUT_TOKENS - len(token_spans(head)))
    count = max(1, ceil(len(spans) / room))
    edges = [0, *(spans[round(part * len(spans) / count)][0] for part in range(1, count)), len(passage.content)]
    for start, end in pairwise(edges):
        yield head + passage.content[start:end]


def batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts in order, in groups that one call may carry."""
    group: list[str] = []
    tokens = 0
    for text, length in zip(texts, count_tokens(texts), strict=True):
        if group and (len(group) == BATCH_INPUTS or tokens + length > BATCH_TOKENS):
            yield group
            group, tokens = [], 0
        group.append(text)
        tokens += length
    yield group
