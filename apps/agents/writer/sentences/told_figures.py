"""What a sentence or a table row says that one thing amounted to in each year. Pure.

Read is only what says nothing else: "Interest income was $31 million in fiscal 2023, compared to $24 million in 2022."
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from apps.agents.reading.context import Place
from apps.agents.reading.words import plain
from apps.agents.writer.sentences.near_words import TIME, spelled_alike
from apps.agents.writer.sentences.rows import head_over
from apps.core.patterns import lazy_regex
from apps.core.periods import MONTHS
from apps.core.words import word_set
from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.match import Nearness, comparable, nearness
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.reading import parse_quantities

KEPT = 2048  # sentences and rows that were read
FEWEST_DIGITS = 3  # of all figures that two places have in common
_WAS = r"(?:was|were|total(?:l?ed)|amounted\s+to|(?:in|de)creased\s+from|(?:rose|fell)\s+from)"
_SENTENCE = lazy_regex(
    rf"(?:(?P<time>{TIME}))?(?:the|our|total|\s)*(?P<label>[^,;:.()$€£¥%\d]+?)\s+{_WAS}\s+(?P<rest>.+)",
    re.I | re.S,
)
_ROW = lazy_regex(r"(?P<label>.+?):\s+(?P<rest>\D*\d.*)", re.DOTALL)
_CELL = lazy_regex(
    r"(?P<figure>.+?)\s+(?:in|as of December (?:2[5-9]|3[01]),)\s+(?P<year>(?:19|20)\d\d)(?:,\s+|\.\Z|\Z)"
)
_CAUSE = lazy_regex(
    r",?\s+(?:primarily|mainly|largely|partly|partially|due|driven|reflecting)\b[^\d]*\Z", re.IGNORECASE
)
_GLUE = word_set(f"""
    and in for of at as the fiscal financial year years ended ending compared with to from respectively versus a an
    {" ".join(MONTHS).lower()}
""")
_ANY_WORD = lazy_regex(r"[^\W\d_]+")
_ADDED = lazy_regex(r"(?:add|less|plus|deduct)\s*:\s*|total\s+|our\s+", re.IGNORECASE)
_QUARTER = lazy_regex(r"\b(?:quarters?|months?|weeks?|half)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """``of``: the words for what is told; ``years``: year → figure."""

    of: str
    years: Mapping[int, Quantity]


def same_figures(place: Place, other: Place) -> bool:
    """Whether a row gives the figures that a sentence tells, or a sentence those of a row, of one thing and by year."""
    told = told_by(place)
    there = told_by(other) if told is not None else None
    if told is None or there is None or told.of != there.of:
        return False
    if sum(map(_digits, told.years.values())) < FEWEST_DIGITS:
        return False
    return all(year in there.years and _agree(one, there.years[year]) for year, one in told.years.items())


def _agree(claimed: Quantity, one: Quantity) -> bool:
    near = nearness(claimed, one) in (Nearness.EQUAL, Nearness.SATISFIED)
    return near and comparable(claimed, one, "") and (claimed.value < 0) == (one.value < 0)


def _digits(one: Quantity) -> int:
    return len("".join(filter(str.isdigit, one.text)).strip("0"))


def told_by(place: Place) -> Series | None:
    """None where more is said, or where it is not certain what belongs to which year."""
    if place.unit.row is not None:
        return None if head_over(place) or not place.unit.row.columns else _of_row(place.text)
    return _of_sentence(place.text)


@lru_cache(maxsize=KEPT)
def _of_row(text: str) -> Series | None:
    row = _ROW.fullmatch(plain(text))
    if row is None:
        return None
    cells = list(_CELL.finditer(row["rest"]))
    figures = {int(cell["year"]): _only(cell["figure"]) for cell in cells}
    if not figures or None in figures.values() or sum(len(cell[0]) for cell in cells) != len(row["rest"]):
        return None
    return _told(row["label"], list(figures), list(figures.values()))


@lru_cache(maxsize=KEPT)
def _of_sentence(text: str) -> Series | None:
    sentence = _SENTENCE.fullmatch(spelled_alike(plain(text)).rstrip(" ."))
    if sentence is None or _QUARTER.search(text):
        return None
    rest = _CAUSE.sub("", sentence["rest"])
    found = parse_quantities(f"{sentence['time'] or ''} {rest}")
    years = [one.date.year for one in found if one.date is not None]
    figures = [one for one in found if one.date is None]
    if None in years or not years or len(years) != len(figures) or len(set(years)) != len(years):
        return None
    left = rest
    for one in figures:
        left = left.replace(one.text, " ", 1)
    if any(word.lower() not in _GLUE for word in _ANY_WORD.findall(left)) or not all(map(_is_plain, figures)):
        return None
    return _told(sentence["label"], years, figures)


def _only(cell: str) -> Quantity | None:
    found = parse_quantities(cell)
    return found[0] if len(found) == 1 and _is_plain(found[0]) else None


def _is_plain(one: Quantity) -> bool:
    """Whether it is an amount of money, which tables often give without its sign, or a share; exact and by itself."""
    figured = one.kind in (Kind.MONEY, Kind.PERCENT) or (one.kind is Kind.COUNT and one.scaled)
    return figured and one.bound is Bound.EXACT and not one.hedged and not one.per


def _told(label: str, years: list[int], figures: list[Quantity]) -> Series:
    return Series(
        of=_ADDED.sub("", label.strip(" :")).lower(),
        years=dict(zip(years, figures, strict=True)),
    )
