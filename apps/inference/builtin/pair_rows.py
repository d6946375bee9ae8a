"""Claims and windows of evidence as the rows of token ids that the Judge's model reads. Pure but for the tokenizer."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.inference.builtin.wordpieces import encode, wordpiece_tokenizer

MOST_TOKENS = 256  # of a row; what the base was trained on
MOST_CLAIM = 112  # tokens of a claim that are read, so that a window keeps room


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """``[CLS] claim [SEP] window [SEP]``; the first ``claim`` ids are of type 0, the others of type 1."""

    ids: tuple[int, ...]
    claim: int


def rows_of(claims: Sequence[str], windows: Sequence[Sequence[str]]) -> list[tuple[Row, ...]]:
    """The rows of each claim with each of its windows."""
    tokenizer = wordpiece_tokenizer()
    first, last = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    texts = list(dict.fromkeys([*claims, *(window for own in windows for window in own)]))
    ids = {text: encoding.ids for text, encoding in zip(texts, encode(texts), strict=True)}
    return [
        tuple(_row(ids[claim], ids[window], first, last) for window in own)
        for claim, own in zip(claims, windows, strict=True)
    ]


def _row(claim: Sequence[int], window: Sequence[int], first: int, last: int) -> Row:
    head = [first, *claim[:MOST_CLAIM], last]
    return Row(ids=(*head, *window[: MOST_TOKENS - len(head) - 1], last), claim=len(head))
