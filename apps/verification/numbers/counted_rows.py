"""Rows of a table that count things: "dollars in millions" over the table makes no money of them. Pure."""

import re
from collections.abc import Sequence

from apps.core.words import word_set

_MORE = (
    r"(?:(?:total|net|new|gross|average|approximate|full[-\s]time|part[-\s]time|permanent|temporary|store|restaurant|"
    r"branch|hotel|shop|planned|the)\s+){0,3}"
)
_THINGS = (
    r"(?:stores|restaurants|branches|hotels|locations|shops|warehouses|rooms|vessels|aircraft|customers|subscribers|"
    r"members|memberships|patients|patents)"
)
_COUNTS = re.compile(
    rf"\W*(?:{_MORE}number\s+of\b.*"
    rf"|{_MORE}{_THINGS}\s*,?\s+(?:at|as\s+of)\s+(?:the\s+)?(?:end|beginning|start|close|opening|year[-\s]end)\b.*"
    rf"|{_MORE}(?:openings?|closings?|closures?|relocations?|employees|headcount|full[-\s]time\s+equivalents|FTEs?|"
    rf"{_THINGS}\s+(?:opened|closed|relocated))(?:\W*\(?net\)?)?)\W*",
    re.IGNORECASE | re.DOTALL,
)
_MONEY = re.compile(
    r"[$€£¥₹]|\b(?:costs?|expenses?|charges?|loss(?:es)?|gains?|revenues?|sales|income|profit|proceeds|payments?|"
    r"impairments?|investments?|value|assets|fees?|compensation|provisions?|reserves?|cash|spending|spend|capex|"
    r"expenditures?|price|wages|salaries|benefits|rent|amounts?|payable|receivables?|due|loans?|deposits?)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"[\d|]")

_PER = re.compile(
    r"\bper\b(?!\W*(?:cent|annum|year|(?:the\s+|our\s+)?(?:books?|accounts?|balance|consolidated|financial|statements?|notes?))\b)"
    r"|\beach\b(?!\s+(?:year|quarter|month|period|segment|region|country)\b)",
    re.IGNORECASE,
)
_OPENING_END = re.compile(
    r"[(,:;]|\s(?:of|for|in|on|at|from|to|by|per|under|with|before|after|paid|charged|realized|received|earned)\b"
)
_OF_A_WHOLE = re.compile(r"\s+(?:of|for)\s+(?:the\s+|an?\s+)?(?:acqui\w+|business\w*|compan\w+)\b")
_AVERAGE = re.compile(r"\b(?:average|median|mean)\b[\s-]*((?:(?!and\b|or\b)[^\W\d_]+[\s-]*)*)")
_AVERAGE_OF = re.compile(r"\b(average|median|mean)\s+of\s+(?:the\s+)?")
_PAID = word_set("salaries wages earnings prices rents fares fees tolls tariffs rates tickets")  # for one thing each
# … and what is so without an average
_PAID_EACH = word_set("price prices rate rates salary wage fare toll ticket tariff arpu adr revpar asp eps auv")
_ALL_PAID = word_set("purchase transaction acquisition aggregate total contract")  # prices of a whole
_MASSES = word_set("""
    equity capital debt indebtedness balance inventory stock goodwill cash liquidity backlog base book portfolio funding
    borrowing lending income profit revenue turnover float outstanding total net gross
""")
_STATED = word_set("fair market carrying book notional nominal")  # values of what there is


def is_of_each(row: str) -> bool:
    """Whether a row's label says that its figures are of one thing each: no amount of a table "in millions".

    "Average wage" is, and "Price of a crate"; "Average assets" are all that there are of a time.
    """
    figure = _FIGURE.search(row)
    label = (row[: figure.start()] if figure else row).rstrip(" \t$€£¥₹(").lower()
    label = _AVERAGE_OF.sub(r"\1 ", label)
    if _PER.search(label):
        return True
    end = _OPENING_END.search(label)
    opening = label[: end.start()] if end else label
    average, words = _AVERAGE.search(opening), re.findall(r"[^\W\d_]+", opening)
    if average:
        return _is_one(re.findall(r"[^\W\d_]+", average[1]))
    priced = not _PAID_EACH.isdisjoint(words[-1:]) and _ALL_PAID.isdisjoint(words)
    return priced and not (end and _OF_A_WHOLE.match(label, end.start()))


def _is_one(words: Sequence[str]) -> bool:
    """Whether an average of that is of one of many things: in the singular, and no mass. Without words it may be."""
    if not words:
        return True
    head, before = words[-1], words[-2:-1]
    if head in ("value", "amount"):
        return bool(before) and before[0] not in _STATED
    return head in _PAID or not (head in _MASSES or head.endswith("s"))


def counts_things(row: str) -> bool:
    """Whether a row's label says that its figures are a number of things; where it may be money too, it does not."""
    figure = _FIGURE.search(row)
    label = row[: figure.start()] if figure else row
    return bool(_COUNTS.fullmatch(label)) and not _MONEY.search(row)
