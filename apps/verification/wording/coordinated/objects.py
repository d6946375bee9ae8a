"""A later verb of a sentence told of the object of the first: "Acme bought Borg and sold its stores." Pure.

It is Acme that sold them. Told only where the first subject, its verb and what stands up to "and" are plain: no other
verb there, and nobody whom "who" or "which" would speak of.
"""

import re

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.lexicon import content_of
from apps.verification.wording.coordinated.verbs import FINITE, PLACED, WORD, first_verb, has_finite
from apps.verification.wording.tense import is_past

LONGEST_SUBJECT = 8  # words
_PLAIN_NO_MORE = lazy_regex(
    r"\b(?:who|whom|whose|which|that|where|when|while|whereas|because|although|though|if|unless|until|since|than|so|to"
    r"|either|neither|nor|he|she|they|we|i|you)\b|[;:()“”\"—–?]",
    re.IGNORECASE,
)
_AND = lazy_regex(r",?\s+(?:and|but|then|and\s+then)\s+(?=[a-z])")
_LINKS = PLACED | word_set("not never")


def told_of_object(claim: str, source: str) -> tuple[str, str] | None:
    """(whom the claim says it of, whom the source does), where the source has the first for an object; else None."""
    mine, theirs = first_verb(claim, 0), first_verb(source, 0)
    if mine is None or theirs is None or mine.denied or theirs.kind == "be":  # what one is does what one does
        return None
    who, subject = claim[: mine.start].strip(" ,"), source[: theirs.start].strip(" ,")
    about, first = content_of(who), content_of(subject)
    if not about or not first or about & first or len(who.split()) > LONGEST_SUBJECT:
        return None
    many = 1 + len(claim[mine.start : mine.end].split())  # with the word behind it
    verb = [one[0].lower() for one in WORD.finditer(claim, mine.start)][:many]
    for link in _AND.finditer(source, theirs.end):
        between = source[theirs.end : link.start()]
        if _PLAIN_NO_MORE.search(between) or has_finite(between):
            return None
        behind = [one[0].lower() for one in WORD.finditer(source, link.end())][: many + 2]
        while behind and (behind[0] in _LINKS or behind[0].endswith("ly")):
            behind = behind[1:]
        if behind[: len(verb)] == verb and (verb[0] in FINITE or is_past(verb[0])) and about <= content_of(between):
            return who, subject
    return None
