"""The scale that the words over a table name: "in millions", with the currency beside it. Pure."""

import re
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.verification.numbers.units import CURRENCY_CODES, CURRENCY_SIGNS

SCALE = lazy_regex(
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
_EXPONENTS = {"thousand": 3, "thousands": 3, "k": 3, "million": 6, "millions": 6, "m": 6, "mn": 6}
_EXPONENTS |= {"billion": 9, "billions": 9, "bn": 9}
CURRENCY = lazy_regex(r"(?:US|C|A|HK)?\$|[€£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|INR|dollars|euros)\b", re.IGNORECASE)
_EXCEPT = lazy_regex(r"except[^.\n]{0,40}\bper[\s-]share", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How bare figures of a quote are to be read. ``exponent``: power of ten; ``currency``: "" when it is not said.

    ``doubtful``: nobody knows whether the scale above holds for them; ``each_apart``: not for those of one thing each.
    """

    exponent: int = 0
    currency: str = ""
    per_share_apart: bool = False
    doubtful: bool = False
    each_apart: bool = False


def reading_of(text: str) -> Reading:
    """The scale that ``text`` names last."""
    matches = list(SCALE.finditer(text))
    return reading_at(text, matches[-1]) if matches else Reading()


def reading_at(text: str, match: re.Match[str]) -> Reading:
    """The scale that a match of ``SCALE`` in ``text`` names."""
    line = text[match.start() : match.end() + 80]
    near = text[max(0, match.start() - 12) : match.end() + 20].split("\n\n")[0]
    return Reading(exponent=_exponent(match), currency=_currency(near), per_share_apart=bool(_EXCEPT.search(line)))


def _exponent(match: re.Match[str]) -> int:
    word = (match["word"] or match["of"] or match["short"] or match["bare"]).lower()
    return _EXPONENTS.get(word, 3)


def _currency(near: str) -> str:
    """The currency named beside a scale; "" when it is not said."""
    match = CURRENCY.search(near)
    if match is None:
        return ""
    name = match[0].upper()
    return name if name in CURRENCY_CODES else {"DOLLARS": "$", "EUROS": "EUR"}.get(name, CURRENCY_SIGNS.get(name, ""))
