"""A sentence of the source copied without the words that make a thing there another one. Pure.

"The former head", "the third-largest producer", "up to six weeks", "the wife of the mayor", "held it before the flood":
without them it is the head, the largest producer, six weeks, the mayor, and somebody who holds it.
"""

import re

from apps.core.words import ONES, TENS, word_set
from apps.verification.lexicon import STOPWORDS, stem
from apps.verification.wording.near_copies import Copied, low, places_alike
from apps.verification.wording.tense import is_past

_MOST_BETWEEN = 2  # words that may narrow what is the largest, the first or the only one
_MOST_RELATED = 6  # words of what a thing is of

_ANOTHER = word_set("""
    former ex onetime erstwhile deputy vice acting interim assistant associate honorary designate outgoing incoming
    would-be attempted potential prospective possible fake mock replica imitation draft half semi quasi
""")
ORDINALS = word_set(
    "first second third fourth fifth sixth seventh eighth ninth tenth next 2nd 3rd 4th 5th 6th 7th 8th 9th 10th"
)
_COMPOUNDS = ORDINALS | word_set("half ex vice semi near quasi pseudo non anti then co sub pre post")
_UP_TO = frozenset(
    (("up", "to"), ("as", "many", "as"), ("as", "much", "as"), ("as", "long", "as"), ("as", "high", "as"))
)
_COUNTS = ONES.keys() | TENS.keys() | word_set("half a an several dozens hundreds thousands millions")
_MARK = re.compile(r"[,;:()]")
UNIQUE = word_set("best worst only sole first last")
_NO_SUPERLATIVE = word_set("""
    interest unrest guest quest crest chest request bucharest brest everest
    forest harvest contest protest invest honest modest arrest conquest suggest digest manifest
    earnest tempest northwest southwest midwest inquest behest budapest bequest reinvest
""")
_ADD_NOTHING = word_set("ever known single such overall possible available and")
_DETERMINERS = word_set("a an the its their his her our this that these those")
_WITHOUT_SENSE = word_set("""
    city town village state province county region republic kingdom island port district municipality month months year
    years sum total amount number group series set range variety pair couple lot lots plenty kind kinds sort sorts type
    types piece pieces name title post position role office rank process official officials spokesman spokeswoman
    spokesperson representatives all each both because instead ahead outside regardless as company bank firm
""")
_BEFORE_NOW = word_set("before prior until till once formerly previously originally initially then earlier")
_NOW = frozenset((("is", "was"), ("are", "were"), ("has", "had"), ("have", "had"), ("does", "did"), ("do", "did")))


def qualifier_left_out(pair: Copied, source: str) -> str | None:
    """The source's words that the copy is without and that make it say another thing; None where there are none."""
    words = [low(word[0]) for word in pair.theirs]
    plain = [word if at < 1 or pair.theirs[at][0][0].islower() else "" for at, word in enumerate(words)]  # no names
    for tag, i1, i2, j1, j2 in pair.steps:
        if tag == "replace" and (found := _part_left_out(pair, i1, i2, j1, j2) or _time_left_out(pair, words, i1, j1)):
            return found
        if tag != "insert":
            continue
        if j1 and i1 and _owns(pair.theirs[j1 - 1]) and not _owns(pair.mine[i1 - 1]):
            return source[pair.theirs[j1 - 1].start() : pair.theirs[j2 - 1].end()]  # "the plaintiff's expert"
        for start, end in places_alike(words, j1, j2):
            if _stands_unparted(pair, source, start, end) and _makes_another(words, plain, start, end):
                return source[pair.theirs[start].start() : pair.theirs[end - 1].end()]
    return None


def _owns(word: re.Match[str]) -> bool:
    return word[0].replace("’", "'").endswith("'s")


def _stands_unparted(pair: Copied, source: str, start: int, end: int) -> bool:
    """Whether no mark stands amid the words theirs[start:end], or between them and the next."""
    return end < len(pair.theirs) and not _MARK.search(source, pair.theirs[start].start(), pair.theirs[end].start())


def _makes_another(words: list[str], plain: list[str], start: int, end: int) -> bool:
    left, behind = words[start:end], words[end]
    before = plain[start - 1] if start else ""
    if left[-1] in _ANOTHER and (behind not in STOPWORDS or (left[-1] == "half" and behind in _DETERMINERS)):
        return True
    if left[-1] == "then" and (before in _DETERMINERS or left[0] in _DETERMINERS):
        return True
    if left[-1] in ORDINALS and left[-1] != "first" and (is_superlative(behind) or behind == "most"):
        return True
    if tuple(left) in _UP_TO and (behind[0].isdigit() or behind in _COUNTS):
        return True
    narrowed = len(left) <= _MOST_BETWEEN and STOPWORDS.union(_ADD_NOTHING).isdisjoint(left) and behind not in STOPWORDS
    if narrowed and (before in UNIQUE or is_superlative(before)) and all(map(_is_adjective, left)):
        return True
    counts = behind[0].isdigit() or behind in _COUNTS
    return not counts and len(left) <= _MOST_RELATED and _is_relation(left, before)


def _is_adjective(word: str) -> bool:
    return word.isalpha() and not word.endswith("ly")


def is_superlative(word: str) -> bool:
    """By its ending: "largest"."""
    return len(word) > len("best") and word.endswith("est") and word not in _NO_SUPERLATIVE


def _is_relation(left: list[str], before: str) -> bool:
    """Whether the words are "the wife of", "lawyers of the": of somebody or something that is another one."""
    if left[0] not in _DETERMINERS and before and before not in _DETERMINERS:
        return False
    inner = left[left[0] in _DETERMINERS : len(left) - (left[-1] in _DETERMINERS)]
    if len(inner) < 2 or inner[-1] != "of":
        return False
    return not {inner[0], inner[inner.index("of") - 1]} & (STOPWORDS | _WITHOUT_SENSE)


def _part_left_out(pair: Copied, i1: int, i2: int, j1: int, j2: int) -> str | None:
    """ "Third-largest" where the claim has "largest"."""
    put, taken = low(pair.mine[i2 - 1][0]), low(pair.theirs[j2 - 1][0])
    first, mark, last = taken.rpartition("-")
    return pair.theirs[j2 - 1][0] if mark and last == put and first in _COMPOUNDS and i2 - i1 == 1 else None


def _time_left_out(pair: Copied, words: list[str], i1: int, j1: int) -> str | None:
    """The word that says until when it was so, where the claim has it in the present and without that word."""
    put, taken = low(pair.mine[i1][0]), words[j1]
    verb = (put, taken) in _NOW or (stem(put) == stem(taken) and is_past(taken) and not is_past(put))
    mine = {low(word[0]) for word in pair.mine}
    return next((word for word in words if verb and word in _BEFORE_NOW and word not in mine), None)
