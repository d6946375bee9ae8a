"""Quantities in a text: what kind, how much, of what, how bounded.

A figure is read with its currency, scale word, unit and bound; the ends of a range are two quantities bounded from
below and above. Section, page and form numbers, list marks and figures inside names (COVID-19, 10-K) are no amounts.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from apps.verification.bounds import Bound, bound_of, is_hedged
from apps.verification.dates import PartialDate, find_dates
from apps.verification.lexicon import stem
from apps.verification.number_words import find_fractions, find_ordinals, find_spelled
from apps.verification.units import (
    CURRENCY_CODES,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    SCALE_LETTERS,
    SCALE_WORDS,
    UNITS,
)


class Kind(StrEnum):
    MONEY = "amount"
    PERCENT = "percentage"
    POINTS = "percentage points"  # basis points too: 100 of them are one
    MEASURE = "measure"
    COUNT = "number"  # a figure without a unit
    SHARE = "share"  # "two thirds", "half of"; the value is in per cent
    RATIO = "ratio"
    ORDINAL = "rank"
    DATE = "date"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """One figure, at text[start:end]. ``value`` has its scale word applied and is in ``unit``."""

    kind: Kind
    value: Decimal
    text: str
    start: int
    end: int
    step: Decimal = Decimal(1)  # weight of the last significant digit as written
    unit: str = ""  # currency code or sign, or the unit's name
    dimension: str = ""  # of a measure; value × factor is in its base unit
    factor: Decimal = Decimal(1)
    bound: Bound = Bound.EXACT
    hedged: bool = False
    scaled: bool = False  # bears a scale word of its own
    spelled: bool = False
    noun: str = ""  # stem of the word that follows a plain number
    per: str = ""  # "per month"
    literal: bool = False  # as written, though its table says "in millions": no amount of money
    date: PartialDate | None = None

    @property
    def base(self) -> Decimal:
        """The value in the base unit of its dimension."""
        return self.value * self.factor


_SAME_LENGTH = str.maketrans(
    {**dict.fromkeys("‐‑‒–—―−", "-"), **dict.fromkeys("\u00a0\u2007\u2009\u202f", " "), **dict.fromkeys("‘’", "'")}
)
_VULGAR = {"½": "0.5", "¼": "0.25", "¾": "0.75", "⅓": "0.333", "⅔": "0.667", "⅛": "0.125", "⅜": "0.375", "⅝": "0.625", "⅞": "0.875"}
_FIGURE = re.compile(
    r"(?<![\w.])(?<!\d,)(?:(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,3}(?:,\d{2})*,\d{3}|\d+)(?P<decimals>\.\d+)?|(?P<bare>\.\d+))"
    r"(?:\s?(?P<vulgar>[½¼¾⅓⅔⅛⅜⅝⅞])|\s(?P<mixed>\d/\d)(?![\d/]))?|(?P<lone>[½¼¾⅓⅔⅛⅜⅝⅞])"
)
_NOT_AMOUNTS = re.compile(
    r"""
    https?://\S+ | \S+@\S+
    | (?:(?<!\w)§+|\b(?:sections?|sec\.|articles?|art\.|clauses?|chapters?|ch\.|pages?|pp?\.|paragraphs?|para\.|notes?|tables?
      |figures?|fig\.|items?|exhibits?|appendix|annex|schedules?|rules?|forms?|parts?|steps?|footnotes?|lines?|columns?
      |regulations?|title|no\.|nos\.|number(?=\s+\d+\.\d)|volume|vol\.|issue|version|v\.|release|room|suite|directives?
      |ISO|ASC|IFRS|IAS|FAS|SFAS|ASU|Topic|Level|Tier|Phase|Type|Class|Grade|Stage|Basel|Zone|Category|Route|Highway)
      (?:\s|\b))\s*\(?\#?\d+[\w.()/-]*(?:\s\(\w{1,3}\))*(?:(?:\s*(?:,|and|or|to|-|through|&)\s*)\(?\d+[\w.()]*(?!\s*(?:%|percent|days|months|years)))*
    | \bdisease\s+2019 | \bS&P\s+500 | \b(?:Russell|FTSE|Fortune|Nasdaq|CAC|DAX)\s+\d+
    | \b(?!(?:mid|pre|post|late|early)-)[A-Za-z]+(?:-?\d+)+[A-Za-z]*\b(?!\s*%) | \b\d+-[A-Z]{1,2}\b | \b\d+[A-Z]\d*\b(?<!\d[KMBTWXGLH])
    | \b\d{3}-\d{3,4}(?:-\d{4})?\b | \b\d+(?:\.\d+){2,}\b | \#\d+ | \[\d+\]
    | ^[ \t]*\(?\d{1,2}[.)](?=\s+[A-Za-z]) | (?<=\s)\([1-9]\)(?=\s+[a-z])
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
_KEEPS_CODE = re.compile(rf"^(?:{'|'.join(CURRENCY_CODES)}|US|Rs)\d|^\d+(?:K|M|B|T|BN|MM|TN|W|X|G|L|H)$", re.IGNORECASE)
_SIGNS = "|".join(sorted(map(re.escape, CURRENCY_SIGNS), key=len, reverse=True))
_CODES = "|".join(sorted(CURRENCY_CODES))
_CURRENCY_LEFT = re.compile(rf"(?:(?<![A-Za-z])(?P<sign>{_SIGNS})|\b(?P<code>{_CODES})[$€£]?)\s?(?P<inner>[-(]?)\s?$")
_MINUS_LEFT = re.compile(r"(?:^|[\s($€£¥])(?:-|minus\s|negative\s)\s?$", re.IGNORECASE)
_CURRENCY_WORDS = "|".join(sorted(map(re.escape, CURRENCY_WORDS), key=len, reverse=True))
_CURRENCY_RIGHT = re.compile(rf"^(?:\s?(?P<sign>€|£|¥|₹|\$)(?![\d.])|[\s-]?(?P<code>{_CODES})\b|[\s-](?:of\s+)?(?P<word>{_CURRENCY_WORDS})\b)", re.I)
_SCALE_RIGHT = re.compile(rf"^(?:[\s-]{{0,2}}(?P<word>{'|'.join(sorted(SCALE_WORDS, key=len, reverse=True))})\b|(?P<letter>k|K|MM|mm|bn|tn|m|M|B|b|T|t)\b)")
_PERCENT_RIGHT = re.compile(r"^[\s-]{0,2}(?:%|(?:percent|per\s?cent|pct)\b\.?)", re.IGNORECASE)
_POINTS_RIGHT = re.compile(r"^[\s-]{0,2}(?:(?:percentage|%|percent)[\s-]?points?\b|(?:pp|ppt|ppts|p\.p\.)(?!\w))", re.IGNORECASE)
_BASIS_RIGHT = re.compile(r"^[\s-]{0,2}(?:basis[\s-]?points?|bps?)\b", re.IGNORECASE)
_UNIT_NAMES = sorted(UNITS, key=len, reverse=True)
_UNIT_RIGHT = re.compile(
    r"^[\s-]{0,3}(?:full |consecutive |calendar |additional |further |more |other |whole )?(?P<unit>"
    + "|".join(re.escape(name).replace(r"\ ", r"[\s-]") for name in _UNIT_NAMES)
    + r")(?![\w²³])"
)
_BUSINESS = re.compile(r"^\s(?:full |consecutive |additional |further )?(?P<kind>business|working|trading|banking)[\s-]days?\b", re.IGNORECASE)
_PER = re.compile(
    r"^\s*(?:(?:,\s*)?(?:per\b|/|(?:each|every|an?)(?=\s+(?:day|week|month|quarter|year|hour|minute|night)\b))\s*"
    r"(?P<thing>calendar\s)?(?P<what>annum|[a-z]+)|(?P<adverb>annually|yearly|monthly|weekly|daily|hourly|quarterly|p\.?\s?a\.?(?!\w)))",
    re.IGNORECASE,
)
_PER_NAMES = {"annum": "year", "annual": "year", "yearly": "year", "monthly": "month", "weekly": "week", "daily": "day", "hourly": "hour", "quarterly": "quarter"}  # fmt: skip
_NOUN = re.compile(r"^[\s-]+(?:(?:of the|of|more|new|other|different|additional|separate)\s+)?(?P<noun>[A-Za-z]{3,})")
_DOUBLED = re.compile(r"^\s*\(\s*(?P<sign>[$€£]?)\s*(?P<figure>[\d,]+(?:\.\d+)?|[a-z-]+(?:[\s-][a-z]+)*)\s*(?P<inside>%|percent)?\s*\)", re.IGNORECASE)
_RATIO = re.compile(r"(?<![\d:.])(?P<a>\d+(?:\.\d+)?)\s?(?::|-to-|-for-)\s?(?P<b>\d+(?:\.\d+)?)(?![\d:])", re.IGNORECASE)
_IN_EVERY = re.compile(r"\b(?P<a>\d+|one|two|three|four|five|six|seven|eight|nine)\s+(?:in|out\s+of)\s+(?:every\s+)?(?P<b>\d+|two|three|four|five|six|seven|eight|nine|ten)\b(?!\s*(?:days|months|years|weeks|hours|%|percent|million|billion))", re.IGNORECASE)  # fmt: skip
_SMALL = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_JOIN = re.compile(r"^\s*(?P<by>-|to|through|and|or)\s*(?:about\s+|approximately\s+)?(?:[A-Z]{0,3}[$€£¥₹]\s?|[A-Z]{3}\s)?$")
_VERB_OF_CHANGE = re.compile(r"\b(?:ris|rose|increas|decreas|declin|fell|fall|grew|grow|drop|rais|reduc|chang|went|mov|improv|cut|lower|expand|jump|climb|narrow|widen)\w*\b[^.;]*$", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Atom:
    value: Decimal
    step: Decimal
    start: int
    end: int
    spelled: bool = False
    scaled: bool = False


def parse_quantities(text: str) -> tuple[Quantity, ...]:
    """Every quantity of ``text`` in order."""
    plain = text.translate(_SAME_LENGTH)
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
    left = _masked(left, [m.span() for m in _NOT_AMOUNTS.finditer(left) if not _KEEPS_CODE.match(m[0])])
    for special in (_shares(left, text), _ratios(left, text), _ordinals(left, text)):
        found += special
        left = _masked(left, [(one.start, one.end) for one in special])
    found += _figures(left, plain, text)
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _masked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + "\0" * (end - start) + text[end:]
    return text


def _shares(left: str, text: str) -> list[Quantity]:
    """Fractions in words and "four out of five", in per cent."""
    spans = list(find_fractions(left))
    for match in _IN_EVERY.finditer(left):
        top, bottom = (Decimal(_SMALL.get(match[name].lower(), 0) or match[name]) for name in ("a", "b"))
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
            kind=Kind.RATIO, value=Decimal(m["a"]), unit=str(Decimal(m["b"]).normalize()), text=text[m.start() : m.end()],
            start=m.start(), end=m.end(), bound=bound_of(left, m.start(), m.end()),
        )
        for m in _RATIO.finditer(left)
    ]  # fmt: skip


