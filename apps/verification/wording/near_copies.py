"""A sentence of the source copied but for a name, a year, a unit of time or a rate. Pure.

Read only where nearly every word of the claim stands in the source in the same order: what was put in another's place
is then no paraphrase.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rapidfuzz.distance import LCSseq

from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS, stem, stems_of

COPIED = 0.75  # share of the claim's words that stand in the source in the same order
FEWEST = 5  # words of a claim that can be called a copy
MOST = 120  # words; longer sentences are left alone

_TOKEN = re.compile(r"[^\W_]+(?:[.,'’&-][^\W_]+)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SPANS = stems_of("hour hours day days week weeks month months quarter quarters year years")
_RATED = _SPANS | {stem("share"), stem("person"), stem("night"), stem("employee")}
_ALIASES = {stem("day"): "dai", stem("year"): "annu", stem("share"): "eps"}
_PER = frozenset(("per", "a", "each", "every"))
# how a document calls itself and those it deals with: a claim may put their names there
_STAND_INS = word_set("""
    company group corporation registrant bank lender borrower issuer fund trust parent firm employer board committee
    agreement plan act court commission agency department union state states president chairman chief executive officer
    we our us it its they their he she his her this these that the
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """A claim beside the sentence that it copies: the words of both, and which of them stand in both."""

    mine: tuple[re.Match[str], ...]
    theirs: tuple[re.Match[str], ...]
    steps: tuple[tuple[str, int, int, int, int], ...]  # as difflib's opcodes, from ``mine`` to ``theirs``


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """How a document writes words, in small letters: with a capital inside a sentence or in its title, and small."""

    names: frozenset[str] = frozenset()
    small: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """The claim's words that stand where the source has others; ``put`` is empty where a rate was left out."""

    put: str
    taken: str


def copied(claim: str, source: str, *, fewest: int = FEWEST) -> Copied | None:
    """The two side by side where the claim, of at least ``fewest`` words, is nearly a copy of the source, else None."""
    return next(copies(claim, source, fewest=fewest), None)


def copies(claim: str, source: str, *, fewest: int = FEWEST) -> Iterator[Copied]:
    """The same by the longest pieces, and by as many words as can be had: one that stands twice may lead astray."""
    mine, theirs = tuple(_TOKEN.finditer(claim)), tuple(_TOKEN.finditer(source))
    if not fewest <= len(mine) <= MOST or len(theirs) > 2 * MOST:
        return
    words, others = ([low(word[0]) for word in side] for side in (mine, theirs))
    for steps in (SequenceMatcher(None, words, others, autojunk=False).get_opcodes(), _steps_of_most(words, others)):
        if sum(i2 - i1 for tag, i1, i2, _, _ in steps if tag == "equal") >= COPIED * len(mine):
            yield Copied(mine=mine, theirs=theirs, steps=tuple(steps))


def _steps_of_most(words: list[str], others: list[str]) -> list[tuple[str, int, int, int, int]]:
    found: list[tuple[str, int, int, int, int]] = []
    for tag, *span in LCSseq.opcodes(words, others):
        i1, i2, j1, j2 = span
        if found and tag != "equal" and found[-1][0] != "equal":  # what is put in and what is left out there
            found[-1] = ("replace", found[-1][1], i2, found[-1][3], j2)
        else:
            found.append((tag, i1, i2, j1, j2))
    return found


def places_alike(words: Sequence[str], start: int, end: int) -> list[tuple[int, int]]:
    """Where words[start:end], left out of a copy, may have stood, in order.

    For "of the wife" before "of the mayor" that is "the wife of" too.
    """
    first, last, many = start, end, end - start
    while first > 0 and words[first - 1] == words[first - 1 + many]:
        first -= 1
    while last < len(words) and words[last] == words[last - many]:
        last += 1
    return [(at, at + many) for at in range(first, last - many + 1)]


def left_out(pair: Copied) -> Iterator[tuple[int, int]]:
    """Every place pair.theirs[start:end] where the words may have stood that the copy leaves out and puts none for."""
    words = [low(word[0]) for word in pair.theirs]
    for tag, _, _, j1, j2 in pair.steps:
        if tag == "insert":
            yield from places_alike(words, j1, j2)


