"""The lines over a table that name its columns by years. Pure.

The reader of passages and the number lint read heads with the same code: what the lint cannot read must not be written.
"""

import re

from apps.core.patterns import lazy_regex
from apps.core.periods import MONTH, MONTH_OR_SHORT, PART_MARK

YEAR = lazy_regex(r"\b(?:FY\s?)?((?:19|20)\d\d)\b")
MONTH_DAY = lazy_regex(rf"\b{MONTH}\s+\d{{1,2}}\b,?", re.IGNORECASE)
# "December 31," and "31 December"
DAY = lazy_regex(
    rf"\b(?:{MONTH_OR_SHORT}\b\.?\s+\d{{1,2}}\b,?|\d{{1,2}}(?:st|nd|rd|th)?\.?\s+{MONTH_OR_SHORT}\b\.?)", re.IGNORECASE
)
_PERIOD = lazy_regex(
    rf"\b(?:{PART_MARK}(?:[\s'’-]*(?:FY\s?)?(?:(?:19|20)\d\d|\d\d)\b)?|FY[\s'’]*(?:\d\d){{1,2}}"
    r"|\d{1,2}([./])\d{1,2}\1(?:\d\d){1,2}|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_OF_DATES = lazy_regex(
    rf"\([^()]*\)|(?:[$€£]|\bdollars\b)?\s*\bin\s+(?:thousands|millions|billions)\b|{DAY.pattern}|\b{MONTH_OR_SHORT}\b"
    r"|\b(?:as|at|of|for|the|FY|fiscal|financial|calendar|years?|quarters?|months?|weeks?|periods?|ended|ending)\b"
    r"|[^\w(]",
    re.IGNORECASE,
)
# right before a year: it is a quarter, a half or a month of it
_OF_A_PART = lazy_regex(
    rf"\b(?:{PART_MARK}|{MONTH_OR_SHORT}\.?|(?:first|second|third|fourth)\s+(?:quarter|half))[\s,'’(]*\Z", re.I
)
_FIGURE_AT_END = lazy_regex(r"\d[\d,.]*\)?\s?%?\)?(?:\s+[—–-])*\s*\Z")
_LONGEST = 160  # characters


def year_columns(line: str) -> tuple[str, ...]:
    """The years that are all the columns of a table, in order; () for any other line, and wherever that is in doubt.

    Nothing but dates may stand between and behind them: "2023 2022 Change" has a third column, and "2023 and 2022" is a
    title.
    """
    years = list(YEAR.finditer(line))
    if len(years) < 2 or not names_periods(line):
        return ()
    ends = [*(year.start() for year in years[1:]), len(line)]
    starts = [0, *(year.end() for year in years)]
    if any(
        _OF_A_PART.search(DAY.sub(" ", line[start : year.start()])) for start, year in zip(starts, years, strict=False)
    ):
        return ()
    between = (line[year.end() : end] for year, end in zip(years, ends, strict=True))
    return () if any(_OF_DATES.sub("", words) for words in between) else tuple(year[1] for year in years)


def names_periods(line: str) -> bool:
    """Whether a line could head a table: it names two periods at least and has no other figure but days of a month."""
    if len(line) > _LONGEST or line.rstrip().endswith((".", ";")):
        return False
    rest, periods = _PERIOD.subn(" ", DAY.sub(" ", line))
    return periods > 1 and not any(letter.isdigit() for letter in rest)


def labelled(line: str) -> bool:
    """Whether words stand before the first year that are no date: "Maturity 2028 2031" may be a row of years."""
    year = YEAR.search(line)
    return bool(year) and any(letter.isalpha() for letter in _OF_DATES.sub("", line[: year.start()]))


def ends_in_figures(words: str) -> bool:
    """Whether ``words`` end with a figure that belongs to no date, as the rows of a table do."""
    return bool(_FIGURE_AT_END.search(_PERIOD.sub(" ", DAY.sub(" ", words[-_LONGEST:]))))
