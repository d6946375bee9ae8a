"""Embeddings without a model: texts that share words lie near each other, always in the same way."""

import base64
import math
import re
import struct
from hashlib import blake2b

COMMON = frozenset(
    ["a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "of", "on", "or", "the", "to"]
)


def vector_of(text: str, dimensions: int) -> list[float]:
    """A unit vector of hashed words (half by the word, half by its first five letters)."""
    values = [0.0] * dimensions
    for word in re.findall(r"\w+", text.lower()) or [text]:
        weight = 0.1 if word in COMMON else 1.0
        for feature in (word, f"{word[:5]}…"):
            digest = int.from_bytes(blake2b(feature.encode(), digest_size=8).digest())
            values[digest % dimensions] += weight * (1 if digest >> 63 else -1)
    length = math.sqrt(sum(value * value for value in values)) or 1.0
    return [value / length for value in values]


def packed(vector: list[float]) -> str:
    """Base64 of little-endian 32-bit floats, as the API sends them."""
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()
