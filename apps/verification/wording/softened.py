"""A copy without the word that says a thing is so but nearly, in part, perhaps, as a rule, seldom or with others. Pure.

"The bill almost passed", "the ruling was partly upheld", "the suspect apparently fled": without it the thing is said to
be so outright.
"""

from apps.core.words import word_set
from apps.verification.wording.near_copies import Copied, left_out, low
from apps.verification.wording.reporting import reports

_SOFTENS = word_set("""
    almost nearly practically virtually partly partially largely mostly mainly primarily chiefly predominantly somewhat
    reasonably marginally relatively comparatively fairly arguably presumably apparently seemingly ostensibly
    allegedly supposedly purportedly reportedly possibly probably likely perhaps maybe potentially theoretically
    hypothetically jointly indirectly nominally temporarily provisionally tentatively conditionally rarely seldom hardly
    barely scarcely supposed alleged so-called
""")
_PHRASES = frozenset(
    tuple(phrase.split())
    for phrase in (
        "in part", "in principle", "in theory", "to some extent", "for the most part", "on paper", "at least in part",
        "for now", "in some cases", "in most cases", "as a rule", "subject to contract",
    )
)  # fmt: skip
_USUAL = word_set("usually typically generally normally often sometimes occasionally frequently commonly")


def softening_left_out(pair: Copied, claim: str, source: str) -> str | None:
    """The source's words that the copy is without and so says a thing outright; None where there are none."""
    words = [low(word[0]) for word in pair.theirs]
    mine = {low(word[0]) for word in pair.mine}
    softening = _SOFTENS if reports(claim) else _SOFTENS | _USUAL
    if mine & (_SOFTENS | _USUAL):
        return None  # it may say so in another word
    for start, end in left_out(pair):
        left = words[start:end]
        if (left[-1] in softening and _reaches(pair, source, start, end)) or tuple(left) in _PHRASES:
            return source[pair.theirs[start].start() : pair.theirs[end - 1].end()]
    return None


def _reaches(pair: Copied, source: str, start: int, end: int) -> bool:
    """Whether theirs[end - 1] softens what the copy keeps: the word behind it, or, being all that is left out, any."""
    unparted = end < len(pair.theirs) and not source[pair.theirs[end - 1].end() : pair.theirs[end].start()].strip()
    return unparted or end - start == 1
