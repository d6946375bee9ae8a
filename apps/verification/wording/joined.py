"""What the source says of one or the other of two, or of both as one, told of one alone. Pure.

Read only in copies (``near_copies``): of "Spielberg or Zemeckis directed it" it is not known that Zemeckis did, and
what two employ "combined" neither does. A rule that holds of one or the other holds of each, and so does what is
allowed, denied or said of any: an "or" is read only in a sentence that reports what happened.
"""

import re

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.wording.near_copies import Copied, copied, low
from apps.verification.wording.reporting import reports

_MOST_WORDS = 6  # of what was left out
FOR_EACH = lazy_regex(  # before "or": what is said of one or the other holds of each
    r"\b(?:may|might|can|cannot|could|no|not|nor|never|neither|without|any(?:one|body)|every(?:one|body)?|if|when(?:ever)?"
    r"|where(?:ver)?|unless|until|whether|who(?:ever)?|whose|which(?:ever)?|what(?:ever)?|that|than|such as|like"
    r"|includ\w+|for example|e\.g|prohibit\w*|forb\w+|illegal|unlawful|prevent\w*|avoid\w*|refus\w*|den(?:y|ies|ied)"
    r"|fail\w*|lack\w*|few(?:er)?|hardly|rarely|shall|must|should)\b|n['’]t\b"
    r"|\b(?:any|every|each|all|both)(?:\s+[\w-]+){0,3}\s+\Z",  # of their own noun alone
    re.IGNORECASE,
)
_NO_CHOICE = word_set("so otherwise not")  # "a year or so", "by law or otherwise"
_NAMING = lazy_regex(  # before "or": another word for the same
    r"\b(?:known|called|termed|named|spelled|spelt|nicknamed|titled|dubbed|referred to as|refers to)\b|\([^)]*\Z",
    re.IGNORECASE,
)
_HAS = lazy_regex(r"\b(?:has|have)\b(?!\s+(?:\w+ly\s+|not\s+)?(?:been|had|\w+e[dn])\b)", re.IGNORECASE)  # no perfect
_AS_ONE = lazy_regex(r"\b(?:combined|together|jointly|collectively|altogether)\b", re.IGNORECASE)
_AUXILIARIES = word_set("is are was were has have does do")


def told_of_one(claim: str, source: str) -> tuple[str, str] | None:
    """What the claim speaks of, and what the source does, where they differ so; None where the claim is no copy."""
    pair = copied(claim, source)
    if pair is None:
        return None
    for tag, i1, _, j1, j2 in (_agreed(pair, *step) for step in pair.steps):
        if tag == "insert" and _is_missed(source, pair, j1, j2):
            kept = pair.mine[min(i1, len(pair.mine) - 1)][0]
            return kept, source[pair.theirs[max(0, j1 - 1)].start() : pair.theirs[min(len(pair.theirs) - 1, j2)].end()]
    return None


def _agreed(pair: Copied, tag: str, i1: int, i2: int, j1: int, j2: int) -> tuple[str, int, int, int, int]:
    """The step; one that leaves words out and makes the verb agree ("and Eastfield have" → "has") without the verb."""
    verbs = low(pair.mine[i1][0]) if i2 - i1 == 1 else "", low(pair.theirs[j2 - 1][0]) if j2 - j1 > 1 else ""
    agrees = tag == "replace" and _AUXILIARIES.issuperset(verbs)
    return ("insert", i1, i1, j1, j2 - 1) if agrees else (tag, i1, i2, j1, j2)


def _is_missed(source: str, pair: Copied, start: int, end: int) -> bool:
    """Whether theirs[start:end], which the claim leaves out, makes it say another thing."""
    words = [low(one[0]) for one in pair.theirs[start:end]]
    if not 1 < len(words) <= _MOST_WORDS:
        return False
    if "or" in (words[0], words[-1]):
        return _is_choice(source, pair, start, end)
    return "and" in (words[0], words[-1]) and _is_whole(source, pair, start, end)


def _is_choice(source: str, pair: Copied, start: int, end: int) -> bool:
    first, second = (low(one[0]) for one in pair.theirs[start : start + 2])
    opens, closes = pair.theirs[start].start(), pair.theirs[end - 1].end()
    if not reports(source) or _HAS.search(source) or first == "on" or (first == "or" and second in _NO_CHOICE):
        return False
    if FOR_EACH.search(source[:opens]) or _NAMING.search(source[:opens]):
        return False
    # "alopecia, or hair loss,": another word for the same
    leads, follows = source[:opens].rstrip()[-1:], source[closes:].lstrip()[:1]
    return not (leads in (",", "(") and follows in (",", ".", ")", ";", "")) and "," not in source[opens:closes]


def _is_whole(source: str, pair: Copied, start: int, end: int) -> bool:
    """Whether what stands on both sides of "and" is counted as one, in words behind it."""
    left_out = source[pair.theirs[start].start() : pair.theirs[end - 1].end()]
    counted = _AS_ONE.search(source, pair.theirs[end - 1].end())
    return bool(counted) and not any(map(str.isdigit, left_out)) and any(map(str.isdigit, source))
