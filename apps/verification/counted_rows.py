"""Rows of a table that count things: "in millions" over the table makes no money of them. Pure."""

import re

_ALONE = (  # what is only ever counted
    r"openings?|closings?|closures?|relocations?|employees|headcount|full[-\s]time equivalents|FTEs?|countries|"
    r"(?:stores|restaurants|branches|hotels|locations|units|shops|warehouses)\s+(?:opened|closed|acquired|sold|relocated)"
)
_NOUN = (
    r"(?:stores|restaurants|branches|hotels|locations|shops|warehouses|rooms|vessels|aircraft|customers|subscribers|"
    r"members|memberships|patients|patents|shareholders|holders)"
)
_COUNTS = re.compile(
    rf"\A\W*(?:(?:total|average|approximate|the)\s+)*number\s+of\b"
    rf"|\b{_NOUN}\s*,?\s+(?:at|as\s+of)\s+(?:the\s+)?(?:end|beginning|start|close|opening|year[-\s]end)\b"
    rf"|\b(?:{_ALONE})\W*(?:,?\s*\(?net\)?)?\W*\Z",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[$€£¥₹]|\b(?:costs?|expenses?|charges?|loss(?:es)?|gains?|revenues?|sales|income|profit|proceeds|payments?|"
    r"impairments?|investments?|value|assets|fees?|compensation|provisions?|reserves?|cash|spending|spend|capex|"
    r"expenditures?|price|wages|salaries|benefits|rent|amounts?|payable|receivables?|due|loans?|deposits?)\b",
    re.IGNORECASE,
)
_FIRST_FIGURE = re.compile(r"[(\s|$€£¥₹–—-]*\d|\s*\|")


def counts_things(row: str) -> bool:
    """Whether a row's label says that its figures are a number of things; where it may be money too, it does not."""
    figure = _FIRST_FIGURE.search(row)
    label = row[: figure.start()] if figure else row
    return bool(_COUNTS.search(label)) and not _MONEY.search(row)
