"""Which rows of tables can stand in a document of their own, and with what they say of themselves there. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from apps.agents.reading.context import Place
from apps.agents.reading.passages import Kind, Unit, read_passage
from apps.agents.reading.tables import Row
from apps.agents.reading.words import content_words
from apps.core.patterns import lazy_regex
from apps.core.sentences import NOTE_MARKS

FEW = 3  # rows under a sub-head that no total ends: it governs them all
LONGEST_LABEL = 14  # words
LONGEST_HEAD = 8  # words of a heading that dates the rows under it
SPOKEN_OF = 0.6  # share of a topic's words in the heading of a reconciliation that is on it
MOST_SMALL = 3  # digits of a count that no scale can be meant for where others are told in millions

_TOTAL = lazy_regex(r"total\b|net cash\b", re.IGNORECASE)
_OF_THE_WHOLE = lazy_regex(
    r"(?:%|percent(?:age)?|share)\s+of\s+(?:the\s+)?(?:total|consolidated|group|company)", re.IGNORECASE
)
_RESULT = lazy_regex(
    r"(?:net|operating)\s+(?:income|earnings|loss|profit)\b|(?:income|earnings|loss|profit)\s+from\s+operations\b",
    re.IGNORECASE,
)
_OF_RESULT = lazy_regex(r"\b(?:per|net|attributable|comprehensive|of|by|from|for|segments?)\b", re.IGNORECASE)
_STEP = lazy_regex(r"(?:less|add(?: back)?|plus|minus|deduct)\s*:", re.IGNORECASE)  # of a sum, not told by itself
_SAYS = lazy_regex(r"\b(?:is|are|was|were|has|have|had|will|may|follow(?:s|ing)?|below|above)\b", re.IGNORECASE)
_YEAR = lazy_regex(r"\b(?:FY\s?|F)?(?:(?:19|20)\d\d)\b|\bFY\s?'?\d\d\b", re.IGNORECASE)
_RECONCILES = lazy_regex(r"\breconcil", re.IGNORECASE)
_SHARE = lazy_regex(
    r"%|\b(?:percent\w*|rates?|ratios?|margins?|shares?|yields?|returns?|growth|changes?|gains?|declin\w+|increas\w+|"
    r"decreas\w+|proportions?|portions?|comparable|interest|discounts?|volatilit\w+|utili[sz]ation|weights?|parts?|"
    r"coverage|turnover|inflation|probabilit\w+|concentrations?|allocations?|own\w*)\b",
    re.IGNORECASE,
)
_AMOUNT = lazy_regex(r"\d[\d,.]*")
_UNIT = lazy_regex(r"\b(?:million|billion|thousand|per share)\b|%", re.IGNORECASE)
_ONE = r"[-–]?[$€£¥]?\s?\(?\d[\d,]*(?:\.\d+)?\)?\s?(?:%|million|billion|thousand|basis points|bps)?"
_VALUE = lazy_regex(rf"(?:approximately|about|around|at least|at most|up to|more than|less than)?\s?{_ONE}"
                    rf"(?:\s?(?:to|and|-|–|—)\s?{_ONE})?", re.IGNORECASE)  # fmt: skip
_WRITTEN_OUT = lazy_regex(r"\b(?:million|billion|thousand)\b|%", re.IGNORECASE)
_PER = lazy_regex(r"\bper\b", re.IGNORECASE)
_MARK = lazy_regex(rf"\(\d{{1,2}}\)|\([a-z]\)|\*+|{NOTE_MARKS}")
_MARK_FIRST = lazy_regex(rf"\s*(?:{_MARK.pattern})")
_AS_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾", "0123456789()")
_OPEN = frozenset(
    ["a", "an", "and", "at", "by", "for", "from", "in", "is", "are", "of", "on", "or", "the", "to", "with"]
)
_LABEL_NOTHING = frozenset(content_words("total other net year end beginning balance amount december june september"))


def head_over(place: Place) -> str:
    """What governs a row and stands over it: the sub-head that ends in a colon, or the heading that dates it.

    "Car loans 3.0%" under "Weighted average rate:" is a rate; "Net sales $2 billion" under "FY25 Outlook" is to come.
    Without the colon; nothing where it is no row or none governs it for certain.
    """
    row = place.unit.row
    return "" if row is None else _sub_head(place) or ("" if row.columns else _dating_head(place))


def full_label(place: Place) -> str:
    """A row's label with what governs it; nothing of a sentence."""
    row, head = place.unit.row, head_over(place)
    label = row.label if row else ""
    return f"{head}, {label}" if head else label


