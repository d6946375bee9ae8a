"""Dates and times of day as documents write them, each with as many parts as the text gives."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.core.periods import MONTH, MONTH_OR_SHORT, MONTHS, ORDINAL, ORDINALS, QUARTERS
from apps.verification.numbers.units import CURRENCY_CODES

_MONTH_NUMBERS = {name[:3].lower(): number for number, name in enumerate(MONTHS, start=1)}
_NO_WORDS = "January|February|April|June|July|September|October|November|December"  # beside their being months
# "may 7" where all is in small letters, not "section 3 may" or "an august 12-member panel"
_BEHIND = "|".join(f"(?<={word} )" for word in ("on", "by", "from", "until", "since", "before", "after"))
_COUNTS = r"\s+\d+(?:-[a-z]|\s+(?:hours?|minutes?|miles|times|of\s+them)\b)"
_SMALL_MONTH = rf"(?:{_NO_WORDS.lower()}|(?:{_BEHIND})(?:march|may|august))\b(?!{_COUNTS})"
_MONTH = rf"(?P<month>{MONTH_OR_SHORT}|{MONTH.upper()}|{_SMALL_MONTH})\b\.?"
_YEAR = r"(?P<year>1[5-9]\d\d|20\d\d|2100)\b"
_DAY = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?\b"
_FISCAL = r"(?P<fiscal>fiscal(?:\s+years?)?|financial\s+years?|FY)"
_BESIDE_TIME = (
    r"the|fiscal|financial|calendar|years?|quarters?|months?|end|half|first|second|third|fourth|ended|ending|of|early|late"
    r"|mid|and|to|\d{1,2}"
)
_MONTH_OR_YEAR = rf"{MONTH}|(?:19|20)\d\d"
# "in the fiscal year ended June 30, 2023": a pattern without groups, to be read without case
TIME_PHRASE = (
    rf"(?:in|on|at|during|for|as\s+of)\s+(?:(?:(?:{_BESIDE_TIME})\b[\s,]*)*(?:{_MONTH_OR_YEAR})\b"
    rf"(?:[\s,]*(?:{_BESIDE_TIME}|{_MONTH_OR_YEAR})\b)*|the\s+(?:(?:fiscal|financial)\s+)?(?:year|quarter)\b)[\s,]*"
)
# words behind four digits that make them an amount
_COUNTED = (
    r"percent|per cent|million|billion|thousand|(?:business |working )?days?|weeks?|months?|years?"
    r"|hours?|minutes?|seconds?|people|"
    r"persons?|employees|staff|workers|members|customers|users|patients|participants|students"
    r"|shares|units|copies|votes|"
    r"square|sq|km|kilomet\w+|met(?:er|re)s?|miles?|feet|foot|kg|tons?|tonnes?|dollars|euros"
    r"|points|pages|words|homes|stores"
)
_NTH = rf"(?P<nth>{ORDINAL})"
_BEFORE_MONTH = (
    r"(?:in|of|by|on|until|till|since|through|during|from|before|after|early|late|last|next|this|each|every)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialDate:
    """The parts of a date that a text gives; None is a part it leaves out. ``minutes`` count from midnight."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    quarter: int | None = None
    half: int | None = None
    decade: int | None = None
    minutes: int | None = None
    fiscal: bool = False
    swappable: bool = False  # 03/04/2023: month and day may be the other way round

    def agrees(self, other: "PartialDate") -> bool:
        """Whether no part that both give differs."""
        if self._agrees(other):
            return True
        return (other.swappable and self._agrees(other.swapped())) or (self.swappable and self.swapped()._agrees(other))

    def missing_in(self, other: "PartialDate") -> tuple[str, ...]:
        """Names of the parts this date gives and ``other`` leaves out."""
        return tuple(name for name in _PARTS if getattr(self, name) is not None and getattr(other, name) is None)

    def swapped(self) -> "PartialDate":
        """Month and day the other way round."""
        return PartialDate(year=self.year, month=self.day, day=self.month)

    def _agrees(self, other: "PartialDate") -> bool:
        for one, two in ((self, other), (other, self)):
            if one.half and two.quarter and one.half != (two.quarter + 1) // 2:
                return False
        pairs = ((getattr(self, name), getattr(other, name)) for name in _PARTS)
        return all(a is None or b is None or a == b for a, b in pairs)


