"""Headings without the number they stand under. Pure."""

import re

from apps.core.patterns import lazy_regex

_NUMBER = lazy_regex(
    r"\A(?:(?:part|item|note|article|section|chapter|annex|appendix|schedule|exhibit)\s+(?:[0-9]+[a-z]?|"
    r"[ivxl]+|[a-z])\b"
    r"|\(?(?:[0-9]+(?:\.[0-9]+)*|[ivx]+|[a-z])[.)](?=\s|\Z)|[0-9]+(?:\.[0-9]+)+)[\s.:)–—-]*",
    re.IGNORECASE,
)
_EDGE = " .:–—-"
_ABOUT = lazy_regex(r"\Aabout\s+(?P<whom>\S.*)\Z", re.IGNORECASE)
_SPLIT_OFF = lazy_regex(r"(?<=[^\W\d_]{3})\s(?=[^\W\d_]{1,2}\Z)")


def unnumbered(heading: str) -> str:
    """What a heading says: "Item 1. – Business." is "Business"; nothing where it is a number alone."""
    line = heading.strip(_EDGE)
    while (shorter := _NUMBER.sub("", line, count=1).strip(_EDGE)) != line:
        line = shorter
    return line


def is_numbered(heading: str) -> bool:
    """Whether it has a number of its own."""
    return bool(_NUMBER.match(heading.strip(_EDGE)))


def whole(heading: str) -> str:
    """A heading whose last letters an extraction has split off: "Busines s" is "Business"."""
    return _SPLIT_OFF.sub("", heading.strip(_EDGE))


def whom_about(heading: str) -> str:
    """Whom a heading announces to be told of: the name in "About Acme"; nothing where it announces nobody."""
    match = _ABOUT.match(unnumbered(heading))
    return match["whom"] if match else ""
