"""Whether a sentence tells of the period that a question asks about: of a quarter, or of the whole year. Pure.

A sentence's own words count before the heading that it stands under; one of no period, or of both, may be of any.
"""

import re
from dataclasses import dataclass

from apps.agents.reading.context import Place

_ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4"}
_QUARTER = re.compile(
    r"\b(?:(?P<ordinal>first|second|third|fourth)[\s-]+(?:fiscal\s+)?quarter|Q(?P<digit>[1-4])\b|(?P<before>[1-4])Q(?!\w*[a-z])|"
    r"(?<!\ba )(?<!\bper )(?<!\beach )(?<!\bevery )quarter\b|(?:three|3)\s+months\s+ended|(?:thirteen|13)[\s-]+weeks?)",
    re.IGNORECASE,
)
_WHOLE_YEAR = re.compile(
    r"\b(?:(?:full|whole|entire)[\s-]+(?:fiscal\s+)?year|year\s+ended|(?:twelve|12)\s+months\s+ended|"
    r"(?:fifty-two|52)[\s-]+weeks?)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"\b(?:(?:current|prior|previous)\s+(?:fiscal\s+)?year\b|(?:fiscal(?:\s+year)?|in)\s+20\d\d)", re.IGNORECASE
)
_QUARTER_OF = re.compile(
    r"\b(?:quarter\s+of\s+(?:the\s+)?(?:current|prior|previous)?\s*(?:fiscal\s+)?(?:year|20\d\d)(?:\s+20\d\d)?|"
    r"(?:current|prior|previous)[\s-]+year['’]?s?\s+quarter|quarter\s+(?:fiscal\s+)?20\d\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Told:
    """What a text tells of: a ``quarter``, with the numbers of those it names, a whole ``year``, both or neither."""

    quarter: bool
    year: bool
    numbers: frozenset[str] = frozenset()


def period_asked(question: str) -> Told | None:
    """The quarter or the whole year that a question asks about; None where it names none, or both."""
    told = _told(question, _WHOLE_YEAR)
    return told if told.quarter != told.year else None


def tells_of(asked: Told, place: Place) -> bool | None:
    """Whether a place tells of the period asked about; None where it does not say of which it tells."""
    path = place.chunk.heading_path
    for text in (place.text, place.unit.heading, path[-1] if path else ""):
        told = _told(text, _WHOLE_YEAR, _YEAR)
        if place.unit.row is None and told.quarter != told.year:
            other = asked.numbers and told.numbers and not asked.numbers & told.numbers
            return told.quarter == asked.quarter and not other
    return None


def _told(text: str, *years: re.Pattern[str]) -> Told:
    found = list(_QUARTER.finditer(text))
    numbers = (_ORDINALS.get((one["ordinal"] or "").lower()) or one["digit"] or one["before"] for one in found)
    rest = _QUARTER_OF.sub(" ", text)
    year = any(pattern.search(rest) for pattern in years)
    return Told(bool(found), year, frozenset(number for number in numbers if number))
