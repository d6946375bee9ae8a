"""A passage as sentences, list items, table rows, headings and furniture. Pure; offsets count into its content."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from apps.agents.reading.tables import (
    Row,
    money_scale,
    name_columns,
    names_follow,
    read_loose_row,
    read_row,
    scale_note,
    split_cells,
)
from apps.agents.reading.words import plain
from apps.core.patterns import lazy_regex
from apps.core.periods import Period
from apps.core.sentences import NOTE_MARKS, Span, is_table_row, split_sentences, without_repeal
from apps.core.words import AUXILIARY
from apps.verification.numbers.counted_rows import counts_things, has_cents, is_of_doubtful_scale, is_of_each
from apps.verification.numbers.head_periods import LINES_OVER, periods_under
from apps.verification.numbers.table_heads import labelled, names_periods, year_columns
from apps.verification.numbers.table_scales import reading_of


class Kind(StrEnum):
    PROSE = "prose"  # a sentence or a list item: can be quoted alone
    ROW = "row"  # a line of a table
    HEADING = "heading"  # names what follows
    FURNITURE = "furniture"  # page numbers, running heads, footnote marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """content[start:end] is the raw slice; ``text`` reads as one line, without its bullet and note marks at its end."""

    kind: Kind
    start: int
    end: int
    text: str
    item: bool = False  # opened by a bullet or a number
    row: Row | None = None
    heading: str = ""  # the nearest heading above inside the passage
    label: str = ""  # of a row, be it one of which nothing is told


_BULLET = lazy_regex(r"\A\s*(?:[-*+•‣▪●○◦–—·■□➢✓]\s+|\(?(?:\d{1,2}|[a-z]|[ivx]{1,5})[.)]\s+)")
_NUMBERED = lazy_regex(r"\A\s*\(?\d{1,2}[.)]\s")
_FURNITURE = lazy_regex(
    r"(?:\(?[a-z0-9]{1,2}\)|\W*(?:page\s+)?\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?\W*|table\s+of\s+contents|[ivx]+|[\W_]+)\Z",
    re.IGNORECASE,
)
_VERB = lazy_regex(
    rf"\b(?:{AUXILIARY}|be|been|do|does|did|"
    r"requires?|applies|apply|receives?|includes?|provides?|means|increased|decreased|remained|maintains?|expects?)\b"
)
_OPEN_END = lazy_regex(
    r"(?:\s&|,?\s(?:an?|and|at|by|for|from|in|into|its|of|on|or|our|that|the|their|to|which|with))\Z"
)
_NOTED_END = lazy_regex(rf"([.!?;:][\"'”’)\]]*){NOTE_MARKS}\Z")
_EMPTY_LINE = lazy_regex(r"[^\S\n]*\n[^\S\n]*\n")
_CURRENCY = lazy_regex(r"[$€£¥]|\b(?:dollars|euros?|pounds)\b", re.IGNORECASE)
_TIMES = lazy_regex(r"\bremaining\b.*\b(?:terms?|li(?:fe|ves))\b|\bin (?:years|months)\b", re.IGNORECASE)
_ROWS_LOOKED_AT = 20  # under a head
_FAR_OVER = 1000  # characters in which what dates a head is looked for
_FEWEST = 4  # words of a line that says something
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
        below = _rows_from(index + 1, raw, rows)
        kind = _kind_of(raw[index], beside_rows=beside_rows, listed=_is_listed(index, raw))
        units.append(reader.unit(content, span, kind, below=below))
    return tuple(_saying_something(units, content))


def _saying_something(units: list[Unit], content: str) -> list[Unit]:
    """``units``; where all are headings by their looks, over nothing, those that are no titles say what they say."""
    if any(unit.kind in (Kind.PROSE, Kind.ROW) for unit in units):
        return units
    alone = len(units) == 1
    return [
        replace(unit, kind=Kind.PROSE, heading="")
        if unit.kind is Kind.HEADING and _could_say(content[unit.start : unit.end], alone=alone)
        else unit
        for unit in units
    ]


def _could_say(line: str, *, alone: bool) -> bool:
    """Whether a line without a stop may be a sentence or a caption: "Twenty children playing hopscotch outside"."""
    many = len(line.split())
    if "\n" in line or line.startswith("#"):
        return False
    return many >= 2 * _LONG_ENOUGH or (alone and many >= _FEWEST and not _is_titled(line) and not year_columns(line))


def _is_titled(line: str) -> bool:
    words = [word for word in re.findall(r"[^\W\d_]+", line) if len(word) > 3]
    return sum(word[0].isupper() for word in words) > 0.6 * len(words)


def _is_listed(index: int, raw: Sequence[str]) -> bool:
    """Whether a numbered line stands in a list: behind what announces one, or beside another that has no stop."""
    before, after = raw[max(0, index - 1) : index], raw[index + 1 : index + 2]
    beside = any(_NUMBERED.match(piece) and plain(piece)[-1:] not in ".!?;:" for piece in (*before, *after))
    return beside or any(plain(piece).endswith(":") for piece in before)


def _rows_from(first: int, raw: Sequence[str], rows: Sequence[bool]) -> Sequence[str]:
    """The rows of a table that stand there without a break, as many as it takes to tell how wide it is."""
    end = first
    while end < min(len(rows), first + _ROWS_LOOKED_AT) and rows[end]:
        end += 1
    return raw[first:end]


def _mended(content: str, spans: Sequence[Span]) -> list[Span]:
    """Spans with the sentences put together again that blank lines of the layout cut after a small word."""
    whole: list[Span] = []
    for span in spans:
        if whole and _OPEN_END.search(content, whole[-1].start, whole[-1].end):
            span = Span(start=whole.pop().start, end=span.end)
        whole.append(span)
    return whole


class _Table:
    """The table that is being read: what names its columns and its scale. Where that is in doubt it is left empty."""

    def __init__(self) -> None:
        self.columns: tuple[str, ...] = ()
        self.periods: tuple[Period, ...] = ()
        self.scale = ""
        self.rows: list[Row] = []  # since the head or the scale
        self.open = False
        self.parted = False  # something else stands behind the last row
        self.held = ""  # the scale above a head said again, which goes on from the first row of money
        self.taken_up = False  # and does so now: not for what is of one thing each
        self.counted = self.rounded = False  # a row under that head is; one above it has no cents
        self.signed = False  # rows bear the sign of a currency or are counted: none without takes that scale up

    @property
    def worded(self) -> bool:
        """Whether the columns have names that are no years."""
        return any(letter.isalpha() for column in self.columns for letter in column)

    def end(self) -> None:
        """What follows is no row of it; a scale that no row has used is the next table's."""
        self.columns, self.periods, self.held, self.taken_up, self.open = (), (), "", False, False
        self.scale, self.rows = "" if self.rows else self.scale, []

    def head(self, line: str, *, prose: bool, below: Sequence[str], over: Sequence[str]) -> bool:
        """Whether a line names columns, which then hold; a head that cannot be told leaves them without names.

        Words are names only above a table's first row: below it they are what its cells say. ``below``: the rows there;
        ``over``: the lines above. Years of which nobody can say what ends in them are no names.
        """
        years = year_columns(line)
        if years or (names_periods(line) and not prose):
            doubtful = self.rows and labelled(line) and years != self.columns  # a row of years
            periods = () if doubtful else periods_under(line, over, below)
            again = self._is_said_again(line, years if periods else ())
            signed = any(_CURRENCY.search(cell) for row in self.rows for cell in row.cells)
            signed = signed or (bool(self.held) and self.signed)
            rounded = any(not has_cents(" ".join(row.cells)) for row in self.rows) or (again and self.rounded)
            scale, held = scale_note(line), (self.scale or self.held) if again else ""
            self._begin(years if periods else (), scale or held)
            self.scale = "" if held and not scale else self.scale
            self.periods, self.held, self.signed = periods, "" if scale else held, signed
            self.counted, self.rounded = again and self.counted, rounded
            return True
        names = name_columns(line, below) if below else None
        if names is None:
            return False
        if not self.open:
            self._begin(names, scale_note(split_cells(line)[0]))
            return True
        again = bool(self.rows) or not self.worded or "|" not in line  # gaps part the second line of a head too
        if again and names_follow(names, self.rows):
            self._begin((), "")
            return True
        return False

    def _is_said_again(self, line: str, years: tuple[str, ...]) -> bool:
        """Whether years said again right behind a row may go on with its table: between bars each is its own."""
        same = bool(self.rows) and bool(years) and years == self.columns
        return same and not self.parted and "|" not in line and not labelled(line)

    def _begin(self, columns: tuple[str, ...], scale: str) -> None:
        self.end()
        self.columns, self.scale, self.open = columns, scale or self.scale, True

    def row(self, line: str) -> Row | None:
        """The row in a line. A scale in its label is that row's alone."""
        doubtful, signed = self._is_doubtful(line), line if self.signed else f"{self.held} {line}"
        if (self.held or self.taken_up) and counts_things(line):
            self.counted = self.signed = True  # behind it what bears no sign may be counted too
        elif self.held and not (doubtful or is_of_each(line)) and _CURRENCY.search(signed):
            self.scale, self.held, self.taken_up = self.held, "", True
        own = scale_note(line)
        scale = own or ("" if doubtful or (self.taken_up and is_of_each(line)) else self.scale)
        periods = self.periods if len(self.periods) == len(self.columns) else ()
        row = read_row(line, columns=self.columns, scale=scale, periods=periods)
        if row:
            self.rows.append(row)
            self.open = True
        elif own:
            self.scaled(own)
        return row

    def is_untold(self, line: str) -> bool:
        """Whether a row is of amounts of which nobody knows the scale."""
        return self._is_doubtful(line) and bool(_CURRENCY.search(line)) and not scale_note(line)

    def _is_doubtful(self, line: str) -> bool:
        again = bool(self.held) or self.taken_up
        rounded = self.rounded and not (again and reading_of(self.held or self.scale).per_share_apart)
        return again and is_of_doubtful_scale(line, counted=self.counted, rounded=rounded)

    def scaled(self, scale: str) -> None:
        """A line that is no row gives a scale; behind rows it is that of another table."""
        if self.rows:
            self.end()
        self.scale = scale

    def titled(self, *, apart: bool) -> None:
        """A heading under names is the rest of them; apart from their rows it stands over another table.

        Under years it does not end the table: statements have headings above their groups of rows.
        """
        if self.worded and self.rows and apart:
            self.end()
        elif self.worded and not self.rows:
            self.columns = ()


