"""Rows of a table that count things: "dollars in millions" over the table makes no money of them. Pure."""

import re

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


_EACH = re.compile(r"\b(?:per|average|price|each)\b", re.IGNORECASE)


def is_of_each(row: str) -> bool:
    """Whether a row's label says that its figures are of one thing each: no amount of a table "in millions"."""
    figure = _FIGURE.search(row)
    return bool(_EACH.search(row[: figure.start()] if figure else row))


def counts_things(row: str) -> bool:
    """Whether a row's label says that its figures are a number of things; where it may be money too, it does not."""
    figure = _FIGURE.search(row)
    label = row[: figure.start()] if figure else row
    return bool(_COUNTS.fullmatch(label)) and not _MONEY.search(row)
