"""Rows of tables that were read as lines of text: a label, its cells, and the columns above them. Pure.

Lines are read token by token: one regular expression over a whole row of figures would backtrack for ever.
"""

import re
from dataclasses import dataclass

from apps.verification.table_context import QuoteContext, reading_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a table. ``columns`` has a name per cell, or is empty where they cannot be matched for certain."""

    label: str
    cells: tuple[str, ...]
    columns: tuple[str, ...] = ()
    scale: str = ""  # "(Millions)", as the table's head says it


_FIGURE = re.compile(r"[-–+~(]{0,2}[$€£¥]?\(?[-–+]?\d[\d,]*(?:\.\d+)?\)?%?\)?(?:x|bps|pts|pp)?")
_EMPTY = frozenset(("—", "–", "-", "N/A", "n/a", "nm", "NM", "n.m."))
_BEFORE = frozenset("$€£¥(")
_AFTER = frozenset(("%", ")", "%)", "pts", "bps", "pp", "x"))
_YEAR = re.compile(r"\b(?:FY\s?)?((?:19|20)\d\d)\b")
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_DAY = re.compile(rf"\b{_MONTH}\s+\d{{1,2}}\b,?", re.IGNORECASE)
_SCALE = re.compile(
    r"\(([^()]{0,80}\b(?:thousands|millions|billions)\b[^()]{0,80})\)|((?:[$€£]|"
    r"dollars)[^()\d]{0,40}\bin (?:thousands|millions|billions)\b)",
    re.IGNORECASE,
)
_FIGURE_IN_YEAR = re.compile(
    r"(\d[\d,.]{0,20}\)?\s?%?)\s(?:(?:thousand|million|billion)\s)?(?:in|for)\s(?:fiscal\s|FY\s?)?((?:19|20)\d\d)\b"
)
_SCALE_WORD = re.compile(r"\b(thousand|million|billion)s\b", re.IGNORECASE)
_DOLLARS = re.compile(r"\$|\bdollars\b", re.IGNORECASE)
_UNSCALED = re.compile(
    r"\b(?:per|shares?|rates?|ratios?|percent|percentage|margins?|number|employees|stores|days|times|basic|"
    r"diluted)\b|%",
    re.IGNORECASE,
)
_GAP = re.compile(r"\s*\|\s*|\t+|\s{3,}")
_LONGEST_LOOSE_ROW = 18  # words
_LONGEST_HEAD = 160  # characters


def read_row(line: str, *, columns: tuple[str, ...], scale: str) -> Row | None:
    """The row a line holds, or None when it has no label or no cells.

    Cells are parted by bars, tabs or wide gaps, or are the figures at the end of the line.
    """
    parts = split_cells(line)
    if len(parts) > 1 and not all(_in_cells(token) for part in parts[1:] for token in part.split()):
        label, cells = parts[0], tuple(parts[1:])
    else:
        label, cells = _figures_at_end(line.replace("|", " ").split())
    label = label.strip(" .:…")
    if not cells or not any(letter.isalpha() for letter in label):
        return None
    if not any(letter.isdigit() for cell in cells for letter in cell) and len(parts) < 3:
        return None
    if len(cells) == 1 and _DAY.search(f"{label} {cells[0]}"):
        return None
    matched = columns if len(columns) == len(cells) and len(set(columns)) == len(columns) else ()
    return Row(label=label, cells=cells, columns=matched, scale=scale)


def read_loose_row(line: str) -> Row | None:
    """A row whose cells run together: what stands before its first figure is its label."""
    tokens = line.split()
    first = next((place for place, token in enumerate(tokens) if any(letter.isdigit() for letter in token)), 0)
    if not first or len(tokens) > _LONGEST_LOOSE_ROW:
        return None
    return Row(label=" ".join(tokens[:first]), cells=(" ".join(tokens[first:]),))


def split_cells(line: str) -> list[str]:
    """What bars, tabs or gaps of three blanks part in a raw line."""
    return [" ".join(part.split()) for part in _GAP.split(line.strip(" |\t")) if part.strip()]


def head_of(line: str) -> tuple[str, ...]:
    """The names over a table's columns but the first, when a line of cells holds names alone."""
    parts = split_cells(line)
    named = len(parts) > 1 and all(any(letter.isalpha() for letter in part) for part in parts)
    return tuple(parts[1:]) if named and not any(letter.isdigit() for letter in line) else ()


def _figures_at_end(tokens: list[str]) -> tuple[str, tuple[str, ...]]:
    first = len(tokens)
    while first and _in_cells(tokens[first - 1]):
        first -= 1
    cells = _joined(tokens[first:])
    return " ".join(tokens[:first]), cells if any(letter.isdigit() for cell in cells for letter in cell) else ()


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


def columns_in(line: str) -> tuple[str, ...]:
    """The years that head a table's columns: of a line with at least two years and no other figure but days."""
    if len(line) > _LONGEST_HEAD or line.rstrip().endswith((".", ";")):
        return ()
    years = _YEAR.findall(line)
    rest = _YEAR.sub(" ", _DAY.sub(" ", line))
    return () if len(years) < 2 or any(letter.isdigit() for letter in rest) else tuple(years)


def scale_note(line: str) -> str:
    """The words of a table's head that give its scale: ``(Millions)``, ``($ in millions, except per share data)``."""
    match = _SCALE.search(line[: 3 * _LONGEST_HEAD])
    return f"({(match[1] or match[2]).strip()})" if match else ""


def misplaced(row: Row, text: str) -> bool:
    """Whether ``text`` puts a figure of the row under a year that another of its figures stands under."""
    figures = [_digits(cell) for cell in row.cells]
    for figure, year in _FIGURE_IN_YEAR.findall(text):
        if year in row.columns and _digits(figure) in figures and figures[row.columns.index(year)] != _digits(figure):
            return True
    return False


def _digits(figure: str) -> str:
    return "".join(letter for letter in figure if letter.isdigit() or letter == ".").rstrip(".")


def row_sentence(row: Row) -> str:
    """A row as a sentence: every cell as the table prints it, with its scale and, where that is certain, its column."""
    cells = tuple(_with_scale(cell, row) for cell in row.cells)
    if not row.columns:
        return f"{row.label}: {' '.join(cells)}."
    if all(_YEAR.fullmatch(column) for column in row.columns):
        shown = ", ".join(f"{cell} in {column}" for cell, column in zip(cells, row.columns, strict=True))
        return f"{row.label}: {shown}."
    shown = "; ".join(f"{column}: {cell}" for cell, column in zip(cells, row.columns, strict=True))
    return f"{row.label} – {shown}."


def _with_scale(cell: str, row: Row) -> str:
    """A figure under "($ in millions)" as "$1,058 million"; shares, rates and amounts per share stay as they are."""
    word = _SCALE_WORD.search(row.scale)
    if not word or cell in _EMPTY or not all(_in_cells(token) for token in cell.split()) or "%" in cell:
        return cell
    if not reading_of(QuoteContext(text=row.scale)).exponent:  # what the number lint cannot read must not be written
        return cell
    if _UNSCALED.search(row.label):
        return cell
    sign = "$" if _DOLLARS.search(row.scale) and not any(mark in cell for mark in "$€£¥") else ""
    return f"{sign}{cell} {word[1].lower()}"
