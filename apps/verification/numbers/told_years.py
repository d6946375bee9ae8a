"""Which year a sentence gives each of its figures: "$318 million in 2023 and $287 million in 2022". Pure.

Only what can hardly be read otherwise is paired; a figure in doubt has no year.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from apps.core.patterns import lazy_regex
from apps.core.periods import ENDED, FISCAL, LENGTH
from apps.core.sentences import split_sentences
from apps.verification.numbers.quantities import Kind, Quantity

_AT = rf"(?:in|for|during|at|on|of|as\s+of)\s+(?:the\s+)?(?:{FISCAL}\s+)?(?:years?\s+)?(?:(?:{LENGTH}\s+)?{ENDED}\s+)?"
_ENDED = lazy_regex(rf"\s+{ENDED}\b", re.IGNORECASE)
_BEHIND_FIGURE = lazy_regex(rf"\s*,?\s*{_AT}", re.IGNORECASE)
_OPENS_CLAUSE = lazy_regex(rf"(?:\A|[,;:]\s*|\b(?:and|while|whereas|but)\s+){_AT}\Z", re.IGNORECASE)
_OF_TIME = lazy_regex(rf"(?<!\bthan\s)(?<!\bwith\s)(?<!\bto\s)(?<!\bfrom\s)(?<!\bas\s)\b{_AT}\Z", re.IGNORECASE)
_JOINED = lazy_regex(rf"\s*(?:,|-|(?:,\s*)?(?:and|or|to|through)\b)\s*(?:{_AT})?", re.IGNORECASE)
_COMPARED = lazy_regex(
    r"\b(?:from|than|compared|versus|vs|prior|previous|last|earlier|before|ago|respectively)\b", re.I
)


def told_years(text: str, quantities: Sequence[Quantity]) -> dict[int, int]:
    """Start of a figure → the year that its sentence gives it. ``quantities``: those of the text."""
    found: dict[int, int] = {}
    marks = (one for one in quantities if _year(one) or (_is_figure(one) and not is_length(one, text)))
    once = {one.start: one for one in marks}  # a bare figure may be read twice
    for span in split_sentences(text):
        marks = [one for start, one in once.items() if span.start <= start < span.end]
        found |= _in_sentence(text, span.start, marks)
    return found


def is_length(one: Quantity, text: str) -> bool:
    """Whether a quantity of the text is the length of a period that ends on a day: "52 weeks ended June 3, 2023"."""
    return one.kind is Kind.MEASURE and bool(_ENDED.match(text, one.end))


def only_year(text: str, quantities: Sequence[Quantity]) -> int | None:
    """The year that a text with one figure and one year speaks of; None where it only compares with that."""
    dated = [one for one in quantities if _year(one)]
    figures = [one for one in quantities if _is_figure(one) and not is_length(one, text)]
    if len(dated) != 1 or len(figures) != 1:
        return None
    return _year(dated[0]) if _OF_TIME.search(text[: dated[0].start]) else None


def _in_sentence(text: str, start: int, marks: Sequence[Quantity]) -> dict[int, int]:
    runs = _runs(text, marks)
    dates = [run for run in runs if _year(run[0]) and len(run) > 1]
    if dates:  # "in 2023 and 2022": which of them a figure is of is only said by "respectively"
        figures = [run for run in runs if not _year(run[0]) and len(run) == len(dates[0])]
        said = "respectively" in text[start : marks[-1].end + 20].lower()
        if not said or len(dates) > 1 or len(figures) != 1:
            return {}
        return {one.start: _year(date) for one, date in zip(figures[0], dates[0], strict=True)}
    found: dict[int, int] = {}
    used: set[int] = set()
    for one, other in pairwise(marks):
        if not _year(one) and _year(other) and _BEHIND_FIGURE.fullmatch(text, one.end, other.start):
            found[one.start] = _year(other)
            used.add(other.start)
    for one, other in pairwise(marks):
        leads = _year(one) and not _year(other) and one.start not in used and other.start not in found
        if (
            leads
            and _OPENS_CLAUSE.search(text[start : one.start])
            and not _COMPARED.search(text[one.end : other.start])
        ):
            found[other.start] = _year(one)
    return found


def _runs(text: str, marks: Sequence[Quantity]) -> list[list[Quantity]]:
    """Years, and figures, that nothing but commas and "and" part."""
    runs: list[list[Quantity]] = []
    for one in marks:
        before = runs[-1][-1] if runs else None
        if before and bool(_year(before)) == bool(_year(one)) and _JOINED.fullmatch(text, before.end, one.start):
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def _year(one: Quantity) -> int:
    return one.date.year or 0 if one.date is not None else 0


def _is_figure(one: Quantity) -> bool:
    return one.kind in (Kind.MONEY, Kind.PERCENT, Kind.POINTS, Kind.MEASURE, Kind.COUNT) and not one.may_be_name