def is_sound_row(place: Place, *, scaled: bool, topic: str = "") -> bool:
    """Whether a row says something complete with what stands over it. ``topic``: a label of one word may be that."""
    row = place.unit.row
    if row is None:
        return False
    if topic and not head_over(place) and _reconciles_other(place, topic):
        return False
    if _is_of_a_part(place, row):
        return False
    row = replace(row, label=full_label(place))
    if not _has_label(row, topic) or row.label.count("(") != row.label.count(")") or _STEP.match(row.label):
        return False
    if not row.columns:
        return bool(_dating_head(place)) and _is_value(place, row, scaled=scaled)
    return _cells_tell(place, row, scaled=scaled)


def is_note_of_rows(place: Place) -> bool:
    """Whether a sentence stands in a note "(1)" under a table: it holds of the rows alone that bear that mark."""
    units = read_passage(place.chunk.content)
    mark = _mark_over(place, units)
    if not mark:
        return False
    rows = [unit for unit in units[: place.index] if unit.kind in (Kind.ROW, Kind.HEADING)]
    return any(mark in _marks_in(place.chunk.content[unit.start : unit.end]) for unit in rows)


def _is_of_a_part(place: Place, row: Row) -> bool:
    """Whether the row behind it tells its share of the whole: "Revenues" over "% of total revenues" are a segment's.

    Which one, only what stood over the table knew.
    """
    rows = [unit.row for unit in _table(place)]
    behind = next((other for one, other in pairwise(rows) if one is row), None)
    if behind is None or _TOTAL.match(row.label) or not _OF_THE_WHOLE.search(behind.label):
        return False
    return set(content_words(row.label)) <= set(content_words(behind.label))


def _reconciles_other(place: Place, topic: str) -> bool:
    """Whether a row is a step from one figure to another, of which neither it nor the topic is one.

    "Bonus awards (4)" under "Reconciliation of Income Taxes" is what they take from the tax, not what they cost.
    """
    headings = [one for one in (place.unit.heading, *place.chunk.heading_path[-1:]) if _RECONCILES.search(one)]
    said, asked = set(content_words(" ".join(headings))), set(content_words(topic))
    label = set(content_words(place.unit.row.label)) if place.unit.row else set()
    return bool(headings) and not label <= said and len(asked & said) < SPOKEN_OF * len(asked)


def _has_label(row: Row, topic: str) -> bool:
    words = row.label.split()
    telling = [word for word in content_words(row.label) if word not in _LABEL_NOTHING]
    if not telling and not _worded(row):
        return False
    if len(words) < 2 and not (topic and {*content_words(row.label)} == {*content_words(topic)}):
        return False
    return len(words) <= LONGEST_LABEL and (row.label[:1].isupper() or _worded(row))


def _worded(row: Row) -> bool:
    """Whether its columns have names that are no years."""
    return bool(row.columns) and not any(letter.isdigit() for column in row.columns for letter in column)


