"""A passage as sentences, list items, table rows, headings and furniture. Pure; offsets count into the passage's content."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from apps.agents.reading.tables import Row, columns_in, read_row, scale_note
from apps.agents.reading.words import plain
from apps.core.sentences import is_table_row, split_sentences


class Kind(StrEnum):
    PROSE = "prose"  # a sentence or a list item: can be quoted alone
    ROW = "row"  # a line of a table
    HEADING = "heading"  # names what follows
    FURNITURE = "furniture"  # page numbers, running heads, footnote marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """content[start:end] is the raw slice; ``text`` reads as one line, without its bullet."""

    kind: Kind
    start: int
    end: int
    text: str
    item: bool = False  # opened by a bullet or a number
    row: Row | None = None
    heading: str = ""  # the nearest heading above inside the passage


_BULLET = re.compile(r"\A\s*(?:[-*+•‣▪●○◦–—·■□➢✓]\s+|\(?(?:\d{1,2}|[a-z]|[ivx]{1,5})[.)]\s+)")
_FURNITURE = re.compile(
    r"(?:\(?[a-z0-9]{1,2}\)|\W*(?:page\s+)?\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?\W*|table\s+of\s+contents|[ivx]+|[\W_]+)\Z",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|must|may|shall|will|can|cannot|could|should|would|might|do|does|did|"
    r"requires?|applies|apply|receives?|includes?|provides?|means|increased|decreased|remained|maintains?|expects?)\b"
)
_LONG_ENOUGH = 14  # words without a full stop that are still a sentence


@lru_cache(maxsize=1024)
def read_passage(content: str) -> tuple[Unit, ...]:
    """The units of a passage in order."""
    raw = [(span.start, span.end, content[span.start : span.end]) for span in split_sentences(content)]
    rows = [is_table_row(slice_) and "\n" not in slice_.strip() for _, _, slice_ in raw]
    units: list[Unit] = []
    columns: tuple[str, ...] = ()
    scale = heading = ""
    for index, (start, end, slice_) in enumerate(raw):
        beside_rows = any(rows[max(0, index - 1) : index + 2])
        kind = _kind_of(slice_, beside_rows=beside_rows)
        text = plain(_BULLET.sub("", slice_, count=1)) if kind is Kind.PROSE else plain(slice_).lstrip("# ")
        found = columns_in(text)
        scale = scale_note(text) or scale if kind is not Kind.PROSE or found else scale
        row = None
        if found:
            columns, kind = found, Kind.HEADING
        elif kind is Kind.ROW:
            row = read_row(text, columns=columns, scale=scale)
        elif kind is Kind.PROSE and text[-1] in ".!?" and len(text.split()) >= _LONG_ENOUGH:
            columns, scale = (), ""  # a paragraph ends the table
        units.append(
            Unit(
                kind=kind if row or kind is not Kind.ROW else Kind.FURNITURE,
                start=start,
                end=end,
                text=text,
                item=bool(_BULLET.match(slice_)),
                row=row,
                heading=heading,
            )
        )
        if kind is Kind.HEADING and not found:
            heading = text
    return tuple(units)


def _kind_of(slice_: str, *, beside_rows: bool) -> Kind:
    """What a span is by its looks."""
    line = plain(slice_)
    if _FURNITURE.match(line) or sum(letter.isalpha() for letter in line) < 3:
        return Kind.FURNITURE
    single = "\n" not in slice_.strip()
    if single and is_table_row(slice_):
        return Kind.ROW
    if single and beside_rows and line[-1] not in ".!?:;" and read_row(line, columns=(), scale="") and len(line) < 120:
        return Kind.ROW
    if slice_.lstrip().startswith("#"):
        return Kind.HEADING
    if line.rstrip("\"'”’)]")[-1:] in set(".!?;") or line[-1] == ":" and len(line.split()) > 6:
        return Kind.PROSE
    if _BULLET.match(slice_) and len(line.split()) > 3:
        return Kind.PROSE
    words = [word for word in re.findall(r"[^\W\d_]+", line) if len(word) > 3]
    titled = sum(word[0].isupper() for word in words) > 0.6 * len(words)
    if not titled and (len(line.split()) >= _LONG_ENOUGH or _VERB.search(line)):
        return Kind.PROSE
    return Kind.HEADING