def substituted(claim: str, source: str, *, subject: str = "", spelling: Spelling | None = None) -> Exchange | None:
    """The first exchange; None where there is none or the claim is no copy.

    ``subject``: the document's title; its names may stand for what the source calls "the Company". ``spelling``: by it
    a word that opens a sentence is known for a name.
    """
    pair = copied(claim, source)
    if pair is None:
        return None
    mine, theirs = [word[0] for word in pair.mine], [word[0] for word in pair.theirs]
    for tag, i1, i2, j1, j2 in pair.steps:
        if tag == "replace":
            put, taken = mine[i1:i2], theirs[j1:j2]
            if not i1 or not j1:  # what stands before the names that open a sentence is not exchanged with them
                many = min(len(put), len(taken))
                put, taken = put[-many:], taken[-many:]
            named = _are_names(put, taken, opens=(len(put) == i2, len(taken) == j2), spelling=spelling)
            if _other_time(put, taken) or (named and _other_name(put, taken, theirs, subject)):
                return Exchange(put=" ".join(put), taken=" ".join(taken))
        if tag == "insert" and i1 > 0 and _rate(theirs[j1:j2], mine, theirs):
            return Exchange(put="", taken=" ".join(theirs[j1:j2]))
    return None


def low(word: str) -> str:
    """A word as it is compared: small, without a possessive ending."""
    return word.lower().replace("’", "'").removesuffix("'s")


def _other_time(put: Sequence[str], taken: Sequence[str]) -> bool:
    """One year for another, one unit of time for another."""
    if len(put) != 1 or len(taken) != 1:
        return False
    if _YEAR.fullmatch(put[0]) and _YEAR.fullmatch(taken[0]):
        return True
    one, other = stem(put[0]), stem(taken[0])
    return one != other and {one, other} <= _SPANS


def _are_names(
    put: Sequence[str], taken: Sequence[str], *, opens: tuple[bool, bool], spelling: Spelling | None
) -> bool:
    """Whether both are written as names. ``opens``: which of them opens its sentence, where a capital says nothing."""
    if not all(word[0].isupper() for word in (*put, *taken)):
        return False
    if all(word.lower() in STOPWORDS and not word.isupper() for word in (*put, *taken)):
        return False  # "4.2 Should the tenant be late" beside "If the tenant is late"
    if not any(opens):
        return True
    if spelling is None or (opens[0] and (low(put[0]) in spelling.small or low(put[0]) in _STAND_INS)):
        return False
    return not opens[1] or low(taken[0]) in spelling.names


def _other_name(put: Sequence[str], taken: Sequence[str], source: Sequence[str], subject: str) -> bool:
    """One name for another: the new one is neither in the sentence nor the title's, nor short for the old one."""
    if any(low(word) in _STAND_INS for word in taken):
        return False
    known = {low(word) for word in (*source, *_TOKEN.findall(subject.replace("_", " ")))}
    if any(low(word) in known for word in put):
        return False
    initials = ["".join(word[0] for word in words if word[0].isupper()).lower() for words in (put, taken)]
    joined = ["".join(words).lower().replace(".", "") for words in (put, taken)]
    if initials[0] == joined[1] or initials[1] == joined[0]:
        return False
    return not any(one[:4] == other[:4] for one in map(low, put) for other in map(low, taken))


def _rate(taken: Sequence[str], claim: Sequence[str], source: Sequence[str]) -> bool:
    """Whether what the claim left out is a rate ("per day") that no other word of it stands for ("daily")."""
    words = [low(word) for word in taken]
    if len(words) != 2 or words[0] not in _PER or stem(words[1]) not in _RATED:
        return False
    said, meant = (sum(_of_rate(word, stem(words[1])) for word in text) for text in (claim, source))
    return said < meant


def _of_rate(word: str, base: str) -> bool:
    return low(word)[:3] == base[:3] or low(word).startswith(_ALIASES.get(base, low(word) + "?"))