def _cells_tell(place: Place, row: Row, *, scaled: bool) -> bool:
    worded = _worded(row)
    words = any(letter.isalpha() for cell in row.cells for letter in cell)
    if any(cell.split()[-1].lower() in _OPEN for cell in row.cells if worded and cell.split()):
        return False
    if (words and not worded) or any(len(_AMOUNT.findall(cell)) > 1 for cell in row.cells if not worded):
        return False
    if scaled and not words and not _UNIT.search(place.text):
        return False
    empty = sum(not any(letter.isalnum() for letter in cell) for cell in row.cells)
    if 2 * empty >= len(row.cells):
        return False
    shares = any("%" in cell for cell in row.cells)
    if shares and not worded and not _SHARE.search(row.label):
        return False  # a share of what, no one can tell
    marked = any(mark in cell for cell in row.cells for mark in ("%" if scaled else "$€£%"))
    return bool(words or row.scale or marked)


def _is_value(place: Place, row: Row, *, scaled: bool) -> bool:
    """Whether the one cell of a row is an amount or a range that needs nothing from the table's head."""
    cell = row.cells[0]
    if not _VALUE.fullmatch(cell):
        return False
    if not scaled or _WRITTEN_OUT.search(cell) or (_PER.search(row.label) and cell.strip("(-")[:1] in "$€£¥"):
        return True
    small = all(figure.isdigit() and len(figure) <= MOST_SMALL for figure in _AMOUNT.findall(cell))
    return small and not row.scale and any(_UNIT.search(other.text) for other in _table(place))


def _sub_head(place: Place) -> str:
    """The sub-head right over the rows that a row is of, where it governs it for certain: without its colon."""
    units = read_passage(place.chunk.content)
    first = _first_row(place, units)
    head = units[first - 1].text if first else ""
    if not head.endswith(":") or _SAYS.search(head) or len(head.split()) > LONGEST_LABEL:
        return ""
    if place.unit.row and _RESULT.match(place.unit.row.label) and not _OF_RESULT.search(head):
        return ""  # net income is what is left below "Costs and expenses:"
    group = _table(place)
    labels = [unit.row.label if unit.row else "" for unit in group]
    at = place.index - first
    total = next((number for number, label in enumerate(labels) if _TOTAL.match(label)), None)
    closed = total is not None and at < total
    alone = total is None and len(group) <= FEW
    again = labels[at] in [unit.row.label for unit in units if unit.row and unit not in group]
    return head.rstrip(": ") if closed or alone or not at or (again and total is None) else ""


def _dating_head(place: Place) -> str:
    """The heading over a table of one value a row, where it says of which one year: "FY25 Outlook"."""
    table = _table(place)
    over = [unit for unit in read_passage(place.chunk.content) if unit.end <= table[0].start][-1:]
    heading = place.unit.heading.strip(" :") if over and over[0].text == place.unit.heading else ""
    single = all(unit.row and len(unit.row.cells) == 1 and not unit.row.columns for unit in table)
    dated = len(_YEAR.findall(heading)) == 1 and any(word.isalpha() for word in heading.split())
    return heading if single and dated and len(heading.split()) <= LONGEST_HEAD and len(table) > 1 else ""


def _table(place: Place) -> list[Unit]:
    """The rows around a row."""
    units = read_passage(place.chunk.content)
    return list(takewhile(lambda unit: unit.kind is Kind.ROW, units[_first_row(place, units) :]))


def _first_row(place: Place, units: Sequence[Unit]) -> int:
    first = place.index
    while first and units[first - 1].kind is Kind.ROW:
        first -= 1
    return first


def _mark_over(place: Place, units: Sequence[Unit]) -> str:
    """The mark that opens the paragraph or item in which a sentence stands."""
    content = place.chunk.content
    for at in range(place.index, -1, -1):
        unit = units[at]
        if unit.kind is not Kind.PROSE:
            return ""
        if found := _MARK_FIRST.match(content, unit.start, unit.end):
            return _plain(found[0])
        if "\n\n" in content[units[at - 1].end : unit.start] if at else True:
            return ""
    return ""


def _marks_in(line: str) -> set[str]:
    return {_plain(found) for found in _MARK.findall(line)}


def _plain(mark: str) -> str:
    return mark.strip().translate(_AS_RAISED).strip("()")
