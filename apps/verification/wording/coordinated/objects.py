"""A later verb of a sentence told of the object of the first: "Acme bought Borg and sold its stores." Pure.

It is Acme that sold them. Told only where the first subject, its verb and what stands up to "and" are plain: no other
verb there, and nobody whom "who" or "which" would speak of.
"""

import re
from itertools import islice

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.lexicon import content_of
from apps.verification.wording.coordinated.verbs import FINITE, PLACED, WORD, first_verb, has_finite
from apps.verification.wording.tense import is_past

LONGEST_SUBJECT = 8  # words
FARTHEST = 300  # characters between the first verb and "and"
_PLAIN_NO_MORE = lazy_regex(
    r"\b(?:who|whom|whose|which|that|where|when|while|whereas|because|although|though|if|unless|until|since|than|so|to"
    r"|either|neither|nor|he|she|they|we|i|you)\b|[;:()“”\"—–?]",
    re.IGNORECASE,
)
_AND = lazy_regex(r",?\s+(?:and|but|then)\s+(?=[a-z])")
_PRONOUNS = frozenset(("he", "she", "it", "they"))
_LINKS = PLACED | word_set("not never")


def told_of_object(claim: str, source: str) -> tuple[str, str] | None:
    """(whom the claim says it of, whom the source does), where the source has the first for an object; else None."""
    mine, theirs = first_verb(claim, 0), first_verb(source, 0)
    if mine is None or theirs is None or mine.denied or theirs.kind == "be":  # what one is does what one does
        return None
    who, subject = claim[: mine.start].strip(" ,"), source[: theirs.start].strip(" ,")
    about, first = content_of(who), content_of(subject)
    of_nobody = not first and subject.lower() not in _PRONOUNS
    if not about or of_nobody or about & first or len(who.split()) > LONGEST_SUBJECT:
        return None
    many = 1 + len(claim[mine.start : mine.end].split())  # with the word behind it
    verb = [one[0].lower() for one in islice(WORD.finditer(claim, mine.start), many)]
    verbs = [verb, verb[1:]] if theirs.auxiliary and verb[0] == theirs.auxiliary.lower() else [verb]
    for link in _AND.finditer(source, theirs.end):
        between = source[theirs.end : link.start()]
        if len(between) > FARTHEST or _PLAIN_NO_MORE.search(between) or any(map(has_finite, _parts(between))):
            return None
        behind = [one[0].lower() for one in islice(WORD.finditer(source, link.end()), many + 2)]
        while behind and (behind[0] in _LINKS or behind[0].endswith("ly")):
            behind = behind[1:]
        told = any(behind[: len(one)] == one and (one[0] in FINITE or is_past(one[0])) for one in verbs)
        if told and about <= content_of(between):
            return who, subject
    return None


def _parts(between: str) -> list[str]:
    """What stands behind the first verb, and behind those that follow it: "fired its managers"."""
    first, *others = between.split(", ")
    return [first, *(one.partition(" ")[2] if is_past(one.partition(" ")[0]) else one for one in others)]
