"""Names of a claim exchanged: one for another, or two for each other. Pure."""

import random
import re
from collections.abc import Sequence

from apps.core.sentences import split_sentences
from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS
from training.made.swaps import DENIED, Swap, put
from training.pairs import Target

_NAME = re.compile(
    r"(?<![\w'’-])[A-Z][\w'’-]*[a-z][\w'’-]*(?:\s+(?:of\s+the\s+|of\s+|de\s+|van\s+|von\s+)?[A-Z][\w'’-]*[a-z][\w'’-]*)*"
)
_MUTUAL = re.compile(
    r"\b(?:and|or|with|between|both|together|married|marry|wife|husband|spouse|brother|sister|siblings?|friends?|met|meet"
    r"|same|equal|beside|near|next|alongside|versus|vs|same|tied|drew|shared?|border\w*|partner\w*|like|unlike|from|to)\b",
    re.IGNORECASE,
)
_CALENDAR = word_set("""
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
""")  # no names of anybody


def entity_swaps(claim: str, evidence: str, chance: random.Random) -> Sequence[Swap]:
    """A name of the evidence in the place of another that no sentence of it names together with the first.

    Whether the evidence denies the new claim or only says nothing of it is not known.
    """
    within = [one for one in _names(claim, opening=False) if one[0] in evidence]
    chance.shuffle(within)
    sentences = [evidence[span.start : span.end] for span in split_sentences(evidence)]
    for old, start, end in within:
        beside = " ".join(sentence for sentence in sentences if old in sentence)
        others = sorted({
            name
            for sentence in sentences
            for name, _, _ in _names(sentence, opening=False)
            if name not in beside and name not in claim and not _alike(name, old) and _form(name) == _form(old)
        })  # fmt: skip
        if others:
            new = put(claim, start, end, chance.choice(others))
            return (Swap(kind="entity", claim=new, target=Target.UNSUPPORTED),)
    return ()


def role_swaps(claim: str, evidence: str, chance: random.Random) -> Sequence[Swap]:
    """Who did what to whom: the two names of a claim exchanged, where what is said does not hold both ways."""
    found = _names(claim, opening=True)
    if len(found) != 2 or DENIED.search(claim) or _MUTUAL.search(claim):
        return ()
    (one, start, end), (other, begin, stop) = found
    between = claim[end:begin]
    if not re.search(r"\s[a-z]+\s", f" {between} ") or "," in between or _alike(one, other):
        return ()
    if one not in evidence or other not in evidence or len(between.split()) > 6:
        return ()
    new = f"{claim[:start]}{other}{between}{one}{claim[stop:]}"
    return (Swap(kind="roles", claim=new, target=Target.UNSUPPORTED),)


def _names(text: str, *, opening: bool) -> list[tuple[str, int, int]]:
    """Runs of capitalised words with their places; the first word of the text counts only where ``opening``."""
    found = []
    for match in _NAME.finditer(text):
        name = match[0].removesuffix("'s").removesuffix("’s")
        first = name.split()[0].lower()
        if first in STOPWORDS or first in _CALENDAR or (match.start() == 0 and not opening and " " not in name):
            continue
        found.append((name, match.start(), match.start() + len(name)))
    return found


def _form(name: str) -> int:
    return min(2, len(name.split()))


def _alike(one: str, other: str) -> bool:
    """Whether two names share a word: "Smith", "John Smith"."""
    return not set(one.lower().split()).isdisjoint(other.lower().split())