_PARTS = tuple(one.name for one in fields(PartialDate) if one.name not in ("fiscal", "swappable"))


@dataclass(frozen=True, slots=True, kw_only=True)
class DateMention:
    """A date at text[start:end]."""

    date: PartialDate
    start: int
    end: int


_PATTERNS = [
    lazy_regex(pattern, flags)
    for pattern, flags in (
        (r"\b(?P<year>\d{4})-(?P<month_number>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])(?!\d)", 0),
        (r"(?<![\d/.])(?P<first>\d{1,2})(?P<sep>[/.])(?P<second>\d{1,2})(?P=sep)(?P<short>\d{4}|\d{2})(?![\d/])", 0),
        (rf"\b{_DAY}(?:\s+day)?(?:\s+of)?[\s-]+{_MONTH}(?:[\s,-]+{_YEAR})?", 0),
        (rf"\b{_MONTH}\s+{_DAY}(?!\s*(?:%|percent|million|billion|,\d{{3}}(?!\d)))(?:\s*,?\s*{_YEAR})?", 0),
        (rf"\b{_MONTH},?\s+(?:of\s+)?{_YEAR}", 0),
        (
            rf"\bQ(?P<quarter>[1-4])(?!\d(?!0\d\d\b)|[A-EG-Za-z])(?:(?:\s*of)?[\s-]*{_FISCAL}?[\s-]*(?P<short>'\d\d|20\d\d|(?<=FY)\d\d)\b)?",
            0,
        ),
        (r"\b(?P<quarter>[1-4])Q(?:[\s-]*(?P<short>'?\d\d|20\d\d))?\b", 0),
        (
            rf"\b{_NTH}[\s-]+(?P<fiscal_part>fiscal[\s-]+)?(?P<part>quarter|half)\b"
            rf"(?:(?:\s+of)?(?:\s+the)?(?:\s+{_FISCAL})?(?:\s+year)?\s+{_YEAR})?",
            re.IGNORECASE,
        ),
        (
            rf"\b(?P<nth>first|last)\s+(?:three|3)\s+months\s+of\s+(?:the\s+year\s+)?(?:{_FISCAL}\s+)?{_YEAR}",
            re.IGNORECASE,
        ),
        (rf"\b(?:H(?P<half>[12]))(?![\dA-EG-Za-z])(?:(?:\s+of)?[\s-]+{_YEAR})?", 0),
        (r"\b(?P<half>[12])H[\s-]?(?P<short>'?\d\d|20\d\d)\b", 0),
        (
            rf"\b{_FISCAL}[\s-]*'?(?P<short>20\d\d|19\d\d|(?<=FY)\d\d|(?<=FY ')\d\d)(?:\s?[/-]\s?(?P<until>\d{{4}}"
            rf"|\d\d))?\b",
            re.I,
        ),
        (r"\b(?P<decade>(?:1[5-9]|20)\d0)\s?['’]?\s?s\b", 0),
        (r"(?<![\w$€£.,])['’]?(?P<short_decade>[2-9]0)['’]?s\b", 0),
        (
            r"(?<![\d.,$€£])\b(?P<hour>1[0-2]|0?[1-9])(?:[:.](?P<minute>[0-5]\d))?\s*(?P<noon>[ap](?=\.?\s?m)|[AP](?=\.?\s?[Mm]))"
            r"\.?\s?[Mm]\b\.?",
            0,
        ),
        (r"(?<![\d:])(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?![\d:]|\.\d)(?!\s*(?:ratio|split))", 0),
        (rf"(?<![\d.,$€£#/-]){_YEAR}\s?[-/]\s?(?P<until>(?:1[5-9]|20)\d\d|\d\d)(?![\d.,-]*\d|%)", 0),
        (rf"(?<![\d.,$€£#/-])(?<![$€£]\s){_YEAR}(?!\d|%|,\d{{3}}|\.\d|:\d|/\d|\s?-\d|\s+(?:{_COUNTED})\b)", 0),
        (
            rf"\b(?P<month>{_NO_WORDS}|{_NO_WORDS.lower()})\b"
            rf"|(?<=\b)(?:(?i:{_BEFORE_MONTH})|mid-|(?:end|beginning|middle)\s+of)\s*(?P<month_after>March"
            rf"|May|August)\b",
            0,
        ),
    )
]


