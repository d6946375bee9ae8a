"""What models are to the rest of the house."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A chunk as it is embedded: its content under its context line (title › heading path)."""

    context_line: str
    content: str


class Embedder(Protocol):
    """Texts to unit vectors."""

    name: str  # what EMBEDDING_MODEL calls it and embeddings are stored under
    dimensions: int
    similarity_floor: float  # cosine below which a passage does not count as found, measured for this model

    def embed_passages(self, passages: Sequence[Passage]) -> NDArray[np.float32]:
        """Shape (len(passages), dimensions), rows of unit length, independent of how they are batched."""

    def embed_texts(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Sentences or short texts to compare with one another. Shape (len(texts), dimensions), rows of unit length."""


class Entailment(Protocol):
    """Claims held against windows of evidence."""

    def logits(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Shape (len(pairs), 3): supported, contradicted, not enough, of each (claim, window), whatever the others."""


class ModelError(Exception):
    """A model could not be asked, or answered nothing usable. ``retryable``: the same call may succeed later.

    ``code``: ``rate_limited``, ``unavailable``, ``no_connection``, ``first_token_late``, ``stalled``, ``too_long``,
    ``cut_off``, ``empty``, ``refused``, ``malformed``, ``bad_request``, ``unauthorized``, ``unknown_model``,
    ``token_limit`` or ``cost_limit``. ``retry_after``: seconds the endpoint asked to be left alone.
    """

    def __init__(self, code: str, message: str, *, retryable: bool, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retryable = retryable
        self.retry_after = retry_after


class CallAborted(Exception):
    """Whoever asked no longer wants the answer: the call was closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a chat. ``role``: ``system``, ``user`` or ``assistant``."""

    role: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """What a model is asked. ``schema``: the JSON Schema its answer must follow, under ``schema_name``."""

    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    schema_name: str = "answer"
    max_tokens: int | None = None  # None: MODEL_MAX_OUTPUT_TOKENS


class Chat(Protocol):
    """A model at an endpoint, bound to the role it plays (``writer``, ``skeptic``, ``judge``)."""

    name: str  # the model's name at the endpoint

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """Pieces of the answer as they come; joined they are the answer, never empty.

        Tried again by itself as long as nothing has come (MODEL_TRIES in all, Retry-After honoured); each error got
        over is noted in the scope. Once a piece was handed out an error is raised. Raises ModelError, CallAborted.
        """
