"""Words that only measure a span of time: "three years" is nothing annual, "60 days" is nothing daily. Pure."""

import re

from apps.agents.reading.context import Place
from apps.agents.reading.words import content_words

_UNITS = frozenset(content_words("day month year"))
_SPAN = re.compile(
    r"\b(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|several|few)"
    r"(?:[ -](?:calendar|business|working|full|consecutive))?[ -](?:days?|months?|years?)\b",
    re.IGNORECASE,
)


def without_spans(text: str) -> str:
    """``text`` without spans of days, months and years."""
    return _SPAN.sub(" ", text)


def spoken(place: Place) -> frozenset[str]:
    """Stems of what a place speaks of: without units of time that it only measures by."""
    return place.words - (_UNITS - frozenset(content_words(without_spans(place.text))))
