"""What a figure is in the telling of a change: how far ("by 5%"), from or to where, how far from another. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from apps.core.patterns import lazy_regex
from apps.verification.numbers.fault import NumberFault, NumberFinding
from apps.verification.numbers.patterns import VERB_OF_CHANGE
from apps.verification.numbers.quantities import Quantity

_ABOUT = (
    r"(?:\s+(?:about|approximately|around|roughly|some|nearly|almost|only|as\s+much\s+as|more\s+than|less\s+than))?"
)
_ROLE = lazy_regex(rf"\b(?P<role>by|to|from){_ABOUT}(?:\s+an?)?\s+\Z", re.IGNORECASE)
_TO = lazy_regex(rf"[^.;]{{0,60}}\bto{_ABOUT}\s+", re.IGNORECASE)
_BACK = lazy_regex(rf"[^.;]{{0,60}}\bfrom{_ABOUT}\s+", re.IGNORECASE)
_UP = lazy_regex(r"\b(?:rose|ris(?:es|en|ing)|increas\w*|gr[eo]w\w*|climb\w*|jump\w*|surg\w*)\b", re.IGNORECASE)
_DOWN = lazy_regex(r"\b(?:fell|fall(?:s|en|ing)?|declin\w*|decreas\w*|drop\w*|shr[aiu]nk\w*|plung\w*)\b", re.IGNORECASE)
_APART = lazy_regex(
    r"\s+(?:below|above|short\s+of|ahead\s+of|(?:more|less|higher|lower|greater|fewer|better|worse)\s+than)\b",
    re.IGNORECASE,
)
_COMPARES = lazy_regex(
    r"\b(?:below|above|under|over|short\w*|ahead|behind|beyond|past|than|exceed\w*|miss\w*|beat\w*|differ\w*|gap|excess|varian\w*"
    r"|against|outperform\w*|surpass\w*|trail\w*|lag\w*"
    r"|by|more|less|higher|lower|fewer|greater|better|worse|margin|spread|premium|discount|plus|minus|from)\b",
    re.IGNORECASE,
)
_OVER = lazy_regex(r"\bover(?:sp[ea]n[dt]|r[au]n|sho{1,2}t)\w*\b", re.IGNORECASE)
_SAVED = lazy_regex(r"\b(?:sav(?:e[sd]?|ings?)|under(?:sp[ea]n[dt]|r[au]n|sho{1,2}t)\w*)\b", re.IGNORECASE)
_LOWER = lazy_regex(r"\s+(?:below|short|less|lower|fewer)\b", re.IGNORECASE)
_HIGHER = lazy_regex(r"\s+(?:above|more|higher|greater)\b", re.IGNORECASE)
# how far from another time it is tells how far it came since
_THAN_BEFORE = lazy_regex(
    r"\s+(?:(?P<up>above|ahead\s+of|(?:more|higher|greater)\s+than)|(?:below|(?:less|lower|fewer)\s+than))"
    r"\s+(?:(?:in|for|at|on|of|during)\s+)?(?:(?:the|that|those|its|our)\s+)?(?:(?:level|figure)\s+(?:of|in)\s+)?"
    r"(?:(?:end|start)\s+of\s+)?(?:(?:fiscal|financial)\s+)?(?:(?:the\s+)?(?:same\s+)?(?:year|quarter|month|week|period|season)"
    r"\s+(?:before|earlier|ago)\b|(?:a|one)\s+year\s+(?:before|earlier|ago)\b"
    r"|(?:last|prior|previous|preceding)(?:\s+|-)(?:year|quarter|month|week|period|season)\b(?!['’]?s?\s+(?:budget|plan|target|forecast))"
    r"|(?:19|20)\d\d\b(?!['’]?s?\s+(?:budget|plan|target|forecast)))",
    re.IGNORECASE,
)
_POINT = lazy_regex(r"(?<=\d)\.(?=\d)")
_LOOK = 60  # characters before a figure


def change_fault(claim: str, claimed: Quantity, source: str, one: Quantity) -> NumberFault | None:
    """What is wrong though the two figures are the same: "rose by $5" is not "rose to $5"."""
    if claimed.date is not None:
        return None
    mine, theirs = _role(claim, claimed), _role(source, one)
    if mine and theirs and mine != theirs and "by" in (mine, theirs):
        return NumberFault.CHANGE
    apart = _APART.match(source, one.end) and not _APART.match(claim, claimed.end)
    return None if not apart or _tells_the_change(claim, source, one) else NumberFault.CHANGE


def _tells_the_change(claim: str, source: str, one: Quantity) -> bool:
    """Whether the claim tells how far it lies from something: "costs rose 12%" where they are 12% higher than before.

    What it calls saved lies below, what it calls overspent above.
    """
    over, saved = _OVER.search(claim), _SAVED.search(claim)
    if (over or saved) and not _OVER.search(source) and not _SAVED.search(source):
        return bool((over and not _LOWER.match(source, one.end)) or (saved and not _HIGHER.match(source, one.end)))
    since, up, down = _THAN_BEFORE.match(source, one.end), _UP.search(claim), _DOWN.search(claim)
    if since and bool(up) != bool(down):
        return bool(up if since["up"] else down)
    return bool(_COMPARES.search(claim))


def turned_changes(claim: str, own: Sequence[Quantity]) -> Iterator[NumberFinding]:
    """Of a claim's own two figures the one from which it fell lies below the one to which it did, or the like."""
    for one, other in pairwise(own):
        before = claim[max(0, one.start - _LOOK) : one.start]
        role = _ROLE.search(before)
        if role is None or one.kind is not other.kind or one.unit != other.unit or min(one.value, other.value) < 0:
            continue
        if role["role"].lower() == "from" and _TO.fullmatch(claim, one.end, other.start):
            rise = other.base - one.base
        elif role["role"].lower() == "to" and _BACK.fullmatch(claim, one.end, other.start):
            rise = one.base - other.base
        else:
            continue
        up, down = _UP.search(before), _DOWN.search(before)
        if bool(up) != bool(down) and ((up and rise < 0) or (down and rise > 0)):
            yield NumberFinding(fault=NumberFault.TURNED, claimed=one.text, source=other.text)


def _role(text: str, one: Quantity) -> str:
    """ "by", "to" or "from", where the text tells of a change."""
    before = text[max(0, one.start - _LOOK) : one.start]
    match = _ROLE.search(before)
    verb = match and VERB_OF_CHANGE.search(_POINT.sub(",", before))
    return match["role"].lower() if verb else ""
