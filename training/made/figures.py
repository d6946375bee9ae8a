"""Figures, dates and units of a claim exchanged for others. Pure.

Only a figure that the evidence states just so and that nothing bounds or hedges is exchanged ("at least 5" stays true
of 4), and the number lint that rules in production must find fault with the new claim and none with the old.
"""

import random
import re
from collections.abc import Iterator, Sequence

from apps.core.sentences import split_sentences
from apps.verification.numbers.bounds import Bound
from apps.verification.numbers.lint import number_findings
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.reading import parse_quantities
from apps.verification.numbers.table_context import QuoteContext
from training.made.swaps import Swap, alone, any_of, put
from training.pairs import Target

_DIGITS = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\w]|[.,]\d)")
_YEAR = re.compile(r"(?<![\w.,-])(?:1[5-9]|20)\d\d(?![\w]|[.,-]\d)")
_SOFT = re.compile(
    r"\b(?:before|after|since|until|till|by|between|from|over|under|within|during|early|late|mid|around|about|circa"
    r"|nearly|almost|more|less|fewer|than|least|most|up|some|roughly|approximately|through|to|and|or|c\.|cohort|arm"
    r"|group|phase|stage|grade|part|table|section|chapter|volume|number|no\.)[\s-]*[$€£]?$",
    re.IGNORECASE,
)
_ON = re.compile(r"\s*(?:or (?:more|less|fewer)|to \d|-\s?\d|–)|\s\w+ (?:or (?:more|less))\b")
_MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()  # noqa: SIM905
_CARDINALS = "two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
_UNITS = {
    "million": ("billion", "thousand"), "billion": ("million",), "thousand": ("million",), "km": ("miles",),
    "kilometres": ("miles",), "kilometers": ("miles",), "miles": ("kilometres",), "metres": ("feet",),
    "meters": ("feet",), "feet": ("metres", "inches"), "inches": ("feet",), "cm": ("mm",), "mm": ("cm",),
    "days": ("weeks", "months"), "weeks": ("days", "months"), "months": ("weeks", "years"), "years": ("months",),
    "hours": ("days", "minutes"), "minutes": ("hours", "seconds"), "seconds": ("minutes",), "kg": ("tonnes",),
    "pounds": ("kilograms",), "tonnes": ("pounds",), "tons": ("kilograms",), "mg": ("g",), "dollars": ("euros",),
    "euros": ("dollars",), "acres": ("hectares",), "hectares": ("acres",), "percent": ("percentage points",),
}  # fmt: skip
_MEASURED = re.compile(rf"(?<=\d\s)(?:{'|'.join(_UNITS)})\b")


def number_swaps(claim: str, evidence: str, chance: random.Random) -> Sequence[Swap]:
    """An amount, a count, a share or a measure exchanged; by one from elsewhere in the evidence where there is one."""
    return _exchanged(claim, evidence, chance, kind="number", dates=False)


def date_swaps(claim: str, evidence: str, chance: random.Random) -> Sequence[Swap]:
    """A year, a month or a day of the week exchanged."""
    return _exchanged(claim, evidence, chance, kind="date", dates=True) or _named_days(claim, evidence, chance)


def unit_swaps(claim: str, evidence: str, chance: random.Random) -> Sequence[Swap]:
    """Another unit, or another power of ten, behind the same figure."""
    match = alone(_MEASURED, claim)
    if match is None or not re.search(rf"\d\s?{match[0]}\b", evidence):
        return ()
    # "over 20 billion" is over 20 million too
    if not any(one.start < match.start() <= one.end and _is_free(claim, one) for one in _exact(claim, dates=False)):
        return ()
    new = put(claim, *match.span(), chance.choice(_UNITS[match[0]]))
    return (Swap(kind="unit", claim=new, target=Target.CONTRADICTED),) if _is_refuted(claim, new, evidence) else ()


def _exchanged(claim: str, evidence: str, chance: random.Random, *, kind: str, dates: bool) -> Sequence[Swap]:
    figures = [span for one in _exact(claim, dates=dates) for span in _places(claim, one, dates=dates)]
    chance.shuffle(figures)
    for start, end in figures:
        old = claim[start:end]
        if not re.search(rf"(?<![\w.,]){re.escape(old)}(?![\w]|[.,]\d)", evidence, re.IGNORECASE):
            continue
        for target, text in _others(old, evidence, chance, dates=dates):
            new = put(claim, start, end, text)
            if target is Target.UNSUPPORTED or _is_refuted(claim, new, evidence):
                return (Swap(kind=kind, claim=new, target=target),)
    return ()


