"""The time a statement speaks of, and whether two statements may speak of the same. Pure.

"At the end of the fourth quarter of fiscal 2022" is the end of fiscal 2022; the quarter itself is not the year.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from apps.verification.numbers.dates import PartialDate
from apps.verification.numbers.quantities import Quantity

LAST_QUARTER = 4
_END = re.compile(r"\b(?:at|by|as\s+of)\s+(?:the\s+)?(?:end|close)\s+of\s+(?:the\s+)?(?:year\s+)?\Z", re.IGNORECASE)
_CURRENT = re.compile(r"\bthe\s+current\s+(?P<span>quarter|year)\b", re.IGNORECASE)
# what leads a time in, to be left out with it
LEADING = (
    r"(?:(?:(?:at|by|as\s+of)\s+(?:the\s+)?(?:end|close)\s+of|in|during|for|on|at|as\s+of|of)\s+)?(?:the\s+)?"
    r"(?:(?:full\s+|whole\s+|entire\s+)?(?:year|quarter)\s+(?:ended\s+|of\s+)?)?"
)


class Times(Enum):
    """How the times of two statements stand to each other."""

    SAME = "same"
    UNKNOWN = "unknown"  # one of them has none, or they cannot be compared
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """``span``: "year", "half" (``quarter`` is which), "quarter" or "point"; ``year`` is 0 where none is named."""

    span: str
    year: int = 0
    quarter: int = 0
    fiscal: bool = False
    month: int = 0
    day: int = 0


def period_of(date: PartialDate, before: str) -> Period | None:
    """The period that a date behind the words ``before`` names; None for a day or a month of any year."""
    if not date.year:
        return Period(span="quarter", quarter=date.quarter) if date.quarter else None
    quarter, fiscal = date.quarter or 0, bool(date.fiscal)
    if date.month:
        last = (date.month, date.day) == (12, 31)
        return Period(span="point", year=date.year, month=0 if last else date.month, day=0 if last else date.day or 0)
    if date.half:
        return Period(span="half", year=date.year, quarter=date.half, fiscal=fiscal)
    if date.decade or date.minutes:
        return None
    if _END.search(before):
        quarter = 0 if quarter == LAST_QUARTER else quarter
        return Period(span="point", year=date.year, quarter=quarter, fiscal=fiscal)
    return Period(span="quarter" if quarter else "year", year=date.year, quarter=quarter, fiscal=fiscal)


def only_period(text: str, dates: Iterable[Quantity]) -> Period | None:
    """The one period that a text speaks of; None where it names none, or more. ``dates``: of its quantities."""
    found = {period_of(one.date, text[: one.start]) for one in dates if one.date is not None}
    if not found:
        current = {match["span"].lower() for match in _CURRENT.finditer(text)}
        return Period(span=current.pop()) if len(current) == 1 else None
    return found.pop() if len(found) == 1 else None


def times(one: Period | None, other: Period | None) -> Times:
    """How two periods stand to each other; a year is another time than one of its quarters."""
    if one is None or other is None:
        return Times.UNKNOWN
    if one.year and other.year and one.year != other.year:
        return Times.DIFFERENT
    if one.span != other.span and "point" not in (one.span, other.span):
        return Times.DIFFERENT
    if one.quarter and other.quarter and one.quarter != other.quarter:
        return Times.DIFFERENT
    if one.span == other.span == "point" and not (one.month or other.month) and one.quarter != other.quarter:
        return Times.DIFFERENT
    return Times.SAME if one == other and one.year else Times.UNKNOWN


def is_just_before(one: Period, other: Period) -> bool:
    """Whether ``one`` is the year before ``other``, the same quarter of that year, or the quarter before."""
    if one.span == "point" == other.span:
        return one.year + 1 == other.year
    if one.span != other.span:
        return False
    if one.year + 1 == other.year and one.quarter == other.quarter:
        return True
    earlier = (one.year, one.quarter + 1) if one.quarter < LAST_QUARTER else (one.year + 1, 1)
    return one.span == "quarter" and earlier == (other.year, other.quarter)
