"""The ends of a range: "5–10%" and "between 5 and 10 days" are two quantities of one unit. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.patterns import JOIN, VERB_OF_CHANGE
from apps.verification.numbers.quantities import Kind, Quantity

_BASIS = re.compile(r"\bbasis\b|bp", re.IGNORECASE)  # of which 100 are one percentage point


def with_ranges(found: Sequence[Quantity], plain: str) -> list[Quantity]:
    """Give the ends of "5–10%" and "between 5 and 10 days" one unit, and bounds from below and above."""
    result = list(found)
    for i in range(len(result) - 1):
        one, two = result[i], result[i + 1]
        join = JOIN.match(plain[one.end : two.start])
        before = plain[max(0, one.start - 60) : one.start]
        between = re.search(r"\bbetween\s+(?:about\s+|approximately\s+)?$", before, re.IGNORECASE)
        if join is None or (join["by"] == "and" and not between and one.kind is not Kind.COUNT):
            continue
        two = _in_currency_of(one, two, glued=plain[one.end : two.start] == "-")
        if (one.kind is Kind.COUNT and two.kind is not Kind.COUNT) or (
            one.kind is two.kind and two.scaled and not one.scaled
        ):
            one = _as_like(one, two)
        spans = (
            join["by"] in ("-", "-to-", "through")
            or (join["by"] == "to" and not VERB_OF_CHANGE.search(before))
            or between
        )
        unbounded = one.bound is Bound.EXACT and two.bound is Bound.EXACT
        if spans and unbounded and abs(one.value) <= abs(two.value):
            one, two = replace(one, bound=Bound.AT_LEAST), replace(two, bound=Bound.AT_MOST)
        result[i], result[i + 1] = one, two
    return result


def _in_currency_of(one: Quantity, two: Quantity, *, glued: bool) -> Quantity:
    """The second end where only the first bears a currency: "$5-10 million", "€20-30m". Not "$5 to 10 customers"."""
    if one.kind is not Kind.MONEY:
        return two
    if two.kind is Kind.COUNT and (glued or (two.scaled and not two.noun)):
        return replace(two, kind=Kind.MONEY, unit=one.unit, noun="")
    if glued and two.kind is Kind.MEASURE and re.fullmatch(r"[\d.,]+m", two.text):
        millions = {"value": two.value.scaleb(6), "step": two.step.scaleb(6), "scaled": True}
        return replace(two, kind=Kind.MONEY, unit=one.unit, dimension="", **millions)
    return two


def _as_like(one: Quantity, two: Quantity) -> Quantity:
    """The first end of a range with the unit, and where it fits the scale, of the second."""
    if not one.unit or one.kind is two.kind:
        one = replace(
            one, kind=two.kind, unit=two.unit or one.unit, dimension=two.dimension, factor=two.factor, noun=two.noun
        )
    if two.kind is Kind.POINTS and _BASIS.search(two.text):
        one = replace(one, value=one.value / 100, step=one.step / 100)
    if two.scaled and not one.scaled:
        exponent = 0
        while abs(two.value).scaleb(-exponent - 3) >= 1 and exponent < 12:
            exponent += 3
        if abs(one.value).scaleb(exponent) <= abs(two.value):
            one = replace(one, value=one.value.scaleb(exponent), step=one.step.scaleb(exponent), scaled=True)
    return one
