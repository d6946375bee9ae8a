"""Rows of tables that were read as lines of text: a label, its cells, and the columns above them. Pure.

Lines are read token by token: one regular expression over a whole row of figures would backtrack for ever.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.core.periods import Period
from apps.verification.numbers.table_heads import MONTH_DAY, YEAR
from apps.verification.numbers.table_scales import reading_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a table. ``columns`` has a name per cell, or is empty where they cannot be matched for certain.

    ``periods``: those of columns that are years.
    """

    label: str
    cells: tuple[str, ...]
    columns: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()
    scale: str = ""  # "(Millions)", as the table's head says it

    @property
    def is_empty(self) -> bool:
        """Whether all its cells are dashes: "—", "—%"."""
        return not any(letter.isalnum() for cell in self.cells for letter in cell)


_FIGURE = lazy_regex(r"[-–+~(]{0,2}[$€£¥]?\(?[-–+]?\d[\d,]*(?:\.\d+)?\)?%?\)?(?:x|bps|pts|pp)?")
_EMPTY = frozenset(("—", "–", "-", "N/A", "n/a", "nm", "NM", "n.m."))
_BEFORE = frozenset("$€£¥(")
_AFTER = frozenset(("%", ")", "%)", "pts", "bps", "pp", "x"))
_SCALE = lazy_regex(
    r"\(([^()]{0,80}\b(?:thousands|millions|billions)\b[^()]{0,80})\)|((?:[$€£]|"
    r"dollars)[^()\d]{0,40}\bin (?:thousands|millions|billions)\b)",
    re.IGNORECASE,
)
_FIGURE_IN_YEAR = lazy_regex(
    r"(\d[\d,.]{0,20}\)?\s?%?)\s(?:(?:thousand|million|billion)\s)?(?:in|for)\s(?:fiscal\s|FY\s?)?((?:19|20)\d\d)\b"
)
_SCALE_WORD = lazy_regex(r"\b(thousand|million|billion)s\b", re.IGNORECASE)
_DOLLARS = lazy_regex(r"\$|\bdollars\b", re.IGNORECASE)
_UNSCALED = lazy_regex(
    r"\b(?:per|shares?|rates?|ratios?|percent|percentage|margins?|number|employees|stores?|openings?|"
    r"closings?|units|locations|members(?:hips?)?|customers|subscribers|patients|countries|days|times|basic|diluted)\b|%",
    re.IGNORECASE,
)
_MONEY = lazy_regex(r"[$€£¥]|\b(?:dollars|euros)\b", re.IGNORECASE)
_SHARES = lazy_regex(r"\b(?:shares|units|options)\b", re.IGNORECASE)
_PER_SHARE = lazy_regex(r"\bper[\s-]share\b", re.IGNORECASE)
_CENTS = lazy_regex(r"(?<![\d,])\d{1,3}\.\d\d(?!\d)")
_SIGN_GAP = lazy_regex(r"(?<=[$€£¥])\s+(?=[\d(])")
_GAP = lazy_regex(r"\t+|\s{3,}")
_ANSWERS = frozenset(
    (
        "yes",
        "no",
        "none",
        "free",
        "waived",
        "included",
        "not included",
        "available",
        "not available",
        "required",
        "optional",
    )
)
_LONGEST_LOOSE_ROW = 18  # words
_LONGEST_NOTE = 480  # characters a line in which a scale is looked for


def read_row(line: str, *, columns: tuple[str, ...], scale: str, periods: tuple[Period, ...] = ()) -> Row | None:
    """The row a line holds, or None when it has no label or no cells.

    Cells are parted by bars, tabs or wide gaps, or are the figures at the end of the line.
    """
    first, *rest = split_cells(line)
    rest = [cell for cell in rest if cell]
    if not all(_in_cells(token) for cell in rest for token in cell.split()):
        label, cells = first, tuple(rest)
    elif "|" in line:
        label, cells = first, _figures(" ".join(rest).split())
    else:
        label, cells = _figures_at_end(line.split())
    label = label.strip(" .:…")
    if not cells or not any(letter.isalpha() for letter in label):
        return None
    if not any(letter.isdigit() for cell in cells for letter in cell) and len(cells) < 2:
        return None
    if len(cells) == 1 and MONTH_DAY.search(f"{label} {cells[0]}"):
        return None
    if not _answer(cells, columns):
        return Row(label=label, cells=cells, scale=scale)
    return Row(label=label, cells=cells, columns=columns, periods=periods, scale=scale)


def _answer(cells: tuple[str, ...], columns: tuple[str, ...]) -> bool:
    """Whether each column has its cell: where one is empty, no one knows which of a line of text.

    Under years stands one measure: "12 (100)%" are no two years of it.
    """
    if len(cells) != len(columns) or len(set(columns)) != len(columns):
        return False
    shares = {"%" in cell for cell in cells if any(letter.isdigit() for letter in cell)}
    return len(shares) < 2 or not all(YEAR.fullmatch(column) for column in columns)


def read_loose_row(line: str) -> Row | None:
    """A row whose cells run together: what stands before its first figure is its label."""
    tokens = line.split()
    first = next((place for place, token in enumerate(tokens) if any(letter.isdigit() for letter in token)), 0)
    if not first or len(tokens) > _LONGEST_LOOSE_ROW:
        return None
    return Row(label=" ".join(tokens[:first]), cells=(" ".join(tokens[first:]),))


