"""What around a quote says how to read its figures: "in millions" over a table, the years over its columns."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from apps.core.sentences import is_table_row
from apps.verification.numbers.counted_rows import counts_things, has_cents, is_of_doubtful_scale, is_of_each
from apps.verification.numbers.head_periods import LINES_OVER
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.reading import parse_quantities
from apps.verification.numbers.table_columns import Column, Head, beside_dashes, columns_of, head_of
from apps.verification.numbers.table_heads import ends_in_figures, labelled, names_periods
from apps.verification.numbers.table_scales import CURRENCY, SCALE, Reading, reading_at, reading_of
from apps.verification.numbers.table_units import is_of_its_own, measured, unit_of_column, unit_of_row

_SHORTEST_SENTENCE = 4  # words of one that parts two tables; a label may end with a stop too


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteContext:
    """A locked quote with what helps to read it: the chunk's text before it, its headings, title and file name."""

    text: str
    before: str = ""
    headings: tuple[str, ...] = ()
    context: str = ""

    @property
    def around(self) -> str:
        """Everything but the quote itself."""
        return "\n".join((self.context, *self.headings, self.before))


@dataclass(slots=True, kw_only=True)
class _Table:
    """What the lines read so far say of the next one.

    ``rows``: some were read since the scale or the head; ``parted``: other words stand behind the last one; ``signed``:
    one bears the sign of a currency, or is counted; ``held``: the scale above a head said again; ``counted``: a row
    under that head is counted; ``rounded``: one above it has no cents.
    """

    scale: Reading | None = None
    head: Head | None = None
    rows: bool = False
    parted: bool = False
    barred: bool = False
    held: Reading | None = None
    signed: bool = False
    counted: bool = False
    rounded: bool = False
    over: tuple[str, ...] = ()

    def settle(self, line: str) -> None:
        """The rows under a head said again take up the scale above it where they are of money."""
        if not (is_table_row(line) and ends_in_figures(line)) or names_periods(line):
            return
        if self.held is None and not (self.scale and self.scale.each_apart):
            self.counted, self.rounded = False, not has_cents(line) or (self.rows and self.rounded)
        elif counts_things(line):
            self.counted = self.signed = True  # behind it what bears no sign may be counted too
        elif self.held is None or is_of_each(line) or self._is_in_doubt(line):
            return
        elif CURRENCY.search(line) or (self.held.currency and not self.signed):
            self.scale, self.held = replace(self.held, each_apart=True), None

    def told(self, line: str) -> Reading | None:
        """The scale of a line, as far as it is known."""
        apart = self.scale is not None and self.scale.each_apart and is_table_row(line) and self._is_in_doubt(line)
        return Reading(doubtful=True, each_apart=apart) if apart or (self.held and not self.scale) else self.scale

    def _is_in_doubt(self, line: str) -> bool:
        scale = self.scale or self.held
        rounded = self.rounded and not (scale and scale.per_share_apart)
        return is_of_doubtful_scale(line, counted=self.counted, rounded=rounded)

    def read(self, line: str, own: Reading | None, behind: str) -> None:
        """Goes on by a line; ``own`` is the scale it names, ``behind`` what follows that in it."""
        self.settle(line)
        self._read(line, own, behind)
        self.over = (*self.over, line)[-2 * LINES_OVER :]

    def _read(self, line: str, own: Reading | None, behind: str) -> None:
        empty = not line.strip()
        if self.rows and (_is_sentence(line) or line.startswith("#") or (empty and self.barred)):
            self.scale = self.held = self.head = None  # the table has ended: one of bars at an empty line
            self.rows = False
        bars = "|" in line
        if self.head is not None and self.head.barred and not bars:
            self.head = None
        if empty:
            self.barred = False
            return
        first, self.barred = bars and not self.barred, bars
        if names_periods(line) and not self._is_row_of_years(line):
            self._take_head(line)
        elif first:
            self.head = head_of(line, self.over)
        is_row = is_table_row(line) and ends_in_figures(line)
        self.rows, self.parted = self.rows or is_row, not is_row
        self.signed = self.signed or (is_row and bool(CURRENCY.search(line)))
        if own is not None and not ends_in_figures(behind):  # else it is that row's alone
            self.head = None if self.rows else self.head
            self.scale, self.held, self.rows = own, None, False

    def _is_row_of_years(self, line: str) -> bool:
        """Whether a line of years between bars is a row: "Founded | 1990 | 2004" under a head that names periods."""
        named = self.head is not None and self.head.barred and any(one.period for one in self.head.columns)
        return named and "|" in line and labelled(line) and not self.rows

    def _take_head(self, line: str) -> None:
        head = head_of(line, self.over)
        if self.rows:
            # the same years may go on with a table of money, or count other things
            again = head is not None and _periods_of(head) == _periods_of(self.head) and not self.parted
            self.held = (self.scale or self.held) if again and not head.barred and not labelled(line) else None
            self.scale = None
            head = None if labelled(line) and head != self.head else head
        self.head, self.rows = head, False


def _periods_of(head: Head | None) -> list[tuple[int | None, int | None]]:
    """(year, quarter) of each of its columns, whatever day stands over them."""
    named = [column.period for column in head.columns] if head else []
    return [(one.year, one.quarter) if one else (None, None) for one in named]


