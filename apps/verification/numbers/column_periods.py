"""Whether a claim puts a figure into the period of its column, which may be named by its last day. Pure.

"January 28, 2023" ends what one house calls fiscal 2022 and another fiscal 2023: only the document can say which.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.core.periods import COUNTED, ENDED, PART_MARK, Period, lengths_told, months_of
from apps.verification.numbers.dates import PartialDate, find_dates
from apps.verification.numbers.fault import NumberFault
from apps.verification.numbers.head_periods import NEW_YEAR
from apps.verification.numbers.table_columns import Column, is_of_another_period
from apps.verification.numbers.table_heads import DAY

RETAIL_END = (2, 10)  # day up to which a year that ends may bear the number of the one before
_OF_A_PART = lazy_regex(rf"\b(?:quarter\w*|(?P<half>half)|{PART_MARK}|(?P<length>{COUNTED}))\b", re.IGNORECASE)
_FISCAL = r"(?:fiscal|financial)(?:\s+year)?\s+(?P<year>20\d\d|19\d\d)\b"
_ON = rf"(?P<day>{DAY.pattern}\s+(?:19|20)\d\d)\b"
_NAMES = [
    lazy_regex(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_FISCAL}[\s\"”’',]*(?:\(|,?\s*which\s+|,?\s*that\s+|\s)[^.;()\d]*(?:\d{{2}}[\s-]weeks?\s+)?"
        rf"(?:{ENDED}|ends)\s+(?:on\s+)?{_ON}",
        rf"\b(?:{ENDED}|ends)\s+(?:on\s+)?{_ON},?\s*\(\W*(?:the\s+|our\s+|or\s+)?\W*{_FISCAL}",
        rf"{_ON},\s+(?:which\s+(?:is|was)\s+)?the\s+(?:last|final)\s+(?:\w+\s+)?day\s+of\s+(?:our\s+)?{_FISCAL}",
        rf"\b{_FISCAL}(?:\s+\w+)?\s+results\b.{{0,600}}?\bperiods?\W[^.;]{{0,20}}?{ENDED}\s+{_ON}",
    )
]


@lru_cache(maxsize=256)
def number_of_year(text: str) -> int | None:
    """What to add to the calendar's year for the number of the fiscal one that ends in January, as a text names it.

    0 or -1; None where it does not say, or says both.
    """
    found = set()
    flat = " ".join(text.split())
    for named in (one for pattern in _NAMES for one in pattern.finditer(flat)):
        end = find_dates(named["day"])[0].date
        if end.year and (1, NEW_YEAR) < (end.month, end.day) <= RETAIL_END:
            found.add(int(named["year"]) - end.year)
    return found.pop() if len(found) == 1 and found <= {0, -1} else None


def period_fault(
    dates: Sequence[PartialDate], column: Column, *, claim_text: str, numbered: int | None
) -> NumberFault | None:
    """What is wrong with the ``dates`` that a claim gives a figure of the column. ``numbered``: see number_of_year."""
    period = column.dated
    if period is None or not dates:
        return NumberFault.PERIOD if is_of_another_period(dates, column) else None
    if period.month and not any(one.month and one.agrees(column.period) for one in dates):
        fault = _fault_of_year(dates, column, numbered)
        if fault is not None:
            return fault
    elif not period.month and is_of_another_period(dates, column):
        return NumberFault.PERIOD
    return _fault_of_length(dates, period, claim_text)


def has_length(words: str, columns: Iterable[Column], text: str) -> bool:
    """Whether "13 weeks" is the length of a column's period, or where no head says one, of what ends in the text."""
    months = months_of(words)
    lengths = {months_of(one.dated.length) for one in columns if one.dated} - {0}
    return months in (lengths or lengths_told(text))


def dates_of(columns: Iterable[Column], numbered: int | None) -> list[PartialDate]:
    """The days on which the columns' periods end, and the years by which those are called."""
    ends = dict.fromkeys(one.period for one in columns)
    years = sorted(set().union(*(_numbers_of(end, numbered) for end in ends)))
    return [*ends, *(PartialDate(year=year) for year in years)]


def _fault_of_year(dates: Sequence[PartialDate], column: Column, numbered: int | None) -> NumberFault | None:
    end = column.period
    if any(one.month and one.agrees(other) for one in dates for other in column.periods):
        return NumberFault.PERIOD
    years = {one.year for one in dates if not one.month}
    if years & _numbers_of(end, numbered):
        return None
    in_doubt = not _numbers_of(end, numbered) and years & {end.year, end.year - 1}
    if not in_doubt and any(years & _numbers_of(other, numbered) for other in column.periods):
        return NumberFault.PERIOD
    return NumberFault.CALENDAR if in_doubt or end.year in years else None


def _numbers_of(end: PartialDate, numbered: int | None) -> set[int]:
    """The years by which a period that ends then may be called; none where nobody can say."""
    if not end.month or not end.day or (end.month, end.day) > RETAIL_END:
        return {end.year}
    if (end.month, end.day) <= (1, NEW_YEAR):
        return {end.year - 1}
    return set() if numbered is None else {end.year + numbered}


def _fault_of_length(dates: Sequence[PartialDate], period: Period, claim_text: str) -> NumberFault | None:
    own = months_of(period.length)
    if not own:
        return None
    told = lengths_told(claim_text)
    if len(told) == 1 and own not in told:
        return NumberFault.PERIOD
    of_part = (one["length"] or one["half"] or "quarter" for one in _OF_A_PART.finditer(claim_text))
    named = told | {3 if one.quarter else 6 for one in dates if one.quarter or one.half} | {*map(months_of, of_part)}
    if (own == 12 or own not in named) and all(one.quarter or one.half for one in dates):
        return NumberFault.PERIOD
    return NumberFault.CALENDAR if own < 12 and own not in named else None
