"""Quantities in a text: what kind, how much, of what, how bounded.

A figure is read with its currency, scale word, unit and bound; the ends of a range are two quantities bounded from
below and above. Section, page and form numbers, list marks and figures inside names (COVID-19, 10-K) are no amounts.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from apps.core.words import ONES, grouped
from apps.verification.lexicon import stem
from apps.verification.numbers.bounds import bound_of, is_hedged
from apps.verification.numbers.dates import find_dates
from apps.verification.numbers.patterns import (
    BASIS_RIGHT,
    BUSINESS,
    COUNTED_IN_MILLIONS,
    CURRENCY_LEFT,
    CURRENCY_RIGHT,
    DOUBLED,
    FIGURE,
    IN_EVERY,
    KEEPS_CODE,
    NAMED_BY_FIGURE,
    NOT_AMOUNTS,
    NOUN,
    PER,
    PER_NAMES,
    PERCENT_RIGHT,
    POINTS_RIGHT,
    RATIO,
    SAME_LENGTH,
    SCALE_RIGHT,
    UNIT_RIGHT,
    VULGAR,
)
from apps.verification.numbers.quantities import Kind, Quantity
from apps.verification.numbers.raised import Power, level_of
from apps.verification.numbers.ranges import with_ranges
from apps.verification.numbers.signs import share_in_brackets, sign_of
from apps.verification.numbers.units import CURRENCY_SIGNS, CURRENCY_WORDS, OF_TIME, SCALE_LETTERS, SCALE_WORDS, UNITS
from apps.verification.numbers.words import find_fractions, find_ordinals, find_spelled

LONGEST_KEPT = 1000  # characters of a text whose quantities are kept


@dataclass(frozen=True, slots=True)
class _Atom:
    value: Decimal
    step: Decimal
    start: int
    end: int
    spelled: bool = False
    scaled: bool = False
    exponent: int = 0


def parse_quantities(text: str) -> tuple[Quantity, ...]:
    """Every quantity of ``text`` in order; those of two readings are two, by which who asks may tell them apart."""
    return tuple(map(replace, _kept(text))) if len(text) <= LONGEST_KEPT else _read(text)


@lru_cache(maxsize=512)
def _kept(text: str) -> tuple[Quantity, ...]:
    """Each claim asks anew of the sentences it is held against, and each check."""
    return _read(text)


def _read(text: str) -> tuple[Quantity, ...]:
    plain = grouped(text).translate(SAME_LENGTH)
    level = level_of(plain)
    if level is None:
        return _parsed(plain, text, {})
    found = []
    for one in _parsed(level.text, level.text, level.powers):
        start, end = level.place(one.start, one.end)
        found.append(replace(one, start=start, end=end, text=text[start:end]))
    return tuple(found)


def _parsed(plain: str, text: str, powers: Mapping[int, Power]) -> tuple[Quantity, ...]:
    """Those of a text on one level. ``powers``: of ten, by where their figure ends."""
    found: list[Quantity] = []
    dates = find_dates(plain)
    for one in dates:
        found.append(
            Quantity(
                kind=Kind.DATE, value=Decimal(one.date.year or 0), text=text[one.start : one.end], start=one.start,
                end=one.end, date=one.date,
            )
        )  # fmt: skip
    left = _masked(plain, [(one.start, one.end) for one in dates])
    left = _masked(left, [m.span() for m in NOT_AMOUNTS.finditer(left) if not KEEPS_CODE.match(m[0])])
    left = _masked(left, [m.span() for m in NAMED_BY_FIGURE.finditer(left)])
    for special in (_shares(left, text), _ratios(left, text), _ordinals(left, text)):
        found += special
        left = _masked(left, [(one.start, one.end) for one in special])
    found += _figures(left, plain, text, powers)
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _masked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + "\0" * (end - start) + text[end:]
    return text


def _shares(left: str, text: str) -> list[Quantity]:
    """Fractions in words and "four out of five", in per cent."""
    spans = list(find_fractions(left))
    for match in IN_EVERY.finditer(left):
        top, bottom = (Decimal(ONES.get(match[name].lower(), 0) or match[name].replace(",", "")) for name in ("a", "b"))
        if 0 < top < bottom:
            spans.append((match.start(), match.end(), top / bottom))
    return [
        Quantity(
            kind=Kind.SHARE, value=value * 100, step=Decimal(1), text=text[start:end], start=start, end=end,
            bound=bound_of(left, start, end), hedged=True, spelled=True,
        )
        for start, end, value in spans
    ]  # fmt: skip


def _ratios(left: str, text: str) -> list[Quantity]:
    return [
        Quantity(
            kind=Kind.RATIO, value=Decimal(m["a"]), unit=str(Decimal(m["b"]).normalize()), text=text[slice(*m.span())],
            start=m.start(), end=m.end(), bound=bound_of(left, m.start(), m.end()),
        )
        for m in RATIO.finditer(left)
    ]  # fmt: skip


def _ordinals(left: str, text: str) -> list[Quantity]:
    found = []
    for start, end, rank in find_ordinals(left):
        noun = NOUN.match(left[end : end + 40])
        found.append(
            Quantity(
                kind=Kind.ORDINAL, value=Decimal(rank), text=text[start:end], start=start, end=end,
                noun=stem(noun["noun"]) if noun else "", spelled=not text[start].isdigit(),
            )
        )  # fmt: skip
    return found


def _figures(left: str, plain: str, text: str, powers: Mapping[int, Power]) -> list[Quantity]:
    atoms = [_powered(atom, powers[atom.end]) if atom.end in powers else atom for atom in _atoms(left)]
    found: list[Quantity] = []
    skip = -1
    for atom in atoms:
        if atom.start < skip:
            continue
        doubled = _doubled_end(left, atom)
        previous = found[-1].end if found else 0
        quantity = _quantity(left, plain, text, atom, doubled or atom.end, previous)
        skip = max(doubled, quantity.end)
        if quantity.kind is Kind.COUNT and atom.spelled and atom.value == 1:
            continue  # "one" is as often a pronoun
        found.append(quantity)
    return with_ranges(found, plain)


def _atoms(left: str) -> list[_Atom]:
    spelled: list[_Atom] = []
    rest = left
    for one in find_spelled(left):
        if "\0" in rest[one.start : one.end]:
            continue
        spelled.append(_Atom(one.value, one.step, one.start, one.end, spelled=True, scaled=one.scaled))
        rest = _masked(rest, [(one.start, one.end)])
    figures = [_figure_atom(match) for match in FIGURE.finditer(rest)]
    return sorted([*spelled, *figures], key=lambda atom: atom.start)


def _figure_atom(match: re.Match[str]) -> _Atom:
    if match["lone"]:
        return _Atom(Decimal(VULGAR[match["lone"]]), Decimal("0.01"), match.start(), match.end())
    whole = (match["whole"] or "0").replace(",", "")
    decimals = match["decimals"] or match["bare"] or ""
    value = Decimal(whole + decimals)
    if match["vulgar"]:
        value, decimals = value + Decimal(VULGAR[match["vulgar"]]), ".00"
    if match["mixed"]:
        top, bottom = match["mixed"].split("/")
        if bottom != "0":
            value, decimals = value + Decimal(top) / Decimal(bottom), ".00"
    if decimals:
        step = Decimal(1).scaleb(-(len(decimals) - 1))
    else:
        # 80 is as exact as 81; 1,500 may well be rounded
        zeros = len(whole) - len(whole.rstrip("0")) if value and len(whole) > 2 else 0
        step = Decimal(1).scaleb(zeros)
    return _Atom(value, step, match.start(), match.end())


def _powered(atom: _Atom, power: Power) -> _Atom:
    value, step = power.applied(atom.value, atom.step)
    return replace(atom, value=value, step=step, exponent=power.exponent)


def _doubled_end(left: str, atom: _Atom) -> int:
    """Where "thirty (30)" ends, else 0."""
    match = DOUBLED.match(left[atom.end :])
    if match is None:
        return 0
    inner = _atoms(match["figure"])
    same = len(inner) == 1 and inner[0].value == atom.value and inner[0].spelled != atom.spelled
    return atom.end + match.end() if same and not match["inside"] else 0


def _quantity(left: str, plain: str, text: str, atom: _Atom, read_from: int, previous: int) -> Quantity:
    """The figure with what belongs to it on either side. Bounds are read in ``plain``, units in ``left``."""
    before = left[max(0, atom.start - 24) : atom.start]
    currency = CURRENCY_LEFT.search(before)
    start = atom.start - len(before) + currency.start() if currency else atom.start
    kind, unit, dimension, factor = Kind.COUNT, "", "", Decimal(1)
    value, step, scaled, end = atom.value, atom.step, atom.scaled, read_from
    if currency:
        kind = Kind.MONEY
        unit = CURRENCY_SIGNS.get(currency["sign"] or "", currency["code"] or "")
    scale = SCALE_RIGHT.match(left[end:])
    if scale and (currency or _is_scale(scale, left[end + scale.end() : end + scale.end() + 40])):
        exponent = SCALE_WORDS[scale["word"].lower()] if scale["word"] else SCALE_LETTERS[scale["letter"]]
        value, step, scaled, end = value.scaleb(exponent), step.scaleb(exponent), True, end + scale.end()
    if kind is Kind.COUNT:
        kind, unit, dimension, factor, end = _unit_on_the_right(left, end)
    if kind is Kind.POINTS and unit == "bp":
        value, step, unit = value / 100, step / 100, ""
    start, negative, end = sign_of(left, atom.start, atom.end, currency, start, end)
    if negative and kind is Kind.COUNT and (share := share_in_brackets(left, end)):
        kind, end = share
    if negative and not scaled and (scale := SCALE_RIGHT.match(left[end:])) and scale["word"]:
        exponent = SCALE_WORDS[scale["word"].lower()]
        value, step, scaled, end = value.scaleb(exponent), step.scaleb(exponent), True, end + scale.end()
    per = PER.match(left[end : end + 30]) if kind is not Kind.COUNT or scaled else None
    noun = NOUN.match(left[end : end + 40]) if kind is Kind.COUNT else None
    of_time = dimension in OF_TIME
    return Quantity(
        kind=kind, value=-value if negative else value, step=step, unit=unit, dimension=dimension, factor=factor,
        bound=bound_of(plain, start, end, of_time=of_time, previous_end=previous), hedged=is_hedged(plain, start),
        scaled=scaled, exponent=atom.exponent, spelled=atom.spelled, noun=stem(noun["noun"]) if noun else "",
        per=_per_name(per), text=text[start:end], start=start, end=end,
    )  # fmt: skip


def _is_scale(scale: re.Match[str], behind: str) -> bool:
    """Whether what follows a figure without a currency is a scale, and no unit: "5m" and "5mm" may be lengths."""
    if scale["word"]:
        return scale["word"].lower() != "mm"
    if scale["letter"] == "m":
        return bool(COUNTED_IN_MILLIONS.match(behind))
    return scale["letter"] not in ("b", "t", "T", "mm")


def _unit_on_the_right(left: str, end: int) -> tuple[Kind, str, str, Decimal, int]:
    """(kind, unit, dimension, factor, where the unit ends) of what follows a figure at ``end``."""
    right = left[end : end + 40]
    plain = (Kind.COUNT, "", "", Decimal(1), end)
    if match := POINTS_RIGHT.match(right):
        return Kind.POINTS, "", "", Decimal(1), end + match.end()
    if match := BASIS_RIGHT.match(right):
        return Kind.POINTS, "bp", "", Decimal(1), end + match.end()
    if match := PERCENT_RIGHT.match(right):
        return Kind.PERCENT, "", "", Decimal(1), end + match.end()
    if match := CURRENCY_RIGHT.match(right):
        unit = CURRENCY_SIGNS.get(match["sign"] or "") or CURRENCY_WORDS.get((match["word"] or "").lower())
        return Kind.MONEY, unit or match["code"].upper(), "", Decimal(1), end + match.end()
    if match := BUSINESS.match(right):
        return Kind.MEASURE, "business day", "business days", Decimal(1), end + match.end()
    units = filter(None, (UNIT_RIGHT.match(right), UNIT_RIGHT.match(right.lower())))  # "degrees Celsius"
    if match := max(units, key=re.Match.end, default=None):
        spelling = re.sub(r"[\s-]", " ", match["unit"]) if match["unit"] not in UNITS else match["unit"]
        unit = UNITS.get(spelling)
        if unit is not None and (spelling != "l" or right[:1] in " -"):  # "5l" may be a 51 misread
            return Kind.MEASURE, unit.name, unit.dimension, unit.factor, end + match.end()
    return plain


def _per_name(match: re.Match[str] | None) -> str:
    if match is None:
        return ""
    word = (match["what"] or match["adverb"]).lower()
    if word.startswith("p") and word.replace(".", "").replace(" ", "") == "pa":
        return "year"
    return PER_NAMES.get(word, stem(PER_NAMES.get(word.removesuffix("ly"), word)) if word != "annually" else "year")
