"""Whether a sentence tells of the period that a question asks about: of a quarter, or of the whole year. Pure.

A sentence's own words count before the heading that it stands under; one of no period, or of both, may be of any. A
row of a table tells of the periods that its columns are of. A year that is asked about beside what flows ("net sales in
2022") is a whole one.
"""

import re
from collections.abc import Sequence

from apps.agents.reading.context import Place
from apps.agents.reading.words import content_words
from apps.agents.writer.sentences.ranking import states_figure
from apps.agents.writer.sentences.trade import glossed
from apps.core.patterns import lazy_regex
from apps.core.periods import (
    COUNT,
    FISCAL,
    ORDINAL,
    ORDINALS,
    WHOLE,
    Period,
    Times,
    lengths_told,
    months_of,
    times,
)

_ANY_QUARTER = lazy_regex(
    rf"\b(?:an?|any|per|each|every)\s+(?:(?:{FISCAL}|full|single|given|business)\s+)*quarter\b", re.IGNORECASE
)
_QUARTER = lazy_regex(
    rf"\b(?:(?P<ordinal>{ORDINAL})[\s-]+(?:{FISCAL}\s+)?quarter|Q(?P<digit>[1-4])\b|(?P<before>[1-4])Q(?!\w*[a-z])|"
    r"quarter\b)",
    re.IGNORECASE,
)
_WEEKS = lazy_regex(rf"\b{COUNT}[\s-]+weeks?\b", re.IGNORECASE)
_WHOLE_YEAR = lazy_regex(rf"\b{WHOLE}[\s-]+(?:{FISCAL}\s+)?year\b", re.IGNORECASE)
_YEAR = lazy_regex(
    rf"\b(?:(?:current|prior|previous)\s+(?:{FISCAL}\s+)?year\b|(?:{FISCAL}(?:\s+year)?|in)\s+20\d\d)", re.IGNORECASE
)
_QUARTER_OF = lazy_regex(
    rf"\b(?:quarter\s+of\s+(?:the\s+)?(?:current|prior|previous)?\s*(?:{FISCAL}\s+)?(?:year|20\d\d)(?:\s+20\d\d)?|"
    rf"(?:current|prior|previous)[\s-]+year['’]?s?\s+quarter|quarter\s+(?:{FISCAL}\s+)?20\d\d)",
    re.IGNORECASE,
)
_FLOW = lazy_regex(
    r"\b(?:(?<!cost of )sales|revenues?|(?:net|operating|gross|pre-?tax)\s+(?:income|earnings|loss(?:es)?|profits?)|"
    r"income\s+from|earnings|profits?|expenses?|EBITDAR?|cash\s+flows?|capital\s+expenditures?|capex|"
    r"(?:free|operating)\s+cash|(?:earnings|income|loss)\s+per\s+(?:common\s+)?share|EPS)\b",
    re.IGNORECASE,
)
_ASKED_YEAR = lazy_regex(
    r"(?<!end of )(?<!start of )(?<!beginning of )(?<!close of )"
    rf"\b(?:(?:in|for|during)\s+(?:the\s+)?(?:{FISCAL}\s+)?(?:year\s+)?20|{FISCAL}\s+(?:year\s+)?20|FY\s?(?:20)?)\d\d\b"
    r"(?!\s*[-–/]\s*\d)",
    re.IGNORECASE,
)


def period_asked(question: str) -> frozenset[Period] | None:
    """The quarters or the whole year that a question asks about; None where it names none, or both."""
    years = (_WHOLE_YEAR, _ASKED_YEAR) if _FLOW.search(question) else (_WHOLE_YEAR,)
    told = _told(question, *years)
    return told if _is_of_one_length(told) else None


def asks_of_year(question: str) -> bool:
    """Whether a question names a year in which something flows: "net sales in 2022"."""
    return bool(_FLOW.search(question) and _ASKED_YEAR.search(question))


def tells_of(asked: frozenset[Period], place: Place) -> bool | None:
    """Whether a place tells of the period asked about; None where it does not say of which it tells."""
    if place.unit.row is not None:
        return _tells(asked, _of_row(place))
    path = place.chunk.heading_path
    for text in (place.text, place.unit.heading, path[-1] if path else ""):
        said = _tells(asked, _told(text, _WHOLE_YEAR, _YEAR))
        if said is not None:
            return said
    return None


def of_period(question: str, topic: str, places: Sequence[Place]) -> list[Place]:
    """``places`` without those of another period than the question's, where a figure of that is told of ``topic``."""
    asked, wanted = period_asked(question), frozenset(content_words(topic))
    if asked is None or not any(
        wanted <= glossed(place.words) and states_figure(place.text) and tells_of(asked, place) for place in places
    ):
        return list(places)
    return [place for place in places if tells_of(asked, place) is not False]


def _tells(asked: frozenset[Period], told: frozenset[Period]) -> bool | None:
    if not _is_of_one_length(told):
        return None
    return any(times(one, other) is not Times.DIFFERENT for one in asked for other in told)


def _is_of_one_length(told: frozenset[Period]) -> bool:
    return len({one.months for one in told}) == 1


def _of_row(place: Place) -> frozenset[Period]:
    """The periods of a row's columns, or those that its own words name."""
    periods = place.unit.row.periods if place.unit.row else ()
    lengths = (f"{period.length} ended" for period in periods if period.months)
    return _told(" ".join((place.text, *lengths)), _WHOLE_YEAR)


def _told(text: str, *years: re.Pattern[str]) -> frozenset[Period]:
    """The quarters that a text names, or one of no number, and the whole year where one of ``years`` finds it."""
    rest = _ANY_QUARTER.sub(" ", _QUARTER_OF.sub(" ", text))
    months = lengths_told(rest) | {months_of(one[0]) for one in _WEEKS.finditer(rest)}
    found = _QUARTER.finditer(_ANY_QUARTER.sub(" ", text))
    numbers = {ORDINALS.get((one["ordinal"] or "").lower()) or int(one["digit"] or one["before"] or 0) for one in found}
    numbers |= {0} if 3 in months else set()
    quarters = {Period(length="quarter", number=number) for number in numbers - {0} or numbers}
    year = {Period(length="year")} if 12 in months or any(pattern.search(rest) for pattern in years) else set()
    return frozenset(quarters | year)
