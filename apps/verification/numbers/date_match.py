"""A date of a claim against those of its quotes: the same, another one, or more exact than the source."""

import re
from collections.abc import Collection, Sequence

from apps.core.words import ONES
from apps.verification.numbers.dates import PartialDate
from apps.verification.numbers.fault import NumberFault, NumberFinding
from apps.verification.numbers.quantities import Kind, Quantity

_QUARTER_HINT = re.compile(
    r"\bquarter|\bthree months|\bQ[1-4]\b|\bsix months|\bhalf\b|\b13 weeks|\bthirteen weeks", re.IGNORECASE
)
_YEARS_APART = re.compile(
    rf"(?<![\w,-])(?<!half )(a|{'|'.join(ONES)}|\d{{1,3}})\s+years?\s+(after|earlier|previously|prior|before|later)\b",
    re.I,
)
_SINCE = r"\bsince\b[^.;]{0,30}?"


def date_finding(
    claimed: Quantity,
    *,
    quoted: Sequence[Quantity],
    around: Sequence[PartialDate],
    told: Collection[int],
    text: str,
    claim: str,
) -> NumberFinding | None:
    """What is wrong with a claimed date, if anything.

    ``quoted`` are the quantities of the quotes, ``around`` the dates of their headings, ``told`` the ids of those
    quantities that the claim tells elsewhere, ``text`` is that of quotes and headings. What has been so since a year
    was so in another one too.
    """
    date = claimed.date
    dated = [one for one in quoted if one.date is not None]
    pool = [*(one.date for one in dated), *around]
    years = {one.year for one in pool}
    vague: PartialDate | None = None
    for other in pool:
        if not dates_agree(date, other):
            continue
        missing = [part for part in date.missing_in(other) if not _supplied(part, date, other, years, text)]
        if not missing:
            return None
        vague = other
    if _is_plain_year(date) and any(one.value == date.year and one.kind is Kind.COUNT for one in quoted):
        return None
    if date.month and not date.year and not date.day and not dated:
        return None if _soft_month(claimed.text, text) else _missing(claimed)
    rivals = [one for one in dated if _same_shape(date, one.date) and id(one) not in told]
    if not _is_since(claimed, claim):
        rivals = [one for one in rivals if not _is_since(one, text)]
    if rivals:
        if _is_so_many_years_off(date, years, text):
            return _missing(claimed)
        return NumberFinding(fault=NumberFault.PERIOD, claimed=claimed.text, source=rivals[0].text)
    if vague is not None:
        source = next((one.text for one in dated if one.date is vague), str(vague.year or ""))
        return NumberFinding(fault=NumberFault.PRECISION, claimed=claimed.text, source=source)
    return _missing(claimed)


def _is_so_many_years_off(date: PartialDate, years: Collection[int | None], text: str) -> bool:
    """Whether the year is that of the other of two things: "in 1822, a year after" the one of 1821."""
    told = [(word.lower(), way.lower() in ("before", "later")) for word, way in _YEARS_APART.findall(text)]
    numbers = {**ONES, "a": 1}
    lengths = [(int(numbers.get(word, word)), onward) for word, onward in told if word in numbers or word.isdecimal()]
    apart = {length if onward else -length for length, onward in lengths}
    return _is_plain_year(date) and any(date.year - year in apart for year in years if year)


def _is_since(one: Quantity, text: str) -> bool:
    """Whether a date stands behind "since"."""
    return bool(re.search(_SINCE + re.escape(one.text), text, re.IGNORECASE))


def _missing(claimed: Quantity) -> NumberFinding:
    return NumberFinding(fault=NumberFault.MISSING, claimed=claimed.text)


def _supplied(part: str, date: PartialDate, other: PartialDate, years: Collection[int | None], text: str) -> bool:
    """Whether a part that one mention leaves out is given elsewhere in the quotes or their context."""
    if part == "year":
        return date.year in years
    if part == "decade":
        return other.year is not None
    return part in ("quarter", "half") and bool(_QUARTER_HINT.search(text))


def dates_agree(date: PartialDate, other: PartialDate) -> bool:
    """Whether what both of them give is the same, and both give something."""
    if date.decade is not None and other.year is not None and other.decade is None:
        return other.year // 10 * 10 == date.decade
    return date.agrees(other) and set(_given(date)) & set(_given(other)) != set()


def _given(date: PartialDate) -> tuple[str, ...]:
    return date.missing_in(PartialDate())


def _is_plain_year(date: PartialDate) -> bool:
    return _given(date) == ("year",)


def _same_shape(date: PartialDate, other: PartialDate) -> bool:
    return (other.missing_in(date) == () and date.missing_in(other) == ()) or (
        bool(set(_given(date)) & set(_given(other))) and not date.agrees(other)
    )  # fmt: skip


def _soft_month(text: str, source: str) -> bool:
    name = re.sub(r"^\W*(?:\w+\s+)*", "", text).strip()
    return bool(name) and re.search(rf"\b{re.escape(name[:3])}", source, re.IGNORECASE) is not None