_CODE_BEFORE = lazy_regex(rf"\b(?:{'|'.join(sorted(CURRENCY_CODES))})\s?$")


@lru_cache(maxsize=2048)
def find_dates(text: str) -> tuple[DateMention, ...]:
    """Every date of ``text`` in order; a longer form is found before the year or month inside it."""
    left = text
    found: list[DateMention] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(left):
            dates = (
                [] if _CODE_BEFORE.search(text[max(0, match.start() - 5) : match.start()]) else list(_dates_of(match))
            )
            found += [DateMention(date=date, start=match.start(), end=match.end()) for date in dates]
            if dates:
                left = left[: match.start()] + "\0" * len(match[0]) + left[match.end() :]
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _dates_of(match: re.Match[str]) -> Iterator[PartialDate]:
    """The date (two for a span of years) that a pattern matched; none for impossible ones such as 40/40/2020."""
    part = {name: value for name, value in match.groupdict().items() if value is not None}
    if "first" in part:
        yield from _numeric(int(part["first"]), int(part["second"]), _full_year(part["short"]), part["sep"])
        return
    if "hour" in part:
        yield PartialDate(minutes=_minutes(part))
        return
    year = int(part["year"]) if "year" in part else _full_year(part["short"]) if "short" in part else None
    nth = QUARTERS if part.get("nth", "").lower() == "last" else ORDINALS.get(part.get("nth", "").lower())
    is_half = part.get("part", "").lower() == "half"
    if is_half and nth is not None and nth > 2:
        return
    quarter = int(part["quarter"]) if "quarter" in part else None
    half = int(part["half"]) if "half" in part else None
    until = _until(year, part["until"]) if year is not None and "until" in part else None
    if "until" in part and "fiscal" not in part and (until is None or until < year):
        return
    yield PartialDate(
        year=year,
        month=_month(part),
        day=int(part["day"]) if "day" in part else None,
        quarter=quarter if is_half or nth is None else nth,
        half=nth if is_half else half,
        decade=_decade(part),
        fiscal="fiscal" in part or "fiscal_part" in part,
    )
    if until is not None:
        yield PartialDate(year=until, fiscal="fiscal" in part)


def _decade(part: dict[str, str]) -> int | None:
    if "decade" in part:
        return int(part["decade"])
    return 1900 + int(part["short_decade"]) if "short_decade" in part else None


def _numeric(first: int, second: int, year: int, separator: str) -> Iterator[PartialDate]:
    if first <= 12 and 1 <= second <= 31 and first >= 1 and separator == "/":
        yield PartialDate(year=year, month=first, day=second, swappable=second <= 12)
    elif second <= 12 and 1 <= first <= 31 and second >= 1:
        yield PartialDate(year=year, month=second, day=first, swappable=first <= 12 and separator == "/")


def _month(part: dict[str, str]) -> int | None:
    if "month_number" in part:
        return int(part["month_number"])
    name = part.get("month") or part.get("month_after")
    return _MONTH_NUMBERS[name[:3].lower()] if name else None


def _minutes(part: dict[str, str]) -> int:
    hour = int(part["hour"])
    if "noon" in part:
        hour = hour % 12 + (12 if part["noon"].lower() == "p" else 0)
    return hour * 60 + int(part.get("minute", 0))


def _full_year(digits: str) -> int:
    plain = digits.lstrip("'’")
    number = int(plain)
    return number if len(plain) == 4 else (2000 if number < 70 else 1900) + number


def _until(year: int, digits: str) -> int:
    return int(digits) if len(digits) == 4 else year // 100 * 100 + int(digits)
