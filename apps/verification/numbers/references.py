"""Names that figures would be if they were written as figures: sections, weekdays, "doubled"."""

import re
from collections.abc import Iterator

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import stem

_WORDS = (
    "section|article|clause|chapter|rule|item|exhibit|appendix|annex|schedule|form|paragraph|regulation|tier|level|"
    "stage|phase|class|category|part|table|note|version|type|route|highway|internet"
)
_REFERENCE = lazy_regex(
    rf"\b(?P<word>{_WORDS}|(?!(?:fy|us|usd|eur|gbp|chf|rs|mid|pre|post|late|early)-?\d)[a-z]{{2,}}(?=-?\d))s?(?:\s+|-)?"
    r"(?P<number>\d+[A-Za-z]?(?:[.-]\d+)*(?:\(\w{1,3}\))*)",
    re.IGNORECASE,
)
# "Article IV", "Class B": the mark in capitals, so that "section a" of running text is none
_LETTERED = lazy_regex(rf"\b(?P<word>(?i:{_WORDS}))s?\s+(?P<number>[IVXLC]{{1,7}}|[A-Z])\b(?![.’'-]?\w)")
_WEEKDAY = lazy_regex(r"\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.IGNORECASE)
_TIMES = lazy_regex(r"\b(doubl|tripl|trebl|quadrupl|quintupl|halv)(?:e|es|ed|ing)\b", re.IGNORECASE)

_OFTEN = lazy_regex(
    r"\b(semi-?annually|half-yearly|annually|yearly|quarterly|bi-?monthly|monthly|fortnightly|bi-?weekly|weekly|daily|hourly)\b",
    re.IGNORECASE,
)
_FEE_OFTEN = lazy_regex(r"\b(annual|yearly|quarterly|monthly|weekly|daily|hourly)\s+(?P<of>[a-z]+)", re.IGNORECASE)
_SAME_TIME = {"annual": r"annu|year", "annually": r"annu|year", "yearly": r"annu|year", "daily": r"\bday|daily"}


def other_references(claim: str, source: str) -> Iterator[tuple[str, str]]:
    """(in the claim, in the source) where both name a thing of a kind, and never the same one.

    "Section 4.2" where the source names only other sections; nothing where it names none.
    """
    yield from _others(_REFERENCE, claim, source)
    yield from _others(_LETTERED, claim, source)
    for pattern in (_WEEKDAY, _TIMES):
        theirs = {_plain(found[1]): found[0] for found in pattern.finditer(source)}
        for mine in pattern.finditer(claim):
            if theirs and _plain(mine[1]) not in theirs:
                yield mine[0], next(iter(theirs.values()))
    often = [found[0] for found in _OFTEN.finditer(source)]
    for mine in _OFTEN.finditer(claim):
        word = mine[0].lower()
        if often and not re.search(_SAME_TIME.get(word, word.removesuffix("ly")), source, re.IGNORECASE):
            yield mine[0], often[0]
    for mine in _FEE_OFTEN.finditer(claim):
        word = mine[1].lower()
        theirs = [one[0] for one in _FEE_OFTEN.finditer(source) if stem(one["of"]) == stem(mine["of"])]
        told = often and _OFTEN.fullmatch(word)
        if theirs and not told and not re.search(_SAME_TIME.get(word, word.removesuffix("ly")), source, re.IGNORECASE):
            yield mine[0], theirs[0]


def _others(pattern: re.Pattern[str], claim: str, source: str) -> Iterator[tuple[str, str]]:
    named: dict[str, list[str]] = {}
    for match in pattern.finditer(source):
        named.setdefault(match["word"].lower(), []).append(match["number"].lower())
    for match in pattern.finditer(claim):
        there = named.get(match["word"].lower())
        if there and not _names(match["number"].lower(), there):
            yield match[0], f"{match['word']} {there[0]}"


def _names(number: str, there: list[str]) -> bool:
    """Whether the reference, a part of it or something within it is among those the source names."""
    parts = [(number + mark, one + mark) for one in there for mark in (".", "(")]
    return any(one.startswith(mine) or mine.startswith(one) for mine, one in parts)


def _plain(word: str) -> str:
    return {"trebl": "tripl"}.get(word.lower(), word.lower())
