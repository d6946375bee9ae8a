"""A party that the source names elsewhere, put where a copy of it should name another. Pure.

"The supplier may terminate if the supplier fails" is not what stands there of the buyer, nor is "Voss runs the London
office" where Kerr runs that one and Voss another.
"""

import re

from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS, stem
from apps.verification.wording.near_copies import Copied, Exchange, copies, low
from apps.verification.wording.parties import BEFORE_NAME, is_agent
from apps.verification.wording.qualifiers import ORDINALS

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
    if not _ANYBODY.isdisjoint((*put, *taken)) or not _is_lost(pair, taken):
        return False
    places = [at for at in range(len(theirs) - len(put) + 1) if theirs[at : at + len(put)] == put and at != j1]
    if not places:
        return False
    # a capital that opens a sentence says nothing
    named = [at for at in places if (at or len(put) > 1) and _are_capital(pair.theirs[at : at + len(put)])]
    if named and (j1 or len(taken) > 1) and _are_capital(pair.theirs[j1:j2]):
        return True
    before = (mine[i1 - 1] if i1 else "", theirs[j1 - 1] if j1 else "")
    if len(put) > 1 or not BEFORE_NAME.issuperset(before):
        return False
    # "the audit committee" and "the remuneration committee", the first phase and the second
    behind = mine[i2] if i2 < len(mine) else ""
    of_a_kind = any(theirs[at + 1 : at + 2] == [behind] and behind not in STOPWORDS for at in places)
    return of_a_kind or any(map(is_agent, (*put, *taken))) or ORDINALS.issuperset((*put, *taken))


def _is_lost(pair: Copied, taken: list[str]) -> bool:
    """Whether the claim does not name it, or, where it else says all in the same words, names it less often."""
    mine, theirs = ([stem(low(word[0])) for word in side] for side in (pair.mine, pair.theirs))
    lost = [stem(word) for word in taken]
    if set(lost).isdisjoint(mine):
        return True
    exact = sum(tag not in ("equal", "insert") for tag, *_ in pair.steps) == 1
    return exact and all(mine.count(word) < theirs.count(word) for word in lost)


def _are_capital(words: tuple[re.Match[str], ...]) -> bool:
    return all(word[0][0].isupper() for word in words)
