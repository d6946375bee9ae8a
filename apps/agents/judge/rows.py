"""A claim beside a row of a table, or a sentence that lists what a row would: the same figure of the same year, its
contrary, or neither. Pure.

Only what has a label that says what the claim speaks of in the same words, and a figure for the claim's year beyond
doubt, of the whole company. Which way a figure went is told by the year before.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from apps.agents.judge.evidence import Window
from apps.agents.judge.facing import HEDGED, SMALL, TELLING, Faced, Facing
from apps.agents.judge.scope import measure_over, named_over, named_over_row, stands_alone, table_stands_alone
from apps.agents.judge.spending import COSTS, EXPENSE, OUTGOING, Way, is_benefit_in_brackets, way_of
from apps.agents.judge.statements import Figure, Statement, statement_of
from apps.agents.judge.voice import names_speaker, without_speaker
from apps.agents.reading.context import Place
from apps.agents.reading.passages import Unit, read_passage
from apps.core.periods import MOMENT, YEARS_END, Period
from apps.core.words import word_set
from apps.verification.lexicon import content_of
from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.dates import PartialDate
from apps.verification.numbers.match import Nearness, comparable, nearness
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.reading import parse_quantities
from apps.verification.numbers.table_context import quote_columns, quote_quantities
from apps.verification.numbers.told_years import told_years

Cells = Mapping[int, list[Quantity]]  # year → what the figure of it can be read as

# who says a figure of itself reports or has it
_HAVING = frozenset(content_of("reported recorded posted achieved recognized amounted came stood full")) | word_set(
    "in on for at"
)
_MADE = frozenset(content_of("generated earned"))
_UNNAMED = frozenset(content_of("total shareholders stockholders"))  # what a label may say besides
_DIVIDEND, _CASH = (
    frozenset(content_of("dividends")),
    frozenset(content_of("cash")),
)  # … of what is paid in nothing else
_BEING_SPENT = EXPENSE | frozenset(content_of("spent"))  # what a claim says of the row of an expense
_WHOLE = frozenset(content_of("total group consolidated sum segments all"))
_LOSS = frozenset(content_of("losses deficit"))
# what a figure is of; a row without any has the measure of its total
_MEASURES = frozenset(
    content_of("""
        revenue sales income profit margin cash debt asset liability equity inventory earnings capital tax interest
        backlog receivable payable goodwill shares
    """)
)
_SUMMED = frozenset(content_of("assets liabilities equity")) | EXPENSE  # whose rows are things of their own
# … and where the total says nothing else: no row of "Total equipment orders" is a thing, nor one of "Total current"
_SUMMED_ALONE = frozenset(content_of("inventory inventories debt borrowings property plant equipment costs"))
_SUMMED_AS = frozenset(content_of("operating net gross current noncurrent long-term short-term outstanding"))
# at the head of a label with brackets in all years: what was spent
_SPENDING = frozenset(
    content_of("charges buybacks acquisitions redemptions retirements additions contributions distributions outlays")
)
_HEAD_END = re.compile(r"[,(]|\s(?:of|for|in|on|from|to|and|or|under|by|related|with)\b", re.IGNORECASE)
_REST = frozenset(content_of("unallocated items eliminations other corporate reconciling intersegment adjustments all"))
# in brackets of a label: what its figures in brackets are
_BENEFIT = frozenset(content_of("benefit"))
_TURNED = _BENEFIT | frozenset(content_of("decrease increase income gain used credit charge provision")) | COSTS | _LOSS
_LEVEL = re.compile(r"\s+(?:was|were|is|are|totall?ed|amounted\s+to|came\s+to|stood\s+at)\s*\Z", re.IGNORECASE)
_PER = re.compile(r"\bper\b", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")
_BETWEEN = re.compile(
    r"(?:[\s,]|\b(?:in|for|at|of|on|as|and|respectively|compared|to|with|the|fiscal|years?|end(?:ed)?)\b)*\.?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Series:
    """What a row, or a sentence like one, gives for years."""

    label: Statement
    name: str  # as it stands there
    cells: Cells
    turned: frozenset[str] = frozenset()  # what its negative figures are: "expense" of "(expense)/benefit"
    spent: bool = False  # all are negative, of what is spent: "Share buybacks"


def row_faced(claim: str, place: Place) -> Faced:
    """How the row or list of figures at ``place`` stands to ``claim``: amounts and counts of whole years alone."""
    mine = None if ";" in claim else statement_of(without_speaker(claim, place))
    if mine is None or not mine.whole or mine.denied or mine.of_another or len(mine.ways) > 1:
        return Faced()
    told = _series(place, place.unit)
    year = _year(mine.period)
    levels = [one for one in mine.figures if one.role != "change"]
    measure = measure_over(place) if place.unit.row else frozenset()
    if told and measure and (told.label.qualified or told.label.subject <= _WHOLE or not measure <= mine.subject):
        return Faced()  # a part of the thing, what all come to with others left out, or another measure
    if told is None or year not in told.cells or len(levels) != 1 or not _of_one_thing(mine, told.label, measure):
        return Faced()
    measured = not place.unit.row or bool(measure) or _has_measure(mine, told, place)
    if not measured or not _is_so_called(mine, told, place):
        return Faced()
    if place.unit.row and not _table_of_the_whole(mine, place, told, year, measure):
        return Faced()
    if not place.unit.row and not _sentence_of_the_whole(told, place):
        return Faced()
    facing = _facing(mine, levels[0], told, year)
    telling = facing is Facing.CONTRARY and levels[0].digits >= TELLING and _has(levels[0], told.cells[year])
    return Faced(facing=facing, known=names_speaker(claim, place), telling=telling)


def _series(place: Place, unit: Unit) -> _Series | None:
    """What is given at a unit of the passage of ``place``, if its label can be read for certain."""
    if unit.row:
        text, cells = unit.row.label, _in_row(place, unit)
    else:
        text, cells = _in_sentence(unit.text)
    label = statement_of(without_speaker(text, place)) if cells else None
    if label is None or label.figures or label.beside or label.ways or label.denied:
        return None
    turned = frozenset(content_of(" ".join(_BRACKETS.findall(text)))) & _TURNED
    if not turned and is_benefit_in_brackets(place):
        turned = _BENEFIT
    return _Series(label=label, name=text, cells=cells, turned=turned, spent=_is_spent(text, cells))


def _is_spent(label: str, cells: Cells) -> bool:
    """Whether a label is of what is spent by its head, and all figures are in brackets."""
    head = _HEAD_END.split(label.strip(), maxsplit=1)[0]
    spends = not _SPENDING.isdisjoint(content_of(" ".join(head.split()[-1:])))
    return spends and all(one.base < 0 for each in cells.values() for one in each)


def _in_row(place: Place, unit: Unit) -> Cells:
    """Nothing where a column is no whole year up to December."""
    window = Window(chunk=place.chunk, places=(place,), start=unit.start, end=unit.end)
    columns, per = quote_columns(window.context), bool(_PER.search(unit.row.label)) if unit.row else False
    found: dict[int, list[Quantity]] = {}
    for one in quote_quantities(window.context):
        column = columns.get(one.start)
        dated = column.dated if column else None
        if dated is None or dated.is_part or (dated.month and (dated.month, dated.day) < YEARS_END):
            return {}
        if not (one.scaled and per):  # what is per share is not in the table's millions
            found.setdefault(dated.year, []).append(one)
    once = all(len({one.start for one in each}) == 1 for each in found.values())
    return found if once else {}


def _in_sentence(text: str) -> tuple[str, Cells]:
    """(label, figures) of "Fares were $3 million in 2022 and $2 million in 2021"; nothing of one that says more."""
    text = _BRACKETS.sub(lambda aside: " " * len(aside[0]), text)
    quantities = parse_quantities(text)
    years, figures = told_years(text, quantities), [one for one in quantities if one.kind is Kind.MONEY]
    first = next(iter(figures), None)
    level = _LEVEL.search(text[: first.start]) if first else None
    if first is None or level is None:
        return "", {}
    rest = text[first.start :]
    for one in sorted(quantities, key=lambda each: -each.start):
        if one.start >= first.start:
            rest = rest[: one.start - first.start] + " " + rest[one.end - first.start :]
    told = [years.get(one.start, 0) for one in figures]
    plain = all(one.bound is Bound.EXACT and not one.hedged for one in figures)
    whole = all(map(_is_whole, (one.date for one in quantities if one.date is not None)))
    if not (whole and plain and all(told) and len(set(told)) == len(told) and _BETWEEN.fullmatch(rest)):
        return "", {}
    return text[: level.start()], {year: [one] for year, one in zip(told, figures, strict=True)}


def _is_whole(date: PartialDate) -> bool:
    """Whether it is a year, or its end."""
    return not (date.quarter or date.half) and (not date.month or (date.month, date.day or 0) >= YEARS_END)


def _of_one_thing(mine: Statement, label: Statement, measure: frozenset[str] = frozenset()) -> bool:
    """Whether a claim and a label use the same words, those of a ``measure`` that stands over the table apart."""
    own, there = mine.subject - SMALL - _HAVING - measure, label.subject - SMALL
    more, fewer = own - there, there - own - _UNNAMED
    if own & _DIVIDEND:
        fewer -= _CASH
    alike = mine.results == label.results and more <= _BEING_SPENT | _MADE
    return alike and bool(own & there) and not fewer


def _is_so_called(mine: Statement, told: _Series, place: Place) -> bool:
    """Whether what a claim says is spent or earned is: no stock, debt or asset."""
    more = mine.subject - told.label.subject
    if not more & (_BEING_SPENT | _MADE):
        return True
    way = way_of(told.label, told.name, place, bracketed=told.spent)
    return (way is Way.SPENT or not more & _BEING_SPENT) and (way is Way.EARNED or not more & _MADE)


def _has_measure(mine: Statement, told: _Series, place: Place) -> bool:
    """Whether a label says what its figures are of, or the claim says what those of the total below are."""
    own = frozenset(content_of(place.unit.row.label)) if place.unit.row else told.label.subject
    if own & (_MEASURES | COSTS | OUTGOING) or told.label.results or told.spent:
        return True
    total = _total_below(place)
    unsaid = total - mine.subject - mine.results
    if own <= _REST:
        return bool(total) and not unsaid
    alone = unsaid <= _SUMMED_ALONE | _SUMMED_AS and not unsaid <= _SUMMED_AS
    named = unsaid < total and unsaid <= _SUMMED_AS  # "survey expenses" of "Total operating expenses"
    return not unsaid or named or bool(unsaid & _SUMMED) or alone


def _total_below(place: Place) -> frozenset[str]:
    """What the next total of the rows below ``place`` is called."""
    for unit in read_passage(place.chunk.content)[place.index + 1 :]:
        if not unit.label:
            break
        if unit.label.lower().startswith("total "):
            return frozenset(content_of(unit.label)) - _UNNAMED
    return frozenset()


def _year(period: Period | None) -> int:
    """The year that a claim speaks of as a whole, or of whose end; 0 where it does not."""
    if period is None or period.number or period.month or period.length not in ("year", MOMENT):
        return 0
    return period.year


def _sentence_of_the_whole(told: _Series, place: Place) -> bool:
    """Whether nothing over or around a sentence tells that it speaks of a part."""
    over = named_over(place, told.label.subject, measured=True)
    return not (over or told.label.of_another or told.label.qualified) and stands_alone(told.label, place)


def _table_of_the_whole(mine: Statement, place: Place, told: _Series, year: int, measure: frozenset[str]) -> bool:
    """Whether nothing over, in or around the table tells of a part, and no row of that name has another figure."""
    if named_over_row(place, mine.subject) or not table_stands_alone(place):
        return False
    cell = {one.base for one in told.cells[year]}
    for unit in read_passage(place.chunk.content):
        label = unit.label and statement_of(without_speaker(unit.label, place))
        if not label or unit.start == place.unit.start or not _of_one_thing(mine, label, measure):
            continue
        other = _series(place, unit)
        if other is None or cell.isdisjoint(one.base for one in other.cells.get(year, ())):
            return False
    return True


def _facing(mine: Statement, level: Figure, told: _Series, year: int) -> Facing:
    """How the figures of a series stand to those of a claim on the same thing."""
    cell, way, went = told.cells[year], next(iter(mine.ways), 0), _went(told, year)
    if _has(level, cell):
        if not _says(level, cell, mine, told):
            return Facing.NONE
        if way and way == -went:
            return Facing.CONTRARY
        compared = all(_says(one, told.cells.get(_year(mine.before), []), mine, told) for one in mine.beside)
        return Facing.SAME if len(mine.figures) == 1 and compared and way in (0, went) else Facing.NONE
    return Facing.CONTRARY if _says_otherwise(level, cell) else Facing.NONE


def _went(told: _Series, year: int) -> int:
    """Which way the figure went since the year before: 1 up, -1 down, 0 neither or not to be said."""
    now, before = (told.cells[one][-1].base if one in told.cells else Decimal(0) for one in (year, year - 1))
    outgoing = told.spent or told.label.subject & OUTGOING
    if min(now, before) <= 0 and not (max(now, before) < 0 and outgoing):
        return 0
    return (abs(now) > abs(before)) - (abs(now) < abs(before))


def _says(one: Figure, cell: list[Quantity], mine: Statement, told: _Series) -> bool:
    """Whether the cell has the figure, and as what the claim ``mine`` has it: no expense as a benefit."""
    return _has(one, [other for other in cell if _sign_fits(one, other, mine, told)])


def _sign_fits(one: Figure, other: Quantity, mine: Statement, told: _Series) -> bool:
    """Whether a figure in brackets is told with a minus or as what it is, and no other as that."""
    words, negative = mine.subject | mine.results, other.base < 0
    if told.turned:
        return negative == (one.value < 0 or bool(told.turned & words))
    taken = told.spent or told.label.subject & (OUTGOING | COSTS) or words & (EXPENSE | _LOSS)
    return not negative or one.value < 0 or mine.result < 0 or bool(taken)


def _has(one: Figure, cell: list[Quantity]) -> bool:
    """Whether the cell has the figure, rounded as the claim rounds it, whatever its sign."""
    return any(
        comparable(one.quantity, other, "") and nearness(one.quantity, other) is not Nearness.APART for other in cell
    )


def _says_otherwise(one: Figure, cell: list[Quantity]) -> bool:
    """Whether it has another amount of the same kind."""
    alike = [other for other in cell if other.kind is one.quantity.kind is Kind.MONEY and not other.literal]
    far = [abs(abs(one.value) - abs(other.base)) > HEDGED * abs(other.base) for other in alike]
    return bool(alike) and not _has(one, cell) and (all(far) or not one.quantity.hedged)
