"""What around a quote says how to read its figures: "in millions" over a table, the years over its columns."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from apps.verification.numbers import parse_quantities
from apps.verification.quantities import Kind, Quantity
from apps.verification.units import CURRENCY_CODES, CURRENCY_SIGNS

_SCALE = re.compile(
    r"""
    \bin\s+(?:(?:US|U\.S\.|USD|EUR|GBP|[A-Z][a-z]+)?\s*[$€£¥₹]?\s*)?
    (?P<word>thousands?|millions?|billions?)\b(?!\s+of\s+(?!(?:us|u\.s\.|dollars|euros|pounds|yen|rupees|usd|eur|[$€£])))
    | \((?P<of>thousands?|millions?|billions?)\s+of\s+(?:U\.?S\.?\s+)?(?:dollars|euros|pounds|[$€£])
    | (?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|INR))\s?
      (?P<short>millions?|thousands?|billions?|mn|bn|m|k|000s?|'000s?)\b(?<!\d{4})
    | \((?P<bare>000s?|000's|'000s?|millions|thousands|billions)(?:,[^()\n]{0,60})?\)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_EXPONENTS = {
    "thousand": 3,
    "thousands": 3,
    "k": 3,
    "million": 6,
    "millions": 6,
    "m": 6,
    "mn": 6,
    "billion": 9,
    "billions": 9,
    "bn": 9,
}
_CURRENCY = re.compile(r"(?:US|C|A|HK)?\$|[€£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|INR|dollars|euros)\b", re.IGNORECASE)
_EXCEPT = re.compile(r"except[^.\n]{0,40}\bper[\s-]share", re.IGNORECASE)
_YEAR_ROW = re.compile(r"^[^\n]*?(?P<years>\b(?:(?:FY\s?)?(?:19|20)\d\d[^\d\n]{0,25}){2,})$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteContext:
    """A locked quote with what helps to read it: the chunk's text before it, its headings, title and file name."""

    text: str
    before: str = ""
    headings: tuple[str, ...] = ()
    context: str = ""

    @property
    def around(self) -> str:
        """Everything but the quote itself."""
        return "\n".join((self.context, *self.headings, self.before))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How bare figures of a quote are to be read. ``exponent``: power of ten; ``currency``: "" when it is not said."""

    exponent: int = 0
    currency: str = ""
    per_share_apart: bool = False


def reading_of(quote: QuoteContext) -> Reading:
    """The scale that applies to the quote: its own, else the nearest one before it, else that of its headings."""
    for part in (quote.text, quote.before, *reversed(quote.headings), quote.context):
        matches = list(_SCALE.finditer(part))
        if matches:
            match = matches[-1] if part is not quote.text else matches[0]
            line = part[match.start() : match.end() + 80]
            near = part[max(0, match.start() - 12) : match.end() + 20].split("\n\n")[0]
            return Reading(
                exponent=_exponent(match), currency=_currency(near), per_share_apart=bool(_EXCEPT.search(line))
            )
    return Reading()


def _exponent(match: re.Match[str]) -> int:
    word = (match["word"] or match["of"] or match["short"] or match["bare"]).lower()
    return _EXPONENTS.get(word, 3)


def _currency(near: str) -> str:
    """The currency named beside a scale; "" when it is not said."""
    match = _CURRENCY.search(near)
    if match is None:
        return ""
    name = match[0].upper()
    return name if name in CURRENCY_CODES else {"DOLLARS": "$", "EUROS": "EUR"}.get(name, CURRENCY_SIGNS.get(name, ""))


def quote_quantities(quote: QuoteContext) -> list[Quantity]:
    """The quote's quantities; a bare figure under "in millions" comes as the amount it stands for, and as written."""
    reading = reading_of(quote)
    found: list[Quantity] = []
    for one in parse_quantities(quote.text):
        found.append(one)
        if not reading.exponent or one.scaled or one.kind not in (Kind.COUNT, Kind.MONEY) or one.spelled:
            continue
        scaled = _scaled(one, reading)
        plain_too = one.kind is Kind.COUNT or (reading.per_share_apart and "." in one.text)
        found[-1:] = [replace(one, literal="." not in one.text), scaled] if plain_too else [scaled]
    return found


def _scaled(one: Quantity, reading: Reading) -> Quantity:
    weight = Decimal(10) ** reading.exponent
    return Quantity(
        kind=Kind.MONEY, value=one.value * weight, step=one.step * weight, unit=one.unit or reading.currency,
        text=one.text, start=one.start, end=one.end, bound=one.bound, hedged=one.hedged, scaled=True, per=one.per,
    )  # fmt: skip


def column_years(quote: QuoteContext) -> dict[int, int]:
    """Start of a figure in the quote → the year over its column, for rows of a table with such a header.

    Only where it is beyond doubt: a row has as many figures as the nearest row of years above has years.
    """
    found: dict[int, int] = {}
    position = 0
    for line in quote.text.splitlines(keepends=True):
        above = f"{quote.before}\n{quote.text[:position]}".rstrip()
        found |= {position + start: year for start, year in _years_of_row(line, above).items()}
        position += len(line)
    return found


def _years_of_row(row: str, above: str) -> dict[int, int]:
    headers = [match["years"] for match in _YEAR_ROW.finditer(above)]
    if not headers or _YEAR_ROW.match(row.strip()):
        return {}
    years = [int(year) for year in re.findall(r"(?:19|20)\d\d", headers[-1])]
    figures = [one for one in parse_quantities(row) if one.kind in (Kind.COUNT, Kind.MONEY, Kind.PERCENT)]
    if len(figures) != len(years) or len(set(years)) != len(years):
        return {}
    return {one.start: year for one, year in zip(figures, years, strict=True)}
