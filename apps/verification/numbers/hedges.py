"""What a claim makes of "about", "nearly" and "exactly" before a figure that it has from its source. Pure."""

import re

from apps.core.patterns import lazy_regex
from apps.verification.numbers.bounds import Bound, is_hedged
from apps.verification.numbers.fault import NumberFault
from apps.verification.numbers.quantities import Quantity

_SIGN = r"\s*(?:[A-Z]{0,3}[$€£¥₹]\s*|[A-Z]{3}\s+)?\Z"
_EXACTLY = lazy_regex(rf"\b(?:exactly|precisely)(?:\s+(?:a|an|the))?{_SIGN}", re.IGNORECASE)
_NEARLY = lazy_regex(
    rf"\b(?:nearly|almost|close\s+to|just\s+under|not\s+quite)(?:\s+(?:a|an|the))?{_SIGN}", re.IGNORECASE
)
_CUT_OFF = lazy_regex(
    r"\b(?:substantially|nearly|almost|virtually|practically|essentially|hardly|barely|not(?:\s+quite)?)\s+\Z",
    re.IGNORECASE,
)
_LOOK = 40  # characters before a figure


def hedge_fault(claim: str, claimed: Quantity, source: str, one: Quantity) -> NumberFault | None:
    """What is wrong though the two figures are the same: "about 8,400" is neither "exactly" nor "more than 8,400"."""
    mine, theirs = claim[max(0, claimed.start - _LOOK) : claimed.start], source[max(0, one.start - _LOOK) : one.start]
    told = is_hedged(source, one.start)
    nearly = bool(_NEARLY.search(theirs))
    if _EXACTLY.search(mine) and (told or one.bound is not Bound.EXACT):
        return NumberFault.PRECISION
    if nearly and claimed.bound is Bound.EXACT and not is_hedged(claim, claimed.start):
        return NumberFault.PRECISION
    if one.bound is not Bound.EXACT or claimed.base != one.base:
        return None
    if claimed.bound is Bound.MORE or (claimed.bound is Bound.LESS and not nearly):
        return NumberFault.BOUND
    return None


def hedged_before(source: str, start: int) -> bool:
    """Whether words that begin at source[start] stand behind one that takes from them: "nearly all"."""
    return bool(_CUT_OFF.search(source[max(0, start - _LOOK) : start]))