def _is_sentence(line: str) -> bool:
    return len(line.split()) > _SHORTEST_SENTENCE and line.rstrip()[-1] in ".!?" and not is_table_row(line)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A line of a quote at its ``start``, and what holds for its figures."""

    text: str
    start: int
    reading: Reading
    head: Head | None


def _lines_of(quote: QuoteContext) -> list[_Line]:
    """The quote's lines: a figure's scale is its line's own, else the nearest above, else that of the headings."""
    table = replace(_table_above(quote.before))
    over = next((part for part in (*reversed(quote.headings), quote.context) if SCALE.search(part)), "")
    found = []
    for start, line, own, behind in _with_scales(quote.text):
        table.settle(line)
        reading = own or table.told(line) or reading_of(over)
        found.append(_Line(text=line, start=start, reading=reading, head=table.head))
        table.read(line, own, behind)
    return found


@lru_cache(maxsize=512)
def _table_above(text: str) -> _Table:
    """What ``text`` says of the line behind it."""
    table = _Table()
    for _, line, own, behind in _with_scales(text):
        table.read(line, own, behind)
    return table


def _with_scales(text: str) -> Iterator[tuple[int, str, Reading | None, str]]:
    """(start, line, the scale it names, what follows that in it)."""
    matches = list(SCALE.finditer(text))
    start = 0
    for line in text.splitlines(keepends=True):
        end = start + len(line)
        own = [match for match in matches if start <= match.start() < end]
        yield start, line, reading_at(text, own[0]) if own else None, text[own[0].end() : end] if own else ""
        start = end


def quote_quantities(quote: QuoteContext) -> list[Quantity]:
    """The quote's quantities; a bare figure under "in millions" comes as the amount it stands for, and as written.

    That of a row which counts things comes only as written; one of a row or a column with a unit as so much of that.
    """
    lines = _lines_of(quote)
    starts = [line.start for line in lines]
    columns = quote_columns(quote)
    found: list[Quantity] = []
    for one in parse_quantities(quote.text):
        line = lines[bisect_right(starts, one.start) - 1]
        column = columns.get(one.start)
        if one.value < 0 and one.text[:1].isdigit() and beside_dashes(_in_line(columns, line), line.head):
            one = replace(one, value=-one.value)  # the dash before it is an empty cell
        unit = _unit_of(one, line, column)
        found += measured(one, unit) if unit else _as_read(one, line)
    return found


def _unit_of(one: Quantity, line: _Line, column: Column | None) -> Quantity | None:
    """What its column, else its row, says that a bare figure is so much of."""
    if one.kind is not Kind.COUNT or one.scaled or one.spelled or not _is_row(line.text):
        return None
    unit = unit_of_column(column)
    if unit is not None or is_of_its_own(column) or _names_scale(line.text):
        return unit
    return unit_of_row(line.text, line.head.columns if line.head else ())


@lru_cache(maxsize=512)
def _is_row(line: str) -> bool:
    return is_table_row(line)


@lru_cache(maxsize=512)
def _names_scale(line: str) -> bool:
    return bool(SCALE.search(line))


def _as_read(one: Quantity, line: _Line) -> list[Quantity]:
    """A figure under the scale of its table."""
    reading = line.reading
    if reading.doubtful and one.kind is Kind.COUNT:
        return [replace(one, literal=reading.each_apart or "." not in one.text)]
    if reading.doubtful and one.kind is Kind.MONEY and not (one.scaled or is_of_each(line.text)) and _is_row(line.text):
        return [replace(one, literal=True)]
    if reading.each_apart and is_of_each(line.text):
        return [one]
    if not reading.exponent or one.scaled or one.kind not in (Kind.COUNT, Kind.MONEY) or one.spelled:
        return [one]
    if one.kind is Kind.COUNT and reading.currency and not _names_scale(line.text) and counts_things(line.text):
        return [one]
    scaled = _scaled(one, reading)
    plain_too = one.kind is Kind.COUNT or (reading.per_share_apart and "." in one.text)
    return [replace(one, literal="." not in one.text), scaled] if plain_too else [scaled]


def _scaled(one: Quantity, reading: Reading) -> Quantity:
    weight = Decimal(10) ** reading.exponent
    return Quantity(
        kind=Kind.MONEY, value=one.value * weight, step=one.step * weight, unit=one.unit or reading.currency,
        text=one.text, start=one.start, end=one.end, bound=one.bound, hedged=one.hedged, scaled=True, per=one.per,
    )  # fmt: skip


@lru_cache(maxsize=256)
def quote_columns(quote: QuoteContext) -> Mapping[int, Column]:
    """Start of a figure in the quote → the column over it, for rows of a table with a head; where it is in doubt, none.

    For the caller to read, not to change.
    """
    found: dict[int, Column] = {}
    for line in _lines_of(quote):
        if line.head is not None:
            of_row = columns_of(line.text, line.head, parse_quantities(line.text))
            found |= {line.start + start: column for start, column in of_row.items()}
    return found


def _in_line(columns: Mapping[int, Column], line: _Line) -> dict[int, Column]:
    end = line.start + len(line.text)
    return {start: column for start, column in columns.items() if line.start <= start < end}
