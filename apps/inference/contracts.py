"""What an embedding model is to the rest of the house."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

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

    def embed_query(self, query: str) -> NDArray[np.float32]:
        """Shape (dimensions,), unit length."""
