"""Whether a quantity of a claim is a quantity of its source: the same thing, and how near its value."""

import re
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache

from apps.core.words import word_set
from apps.verification.lexicon import content_stems, stem
from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.units import DOLLARS

_PERCENT_HINT = re.compile(r"%|\bpercent|\bper cent|\bpct\b|\brate\b|\bratio\b|\bmargin\b|\bshare\b", re.IGNORECASE)
_AGE_HINT = re.compile(r"\bage[ds]?\b|\bold\b", re.IGNORECASE)

_RATES = frozenset(
    {"year", "month", "week", "day", "hour", "quarter", "shar"}
    | {stem(word) for word in ("share", "person", "employee")}
)
# counted in millions without being money
_THINGS = frozenset(
    map(
        stem,
        word_set("""
            shares units options warrants customers users employees people persons vehicles cars homes households
            passengers subscribers members patients visitors guests devices barrels tickets votes accounts orders copies
        """),
    )
)


class Nearness(StrEnum):
    EQUAL = "equal"
    SATISFIED = "satisfied"  # rounded honestly, or within the claim's bound
    ROUNDED = "rounded"  # rounded correctly but not said to be
    APART = "apart"


def nearness(claimed: Quantity, one: Quantity) -> Nearness:
    a, b = abs(claimed.base), abs(_as_unit_of(claimed, one))
    gap = abs(a - b)
    if gap == 0 or (claimed.unit != one.unit and claimed.kind is Kind.MEASURE and gap <= b * Decimal("0.015")):
        return Nearness.EQUAL
    if Kind.SHARE in (claimed.kind, one.kind) and gap <= min(Decimal("0.7"), max(a, b) / 10):
        return Nearness.EQUAL
    up = claimed.bound.direction
    if up and one.bound.direction != -up:
        beyond = b > a if up > 0 else b < a
        if beyond and max(a, b) <= 2 * min(a, b) and one.bound is Bound.EXACT:
            return Nearness.SATISFIED
    step = claimed.step * claimed.factor
    own_step = one.step * one.factor
    hedged = claimed.hedged
    if hedged and claimed.kind is Kind.SHARE and claimed.spelled:
        near = gap <= min(Decimal(3), max(a, b) / 4)  # one in 12,000 is not one in 1,000
        return Nearness.SATISFIED if near and up * (b - a) >= 0 else Nearness.APART
    if step > own_step and gap <= step / 2 and gap <= b / 10:
        digits = len(str(int(a / step))) if step else 0
        return Nearness.SATISFIED if hedged or digits >= 3 else Nearness.ROUNDED
    if hedged and step >= own_step and gap <= b * Decimal("0.025"):
        return Nearness.SATISFIED
    return Nearness.APART


def _as_unit_of(claimed: Quantity, one: Quantity) -> Decimal:
    """The quoted value in the terms of the claimed one: 0.80 is 80 where a percentage is meant."""
    shares = (Kind.PERCENT, Kind.SHARE)
    if claimed.kind in shares and one.kind is Kind.COUNT and abs(one.value) <= 1 and "." in one.text:
        return one.value * 100
    if claimed.kind is Kind.COUNT and one.kind in shares and abs(claimed.value) <= 1 and "." in claimed.text:
        return one.value / 100
    if claimed.kind is Kind.COUNT:
        return one.value
    return one.value * claimed.factor if one.kind is Kind.COUNT else one.base


@lru_cache(maxsize=64)
def _hints(pattern: re.Pattern[str], source: str) -> bool:
    """Whether the source has it: asked for every figure of the source, and so looked for only once."""
    return bool(pattern.search(source))


def comparable(claimed: Quantity, one: Quantity, source: str) -> bool:
    """Whether the two could be the same quantity."""
    if one.literal and Kind.MONEY in (claimed.kind, one.kind):  # of an amount of unknown scale nothing is told
        return False
    if claimed.kind is Kind.MONEY and one.kind is Kind.COUNT and one.scaled and one.noun in _THINGS:
        return False
    if one.literal and one.dimension and claimed.kind is Kind.MEASURE:
        return False
    if claimed.kind is one.kind:
        if claimed.kind is Kind.MONEY:
            return _currencies_agree(claimed.unit, one.unit)
        if claimed.kind is Kind.MEASURE:
            return claimed.dimension == one.dimension
        if claimed.kind is Kind.RATIO:
            return claimed.unit == one.unit
        return True
    pair = {claimed.kind, one.kind}
    if pair <= {Kind.PERCENT, Kind.SHARE}:
        return True
    if pair == {Kind.PERCENT, Kind.POINTS}:
        return "basis" in claimed.text + one.text or "bp" in claimed.text + one.text
    if claimed.kind is Kind.COUNT:
        return one.kind not in (Kind.ORDINAL, Kind.RATIO) and (one.date is None or one.value == claimed.value)
    if one.kind is not Kind.COUNT or claimed.kind in (Kind.ORDINAL, Kind.RATIO):
        return False
    if claimed.kind in (Kind.PERCENT, Kind.SHARE, Kind.POINTS):
        return _hints(_PERCENT_HINT, source)
    if claimed.kind is Kind.MEASURE:
        name = claimed.unit.split()[-1]
        if name == "year" and _hints(_AGE_HINT, source):
            return True
        return _hints(re.compile(rf"\b{re.escape(name)}", re.IGNORECASE), source)
    return True


def is_rival(claimed: Quantity, one: Quantity) -> bool:
    """Whether the quoted quantity stands where the claimed one would: same kind, unit and, for counts, same noun."""
    if one.kind is not claimed.kind:
        return {one.kind, claimed.kind} <= {Kind.PERCENT, Kind.SHARE}
    if claimed.kind is Kind.MONEY:
        return _currencies_agree(claimed.unit, one.unit)
    if claimed.kind is Kind.MEASURE:
        return claimed.dimension == one.dimension
    if claimed.kind is Kind.COUNT:
        return claimed.noun == one.noun or (not claimed.spelled and not one.spelled and not (claimed.noun and one.noun))
    return claimed.kind is not Kind.ORDINAL


def is_twin(claimed: Quantity, one: Quantity) -> bool:
    """Whether a figure of another sentence is of the claimed one's very kind: unit, currency or noun alike."""
    return is_rival(claimed, one) and claimed.unit == one.unit and (claimed.unit != "" or claimed.noun == one.noun)


def is_soft(claimed: Quantity) -> bool:
    """Small spelled-out numbers often count what the source lists: "two conditions", "one year"."""
    if claimed.kind is Kind.COUNT:
        return claimed.spelled and abs(claimed.value) <= 10
    return claimed.kind is Kind.MEASURE and claimed.spelled and claimed.value == 1


def rates_differ(claimed: Quantity, one: Quantity, *, behind: str) -> bool:
    """Whether one figure is per year and the other per claim; what the source says per both is per each."""
    if not claimed.per or not one.per or claimed.per == one.per or not {claimed.per, one.per} & _RATES:
        return False
    return claimed.per not in content_stems(behind)


def _currencies_agree(one: str, other: str) -> bool:
    return one == other or not one or not other or ("$" in (one, other) and {one, other} <= DOLLARS)


def digits_of(text: str) -> str:
    digits = re.search(r"\d[\d,.]*\d|\d", text)
    return digits[0].replace(",", "") if digits else ""