def _ordinals(left: str, text: str) -> list[Quantity]:
    found = []
    for start, end, rank in find_ordinals(left):
        noun = _NOUN.match(left[end : end + 40])
        found.append(
            Quantity(
                kind=Kind.ORDINAL, value=Decimal(rank), text=text[start:end], start=start, end=end,
                noun=stem(noun["noun"]) if noun else "", spelled=not text[start].isdigit(),
            )
        )  # fmt: skip
    return found


def _figures(left: str, plain: str, text: str) -> list[Quantity]:
    atoms = _atoms(left)
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
    return _with_ranges(found, plain)


def _atoms(left: str) -> list[_Atom]:
    spelled: list[_Atom] = []
    rest = left
    for one in find_spelled(left):
        if "\0" in rest[one.start : one.end]:
            continue
        spelled.append(_Atom(one.value, one.step, one.start, one.end, spelled=True, scaled=one.scaled))
        rest = _masked(rest, [(one.start, one.end)])
    figures = [_figure_atom(match) for match in _FIGURE.finditer(rest)]
    return sorted([*spelled, *figures], key=lambda atom: atom.start)


def _figure_atom(match: re.Match[str]) -> _Atom:
    if match["lone"]:
        return _Atom(Decimal(_VULGAR[match["lone"]]), Decimal("0.01"), match.start(), match.end())
    whole = (match["whole"] or "0").replace(",", "")
    decimals = match["decimals"] or match["bare"] or ""
    value = Decimal(whole + decimals)
    if match["vulgar"]:
        value, decimals = value + Decimal(_VULGAR[match["vulgar"]]), ".00"
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