class _Reader:
    """What was read so far and still holds: the table, the heading."""

    def __init__(self) -> None:
        self.table = _Table()
        self.heading = ""
        self.end = 0
        self.barred = False  # the line before has bars

    def unit(self, content: str, span: Span, kind: Kind, *, below: Sequence[str]) -> Unit:
        """Goes on by a span of that kind by its looks. ``below``: the rows right under it."""
        piece = content[span.start : span.end]
        text = _line(_BULLET.sub("", piece, count=1)) if kind is Kind.PROSE else _line(piece).lstrip("# ")
        parted = content.count("\n", self.end, span.start) > 1
        apart = parted and bool(_EMPTY_LINE.match(content, span.end))
        if (self.barred and parted) or piece.startswith("#"):  # an empty line ends a table of bars
            self.table.end()
        self.end, self.barred = span.end, "|" in piece
        heading, row = self.heading, None
        line = text if kind is Kind.PROSE or "\n" in piece else piece  # its bars and gaps part cells
        over = content[max(0, span.start - _FAR_OVER) : span.start].splitlines()[-2 * LINES_OVER :]
        if self.table.head(line, prose=kind is Kind.PROSE, below=below, over=over):
            kind = Kind.HEADING
        elif kind is Kind.ROW:
            row = self.table.row(line)
            kind = Kind.ROW if row else Kind.FURNITURE
        elif kind is Kind.PROSE:
            if text[-1] in ".!?" or scale_note(text):  # a sentence ends the table, or announces another
                self.table = _Table()
                if text.endswith(":") and below and year_columns(below[0]):
                    self.table.scale = money_scale(scale_note(text))
        else:
            if scale := scale_note(text):
                self.table.scaled(scale)
            if kind is Kind.HEADING and self.table.open and (row := read_loose_row(text)):
                kind = Kind.ROW
            elif kind is Kind.HEADING:
                self.heading = text
                self.table.titled(apart=apart)
        if row is None and kind is not Kind.ROW and _TIMES.search(text):  # what stands under it are no amounts
            self.table.scale = ""
        self.table.parted = row is None
        label = row.label if row else ""
        if row and self.table.is_untold(line):
            kind, row = Kind.FURNITURE, None
        return Unit(
            kind=kind, start=span.start, end=span.end, text=text, item=bool(_BULLET.match(piece)), row=row,
            heading=heading, label=label,
        )  # fmt: skip


def _line(text: str) -> str:
    """``text`` as one line, without the marks of notes behind its last stop."""
    return _NOTED_END.sub(r"\1", plain(text))


def _kind_of(slice_: str, *, beside_rows: bool, listed: bool) -> Kind:
    """What a span is by its looks. ``listed``: it stands in a list."""
    line = _line(slice_)
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
    if without_repeal(line).rstrip("\"'”’)]")[-1:] in set(".!?;") or (line[-1] == ":" and len(line.split()) > 6):
        return Kind.PROSE
    titled = _is_titled(line)
    heads = titled and single and bool(_NUMBERED.match(slice_)) and not listed
    if _BULLET.match(slice_) and len(line.split()) > 3 and not heads:
        return Kind.PROSE
    if not titled and (len(line.split()) >= _LONG_ENOUGH or _VERB.search(line)):
        return Kind.PROSE
    return Kind.HEADING
