"""The text that full-text search indexes: what was written, with the many spellings of one thing made one.

The question goes through :func:`normalised` too, so that both sides meet. Nothing here is ever shown or quoted.
"""

import re
import unicodedata

from apps.core.patterns import lazy_regex
from apps.core.sentences import RAISED

_ABOVE = lazy_regex(f"[{RAISED}⁽⁾]+")  # marks of notes and powers: $1,355⁵ is not 13555
# 1,577 · 1577.00 · $1,577 · (1,577) · 28.50%; not the digits inside a word, a version or a date written with points
_NUMBER = lazy_regex(r"(?<![\w.,])[-−]?(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?P<fraction>\.\d+)?(?![\w]|[.,]\d)")
_JOINED = lazy_regex(r"\b([A-Za-z]{1,4}(?:&[A-Za-z]{1,4})+)\b")  # PP&E, SG&A, R&D
_FISCAL = lazy_regex(r"\bFY\s?['’]?(\d{4}|\d{2})\b", re.IGNORECASE)  # FY2022, FY22, FY '22
_QUARTER = lazy_regex(r"\bQ([1-4])(?:\s?['’]?(\d{4}|\d{2}))?\b", re.IGNORECASE)  # Q4, Q4 2022, Q4'22
_QUARTER_FIRST = lazy_regex(r"\b([1-4])Q(?:\s?['’]?(\d{4}|\d{2}))?\b", re.IGNORECASE)  # 4Q22
_BREAKS = lazy_regex(r"[/‐‑–—_]")  # PostgreSQL's parser would read a/b as one file name
_ORDINALS = {"1": "first", "2": "second", "3": "third", "4": "fourth"}


def search_text(context_line: str, content: str) -> str:
    """What ``to_tsvector('english', …)`` is given for a chunk: its context line and its content, normalised."""
    return normalised(f"{context_line}\n{content}")


def normalised(text: str) -> str:
    """No raised figures; numbers without separators and idle zeros; PP&E as PPE, FY22 as fiscal year 2022."""
    text = unicodedata.normalize("NFKC", _ABOVE.sub(" ", text))
    text = _JOINED.sub(lambda match: match[1].replace("&", ""), text)
    text = _FISCAL.sub(lambda match: f"fiscal year {_year(match[1])}", text)
    text = _QUARTER.sub(_quarter, text)
    text = _QUARTER_FIRST.sub(_quarter, text)
    text = _BREAKS.sub(" ", text)
    return _NUMBER.sub(_number, text)


def _number(match: re.Match[str]) -> str:
    fraction = (match["fraction"] or "").rstrip("0").rstrip(".")
    return match["whole"].replace(",", "") + fraction


def _year(digits: str) -> str:
    return digits if len(digits) == 4 else f"20{digits}"


def _quarter(match: re.Match[str]) -> str:
    year = f" {_year(match[2])}" if match[2] else ""
    return f"{_ORDINALS[match[1]]} quarter{year}"
