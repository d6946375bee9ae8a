"""Headings without the number they stand under. Pure."""

import re

_NUMBER = re.compile(
    r"\A(?:(?:part|item|note|article|section|chapter|annex|appendix|schedule|exhibit)\s+(?:[0-9]+[a-z]?|"
    r"[ivxl]+|[a-z])\b"
    r"|\(?(?:[0-9]+(?:\.[0-9]+)*|[ivx]+|[a-z])[.)](?=\s|\Z)|[0-9]+(?:\.[0-9]+)+)[\s.:)–—-]*",
    re.IGNORECASE,
)
_EDGE = " .:–—-"


def unnumbered(heading: str) -> str:
    """What a heading says: "Item 1. – Business." is "Business"; nothing where it is a number alone."""
    line = heading.strip(_EDGE)
    while (shorter := _NUMBER.sub("", line, count=1).strip(_EDGE)) != line:
        line = shorter
    return line


def is_numbered(heading: str) -> bool:
    """Whether it has a number of its own."""
    return bool(_NUMBER.match(heading.strip(_EDGE)))
