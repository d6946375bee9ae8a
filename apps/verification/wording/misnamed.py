"""A party that the source names elsewhere, put where a copy of it should name another. Pure.

"The supplier may terminate if the supplier fails" is not what stands there of the buyer, nor is "Voss runs the London
office" where Kerr runs that one and Voss another.
"""

import re

from apps.core.words import word_set
from apps.verification.lexicon import stem
from apps.verification.wording.near_copies import Copied, Exchange, copies, low
from apps.verification.wording.parties import BEFORE_NAME, is_agent

# who speaks or was just spoken of: may be anybody
_ANYBODY = word_set("""
    company group corporation registrant firm we our us it its they their he his she her this that these those who
    which former latter other another one
""")


def misnamed(claim: str, source: str) -> Exchange | None:
    """The party put, and the one whose place it has; None where there is none or the claim is no copy."""
    for pair in copies(claim, source):
        for tag, i1, i2, j1, j2 in pair.steps:
            many = min(i2 - i1, j2 - j1)  # what stands before the names that open a sentence is not exchanged with them
            if tag == "replace" and _is_another(pair, i2 - many, i2, j2 - many, j2):
                put, taken = pair.mine[i2 - many : i2], pair.theirs[j2 - many : j2]
                return Exchange(put=_spelled(put), taken=_spelled(taken))
    return None


def _spelled(words: tuple[re.Match[str], ...]) -> str:
    return " ".join(word[0] for word in words)


def _is_another(pair: Copied, i1: int, i2: int, j1: int, j2: int) -> bool:
    mine, theirs = ([low(word[0]) for word in side] for side in (pair.mine, pair.theirs))
    put, taken = mine[i1:i2], theirs[j1:j2]
    if not _ANYBODY.isdisjoint((*put, *taken)) or set(map(stem, taken)) & set(map(stem, mine)):
        return False
    places = [at for at in range(len(theirs) - len(put) + 1) if theirs[at : at + len(put)] == put and at != j1]
    if not places:
        return False
    if all(word[0][0].isupper() for word in (*pair.theirs[places[0] : places[0] + len(put)], *pair.theirs[j1:j2])):
        return bool(places[0] or len(put) > 1) and bool(j1 or len(taken) > 1)  # a capital that opens says nothing
    before = (mine[i1 - 1] if i1 else "", theirs[j1 - 1] if j1 else "")
    return len(put) == 1 and BEFORE_NAME.issuperset(before) and any(map(is_agent, (*put, *taken)))
