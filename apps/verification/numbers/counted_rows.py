"""Rows of a table that count things: "dollars in millions" over the table makes no money of them. Pure."""

import re
from collections.abc import Sequence

from apps.core.patterns import lazy_regex
from apps.core.words import word_set

_MORE = (
    r"(?:(?:total|net|new|gross|average|approximate|full[-\s]time|part[-\s]time|permanent|temporary|store|restaurant|"
    r"branch|hotel|shop|planned|the)\s+){0,3}"
)
_THINGS = (
    r"(?:stores|restaurants|branches|hotels|locations|shops|warehouses|rooms|vessels|aircraft|customers|subscribers|"
    r"members|memberships|patients|patents)"
)
_COUNTS = lazy_regex(
    rf"\W*(?:{_MORE}number\s+of\b.*"
    rf"|{_MORE}{_THINGS}\s*,?\s+(?:at|as\s+of)\s+(?:the\s+)?(?:end|beginning|start|close|opening|year[-\s]end)\b.*"
    rf"|{_MORE}(?:openings?|closings?|closures?|relocations?|employees|headcount|full[-\s]time\s+equivalents|FTEs?|"
    rf"{_THINGS}\s+(?:opened|closed|relocated))(?:\W*\(?net\)?)?)\W*",
    re.IGNORECASE | re.DOTALL,
)
_MONEY = lazy_regex(
    r"[$€£¥₹]|\b(?:costs?|expenses?|charges?|loss(?:es)?|gains?|revenues?|sales|income|profit|proceeds|payments?|"
    r"impairments?|investments?|value|assets|fees?|compensation|provisions?|reserves?|cash|spending|spend|capex|"
    r"expenditures?|price|wages|salaries|benefits|rent|amounts?|payable|receivables?|due|loans?|deposits?)\b",
    re.IGNORECASE,
)
_FIGURE = lazy_regex(r"[\d|]")

_PER = lazy_regex(
    r"\bper\b(?!\W*(?:cent|annum|year|(?:the\s+|our\s+)?(?:books?|accounts?|balance|consolidated|financial|statements?|notes?))\b)"
    r"|/\s*(?:(?:diluted|basic|common|ordinary)\s+)?(?:share|unit)s?\b"
    r"|\beach\b(?!\s+(?:year|quarter|month|period|segment|region|country)\b)",
    re.IGNORECASE,
)
_OPENING_END = lazy_regex(
    r"[(,:;]|\s(?:of|for|in|on|at|from|to|by|per|under|with|before|after|paid|charged|realized|received|earned)\b"
)
_OF_A_WHOLE = lazy_regex(r"\s+(?:of|for)\s+(?:the\s+|an?\s+)?(?:acqui\w+|business\w*|compan\w+)\b")
_AVERAGE = lazy_regex(r"\b(?:average|median|mean)\b[\s-]*((?:(?!and\b|or\b)[^\W\d_]+[\s-]*)*)")
_AVERAGE_OF = lazy_regex(r"\b(average|median|mean)\s+of\s+(?:the\s+)?")
_WEIGHTED = lazy_regex(r"weighted[\s-]+average\b")
_GRANTED = lazy_regex(r"\b(?:grant|options?|awards?)"), lazy_regex(r"\bfair\s+value\b")  # both behind that
# of what one is paid for one thing
_PAID = word_set("salary salaries wage wages pay price prices rate rates fare fares fee fees toll tolls ticket tickets")
_VALUED = word_set("order basket ticket transaction")
# … and what is so without an average
_PAID_EACH = word_set("price prices rate rates salary wage fare toll ticket tariff arpu adr revpar asp eps auv")
_ALL_PAID = word_set("purchase transaction acquisition aggregate total contract")  # prices of a whole
_MAY_BE_EACH = lazy_regex(
    r"\b(?:average|median|mean|pric(?:e|es|ing)|per|each|(?:hour|dai|week|month)ly|grant[\s-]date)\b"
)
_WHOLE = (
    r"(?:(?:total|net|gross|other|fee|loan|lease|credit|tangible|common|interest|earning|bearing|shareholders['’]?|"
    r"stockholders['’]?)[\s-]+)*(?:assets|liabilities|equity|capital|debt|loans|leases|losses|deposits|borrowings|"
    r"balances|securities|receivables|investments)"
)
_ALL_OF_A_TIME = lazy_regex(
    rf"\W*(?:average\s+(?:of\s+(?:the\s+)?)?{_WHOLE}(?:\s*(?:,|/|&|\band\b|\bor\b)+\s*{_WHOLE})*"
    r"|price[\s-]+risk\s+(?:assets|liabilities))\W*"
)
_SUM = lazy_regex(
    r"\W*(?:(?:total|net|gross|other|operating|comprehensive|adjusted|pre[\s-]?tax|income|tax|interest|sales|selling|"
    r"marketing|advertising|administrative|general|capital|current|noncurrent|long[\s-]term|short[\s-]term|intangible|"
    r"cash|free|and)[\s,-]+)*"
    r"(?:revenues?|sales|income|earnings|profits?|loss(?:es)?|costs?|expenses?|charges|assets|liabilities|equity|debt|"
    r"borrowings|deposits|loans|investments|securities|receivables?|inventor(?:y|ies)|goodwill|expenditures|taxes|"
    r"depreciation|amortization|provision|ebitda|cash|equivalents|flows?)"
    r"(?:\W+(?:net|loss|losses|and|of|for|from|before|after|to|in|by|on|provided|used|attributable)\b"
    r"(?!\W+(?:an?|one)\b).*)?\W*"
)
_CENTS = lazy_regex(r"(?<![\d.])(?<!\d,)\d[\d,]*\.\d\d(?![\d%])")