def _exact(claim: str, *, dates: bool) -> Iterator[Quantity]:
    for one in parse_quantities(claim):
        is_date = one.kind is Kind.DATE
        if is_date == dates and one.bound is Bound.EXACT and not one.hedged and one.kind is not Kind.ORDINAL:
            yield one


def _places(claim: str, one: Quantity, *, dates: bool) -> Iterator[tuple[int, int]]:
    """Where the figure to exchange stands; none where a word bounds it or makes it part of a name."""
    if not _is_free(claim, one):
        return
    pattern = _YEAR if dates else _DIGITS
    match = alone(pattern, claim[one.start : one.end])
    if match is None and not dates and one.spelled:
        match = alone(any_of(_CARDINALS), claim[one.start : one.end])
    if match is not None:
        yield one.start + match.start(), one.start + match.end()


def _is_free(claim: str, one: Quantity) -> bool:
    return not _SOFT.search(claim[: one.start]) and not _ON.match(claim[one.end :])


def _others(old: str, evidence: str, chance: random.Random, *, dates: bool) -> Iterator[tuple[Target, str]]:
    """Figures for ``old``: one of the evidence that no sentence names together with it, then changed ones."""
    if chance.random() < 0.5:
        apart = _apart(old, evidence, dates=dates)
        if apart:
            yield Target.UNSUPPORTED, chance.choice(apart)
    for _ in range(4):
        yield Target.CONTRADICTED, _changed(old, chance, dates=dates)


def _apart(old: str, evidence: str, *, dates: bool) -> list[str]:
    pattern = _YEAR if dates else _DIGITS
    sentences = [evidence[span.start : span.end] for span in split_sentences(evidence)]
    figures = [set(pattern.findall(sentence)) for sentence in sentences]
    beside = set().union(*(own for own in figures if old in own))
    found = sorted(set().union(*figures) - beside)
    if dates:
        return found
    return [one for one in found if not _YEAR.fullmatch(one) and 0 <= len(one) - len(old) <= 1 and old.isdigit()]


def _changed(old: str, chance: random.Random, *, dates: bool) -> str:
    """Another figure of the same form and a like size."""
    if old.lower() in _CARDINALS:
        return chance.choice([word for word in _CARDINALS if word != old.lower()])
    if dates:
        return str(int(old) + chance.choice((-1, 1)) * chance.choice((1, 1, 2, 3, 5, 10, 12, 20)))
    plain = old.replace(",", "")
    places = len(plain.partition(".")[2])
    value = float(plain)
    if places == 0 and value <= 12:
        new = chance.choice([one for one in range(1, int(value) + 5) if one != value])
        return str(new)
    new = value * chance.choice((0.1, 0.5, 0.8, 0.9, 1.1, 1.2, 1.5, 2, 10)) if chance.random() < 0.7 else value + 1
    text = f"{new:,.{places}f}" if "," in old else f"{new:.{places}f}"
    return text if text != old else f"{value + 2:.{places}f}"


def _named_days(claim: str, evidence: str, chance: random.Random) -> Sequence[Swap]:
    for names in (_MONTHS, _WEEKDAYS):
        match = alone(re.compile(rf"\b(?:{'|'.join(names)})\b"), claim)
        if match is None or match[0] not in evidence or _SOFT.search(claim[: match.start()]):
            continue
        left = [name for name in names if name not in evidence]
        if left and not (match[0] == "May" and match.start() == 0):
            return (
                Swap(kind="date", claim=put(claim, *match.span(), chance.choice(left)), target=Target.CONTRADICTED),
            )
    return ()


def _is_refuted(claim: str, new: str, evidence: str) -> bool:
    """Whether the number lint finds fault with the new claim and had none with the old."""
    quotes = [QuoteContext(text=evidence)]
    return new != claim and bool(number_findings(new, quotes)) and not number_findings(claim, quotes)
