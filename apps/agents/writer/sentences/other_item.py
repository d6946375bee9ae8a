"""Whether a row's label makes another item of what is asked for: deferred revenue, a change in debt. Pure."""

import re
from collections.abc import Sequence

from apps.agents.reading.context import Place
from apps.agents.reading.words import content_words
from apps.core.patterns import lazy_regex

_OTHER_ITEM = lazy_regex(
    r"\b(?:deferred|unearned|accrued|prepaid|cost|changes? in|effects? of|(?:beginning|start) of)\b", re.IGNORECASE
)
_FLOW = lazy_regex(r"\b(?:proceeds from|(?:re)?payments? (?:of|on))\b", re.IGNORECASE)  # of debt: not what is owed
_FLOWS = frozenset(content_words("raise receive obtain borrow issue pay repay spend use sell cash proceeds return"))
_SHARE_OF = lazy_regex(r"\A\W*(?:as an? )?(?:%|percent(?:age)?|per cent) of\b", re.IGNORECASE)
_RELATIVE = lazy_regex(
    r"(?:%|\b(?:percent(?:age)?|per cent))[\W_]*(?:of|change|growth|increase|decrease|variance)\b"
    r"|\b(?:change|growth|increase|decrease|variance)[\W_]*(?:%|percent|per cent)",
    re.IGNORECASE,
)
_PERCENT = lazy_regex(r"%|\bpercent|\bper cent\b|\bpercentage", re.IGNORECASE)


def is_relative_only(claim: str, place: Place) -> bool:
    """Whether a row gives a change or a share in percent, which can take no place of a claim of an amount."""
    row = place.unit.row
    return row is not None and bool(_RELATIVE.search(row.label)) and not _PERCENT.search(claim)


def is_other_item(wanted: Sequence[str], place: Place) -> bool:
    """Whether a row's label makes another item of what is asked for: deferred revenue, the cost of sales.

    "Percent of sales" is that of what the heading says.
    """
    if place.unit.row is None:
        return False
    label = place.unit.row.label
    if _SHARE_OF.match(label):
        rest = set(wanted) - set(content_words(label))
        return bool(rest) and rest.isdisjoint({*place.above, *content_words(place.unit.heading)})
    found = _OTHER_ITEM.search(label)
    flows = bool(_FLOW.search(label)) and _FLOWS.isdisjoint(wanted)
    return flows or (found is not None and not set(content_words(found[0])) <= set(wanted))
