"""Whether a row of one table gives the figures that a row of another gives of the same thing. Pure."""

import re

from apps.agents.reading.context import Place
from apps.agents.reading.passages import Kind, read_passage
from apps.agents.reading.tables import Row, scale_note
from apps.agents.reading.words import plain
from apps.agents.writer.sentences.rows import head_over
from apps.verification.numbers.table_heads import YEAR

FEWEST_DIGITS = 5  # of the figures that two rows have in common: fewer may agree by chance
FEWEST_YEARS = 2
_ADDED = re.compile(r"\A(?:add|less|plus|deduct)\s*:\s*", re.IGNORECASE)
_TOTAL = re.compile(r"\Atotal\s+", re.IGNORECASE)
_BRACKETED_SCALE = re.compile(r"\s*\([^()]*\b(?:thousands|millions|billions)\b[^()]*\)", re.IGNORECASE)
_SCALE = re.compile(r"\b(thousand|million|billion)s?\b", re.IGNORECASE)
_EXPENSE = re.compile(r"\s+expenses?\Z", re.IGNORECASE)
_SIGNS = re.compile(r"[$€£¥]")
_NAMES_NOTHING = frozenset(("", "total", "other", "net", "basic", "diluted", "balance", "other, net"))


def gives_the_same(place: Place, other: Place) -> bool:
    """Whether the row at ``other`` has for each year of the row at ``place`` the figure it has there, under its label.

    What governs both must be the same: "Operating leases" of a rate are not those of an amount.
    """
    row, there = place.unit.row, other.unit.row
    if row is None or there is None or not _one_label(row, there) or head_over(place) != head_over(other):
        return False
    figures, others = _by_year(row), _by_year(there)
    told = [figure for figure in figures.values() if any(map(str.isdigit, figure))]
    if len(figures) < FEWEST_YEARS or sum(map(_digits, told)) < FEWEST_DIGITS or not _one_scale(place, other):
        return False
    return all(others.get(year) == figure for year, figure in figures.items()) and _one_currency(row, there)


def _one_label(row: Row, other: Row) -> bool:
    """Whether both name the same; a total of all is what its figures say it is."""
    label, there = _label(row), _label(other)
    return label not in _NAMES_NOTHING and label == there


def _label(row: Row) -> str:
    bare = _BRACKETED_SCALE.sub("", plain(row.label)).strip(" :")
    bare = _TOTAL.sub("", _ADDED.sub("", bare))
    return _EXPENSE.sub("", bare).lower()


def _by_year(row: Row) -> dict[str, str]:
    """Year → its cell without currency signs; nothing where a column is no year."""
    if not all(YEAR.fullmatch(column) for column in row.columns):
        return {}
    cells = (_SIGNS.sub("", cell).replace(" ", "") for cell in row.cells)
    return {
        year: "" if not any(map(str.isdigit, cell)) else cell for year, cell in zip(row.columns, cells, strict=False)
    }


def _digits(figure: str) -> int:
    return sum(map(str.isdigit, figure.lstrip("(-0.")))


def _one_scale(place: Place, other: Place) -> bool:
    """Whether what is told in millions is in millions there too, and what is told without a scale has none."""
    return _scale_told(place) in (_scale_told(other), _scale_told(other) or _scale_announced(other))


def _scale_told(place: Place) -> str:
    scale = _SCALE.search(place.text.rpartition(": ")[2])
    return scale[1].lower() if scale else ""


def _scale_announced(place: Place) -> str:
    """The scale in the sentence that announces the table of a row: "Leases were as follows ($ in millions):"."""
    before = read_passage(place.chunk.content)[: place.index]
    line = next((unit.text for unit in reversed(before) if unit.kind is Kind.PROSE), "")
    scale = _SCALE.search(scale_note(line)) if line.endswith(":") else None
    return scale[1].lower() if scale else ""


def _one_currency(row: Row, other: Row) -> bool:
    signs = [{sign for cell in one.cells for sign in _SIGNS.findall(cell)} for one in (row, other)]
    return not all(signs) or signs[0] == signs[1]