def _doubled_end(left: str, atom: _Atom) -> int:
    """Where "thirty (30)" ends, else 0."""
    match = _DOUBLED.match(left[atom.end :])
    if match is None:
        return 0
    inner = _atoms(match["figure"])
    same = len(inner) == 1 and inner[0].value == atom.value and inner[0].spelled != atom.spelled
    return atom.end + match.end() if same and not match["inside"] else 0


def _quantity(left: str, plain: str, text: str, atom: _Atom, read_from: int, previous: int) -> Quantity:
    """The figure with everything that belongs to it on either side. Bounds are read in ``plain``, units in ``left``."""
    before = left[max(0, atom.start - 24) : atom.start]
    currency = _CURRENCY_LEFT.search(before)
    start = atom.start - len(before) + currency.start() if currency else atom.start
    kind, unit, dimension, factor = Kind.COUNT, "", "", Decimal(1)
    value, step, scaled, end = atom.value, atom.step, atom.scaled, read_from
    if currency:
        kind = Kind.MONEY
        unit = CURRENCY_SIGNS.get(currency["sign"] or "", currency["code"] or "")
    scale = _SCALE_RIGHT.match(left[end:])
    if scale and (scale["word"] or currency or scale["letter"] not in ("m", "b", "t", "T", "mm")):
        exponent = SCALE_WORDS[scale["word"]] if scale["word"] else SCALE_LETTERS[scale["letter"]]
        value, step, scaled, end = value.scaleb(exponent), step.scaleb(exponent), True, end + scale.end()
    if kind is Kind.COUNT:
        kind, unit, dimension, factor, end = _unit_on_the_right(left, end)
    if kind is Kind.POINTS and unit == "bp":
        value, step, unit = value / 100, step / 100, ""
    start, negative, end = _sign(left, atom, currency, start, end)
    if negative and not scaled and (scale := _SCALE_RIGHT.match(left[end:])) and scale["word"]:
        exponent = SCALE_WORDS[scale["word"]]
        value, step, scaled, end = value.scaleb(exponent), step.scaleb(exponent), True, end + scale.end()
    per = _PER.match(left[end : end + 30]) if kind is not Kind.COUNT or scaled else None
    noun = _NOUN.match(left[end : end + 40]) if kind is Kind.COUNT else None
    of_time = dimension in ("time", "months", "business days")
    return Quantity(
        kind=kind, value=-value if negative else value, step=step, unit=unit, dimension=dimension, factor=factor,
        bound=bound_of(plain, start, end, of_time=of_time, previous_end=previous), hedged=is_hedged(plain, start),
        scaled=scaled, spelled=atom.spelled, noun=stem(noun["noun"]) if noun else "", per=_per_name(per),
        text=text[start:end], start=start, end=end,
    )  # fmt: skip


