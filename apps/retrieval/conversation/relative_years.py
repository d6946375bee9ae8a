"""A year told by the one last asked about ("the year before"), written out. English, by rules. Pure."""

import re

from apps.core.periods import FISCAL
from apps.core.words import word_set
from apps.retrieval.phrases import PREPOSITIONS, tokens_of, years_in

_COUNTS = {word: count for count, word in enumerate(("one", "two", "three", "four", "five", "six"), start=1)}
_BEFORE = word_set("before earlier prior previous preceding")
_KIND = rf"(?:{FISCAL}\s+)?year"
_RELATIVE = re.compile(
    r"\b(?:(?:in|for|during)\s+)?"
    rf"(?:(?:the\s+|an?\s+|(?P<count>{'|'.join(_COUNTS)}|[1-9])\s+)?{_KIND}s?\s+"
    r"(?P<behind>before|earlier|prior|after|later|following)(?:\s+that)?"
    rf"|the\s+(?P<ahead>previous|prior|preceding|following|next|subsequent)\s+{_KIND})(?=\W*\Z|,)",
    re.IGNORECASE,
)


def year_meant(question: str) -> int | None:
    """How many years the question goes on from the last one, where that is all it says; earlier years are negative."""
    match = _RELATIVE.fullmatch(question.strip(" ,?!."))
    return _years(match) if match else None


def other_years(last: str, by: int) -> str | None:
    """The last question with each of its years moved ``by`` years; None where it has none."""
    years = years_in(last)
    for each in reversed(years):
        width = len(each.year)
        last = f"{last[: each.start]}{each.style}{int(each.year) + by:0{width}d}{last[each.end :]}"
    return last if years else None


def dated(question: str, last: str) -> str:
    """The question with the year that "the year before" means; itself where it names a year, or the last one not one.

    "Compared to the year before" is told by its own question's year and stays.
    """
    match, years = _RELATIVE.search(question), {(each.style, each.year) for each in years_in(last)}
    if match is None or len(years) != 1 or years_in(question):
        return question
    before = tokens_of(question[: match.start()])
    if before and before[-1].low in (PREPOSITIONS - {"about"}) | {"of", "to", "compared", "and", "or", "versus", "vs"}:
        return question
    [(style, year)] = years
    told = f"in {style}{int(year) + _years(match):0{len(year)}d}"
    return f"{question[: match.start()]}{told}{question[match.end() :]}"


def _years(match: re.Match[str]) -> int:
    side = (match["behind"] or match["ahead"]).lower()
    count = (match["count"] or "one").lower()
    many = _COUNTS.get(count) or int(count)
    return -many if side in _BEFORE else many
