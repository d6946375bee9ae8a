"""Where a passage of our text lies among a page's characters.

The text was made out of these characters: lines of furniture were taken out, words that a line end cut were joined,
white space was made even. So both sides are compared without white space, hyphens and bullets.
"""

import difflib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

MAX_PAIRS = 5_000_000  # of words that are compared when a passage is not found in one piece; a page has some hundreds
MIN_RUN = 3  # words: shorter runs in common are by chance
MIN_SHARE = 0.6  # of the passage's words; below it is not the passage that was found
_DROPPED = frozenset("•▪➢✓☑☒☐")  # bullets: cleaning puts them in the place of other characters
_KEPT_CATEGORIES = frozenset("LMNPS")


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Positions of the page's characters that a passage is made of, as ranges in order; how much of it they are."""

    ranges: tuple[range, ...] = ()
    whole: bool = False  # every character of it, one after the other


class PageText:
    """A page's characters, ready to be searched."""

    def __init__(self, characters: Sequence[str]) -> None:
        pieces = [_plain(character) for character in characters]
        self._plain = "".join(pieces)
        self._at = [position for position, piece in enumerate(pieces) for _ in piece]
        self._words = _words(characters)

    def find(self, passage: str, *, before: str = "") -> Match:
        """``before``: what the page's text says before the passage, which tells repeated passages apart."""
        wanted = "".join(map(_plain, passage))
        if not wanted:
            return Match()
        expected = sum(len(_plain(character)) for character in before)
        starts = list(_occurrences(self._plain, wanted))
        if starts:
            start = min(starts, key=lambda each: abs(each - expected))
            return Match(ranges=(range(self._at[start], self._at[start + len(wanted) - 1] + 1),), whole=True)
        return self._pieces(passage)

    def _pieces(self, passage: str) -> Match:
        """The runs of words that passage and page have in common, in order."""
        here, wanted = [word for word, _ in self._words], [word for word, _ in _words(passage)]
        if len(here) * len(wanted) > MAX_PAIRS:
            return Match()
        blocks = difflib.SequenceMatcher(None, wanted, here, autojunk=False).get_matching_blocks()
        runs = [block for block in blocks if block.size >= min(MIN_RUN, len(wanted))]
        if sum(block.size for block in runs) < MIN_SHARE * len(wanted):
            return Match()
        spans = ((self._words[block.b][1], self._words[block.b + block.size - 1][1]) for block in runs)
        return Match(ranges=tuple(range(first.start, last.stop) for first, last in spans))


def _occurrences(text: str, wanted: str) -> Iterable[int]:
    start = text.find(wanted)
    while start >= 0:
        yield start
        start = text.find(wanted, start + 1)


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """What is compared of a character: nothing of white space, marks of cut words and hyphens; a ligature's letters."""
    parts = unicodedata.normalize("NFKC", character)
    return "".join(
        part
        for part in parts
        if part not in _DROPPED
        and unicodedata.category(part)[0] in _KEPT_CATEGORIES
        and unicodedata.category(part) != "Pd"
    )


def _words(characters: Sequence[str]) -> list[tuple[str, range]]:
    """Words as they are compared, with where their characters are."""
    words: list[tuple[str, range]] = []
    letters, start = "", 0
    for position, character in enumerate([*characters, " "]):
        if character.isspace():
            if letters:
                words.append((letters, range(start, position)))
            letters, start = "", position + 1
        else:
            letters += _plain(character)
    return words
