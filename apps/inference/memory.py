"""Sentence vectors, kept while a process lives so that search, Writer, Skeptic and Judge embed a sentence once."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from apps.inference.contracts import Embedder

CAPACITY = 8192  # vectors; 12 MiB at 384 dimensions


class SentenceMemory:
    """A bounded memory over an embedder: the least recently read vectors go first. Safe to share between threads."""

    def __init__(self, embedder: Embedder, *, capacity: int = CAPACITY) -> None:
        self._embedder = embedder
        self._capacity = capacity
        self._vectors: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._lock = Lock()

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (len(texts), dimensions), rows of unit length; only texts not seen lately reach the embedder."""
        with self._lock:
            known = {text: self._vectors[text] for text in texts if text in self._vectors}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            known.update(zip(new, self._embedder.embed_texts(new), strict=True))
        with self._lock:
            for text in dict.fromkeys(texts):
                self._vectors[text] = known[text]
                self._vectors.move_to_end(text)
            while len(self._vectors) > self._capacity:
                self._vectors.popitem(last=False)
        if not texts:
            return np.zeros((0, self._embedder.dimensions), np.float32)
        return np.stack([known[text] for text in texts])

    def __len__(self) -> int:
        return len(self._vectors)


MEMORIES = 2  # the cast's embedder, and that of a workspace which is searched by another
_memories: list[tuple[Embedder, SentenceMemory]] = []  # the last one was asked for last
_choosing = Lock()


def memory_of(embedder: Embedder) -> SentenceMemory:
    """The process's one memory over ``embedder``, so that a sentence is embedded once."""
    with _choosing:
        others = [entry for entry in _memories if entry[0] is not embedder]
        (known,) = [entry for entry in _memories if entry[0] is embedder] or [(embedder, SentenceMemory(embedder))]
        _memories[:] = [*others, known][-MEMORIES:]
        return known[1]