def split_cells(line: str) -> list[str]:
    """The cells of a raw line, one at least: by its bars, empty cells too, else what tabs or gaps of three blanks part.

    A bar at the line's end closes it, and then one at its beginning opens it; else an empty cell stands before that.
    """
    line = line.strip()
    if "|" not in line:
        return [" ".join(part.split()) for part in _GAP.split(line)]
    inner = line[1:-1] if len(line) > 1 and line[0] == line[-1] == "|" else line.removesuffix("|")
    return [" ".join(cell.split()) for cell in inner.split("|")]


def name_columns(line: str, below: Sequence[str]) -> tuple[str, ...] | None:
    """The names over a table's columns; None for a line that holds more than names. ``below``: the rows under it.

    Where gaps part the cells, an empty one over the labels leaves no trace: () when the rows have a cell for each name.
    """
    first, *names = split_cells(line)
    if not names or any(letter.isdigit() for letter in line):
        return None
    if not all(any(letter.isalpha() for letter in name) for name in (first or "corner", *names)):
        return None
    lost = "|" not in line and max(map(_width, below), default=0) > len(names)
    return () if lost else tuple(names)


def _width(line: str) -> int:
    row = read_row(line, columns=(), scale="")
    return len(row.cells) if row else 0


def names_follow(names: Sequence[str], rows: Sequence[Row]) -> bool:
    """Whether words under ``rows`` may name the columns of those behind them: the rows are figures alone, each word is
    another, and none is an answer ("None")."""
    words = {name.lower() for name in names}
    return len(words) == len(names) and words.isdisjoint(_ANSWERS) and all(map(_is_figured, rows))


def _is_figured(row: Row) -> bool:
    return all(cell in _EMPTY or any(letter.isdigit() for letter in cell) for cell in row.cells)


def _figures_at_end(tokens: list[str]) -> tuple[str, tuple[str, ...]]:
    first = len(tokens)
    while first and _in_cells(tokens[first - 1]):
        first -= 1
    return " ".join(tokens[:first]), _figures(tokens[first:])


def _figures(tokens: list[str]) -> tuple[str, ...]:
    cells = _joined(tokens)
    return cells if any(letter.isdigit() for cell in cells for letter in cell) else ()


def _in_cells(token: str) -> bool:
    return token in _EMPTY or token in _BEFORE or token in _AFTER or bool(_FIGURE.fullmatch(token))


def _joined(tokens: list[str]) -> tuple[str, ...]:
    """Cells, currency signs and percent signs put to their figures."""
    cells: list[str] = []
    opening = ""
    for token in tokens:
        if token in _AFTER and cells:
            cells[-1] += token if token[0] in ")%" else f" {token}"
        elif token in _BEFORE:
            opening += token if token == "(" else f"{token} "
        else:
            cells.append(opening + token)
            opening = ""
    return tuple(cells)


def scale_note(line: str) -> str:
    """The words of a table's head that give its scale: ``(Millions)``, ``($ in millions, except per share data)``."""
    match = _SCALE.search(line[:_LONGEST_NOTE])
    return f"({(match[1] or match[2]).strip()})" if match else ""


def money_scale(note: str) -> str:
    """A scale that is of amounts of money alone: not of shares, nor of amounts and shares alike."""
    return note if _MONEY.search(note) and not _SHARES.search(note) else ""


def misplaced(row: Row, text: str) -> bool:
    """Whether ``text`` puts a figure of the row under a year that another of its figures stands under.

    The year in which a period ends may not be the one that it is called by: of those the number lint judges.
    """
    if not all(one.is_plain for one in row.periods):
        return False
    figures = [_digits(cell) for cell in row.cells]
    for figure, year in _FIGURE_IN_YEAR.findall(text):
        if year in row.columns and _digits(figure) in figures and figures[row.columns.index(year)] != _digits(figure):
            return True
    return False


def _digits(figure: str) -> str:
    return "".join(letter for letter in figure if letter.isdigit() or letter == ".").rstrip(".")


def row_sentence(row: Row) -> str:
    """A row as a sentence: every cell with its scale and, where that is certain, its column.

    A cell stands there as the table prints it, but for the gap behind a sign that the table sets apart: "$ 5".
    """
    columns = row.columns or ("",) * len(row.cells)
    printed = (_SIGN_GAP.sub("", cell) for cell in row.cells)
    cells = tuple(_with_scale(cell, row, column) for cell, column in zip(printed, columns, strict=True))
    if not row.columns:
        return f"{row.label}: {' '.join(cells)}."
    if all(YEAR.fullmatch(column) for column in row.columns):
        told = [one.told for one in row.periods] or [f"in {column}" for column in row.columns]
        shown = ", ".join(f"{cell} {period}" for cell, period in zip(cells, told, strict=True))
        return f"{row.label}: {shown}."
    shown = "; ".join(f"{column}: {cell}" for cell, column in zip(cells, row.columns, strict=True))
    return f"{row.label} – {shown}."


def _with_scale(cell: str, row: Row, column: str) -> str:
    """A figure under "($ in millions)" as "$1,058 million"; shares, rates and amounts per share stay as they are."""
    word = _SCALE_WORD.search(row.scale)
    if not word or cell in _EMPTY or not all(_in_cells(token) for token in cell.split()) or "%" in cell:
        return cell
    if not reading_of(row.scale).exponent:  # what the number lint cannot read must not be written
        return cell
    if _UNSCALED.search(row.label) or _UNSCALED.search(column) or scale_note(column):
        return cell
    if _PER_SHARE.search(row.scale) and _CENTS.search(cell):  # an amount per share, whatever its label says
        return cell
    sign = "$" if _DOLLARS.search(row.scale) and not any(mark in cell for mark in "$€£¥") else ""
    return f"{sign}{cell} {word[1].lower()}"