def is_of_each(row: str) -> bool:
    """Whether a row's label says that its figures are of one thing each: no amount of a table "in millions".

    "Average wage" is, and "Price of a crate".
    """
    label = _AVERAGE_OF.sub(r"\1 ", _label_of(row))
    if _PER.search(label) or _is_granted(label):
        return True
    end = _OPENING_END.search(label)
    opening = label[: end.start()] if end else label
    average, words = _AVERAGE.search(opening), re.findall(r"[^\W\d_]+", opening)
    if average:
        return _is_one(re.findall(r"[^\W\d_]+", average[1]))
    priced = not _PAID_EACH.isdisjoint(words[-1:]) and _ALL_PAID.isdisjoint(words)
    return priced and not (end and _OF_A_WHOLE.match(label, end.start()))


def is_of_doubtful_scale(row: str, *, counted: bool, rounded: bool) -> bool:
    """Whether nobody can say if a row's figures bear the scale that stands above a head said again.

    ``counted``: a row under that head counts things; ``rounded``: those above it have no cents. "Average assets" are
    all that there are of a time; "Average weekly sales" may be those of one shop.
    """
    label = _label_of(row)
    if is_of_each(row):
        return False
    if _MAY_BE_EACH.search(label) and not _ALL_OF_A_TIME.fullmatch(label):
        return True
    unknown = counted and not (_SUM.fullmatch(label) or _ALL_OF_A_TIME.fullmatch(label))
    return unknown or (rounded and has_cents(row))


def has_cents(row: str) -> bool:
    """Whether a figure of a row has two places: "1.20"."""
    return bool(_CENTS.search(row))


def _label_of(row: str) -> str:
    """What stands before a row's first figure."""
    row = row.lstrip("| \t")
    figure = _FIGURE.search(row)
    label = row[: figure.start()] if figure else row
    return label.rstrip(" \t$€£¥₹(").lower()


def _is_granted(label: str) -> bool:
    """Whether it is the average value of what was granted: "Weighted average fair value of options"."""
    average = _WEIGHTED.search(label)
    return average is not None and all(one.search(label, average.end()) for one in _GRANTED)


def _is_one(words: Sequence[str]) -> bool:
    """Whether an average of that is of what is paid for one of many things. Without words it may be."""
    if not words:
        return True
    head, before = words[-1], words[-2:-1]
    return head in _PAID or (head == "value" and not _VALUED.isdisjoint(before))


def counts_things(row: str) -> bool:
    """Whether a row's label says that its figures are a number of things; where it may be money too, it does not."""
    figure = _FIGURE.search(row)
    label = row[: figure.start()] if figure else row
    return bool(_COUNTS.fullmatch(label)) and not _MONEY.search(row)
