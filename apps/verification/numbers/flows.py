"""Which way money went: cash used or provided, a gain or a loss, told otherwise than the source does. Pure."""

import re
from collections.abc import Iterator

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import stem

_ARTICLES = r"(?:(?:the|a|an|our|its|their|his|her|any|these|those|certain|such)\s+)?"
_CASH = lazy_regex(
    r"\b(?P<in>provided\s+by|generated\s+(?:by|from))|\b(?P<out>used\s+(?:in|by|for))",
    re.IGNORECASE,
)
_BY_ACTIVITIES = lazy_regex(
    r"\b(?:(?P<of>[a-z]+)\s+activities|operations)\s+(?:(?P<in>provided|generated)|(?P<out>used|consumed))\b",
    re.IGNORECASE,
)
_OF_CASH = lazy_regex(rf"\)?\s+{_ARTICLES}(?P<of>[a-z]+)", re.IGNORECASE)
_BOTH_WAYS = lazy_regex(
    r"\b(?:provided|generated|used|gains?|loss(?:es)?)(?:\s+(?:by|in|from|for))?\s*[,/(]?\s*(?:(?:and|or)\s+)?\(?"
    r"(?:provided|generated|used|gains?|loss(?:es)?)\b",
    re.IGNORECASE,
)
_RESULT = lazy_regex(
    rf"\b(?:(?P<in>gains?)|(?P<out>loss(?:es)?))\s+(?:on|from|of|in)\s+{_ARTICLES}(?:(?:sales?|disposals?)\s+of\s+{_ARTICLES})?"
    r"(?P<of>[a-z]+|[$€£¥]?\s?\d[\d,.]*)",
    re.IGNORECASE,
)


def turned_flows(claim: str, source: str) -> Iterator[tuple[str, str]]:
    """(in the claim, in the source) where the source knows the same flow the other way only."""
    if _BOTH_WAYS.search(claim) or _BOTH_WAYS.search(source):
        return
    for told in (_cash, _results):
        mine, theirs = told(claim), told(source)
        for of, (way, text) in mine.items():
            other = theirs.get(of, ("", ""))
            if way and other[0] and other[0] != way:
                yield text, other[1]


def _cash(text: str) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for match in _CASH.finditer(text):
        behind = _OF_CASH.match(text, match.end())
        if behind and "cash" in text.lower():
            _put(found, stem(behind["of"]), "in" if match["in"] else "out", match[0])
    for match in _BY_ACTIVITIES.finditer(text) if "cash" in text.lower() else ():
        _put(found, stem(match["of"] or "operations"), "in" if match["in"] else "out", match[0])
    return found


def _results(text: str) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for match in _RESULT.finditer(text):
        _put(found, stem(match["of"].strip(".,")), "in" if match["in"] else "out", match[0])
    return found


def _put(found: dict[str, tuple[str, str]], of: str, way: str, text: str) -> None:
    """One more flow; of what is told both ways nothing is known."""
    found[of] = (way, text) if found.get(of, (way,))[0] == way else ("", "")
