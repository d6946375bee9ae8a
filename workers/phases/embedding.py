"""Passages to vectors, for the phases that embed."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from apps.core.engines import BUILTIN
from apps.documents.models import Chunk
from apps.inference.contracts import CallAborted, Embedder, ModelError, Passage
from apps.runs.context import PhaseContext
from apps.runs.types import PhaseError, Superseded

BUILTIN_BATCH = 16  # chunks per checkpoint: a second or two of work that a kill can cost
ENDPOINT_BATCH = 64  # a call of a second or so
EMBED_TRIES = 3


def batches(embedder: Embedder, chunks: Sequence[Chunk]) -> Iterator[Sequence[Chunk]]:
    """``chunks`` in their order, as many at a time as may be lost with a worker."""
    size = BUILTIN_BATCH if embedder.name == BUILTIN else ENDPOINT_BATCH
    return (chunks[start : start + size] for start in range(0, len(chunks), size))


def embedded(ctx: PhaseContext, embedder: Embedder, batch: Sequence[Chunk]) -> NDArray[np.float32]:
    """Vectors of a batch, tried three times; every error is kept. Raises PhaseError ``embedding_failed``, Superseded.

    A ModelError is final here: whoever calls an endpoint has tried again by itself.
    """
    passages = [Passage(context_line=row.context_line, content=row.content) for row in batch]
    for attempt in range(1, EMBED_TRIES + 1):
        ctx.check()
        try:
            return embedder.embed_passages(passages)
        except CallAborted as aborted:
            raise Superseded(str(ctx.key)) from aborted
        except Exception as error:
            failure = PhaseError("embedding_failed", f"The embedding model failed: {error}", retryable=False)
            if isinstance(error, ModelError) or attempt == EMBED_TRIES:
                raise failure from error
            ctx.note_error(failure)
    raise AssertionError("unreachable")