def _unit_on_the_right(left: str, end: int) -> tuple[Kind, str, str, Decimal, int]:
    """(kind, unit, dimension, factor, where the unit ends) of what follows a figure at ``end``."""
    right = left[end : end + 40]
    plain = (Kind.COUNT, "", "", Decimal(1), end)
    if match := _POINTS_RIGHT.match(right):
        return Kind.POINTS, "", "", Decimal(1), end + match.end()
    if match := _BASIS_RIGHT.match(right):
        return Kind.POINTS, "bp", "", Decimal(1), end + match.end()
    if match := _PERCENT_RIGHT.match(right):
        return Kind.PERCENT, "", "", Decimal(1), end + match.end()
    if match := _CURRENCY_RIGHT.match(right):
        unit = CURRENCY_SIGNS.get(match["sign"] or "") or CURRENCY_WORDS.get((match["word"] or "").lower())
        return Kind.MONEY, unit or match["code"].upper(), "", Decimal(1), end + match.end()
    if match := _BUSINESS.match(right):
        return Kind.MEASURE, "business day", "business days", Decimal(1), end + match.end()
    if match := _UNIT_RIGHT.match(right) or _UNIT_RIGHT.match(right.lower()):
        spelling = re.sub(r"[\s-]", " ", match["unit"]) if match["unit"] not in UNITS else match["unit"]
        unit = UNITS.get(spelling)
        # "5 m", "3 h": a single letter must stand at the figure or end the word group
        if unit is not None and not (len(spelling) == 1 and spelling.isalpha() and right[:1] not in " -" and spelling == "l"):
            return Kind.MEASURE, unit.name, unit.dimension, unit.factor, end + match.end()
    return plain


