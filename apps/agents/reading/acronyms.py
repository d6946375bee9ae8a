"""Short forms and what they stand for, found in the texts themselves: LTV for "loan-to-value". Pure."""

import re
from collections.abc import Iterable

from apps.agents.reading.words import content_words, plain, stem

_DEFINED = re.compile(r"\(\s*(?:the\s+)?[“\"']?([A-Z][A-Z&]{1,7})s?[”\"']?\s*\)")
_SHORT = re.compile(r"\b[A-Z](?:[A-Z&]|[a-z](?=[A-Z])){2,7}\b")
_BETWEEN = r"(?:[\s,/–—-]+(?:and|of|the|for|in|to|a|before|on)?[\s-]*|-to-)"
_MOST = 40  # short forms looked up in one context
_WORDS_BEFORE = 12  # in which a definition's long form is looked for


def long_forms(texts: Iterable[str], *, asked: str = "") -> dict[str, tuple[str, ...]]:
    """Stem of a short form → stems of its long form, as far as one of the texts spells it out."""
    lines = [plain(text) for text in texts]
    found: dict[str, tuple[str, ...]] = {}
    for line in lines:
        for match in _DEFINED.finditer(line):
            before = " ".join(line[: match.start()].split()[-_WORDS_BEFORE:])
            _keep(found, match[1], before)
    written = dict.fromkeys(_SHORT.findall(" ".join([plain(asked), *lines])))
    for short in list(written)[:_MOST]:
        for line in lines:
            if stem(short) in found:
                break
            _keep(found, short, line)
    return found


def _keep(found: dict[str, tuple[str, ...]], short: str, line: str) -> None:
    pattern = _spelled_out(short)
    match = pattern.search(line) if pattern else None
    stems = content_words(match[0]) if match else ()
    if len(stems) > 1 and stem(short) not in found:
        found[stem(short)] = stems


def _spelled_out(short: str) -> re.Pattern[str] | None:
    """A pattern for words that begin with the letters of ``short``; an N may be an "and"."""
    letters = [letter for letter in short.lower() if letter.isalpha()]
    if not 2 <= len(letters) <= 8:
        return None
    words = ["(?:and|&|n[a-z]+)" if letter == "n" else rf"{letter}[a-z]+" for letter in letters]
    return re.compile(r"\b" + _BETWEEN.join(words), re.IGNORECASE)
