"""The time that a statement speaks of. Pure.

"At the end of the fourth quarter of fiscal 2022" is the end of fiscal 2022; the quarter itself is not the year.
"""

import re
from collections.abc import Iterable

from apps.core.periods import MOMENT, QUARTERS, Period
from apps.verification.numbers.dates import PartialDate
from apps.verification.numbers.quantities import Quantity

_END = re.compile(r"\b(?:at|by|as\s+of)\s+(?:the\s+)?(?:end|close)\s+of\s+(?:the\s+)?(?:year\s+)?\Z", re.IGNORECASE)
_CURRENT = re.compile(r"\bthe\s+current\s+(?P<span>quarter|year)\b", re.IGNORECASE)
# what leads a time in, to be left out with it
LEADING = (
    r"(?:(?:(?:at|by|as\s+of)\s+(?:the\s+)?(?:end|close)\s+of|in|during|for|on|at|as\s+of|of)\s+)?(?:the\s+)?"
    r"(?:(?:full\s+|whole\s+|entire\s+)?(?:year|quarter)\s+(?:ended\s+|of\s+)?)?"
)


def period_of(date: PartialDate, before: str) -> Period | None:
    """The period that a date behind the words ``before`` names; None for a day or a month of any year."""
    if not date.year:
        return Period(length="quarter", number=date.quarter) if date.quarter else None
    quarter, fiscal = date.quarter or 0, bool(date.fiscal)
    if date.month:
        last = (date.month, date.day) == (12, 31)
        return Period(length=MOMENT, year=date.year, month=0 if last else date.month, day=0 if last else date.day or 0)
    if date.half:
        return Period(length="half", year=date.year, number=date.half, fiscal=fiscal)
    if date.decade or date.minutes:
        return None
    if _END.search(before):
        quarter %= QUARTERS
        return Period(length=MOMENT, year=date.year, number=quarter, fiscal=fiscal)
    return Period(length="quarter" if quarter else "year", year=date.year, number=quarter, fiscal=fiscal)


def only_period(text: str, dates: Iterable[Quantity]) -> Period | None:
    """The one period that a text speaks of; None where it names none, or more. ``dates``: of its quantities."""
    found = {period_of(one.date, text[: one.start]) for one in dates if one.date is not None}
    if not found:
        current = {match["span"].lower() for match in _CURRENT.finditer(text)}
        return Period(length=current.pop()) if len(current) == 1 else None
    return found.pop() if len(found) == 1 else None
