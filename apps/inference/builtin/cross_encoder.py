"""The Judge's model: a cross-encoder of 22 million weights over a claim and a window of evidence, on the processor.

How it was made is told by docs/training.md, and what it is good for by the model card beside the graph.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.inference.builtin.pair_rows import Row, rows_of
from apps.inference.builtin.sessions import session_of

MODEL = Path(__file__).with_name("judge_model") / "judge.onnx"
INPUTS = ("input_ids", "token_type_ids", "attention_mask")
REMEMBERED = 8192  # rows whose answers are kept, a few hundred bytes each: a revision asks for most of them again


class CrossEncoder:
    """The graph with weights of eight bits in onnxruntime. Implements ``Entailment``; may be shared by threads.

    It runs a row at a time: the scale of an eight-bit sum is that of the whole batch, so that in company a row would
    get another answer. On one core that is no slower.
    """

    def __init__(self, path: Path = MODEL, *, threads: int | None = None) -> None:
        self._session = session_of(path, threads=threads)
        self._remembered = lru_cache(maxsize=REMEMBERED)(self._run)

    def logits(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Shape (len(pairs), 3): supported, contradicted, not enough, of each (claim, window)."""
        if not pairs:
            return np.zeros((0, 3), np.float32)
        rows = rows_of([claim for claim, _ in pairs], [(window,) for _, window in pairs])
        return np.array([self._remembered(row) for (row,) in rows], np.float32)

    def _run(self, row: Row) -> tuple[float, ...]:
        ids = np.array([row.ids], np.int64)
        types = np.ones_like(ids)
        types[0, : row.claim] = 0
        given = dict(zip(INPUTS, (ids, types, np.ones_like(ids)), strict=True))
        return tuple(float(one) for one in self._session.run(None, given)[0][0])
