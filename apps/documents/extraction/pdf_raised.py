"""Figures that stand above their line in a PDF, told by the size and the level of their characters. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from apps.core.sentences import RAISED
from apps.documents.extraction.cleaning import RAISED_FORMS

# In sizes of the type beside it. Marks of notes are set at 0.45 to 0.85 and raised by 0.25 to 0.5; smaller type that is
# centred in a table's row is raised by less than 0.2.
SMALLER = 0.9
_RAISED_BY = (0.2, 0.8)
_NEAR = 0.5  # between a figure and what it is raised behind: a wider gap parts cells
_NEAR_BEHIND = 2.5  # between a note's mark without brackets and the note
_LEVEL = 0.05
# what may be raised as a figure, not a part of "1.5", "1st" and "[6]"
_PIECE = re.compile(r"(?<![\w\[.$€£¥/⁄])[\d(+−–-][\d()+−–,;\s-]{0,40}(?<![\s,;(+−–-])(?![\w\].%/⁄])")
_MARK = re.compile(r"[+−–-]?\d{1,3}|\(?\d{1,2}\)?(?:(?:\s*[,;–-]\s*|\s+|(?<=\)))\(?\d{1,2}\)?)*")  # no "1,355", "(584)"
_ABOVE = re.compile(rf"[{RAISED}⁽⁾]")
_ABOVE_AT_END = re.compile(rf"[{RAISED}]+\Z")
_LEVEL_FORMS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_STROKE = re.compile(r"\s*[/⁄]\s?\d")
_LOOSE = re.compile(rf"(?<=[{RAISED}⁾][,;])\s+(?=[{RAISED}⁽])")


class Set(Protocol):
    """Something in type: its size and its baseline in points; ``y`` grows upwards."""

    @property
    def size(self) -> float: ...

    @property
    def y(self) -> float: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyph:
    """A character that shows something. ``at`` counts in its line; the rest is in points."""

    at: int
    size: float
    x: float
    right: float
    y: float


def with_raised(line: str, glyphs: Sequence[Glyph]) -> str:
    """The line, character for character, with figures that are raised as ¹²³."""
    shown = list(line)
    for start, end in _raised_spans(line, glyphs):
        shown[start:end] = line[start:end].translate(RAISED_FORMS)
    return "".join(shown)


def closed_up(line: str) -> str:
    """The line without blanks inside lists of notes: ², ³ as ²,³."""
    return _LOOSE.sub("", line)


def raised_mark(text: str) -> str | None:
    """``text`` as ¹²³ when it is nothing but figures as notes and powers have them."""
    return closed_up(text.translate(RAISED_FORMS)) if _PIECE.fullmatch(text) and _MARK.fullmatch(text) else None


def begins_with_stroke(text: str) -> bool:
    """Whether a text goes on with a fraction's stroke and its lower figure, unlike the m² of "m²/kg"."""
    return bool(_STROKE.match(text))


def lowered_end(text: str) -> str:
    """``text`` with the raised figures at its end on the line."""
    return _ABOVE_AT_END.sub(lambda found: found[0].translate(_LEVEL_FORMS), text)


def is_raised(character: str) -> bool:
    """Whether a character stands above the line by itself."""
    return bool(_ABOVE.fullmatch(character))


def stands_above(one: Set, base: Set) -> bool:
    """Whether ``one`` is raised beside ``base`` as a power or a note's mark is."""
    low, high = _RAISED_BY
    return 0 < one.size < base.size * SMALLER and low * base.size <= one.y - base.y <= high * base.size


def _raised_spans(line: str, glyphs: Sequence[Glyph]) -> Iterator[tuple[int, int]]:
    groups = _levels(glyphs)
    base: Glyph | None = None
    for index, group in enumerate(groups):
        before = groups[index - 1][-1] if index else None
        after = groups[index + 1][0] if index + 1 < len(groups) else None
        if before is not None and group[0].x - before.right > _NEAR * max(before.size, group[0].size):
            base = None
        leads = base is None and after is not None and stands_above(group[0], after)
        raised = base is not None and stands_above(group[0], base)
        start, end = group[0].at, group[-1].at + 1
        if leads and after is not None:
            bracketed = line[start] == "(" and line[end - 1] == ")"
            raised = bracketed or 0 <= after.x - group[-1].right <= _NEAR_BEHIND * after.size
        elif not raised:
            base = group[-1]
        if raised and not _is_numerator(line, group, after):
            for piece in _PIECE.finditer(line[start:end]):
                if _MARK.fullmatch(piece[0]):
                    yield start + piece.start(), start + piece.end()


def _is_numerator(line: str, group: Sequence[Glyph], after: Glyph | None) -> bool:
    """Whether a fraction's lower figure follows, behind a stroke or below."""
    if begins_with_stroke(line[group[-1].at + 1 :]):
        return True
    last = group[-1]
    return after is not None and line[after.at].isdigit() and after.x < last.right and last.y - after.y < 2 * last.size


def _levels(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Runs of characters of one size on one level."""
    groups: list[list[Glyph]] = []
    for glyph in glyphs:
        last = groups[-1][-1] if groups else None
        near = _LEVEL * glyph.size
        if last is not None and abs(last.y - glyph.y) <= near and abs(last.size - glyph.size) <= near:
            groups[-1].append(glyph)
        else:
            groups.append([glyph])
    return groups
