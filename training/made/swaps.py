"""What a swap is, and what the makers of swaps share. Pure; chance is handed in."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from training.pairs import Target

LONGEST = 60  # words of a claim that is altered: a longer one says too much at once


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """An altered claim. ``target``: what the evidence of the claim it was made from says of it.

    ``mirrors``: whether evidence that says the altered claim says the same of the first one, as of 5 and 7, while what
    holds of all holds of some.
    """

    kind: str
    claim: str
    target: Target
    mirrors: bool = True


# claim that its evidence supports, that evidence, chance → swaps of one kind, most often none or one
Maker = Callable[[str, str, random.Random], Sequence[Swap]]

DENIED = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|hardly|barely|few|little|rarely|seldom|unless"
    r"|except|only)\b|n['’]t\b",
    re.IGNORECASE,
)


def put(text: str, start: int, end: int, new: str) -> str:
    """``new`` in the place of text[start:end], with a capital where that began with one at the head of the text."""
    if start == 0 and text[:1].isupper():
        new = new[:1].upper() + new[1:]
    return text[:start] + new + text[end:]


def alone(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The match where there is exactly one: which of several bears the claim nobody knows."""
    found = list(pattern.finditer(text))
    return found[0] if len(found) == 1 else None


def any_of(words: Sequence[str]) -> re.Pattern[str]:
    """A whole word of these, the longer ones first; small and capital letters alike."""
    return re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})\b", re.IGNORECASE)
