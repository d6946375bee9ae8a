"""Which period each column of years is of: "52 Weeks Ended" over "January 28," over "2023". Pure.

The reader of passages and the number lint read heads with the same code: what the lint cannot read must not be written.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from apps.core.patterns import lazy_regex
from apps.core.periods import ENDED, LENGTH, MOMENT, YEARS_END, Period
from apps.verification.numbers.dates import PartialDate, find_dates
from apps.verification.numbers.table_heads import DAY, YEAR, year_columns

NEW_YEAR = 10  # a day of January up to which a year of 52 weeks that ends is the one before
LINES_OVER = 7  # over the years in which their period is looked for
LONGEST_HEAD = 12  # words of a line that heads a table, not of a sentence
_LENGTH = lazy_regex(rf"\b(?:{LENGTH})\b", re.IGNORECASE)
_BRACKETED = lazy_regex(r"\([^()]*\)")
_SCALE_LINE = lazy_regex(r"\bin\s+(?:thousands|millions|billions)\b", re.IGNORECASE)
_GLUE = lazy_regex(r"\b(?:as|at|of|for|the|and|fiscal|periods?|ended|ending|respectively)\b|\W", re.IGNORECASE)
_OF_A_DAY = lazy_regex(r"\b(?:as\s+of|at)\b", re.IGNORECASE)
_FLOWS = lazy_regex(
    r"\b(?:statements?\s+of\s+(?:[\w()]+\s+){0,3}?(?:income|earnings|operations|loss|cash\s+flows?)|income\s+statements?"
    r"|cash\s+flows?\s+statements?)\b",
    re.IGNORECASE,
)
_FLOW = lazy_regex(
    r"\W*(?:(?:(?:total|net|gross|operating)\s+)*(?:sales|revenues?|income(?!\s+tax)|earnings|profits?|margins?)"
    r"|(?:net|operating)\s+loss(?!\s+carry)|cost\s+of\s+(?:sales|revenues?|goods)|benefits\s+paid|(?:service|interest)\s+cost|additions?|payments?)\b",
    re.IGNORECASE,
)  # a row that tells what came about in a time
_OPENING = lazy_regex(r"\b(?:beginning|opening|start)\b", re.IGNORECASE)  # a row of what there was before that
_LIST_OF_DAYS = rf"{DAY.pattern}(?:\s*(?:,|and|,\s*and)?\s*(?:{YEAR.pattern}|{DAY.pattern}))*"
_SAID = lazy_regex(rf"(?:(?P<length>{LENGTH})\s+{ENDED}|\bas\s+of|\bat)\s+(?P<days>{_LIST_OF_DAYS})", re.IGNORECASE)
_PART_ENDED = lazy_regex(rf"\b(?P<length>{LENGTH})\s+{ENDED}\b", re.IGNORECASE)


def periods_under(line: str, over: Sequence[str], below: Sequence[str] = ()) -> tuple[Period, ...]:
    """The period of each of the years that head the columns of a table; () for another line, and where it is in doubt.

    ``over``: the lines above, the nearest last; ``below``: rows under it, where they are known.
    """
    years = [int(year) for year in year_columns(line)]
    if not years:
        return ()
    head = _Head(years, below)
    for one in (line, *_near(over)):
        if head.read(one):
            break
    return head.periods()


def _near(over: Sequence[str]) -> Iterator[str]:
    """The lines upwards, those that hold a letter or a digit; a sentence that ends in a colon as one."""
    lines = list(over[-2 * LINES_OVER :])
    while lines:
        line = lines.pop()
        while line.rstrip().endswith(":") and lines and any(map(str.isalnum, lines[-1])):
            line = f"{lines.pop()} {line}"
        if any(map(str.isalnum, line)):
            yield line


class _Head:
    """What the lines from the years upwards have said of their columns."""

    def __init__(self, years: Sequence[int], below: Sequence[str]) -> None:
        self.years = years
        self.rolls = any(map(_OPENING.search, below))
        self.days: list[tuple[int, int]] = []  # month and day of each column
        self.length = ""
        self.of_a_day = False
        self.doubtful = False
        self.of_flows = any(map(_FLOW.match, below))
        self.begun = False

    def periods(self) -> tuple[Period, ...]:
        both = bool(self.length) and self.of_a_day
        ends = [
            Period(year=year, month=month, day=day) for year, (month, day) in zip(self.years, self.days, strict=False)
        ]
        if not ends:
            part = Period(length=self.length).is_part
            return () if self.doubtful or part else tuple(Period(year=year) for year in self.years)
        rolls = self.rolls and not self.length
        doubtful = self.doubtful or both or (rolls and self.of_a_day)
        doubtful = doubtful or (self.of_flows and not self.length and not self.of_a_day and not rolls)
        if doubtful and all((one.month, one.day) >= YEARS_END for one in ends):
            part = Period(length=self.length).is_part
            return () if part else tuple(Period(year=year) for year in self.years)
        length = "year" if rolls else self.length or MOMENT
        return () if doubtful else tuple(replace(one, length=length) for one in ends)

    def read(self, line: str) -> bool:
        """Goes on by the next line upwards; True where that was the last."""
        if _SCALE_LINE.search(line) and not DAY.search(line):
            return bool(line.rstrip().endswith((":", "."))) and self._announced(line)
        bare = _BRACKETED.sub(" ", line)
        days, lengths = list(DAY.finditer(bare)), _lengths(bare)
        rest = _GLUE.sub("", _LENGTH.sub(" ", YEAR.sub(" ", DAY.sub(" ", bare))))
        if rest and self.begun:
            return self._titled(line, bare)
        self.begun = True
        if days and not self.days:
            self._take_days(bare, days)
        elif days:
            return True  # the days of another head
        if len(lengths) > 1 or (self.length and lengths):
            self.doubtful = True
        self.length = self.length or next(iter(lengths), "")
        self.of_a_day = self.of_a_day or bool(_OF_A_DAY.search(bare))
        return bool(self.days and self.length) or self.doubtful

    def _titled(self, line: str, bare: str) -> bool:
        """Reads a line that says more than periods: the sentence that announces the table, or its title."""
        self.of_flows = self.of_flows or bool(_FLOWS.search(line))
        if line.rstrip().endswith((":", ".")) or len(bare.split()) > LONGEST_HEAD:
            return self._announced(line)
        other_day = any((one.date.month, one.date.day or 0) < YEARS_END for one in find_dates(bare) if one.date.day)
        parts = any(Period(length=_plain_length(one["length"])).is_part for one in _PART_ENDED.finditer(bare))
        self.doubtful = self.doubtful or ((other_day and not self.days) or (parts and not self.length))
        return True

    def _announced(self, line: str) -> bool:
        """Takes the days from a sentence that ends over the table, where it names one for each column or for all."""
        said = [(one["length"] or "", one["days"]) for one in _SAID.finditer(line)]
        lengths = {_plain_length(length) for length, _ in said if length}
        if not line.rstrip().endswith(":") or len(lengths) > 1:
            parts = any(Period(length=length).is_part for length in lengths)
            self.doubtful = self.doubtful or (parts and not self.length)
            return True
        if not self.days:
            self._take_announced([one.date for _, days in said for one in find_dates(days)])
            self.length = self.length or (next(iter(lengths), "") if self.days else "")
        elif not self.length and not self.of_a_day:
            self.length = next(iter(lengths), "")
        return True

    def _take_announced(self, dates: Sequence[PartialDate]) -> None:
        named = {one.year for one in dates if one.year}
        days = {one.year: (one.month, one.day) for one in dates if one.month and one.day}
        if named and named != set(self.years):
            return
        if set(days) == set(self.years):
            self.days = [days[year] for year in self.years]
        elif len(days) == 1:
            self.days = [next(iter(days.values()))] * len(self.years)

    def _take_days(self, bare: str, days: Sequence[re.Match[str]]) -> None:
        """One day for each column, in order, or one for all."""
        found = [(one.date.month, one.date.day) for day in days for one in find_dates(day[0])]
        if len(found) not in (1, len(self.years)) or not all(map(all, found)):
            self.doubtful = True
            return
        years = [int(year[1]) for year in YEAR.finditer(bare)]
        one_for_all = len(found) == 1 and len(self.years) > 1
        if one_for_all and len(years) > 1 and days[0].start() > bare.find(str(years[0])):
            self.doubtful = True  # a day behind the first year is another's
            return
        self.doubtful = self.doubtful or (bool(years) and years != list(self.years))
        self.days = found * len(self.years) if one_for_all else found


def _lengths(text: str) -> list[str]:
    """The lengths of periods that a line names, each once."""
    return list(dict.fromkeys(_plain_length(one[0]) for one in _LENGTH.finditer(text)))


def _plain_length(words: str) -> str:
    """As it stands behind "for the": "52 weeks", "three months", "fiscal year"."""
    plain = re.sub(r"[\s-]+", " ", words.lower())
    return plain if re.search(r"\b(?:weeks|months)\Z", plain) else plain.removesuffix("s")
