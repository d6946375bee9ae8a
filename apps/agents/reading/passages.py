"""A passage as sentences, list items, table rows, headings and furniture. Pure; offsets count into its content."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from apps.agents.reading.tables import Row, columns_in, head_of, read_loose_row, read_row, scale_note
from apps.agents.reading.words import plain
from apps.core.sentences import Span, is_table_row, split_sentences


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
_OPEN_END = re.compile(
    r"(?:\s&|,?\s(?:an?|and|at|by|for|from|in|into|its|of|on|or|our|that|the|their|to|which|with))\Z"
)
_LONG_ENOUGH = 14  # words without a full stop that are still a sentence


@lru_cache(maxsize=1024)
def read_passage(content: str) -> tuple[Unit, ...]:
    """The units of a passage in order."""
    spans = _mended(content, split_sentences(content))
    raw = [content[span.start : span.end] for span in spans]
    rows = [is_table_row(piece) and "\n" not in piece.strip() for piece in raw]
    reader = _Reader()
    units = []
    for index, span in enumerate(spans):
        beside_rows = any(rows[max(0, index - 1) : index + 2])
        units.append(reader.unit(content, span, beside_rows=beside_rows, before_row=any(rows[index + 1 : index + 2])))
    return tuple(units)


def _mended(content: str, spans: Sequence[Span]) -> list[Span]:
    """Spans with the sentences put together again that blank lines of the layout cut after a small word."""
    whole: list[Span] = []
    for span in spans:
        if whole and _OPEN_END.search(content, whole[-1].start, whole[-1].end):
            span = Span(start=whole.pop().start, end=span.end)
        whole.append(span)
    return whole


class _Reader:
    """What was read so far and still holds: the columns and scale of the table, the heading."""

    def __init__(self) -> None:
        self.columns: tuple[str, ...] = ()
        self.scale = ""
        self.heading = ""
        self.in_table = False

    def unit(self, content: str, span: Span, *, beside_rows: bool, before_row: bool) -> Unit:
        piece = content[span.start : span.end]
        kind = _kind_of(piece, beside_rows=beside_rows)
        text = plain(_BULLET.sub("", piece, count=1)) if kind is Kind.PROSE else plain(piece).lstrip("# ")
        heading, row = self.heading, None
        head = columns_in(text) or (head_of(piece) if before_row else ())
        if kind is not Kind.PROSE or head:
            self.scale = scale_note(text) or self.scale
        if head:
            kind, self.columns, self.in_table = Kind.HEADING, head, True
        elif kind is Kind.ROW:
            row = read_row(piece, columns=self.columns, scale=self.scale)
            kind, self.in_table = Kind.ROW if row else Kind.FURNITURE, self.in_table or bool(row)
        elif kind is Kind.PROSE and text[-1] in ".!?":
            self.columns, self.scale, self.in_table = (), "", False  # a sentence ends the table
        elif kind is Kind.HEADING and self.in_table and (row := read_loose_row(text)):
            kind = Kind.ROW
        elif kind is Kind.HEADING:
            self.heading = text
        item = bool(_BULLET.match(piece))
        return Unit(kind=kind, start=span.start, end=span.end, text=text, item=item, row=row, heading=heading)


def _kind_of(slice_: str, *, beside_rows: bool) -> Kind:
    """What a span is by its looks."""
    line = plain(slice_)
    if _FURNITURE.match(line) or sum(letter.isalpha() for letter in line) < 3:
        return Kind.FURNITURE
    single = "\n" not in slice_.strip()
    if single and is_table_row(slice_):
        return Kind.ROW
    if (
        single
        and beside_rows
        and line[-1] not in ".!?:;"
        and read_row(slice_, columns=(), scale="")
        and len(line) < 120
    ):
        return Kind.ROW
    if slice_.lstrip().startswith("#"):
        return Kind.HEADING
    if line.rstrip("\"'”’)]")[-1:] in set(".!?;") or (line[-1] == ":" and len(line.split()) > 6):
        return Kind.PROSE
    if _BULLET.match(slice_) and len(line.split()) > 3:
        return Kind.PROSE
    words = [word for word in re.findall(r"[^\W\d_]+", line) if len(word) > 3]
    titled = sum(word[0].isupper() for word in words) > 0.6 * len(words)
    if not titled and (len(line.split()) >= _LONG_ENOUGH or _VERB.search(line)):
        return Kind.PROSE
    return Kind.HEADING
