"""Whether a row of a table, or a sentence like one, is of what is spent or earned in a time, or of neither. Pure.

The head of its label tells, then the total that it is part of, then what heads the table: taxes under the total of
liabilities are owed, under that of expenses spent.
"""

import re
from enum import Enum

from apps.agents.judge.evidence import Window
from apps.agents.judge.scope import over_table
from apps.agents.judge.statements import Statement, statement_of
from apps.agents.reading.context import Place
from apps.agents.reading.passages import read_passage
from apps.core.patterns import lazy_regex
from apps.core.periods import MOMENT
from apps.verification.lexicon import content_of, stems_of
from apps.verification.numbers.table_context import quote_columns


class Way(Enum):
    """Where the money of a row goes."""

    SPENT = "spent"
    EARNED = "earned"
    NEITHER = "neither"  # had, owed, or not to be told


class _Table(Enum):
    """What the figures of a table are of."""

    TIME = "time"  # what came about in it
    CASH = "cash"  # what it took or brought in cash, and what of the results did not
    DAY = "day"  # what there is on it
    UNKNOWN = "unknown"


EXPENSE = frozenset(content_of("expenses"))
OUTGOING = frozenset(content_of("paid payments purchases used repayments"))  # rows with brackets for what is spent
_ALL_COSTS = frozenset(content_of("costs expenditures")) | EXPENSE  # of which a total is one of what is spent
COSTS = frozenset(content_of("depreciation amortization dividends repurchases")) | _ALL_COSTS
_COSTLIKE = frozenset(content_of("tax taxes marketing advertising compensation"))
_NEVER_OWED = frozenset(content_of("marketing advertising"))  # but where that is said
_IN_SHARES = stems_of("stock stock-based share share-based equity equity-based non-cash noncash unit-based")
_RESULTS = frozenset(content_of("revenue sales income profit earnings"))
_REVENUES = frozenset(content_of("revenue sales fees premiums royalties fares tolls rents dues subscriptions"))
_EARNINGS = _RESULTS | _REVENUES | frozenset(content_of("cash"))
_RETURNED = frozenset(content_of("refunds rebates credits recoveries savings"))  # what is not spent after all
_TAKEN_OFF = frozenset(content_of("returns discounts allowances commissions reserves incentives"))  # what is earned
_TAKEN_IN = frozenset(content_of("revenue sales income"))  # what a total of it brings in, whatever a row is called
_OF_BOTH = lazy_regex(r"\b(?:other|expenses?)\b", re.IGNORECASE)  # … but for one with expenses in it
_FLOWING = lazy_regex(  # what makes of cash more than a stock
    r"\b(?:flows?|provided|generated|operating\s+activities|from\s+(?:\w+\s+)?operations)\b", re.IGNORECASE
)
_TAX_BENEFIT = frozenset(content_of("tax")), frozenset(content_of("benefit"))
# neither spent nor earned yet, or no more
_HELD = frozenset(
    content_of("accrued prepaid accumulated deferred unearned payable receivable retained equivalents received")
)
_EQUITY = frozenset(content_of("equity"))
_STOCKS = (
    frozenset(content_of("assets liabilities inventory inventories debt borrowings property plant equipment")) | _EQUITY
)
_CASH = frozenset(content_of("cash restricted"))
# what a total of costs may say besides them; else it is of what a part of them is for
_OF_ALL = frozenset(
    content_of("""
        operating nonoperating noninterest non selling sales general administrative other net gross revenues goods
        products services sold benefits claims losses deductions
    """)
)
_CAPITAL = frozenset(content_of("capital"))
_UNNAMED = frozenset(content_of("total shareholders stockholders"))
_BRACKETS = lazy_regex(r"\([^()]*\)")
_LABEL_END = lazy_regex(
    r"\s(?:of|for|in|on|from|to|under|by|at|before|after|with|than|related|excluding|including)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_BETWEEN = lazy_regex(r"\s*(?:,|/|&|\band\b|\bor\b)\s*", re.IGNORECASE)
_RESULT = lazy_regex(
    r"\W*(?:(?:adjusted\s+)?(?:(?:net|gross|operating|segment)\s+(?:\(loss(?:es)?\)\s*)?(?:income|earnings|profit)|ebitda)"
    r"|net\s+loss|(?:operating|segment)\s+loss(?=\W*(?:\(?(?:income|profit)\W*)?\Z|\s+(?:before|from)\b)"
    r"|(?:loss(?:es)?\)\s*)?(?:income|earnings|profit|loss)\s*(?:\((?:loss(?:es)?|income)\)\s*)?(?:before|from)\s+"
    r"(?:\w+\s+)?(?:tax\w*|operations))\b(?!\s+(?:carry|tax|payable))",
    re.IGNORECASE,
)
_NET_CASH = lazy_regex(r"\W*net\s+cash\b", re.IGNORECASE)
_OF_CASH = lazy_regex(r"\bcash\s+flows?\b", re.IGNORECASE)
_PROVISION = lazy_regex(r"\bprovision(?:\s+\([^()]*\))?(?:\s+for\b|\s*\Z)", re.IGNORECASE)
_ADDED_UP = lazy_regex(r"\b(?:provision|benefit|ebitda)\b", re.IGNORECASE)
_STATEMENT = lazy_regex(r"\bstatements?\b|\bbalance\s+sheets?\b", re.IGNORECASE)
_OF_A_TIME = lazy_regex(
    r"\b(?:results|operations|statements?\s+of\s+(?:\w+\s+){0,2}?(?:income|earnings|loss)|income\s+statements?"
    r"|expenses?|costs)\b",
    re.IGNORECASE,
)
_YEAR_ENDED = lazy_regex(r"\byears?\s+ended\b", re.IGNORECASE)
_OF_A_DAY = lazy_regex(
    r"\b(?:balances?|positions?|conditions?|assets|liabilit(?:y|ies)|equity|deferred|accrued|prepaid|payables?|debt"
    r"|inventor(?:y|ies)|obligations?|commitments?)\b",
    re.IGNORECASE,
)


def way_of(label: Statement, name: str, place: Place, *, bracketed: bool) -> Way:
    """Where goes what the row or sentence at ``place`` gives.

    ``name``: its label; ``bracketed``: what that names is spent, and its figures bear brackets.
    """
    there, heads = label.subject, _heads(name)
    if there & _HELD:
        return Way.NEITHER
    if label.results or (heads & _RESULTS and heads.isdisjoint(_COSTLIKE | COSTS | OUTGOING)):
        return Way.EARNED
    tax, benefit = _TAX_BENEFIT
    if heads & _RETURNED or (there & tax and heads & benefit) or (there & _RESULTS and heads & _TAKEN_OFF):
        return Way.NEITHER
    total, table = _over_and_under(place)
    outgoing, costlike = bracketed or bool(there & (OUTGOING | COSTS)), there & _COSTLIKE
    if _is_of_stocks(total):
        of_time = table in (_Table.TIME, _Table.CASH) or _EQUITY & _words(total)  # what changed equity in a year
        return Way.SPENT if outgoing and of_time and _lengths(place) == {"year"} else Way.NEITHER
    both = heads & EXPENSE and _OF_BOTH.search(total)
    if _heads(total) & _TAKEN_IN and outgoing and not (bracketed or both):
        return Way.NEITHER  # "Used vehicles" of "Total revenues" are sold
    if outgoing or _is_of_costs(total, there):
        return Way.SPENT if outgoing or costlike or not there & _RESULTS else Way.NEITHER
    if costlike:
        return _way_of_costlike(there, heads, total, table)
    # "Acquisitions, net of cash" are none
    of = there - _CASH | there.intersection(content_of(_opening(name))) | _heads(total)
    brings = _EARNINGS if _FLOWING.search(name) else _EARNINGS - _CASH
    earned = of & brings and (total or table is not _Table.DAY)
    return Way.EARNED if earned else Way.NEITHER


def is_benefit_in_brackets(place: Place) -> bool:
    """Whether a figure in brackets of taxes is no expense: of those added up to a provision or to EBITDA, or headed so.

    Over another result they may be taken off it.
    """
    row, (tax, _) = place.unit.row, _TAX_BENEFIT
    if row is None or tax.isdisjoint(content_of(row.label)):
        return False
    return bool(_ADDED_UP.search(_sum_below(place))) or _is_headed_by_its_label(place)


def _way_of_costlike(there: frozenset[str], heads: frozenset[str], total: str, table: _Table) -> Way:
    """Where goes what names a tax, marketing or pay, under no total of costs. Pay in shares is added back to cash."""
    if not _words(total) <= there | _COSTLIKE:  # "Total income taxes" says no more of "State income taxes"
        if heads & _COSTLIKE:  # taken off revenues: "Excise taxes"
            return Way.SPENT if table is not _Table.DAY and _is_provision(total, there) else Way.NEITHER
        return Way.EARNED if _heads(total) & _REVENUES else Way.NEITHER
    of_time = table is _Table.TIME or (table is _Table.CASH and there & _IN_SHARES)
    return Way.SPENT if heads & _COSTLIKE and of_time else Way.NEITHER


def _is_provision(total: str, there: frozenset[str]) -> bool:
    """Whether a total is of the provision for a time for what the row is of; "provisions" are there on a day."""
    of = _words(_BRACKETS.sub(" ", total)) - frozenset(content_of("provision"))
    return bool(of and _PROVISION.search(total)) and of <= there | _COSTLIKE


def _heads(name: str) -> frozenset[str]:
    """The head of a label, or those of things side by side: "Sales and marketing", not "Tax and audit services"."""
    parts = [part.split() for part in _BETWEEN.split(_opening(name)) if part.strip()]
    shared = len(parts) == 2 and len(parts[-1]) > 1
    return frozenset(content_of(" ".join(part[-1] for part in (parts[-1:] if shared else parts))))


def _opening(name: str) -> str:
    """A label up to what says of, for or from what it is."""
    return _LABEL_END.sub("", _BRACKETS.sub(" ", name))


def _words(total: str) -> frozenset[str]:
    """What a total says it is of."""
    return frozenset(content_of(total)) - _UNNAMED


def _is_of_stocks(total: str) -> bool:
    """Whether a total is of what there is on a day: had, owed or set aside."""
    words = _words(total)
    if words & _HELD or (words and words <= _CASH):
        return True
    return bool(words & _STOCKS) and _heads(total).isdisjoint(_ALL_COSTS | _REVENUES | _RESULTS)


def _is_of_costs(total: str, there: frozenset[str]) -> bool:
    """Whether a total is of costs, all of them or those of what the row is of."""
    besides = _words(total) - _ALL_COSTS - _OF_ALL - there - (frozenset() if there & _COSTLIKE else _CAPITAL)
    return bool(_heads(total) & _ALL_COSTS) and not besides


def _over_and_under(place: Place) -> tuple[str, _Table]:
    """(the total that the row at ``place`` is part of, what the figures of its table are of)."""
    if place.unit.row is None:
        return "", _Table.DAY if MOMENT in _lengths(place) else _Table.TIME
    label = _sum_below(place)
    if _RESULT.match(label):  # the row goes into that, and into no total below it
        return "", _Table.UNKNOWN if _is_among_sales(place) else _Table.TIME
    if _NET_CASH.match(label):
        return "", _Table.CASH
    return label, _told_over(place)


def _sum_below(place: Place) -> str:
    """The label of the total, the result or the net cash that the row at ``place`` goes into."""
    for unit in read_passage(place.chunk.content)[place.index + 1 :]:
        label = unit.label
        if not label or label.lower().startswith("total ") or _RESULT.match(label) or _NET_CASH.match(label):
            return label
    return ""


def _is_among_sales(place: Place) -> bool:
    """Whether the heading over a row is of what is taken in, and no row above has that as a whole."""
    taken_in = _RESULTS | _REVENUES
    above = [unit.label for unit in read_passage(place.chunk.content)[: place.index] if unit.label]
    if any(content_of(label) & taken_in for label in above):
        return False
    own = _words(place.unit.row.label if place.unit.row else "")
    tells = (one for one in over_table(place) if _OF_A_TIME.search(one) or _words(one) & taken_in - own)
    return not _OF_A_TIME.search(next(tells, "costs"))


def _told_over(place: Place) -> _Table:
    """What the nearest heading over a table that says so tells of it, else its columns, else what heads the section."""
    sections = reversed(place.chunk.heading_path)
    if _lengths(place) == {MOMENT}:
        sections = (one for one in sections if _STATEMENT.search(one))
    headings = (*over_table(place), *sections)
    for heading in headings:
        cash, time, day = (bool(one.search(heading)) for one in (_OF_CASH, _OF_A_TIME, _OF_A_DAY))
        if (cash or time) != day:
            return _Table.DAY if day else _Table.CASH if cash else _Table.TIME
    if _lengths(place) == {MOMENT}:
        return _Table.DAY
    taken_in = _words(" ".join(headings)) & _EARNINGS - _words(place.unit.row.label if place.unit.row else "")
    return _Table.TIME if _is_headed_by_its_label(place) and not taken_in else _Table.UNKNOWN


def _is_headed_by_its_label(place: Place) -> bool:
    return any(_repeats_the_label(one, place) for one in (*over_table(place), *place.chunk.heading_path))


def _repeats_the_label(heading: str, place: Place) -> bool:
    """Whether a heading says no more than the label of a row under years: "Marketing".

    Taxes and pay may be owed: those are of a time under years that are said to have ended, beside nothing of a day.
    """
    label, said = frozenset(content_of(place.unit.row.label)) if place.unit.row else frozenset(), content_of(heading)
    if not said & _COSTLIKE or not said <= label:
        return False
    labels = [unit.label for unit in read_passage(place.chunk.content)]
    if any(map(_OF_A_DAY.search, labels)) or not _lengths(place) <= {"", "year"}:
        return False
    return not said.isdisjoint(_NEVER_OWED) or any(map(_YEAR_ENDED.search, over_table(place)))


def _lengths(place: Place) -> set[str]:
    """How long the times last that the columns of a row, or a sentence, are of."""
    if place.unit.row is None:
        told = statement_of(place.unit.text)
        return {one.length if one else MOMENT for one in told.periods} if told else {MOMENT}
    window = Window(chunk=place.chunk, places=(place,), start=place.unit.start, end=place.unit.end)
    return {column.dated.length for column in quote_columns(window.context).values() if column.dated}
