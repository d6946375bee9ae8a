"""The Judge's model: a cross-encoder of 82 million weights over a claim and a window of evidence, on the processor.

How it was made is told by docs/training.md, and what it is good for by the model card beside the graph.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession

from apps.inference.builtin.pair_rows import rows_of
from apps.inference.builtin.sessions import session_of

MODEL = Path(__file__).with_name("judge_model") / "judge.onnx"
INPUTS = ("input_ids", "token_type_ids", "attention_mask")
REMEMBERED = 8192  # rows whose answers are kept, under a kilobyte each: a revision asks for most of them again
PACKED = np.uint16  # of a token id in that memory: the vocabulary has 30,522


class CrossEncoder:
    """The graph with weights of eight bits in onnxruntime. Implements ``Entailment``; may be shared by threads.

    It runs a row at a time: the scale of an eight-bit sum is that of the whole batch, so that in company a row would
    get another answer. On one core that is no slower.
    """

    def __init__(self, path: Path = MODEL, *, threads: int | None = None) -> None:
        self._run = lru_cache(maxsize=REMEMBERED)(partial(_run, session_of(path, threads=threads)))

    def logits(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Shape (len(pairs), 3): supported, contradicted, not enough, of each (claim, window)."""
        if not pairs:
            return np.zeros((0, 3), np.float32)
        rows = rows_of([claim for claim, _ in pairs], [(window,) for _, window in pairs])
        packed = ((np.array(row.ids, PACKED).tobytes(), row.claim) for (row,) in rows)
        return np.array([self._run(ids, claim) for ids, claim in packed], np.float32)


def _run(session: InferenceSession, packed: bytes, claim: int) -> tuple[float, ...]:
    """The logits of one row, whose first ``claim`` ids are the claim's. As a method it would keep its model alive."""
    ids = np.frombuffer(packed, PACKED).astype(np.int64)
    return tuple(float(one) for one in session.run(None, inputs_of(ids, claim))[0][0])


def inputs_of(ids: NDArray[np.int64], claim: int) -> dict[str, NDArray[np.int64]]:
    """The graph's inputs of one row, each of shape (1, len(ids))."""
    types = np.ones_like(ids)
    types[:claim] = 0
    return {name: values[np.newaxis] for name, values in zip(INPUTS, (ids, types, np.ones_like(ids)), strict=True)}
