"""Which column of its table a figure of a row stands in, and what the head says of that column. Pure.

Only where it is beyond doubt: between bars a row has as many cells as its head; without bars it has a figure, or the
dash of an empty cell, for every period that the head names.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from apps.core.patterns import lazy_regex
from apps.core.periods import Period
from apps.verification.numbers.dates import PartialDate, find_dates
from apps.verification.numbers.head_periods import periods_under
from apps.verification.numbers.patterns import SAME_LENGTH
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.table_heads import names_periods, year_columns

_DASH = lazy_regex(r"(?<=[\s$€£])-(?=\s|\Z)")
_LETTER = lazy_regex(r"[^\W\d_]")
_IN_A_CELL = (Kind.COUNT, Kind.MONEY, Kind.PERCENT, Kind.POINTS, Kind.MEASURE)
_IN_A_ROW = (Kind.COUNT, Kind.MONEY, Kind.PERCENT)
_HOPES = lazy_regex(
    r"\b(?:targets?|targeted|goals?|budget\w*|plan\w*|forecast\w*|outlook|guidance|project\w*|objectives?|ambitions?|aim\w*|expect\w*|"
    r"estimat\w*|intend\w*|anticipat\w*|will|would|should|shall|seeks?|commit\w*|pledge\w*|wants?)\b",
    re.IGNORECASE,
)
_HOPED = lazy_regex(
    r"\b(?:targets?|goals?|budget(?:ed)?|plan(?:ned)?|forecasts?|outlook|guidance|projected|projections?|objectives?|ambitions?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """What the head of a table has over a column.

    ``period``: the one it names, if it names one; ``periods``: those that the head names over all its columns;
    ``dated``: what head and the lines over it say of the period of a column of a year.
    """

    head: str
    period: PartialDate | None = None
    periods: tuple[PartialDate, ...] = ()
    dated: Period | None = None

    @property
    def is_hoped(self) -> bool:
        """Whether its figures are no facts yet: a target, a budget, a forecast."""
        return bool(_HOPED.search(self.head))


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The columns of a table; ``barred``: between bars, the one of the labels is among them."""

    columns: tuple[Column, ...]
    barred: bool


def head_of(line: str, over: Sequence[str] = ()) -> Head | None:
    """What a line over a table says of its columns; None where that is in doubt. ``over``: the lines above it."""
    barred = "|" in line
    if not (heads_cells(line) if barred else names_periods(line)):
        return None
    if barred:
        columns = _with_periods([_column(line[start:end].strip()) for start, end in cells_of(line)], line, over)
    else:
        columns = [Column(head=year, period=PartialDate(year=int(year))) for year in year_columns(line)]
        columns = _with_periods(columns, line, over) or _quarters(line)
        if not columns or len({one.period for one in columns}) != len(columns):
            return None
    periods = tuple(one.period for one in columns if one.period is not None)
    return Head(columns=tuple(replace(one, periods=periods) for one in columns), barred=barred)


def _with_periods(columns: list[Column], line: str, over: Sequence[str]) -> list[Column]:
    """Columns of years with what is said of their periods: the day on which each ends, its length."""
    named = [at for at, column in enumerate(columns) if column.period is not None]
    periods = periods_under(line, over)
    if len(periods) != len(named) or any(
        one.year != columns[at].period.year for at, one in zip(named, periods, strict=True)
    ):
        return columns
    found = list(columns)
    for at, one in zip(named, periods, strict=True):
        head = one.last_day if one.month else found[at].head
        end = PartialDate(year=one.year, month=one.month or None, day=one.day or None)
        found[at] = replace(found[at], head=head, period=end, dated=one)
    return found


def heads_cells(line: str) -> bool:
    """Whether a line of cells between bars can be the head of a table: it has words, and no figure but dates."""
    rest = line
    for one in find_dates(line):
        rest = rest[: one.start] + " " * (one.end - one.start) + rest[one.end :]
    return not any(map(str.isdigit, re.sub(r"\bCO2\w*|\bm[23]\b", " ", rest)))


def cells_of(line: str) -> list[tuple[int, int]]:
    """(start, end) of the cells between bars; a bar at both ends of the line is its frame."""
    bars = [at for at, character in enumerate(line) if character == "|"]
    starts = [0, *(at + 1 for at in bars)]
    cells = list(zip(starts, [*bars, len(line)], strict=True))
    framed = line.lstrip().startswith("|") and line.rstrip().endswith("|") and len(cells) > 2
    return cells[1:-1] if framed else cells


def columns_of(line: str, head: Head, quantities: Sequence[Quantity]) -> dict[int, Column]:
    """Start of a figure of the row → the column over it. ``quantities``: those of the line."""
    if head.barred:
        return _of_cells(line, head, quantities) if "|" in line else {}
    if names_periods(line):
        return {}
    figures = [one for one in quantities if one.kind in _IN_A_ROW]
    shares = {one.kind is Kind.PERCENT or line[one.end : one.end + 2].lstrip(" )").startswith("%") for one in figures}
    if len(shares) != 1:
        return {}
    places = [one.start for one in figures]
    if len(places) != len(head.columns):
        places = sorted([*places, *_dashes(line)])
    if len(places) != len(head.columns):
        return {}
    figured = {one.start for one in figures}
    return {start: column for start, column in zip(places, head.columns, strict=True) if start in figured}


def is_of_another_period(dates: Sequence[PartialDate], column: Column) -> bool:
    """Whether none of ``dates`` is in the column's period, and one is in that of another column of its table."""
    if column.period is None or any(date.agrees(column.period) for date in dates):
        return False
    return any(date.agrees(other) for date in dates for other in column.periods)


def tells_a_hope(claim: str) -> bool:
    """Whether a claim tells of what is to come: a target, a plan."""
    return bool(_HOPES.search(claim))


def beside_dashes(columns: Mapping[int, Column], head: Head | None) -> bool:
    """Whether dashes of a row are empty cells, so that none of them is a minus sign."""
    return bool(columns) and head is not None and not head.barred and len(columns) < len(head.columns)


def _column(text: str) -> Column:
    dates = [one.date for one in find_dates(text)]
    return Column(head=text, period=dates[0] if len(dates) == 1 and dates[0].year else None)


def _quarters(line: str) -> list[Column]:
    """The quarters that are all the columns: "Q3 2024 Q3 2023 Q2 2024"."""
    found = find_dates(line)
    if len(found) < 2 or not all(one.date.year and one.date.quarter for one in found):
        return []
    ends = [*(one.start for one in found[1:]), len(line)]
    between = (line[one.end : end] for one, end in zip(found, ends, strict=True))
    if any(_LETTER.search(words) for words in between):
        return []
    return [Column(head=line[one.start : one.end], period=one.date) for one in found]


def _of_cells(line: str, head: Head, quantities: Sequence[Quantity]) -> dict[int, Column]:
    cells = cells_of(line)
    if len(cells) != len(head.columns):
        return {}
    found: dict[int, Column] = {}
    for (start, end), column in list(zip(cells, head.columns, strict=True))[1:]:
        inside = [one.start for one in quantities if start <= one.start < end and one.kind in _IN_A_CELL]
        if inside and not column.head:
            return {}  # a head that spans several columns
        found |= dict.fromkeys(inside, column)
    return found


def _dashes(line: str) -> list[int]:
    """The dashes behind the label of a row, each an empty cell."""
    letters = list(_LETTER.finditer(line))
    label = letters[-1].end() if letters else 0
    return [match.start() for match in _DASH.finditer(line.translate(SAME_LENGTH), label)]
