"""Periods: what they and their parts are called, and how two of them stand to each other. English. Pure.

The patterns are without groups and to be read without case.
"""

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.core.words import ONES, word_set

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
DAYS_AND_MONTHS = word_set(f"monday tuesday wednesday thursday friday saturday sunday {' '.join(MONTHS).lower()}")
MONTH = rf"(?:{'|'.join(MONTHS)})"
MONTH_OR_SHORT = rf"(?:{'|'.join(MONTHS)}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
ORDINAL = rf"(?:{'|'.join(ORDINALS)})"
FISCAL = r"(?:fiscal|financial|calendar)"
WHOLE = r"(?:full|whole|entire)"
ENDED = r"(?:ended|ending)"
QUARTERS = 4  # of a year
PART_MARK = r"(?:Q[1-4]|[1-4]Q|H[12])"  # a quarter or a half of a year, in short
_COUNTS = {word: number for word, number in ONES.items() if 1 <= number <= 14} | {
    "twenty six": 26,
    "twenty seven": 27,
    "thirty nine": 39,
    "forty": 40,
    "fifty two": 52,
    "fifty three": 53,
}
COUNT = rf"(?:\d{{1,2}}|{'|'.join(_COUNTS)})".replace(" ", r"[\s-]")
COUNTED = rf"(?:{COUNT}[\s-]+(?:weeks?|months?))"
# of a period that ends on a day
LENGTH = rf"(?:{COUNTED}|(?:{ORDINAL}\s+)?(?:{FISCAL}\s+)?quarters?|half[\s-]years?|(?:{FISCAL}\s+)?years?)"
_HAS_ENDED = lazy_regex(rf"\b(?P<length>{LENGTH})\s+{ENDED}\b", re.IGNORECASE)
YEARS_END = (12, 25)  # from this day of December on the year that ends is the calendar's, give or take some days
MOMENT = "moment"  # the length of none: the end of a year, a day
_MONTHS_OF_WEEKS = {13: 3, 14: 3, 26: 6, 27: 6, 39: 9, 40: 9, 52: 12, 53: 12}


class Times(Enum):
    """How two periods stand to each other."""

    SAME = "same"
    UNKNOWN = "unknown"  # one of them is not told, or they cannot be compared
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A time of a ``length`` in words: "year", "13 weeks", MOMENT; 0 and "" are what is not told.

    ``number``: which quarter or half of the ``year`` it is; ``month`` and ``day``: the last of it.
    """

    length: str = ""
    year: int = 0
    number: int = 0
    fiscal: bool = False
    month: int = 0
    day: int = 0

    @property
    def months(self) -> int:
        """How many it lasts; 0 where it does not say."""
        return months_of(self.length)

    @property
    def is_moment(self) -> bool:
        return self.length == MOMENT

    @property
    def is_part(self) -> bool:
        """Whether it is shorter than a year."""
        return self.length not in ("", MOMENT) and self.months != 12

    @property
    def is_plain(self) -> bool:
        """Whether its year is all there is to say: no day is known, or it is a year up to the end of December."""
        return not self.month or (self.months == 12 and (self.month, self.day) >= YEARS_END)

    @property
    def last_day(self) -> str:
        """As a table prints it: "January 28, 2023"."""
        return f"{MONTHS[self.month - 1]} {self.day}, {self.year}"

    @property
    def told(self) -> str:
        """The words by which a figure is put into the period."""
        if self.is_plain:
            return f"in {self.year}"
        return f"as of {self.last_day}" if self.is_moment else f"for the {self.length} ended {self.last_day}"


@lru_cache(maxsize=1024)
def months_of(length: str) -> int:
    """How many months "13 weeks" or "fiscal quarter" are; 0 where it does not say."""
    words = re.sub(r"[\s-]+", " ", length.lower()).strip()
    if words.endswith(("quarter", "quarters")):
        return 3
    if words.endswith(("half", "year", "years")):
        return 6 if "half" in words else 12
    count, _, unit = words.rpartition(" ")
    number = int(count) if count.isdigit() else _COUNTS.get(count, 0)
    return number if unit.startswith("month") else _MONTHS_OF_WEEKS.get(number, 0)


def lengths_told(text: str) -> set[int]:
    """The lengths in months of the periods that a text says have ended."""
    return {months_of(one["length"]) for one in _HAS_ENDED.finditer(text)} - {0}


def times(one: Period | None, other: Period | None) -> Times:
    """How two periods stand to each other; a year is another time than one of its quarters."""
    if one is None or other is None:
        return Times.UNKNOWN
    moments = one.is_moment and other.is_moment
    if one.year and other.year and one.year != other.year:
        return Times.DIFFERENT
    if one.months and other.months and one.months != other.months:
        return Times.DIFFERENT
    if one.number and other.number and one.number != other.number:
        return Times.DIFFERENT
    if moments and not (one.month or other.month) and one.number != other.number:
        return Times.DIFFERENT
    return Times.SAME if one == other and one.year else Times.UNKNOWN


def is_just_before(one: Period, other: Period) -> bool:
    """Whether ``one`` is the year before ``other``, the same quarter of that year, or the quarter before."""
    if one.is_moment and other.is_moment:
        return one.year + 1 == other.year
    if one.length != other.length:
        return False
    if one.year + 1 == other.year and one.number == other.number:
        return True
    earlier = (one.year, one.number + 1) if one.number < QUARTERS else (one.year + 1, 1)
    return one.length == "quarter" and earlier == (other.year, other.number)