def _sign(left: str, atom: _Atom, currency: re.Match[str] | None, start: int, end: int) -> tuple[int, bool, int]:
    """(start, negative, end): a minus sign, or brackets as tables use them."""
    before, after = left[:start], left[end:]
    if currency and currency["inner"] == "-":
        return start, True, end
    bracketed = (before.endswith("(") or bool(currency and currency["inner"] == "(")) and re.match(r"\s?\)", after)
    if bracketed:
        outside_left = before.removesuffix("(").rstrip()[-1:]
        outside_right = after.lstrip(" )%")[:1]
        in_table = bool(currency and currency["inner"] == "(") or outside_left != "" and outside_left in "0123456789)$€£%-"
        in_table = in_table or outside_right != "" and outside_right in "0123456789($€£"
        figure = left[atom.start : atom.end]
        # "Net income (203)" at the end of a line; one or two digits there are a footnote, four without a comma a year
        at_end = after.lstrip(" )").startswith("\n") or not after.lstrip(" )")
        grouped = not currency and ("," in figure or (at_end and len(figure) == 3))
        negative = in_table or grouped
        if not negative:
            return start, False, end
        return start - before.endswith("("), True, end + len(after) - len(after.lstrip()) + 1
    return start, bool(_MINUS_LEFT.search(before[-10:])) and not re.search(r"\d\s?-\s?$", before), end


def _per_name(match: re.Match[str] | None) -> str:
    if match is None:
        return ""
    word = (match["what"] or match["adverb"]).lower()
    if word.startswith("p") and word.replace(".", "").replace(" ", "") == "pa":
        return "year"
    return _PER_NAMES.get(word, stem(_PER_NAMES.get(word.removesuffix("ly"), word)) if word != "annually" else "year")


def _with_ranges(found: list[Quantity], plain: str) -> list[Quantity]:
    """Give the ends of "5–10%" and "between 5 and 10 days" one unit, and bounds from below and above."""
    result = list(found)
    for i in range(len(result) - 1):
        one, two = result[i], result[i + 1]
        join = _JOIN.match(plain[one.end : two.start])
        before = plain[max(0, one.start - 60) : one.start]
        between = re.search(r"\bbetween\s+(?:about\s+|approximately\s+)?$", before, re.IGNORECASE)
        if join is None or (join["by"] == "and" and not between and one.kind is not Kind.COUNT):
            continue
        two_value = two.value
        if one.kind is Kind.COUNT and two.kind is not Kind.COUNT or (one.kind is two.kind and two.scaled and not one.scaled):
            one = _as_like(one, two)
        if join["by"] in ("-", "through") or (join["by"] == "to" and not _VERB_OF_CHANGE.search(before)) or between:
            if one.bound is Bound.EXACT and two.bound is Bound.EXACT and abs(one.value) <= abs(two_value):
                one, two = replace(one, bound=Bound.AT_LEAST), replace(two, bound=Bound.AT_MOST)
        result[i], result[i + 1] = one, two
    return result


def _as_like(one: Quantity, two: Quantity) -> Quantity:
    """The first end of a range with the unit, and where it fits the scale, of the second."""
    if not one.unit or one.kind is two.kind:
        one = replace(one, kind=two.kind, unit=two.unit or one.unit, dimension=two.dimension, factor=two.factor, noun=two.noun)
    if two.scaled and not one.scaled:
        exponent = 0
        while abs(two.value).scaleb(-exponent - 3) >= 1 and exponent < 12:
            exponent += 3
        if abs(one.value).scaleb(exponent) <= abs(two.value):
            one = replace(one, value=one.value.scaleb(exponent), step=one.step.scaleb(exponent), scaled=True)
    return one
