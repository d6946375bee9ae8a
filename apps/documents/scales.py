"""Whether a document's tables give amounts in thousands or more: a bare amount of its text may have lost its scale."""

import re

from apps.core.patterns import lazy_regex

_MONEY = r"(?:dollars|amounts|figures|(?:US)?[$€£¥]|USD|EUR|GBP|CHF|U\.?S\.?\s+dollars)"
_OF_WHAT = rf"(?:(?:un)?audited[,;]?\s+)?(?:(?:(?:all|tabular|dollar)\s+)?{_MONEY}\s+(?:are\s+)?)?"
_IN = rf"(?:expressed\s+|stated\s+)?in\s+(?:{_MONEY}\s+)?"
_SCALE = lazy_regex(
    rf"(?:\([ \t]*{_OF_WHAT}(?:{_IN})?|^[ \t]*{_OF_WHAT}{_IN})"
    r"(?:thousands|millions|billions)\b(?!\s+of\s+(?!dollars|euros|U\.?S\.?\s+dollars))"
    rf"|\(\s*{_MONEY}\s+(?:['’]?000s?|millions?|thousands?|billions?|m|k|bn)\s*\)",
    re.IGNORECASE | re.MULTILINE,
)


def gives_scaled_amounts(text: str) -> bool:
    """Whether a line or bracket says so: "(in millions)", "IN MILLIONS, EXCEPT …", "(Dollars in thousands)"."""
    return bool(_SCALE.search(text))
