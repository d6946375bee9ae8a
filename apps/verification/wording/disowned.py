"""What a document prints but does not stand by: under a heading such as "Repealed provisions", or struck out. Pure.

Only a heading that is all about that counts: "Former officers" and "Deleted Items Policy" head what is so.
"""

import re
from collections.abc import Sequence

from apps.core.sentences import split_sentences
from apps.verification.lexicon import SAYING, coverage_of
from apps.verification.wording.disowning_heads import DISOWNING

LONGEST_HEADING = 80  # characters
LONGEST_STRUCK = 2000  # characters

_STRUCK = re.compile(rf"(?<![\w/~])~~(?=[^\s~])((?:[^~\n]|\n(?!\n)){{1,{LONGEST_STRUCK}}}?)(?<=\S)~~(?![\w/~])")
_LEVEL = re.compile(r"[\s#*_]*(\d+(?:\.\d+)*)[.):]?\s")
_WORD = re.compile(r"\w+")
_ENDS = tuple(".;,")


def disowning(heading: str) -> bool:
    """Whether a heading says that what stands under it is no longer so, never was, or is only what a party says."""
    line = " ".join(heading.split())
    return len(line) <= LONGEST_HEADING and any(pattern.fullmatch(line) for pattern, _ in DISOWNING)


def disowned_under(claim: str, headings: Sequence[str], text: str, start: int, end: int) -> str:
    """What disowns that which text[start:end] has of ``claim``: a heading over it, or "struck out"; or nothing.

    ``headings`` stand over all of the text. Nothing where the claim says as much itself, and where one sentence that
    says it is not disowned.
    """
    spans = [(start + span.start, start + span.end) for span in split_sentences(text[start:end])]
    saying = [(low, high) for low, high in spans if coverage_of(claim, text[low:high]) >= SAYING] or [(start, end)]
    found = [_disowned(claim, headings, text, low, high) for low, high in saying]
    return found[0] if all(found) else ""


def _disowned(claim: str, headings: Sequence[str], text: str, start: int, end: int) -> str:
    if _is_struck(claim, text, start, end):
        return "struck out"
    for heading in (*_lines_over(text, start), *reversed(headings)):
        line = " ".join(heading.split())
        kinds = [so for pattern, so in DISOWNING if len(line) <= LONGEST_HEADING and pattern.fullmatch(line)]
        if kinds and not any(so.search(claim) for so in kinds):
            return heading
    return ""


def _is_struck(claim: str, text: str, start: int, end: int) -> bool:
    """Whether a word of the claim stands in text[start:end] only where that is struck out."""
    low, high = max(0, start - LONGEST_STRUCK), min(len(text), end + LONGEST_STRUCK)
    spans = [found.span() for found in _STRUCK.finditer(text, low, high)] if "~~" in text[low:high] else []
    struck = {word.lower() for first, last in spans for word in _WORD.findall(text[max(first, start) : min(last, end)])}
    left, at = "", start
    for first, last in spans:
        left, at = left + text[at : max(at, first)], max(at, last)
    kept = {word.lower() for word in _WORD.findall(left + text[at:end])}
    return any(word.lower() in struck - kept for word in _WORD.findall(claim))


def _lines_over(text: str, start: int) -> list[str]:
    """The nearest line above that is written as a heading, and those over it by their numbers ("4" over "4.1").

    Such a line is short and stands by itself, with no stop of a sentence.
    """
    found: list[str] = []
    lines = text[:start].split("\n")[:-1]
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at].strip()
        alone = at == 0 or not lines[at - 1].strip() or line.startswith("#")
        if not line or not alone or len(line) > LONGEST_HEADING or (line.endswith(_ENDS) and not disowning(line)):
            continue
        if not found or _level(line) < _level(found[-1]):
            found.append(line)
        if not _level(line):
            break
    return found


def _level(line: str) -> int:
    """Depth of its number: 0 without one, 2 for "4.1"."""
    number = _LEVEL.match(line)
    return number[1].count(".") + 1 if number else 0
