"""Whether a sentence says how often what is asked for is done, by "once": how many times may it be renewed? Pure."""

import re

from apps.agents.reading.words import content_words
from apps.agents.writer.sentences.ranking import TIME
from apps.core.patterns import lazy_regex

LOOK_BACK, LOOK_AHEAD = 400, 200  # characters before "once", where its verb stands, and behind it
_AUXILIARY = "(?:is|are|was|were|has|have|had|do|does|did|will|would|shall|should|may|might|must|can|could)"
_PRONOUN = "(?:it|they|he|she|we)"
_NEXT_CLAUSE = r"\b(?:which|that|who|whose|if|unless|when|where|provided)\b"
_OFTEN = lazy_regex(  # before a clause "once" says when
    r"(?<!\bat )(?<!\A)(?<!, )\bonce\b(?:(?=\s*(?:[.,;:?!)]|\Z))|"
    rf"\s+(?:and|or|only|more|again|every|each|per|an?\s+{TIME})\b|\s+(?P<prepositional>"
    r"in|on|by|for|during|within|to|from|at|(?:with|upon|under|after|since|before)\b"
    rf"(?=(?:(?!{_NEXT_CLAUSE}|\b(?:(?-i:{_AUXILIARY})|{_PRONOUN})\b)[^.,;:?!()]){{0,{LOOK_AHEAD}}}"
    rf"(?:[.,;:?!()]|{_NEXT_CLAUSE}|\Z)))\b)|\bthrice\b",
    re.IGNORECASE,
)
_VERB = lazy_regex(  # "may be renewed", "the right to renew", "Acme renewed"; capitals count: "May" is none
    rf"\b(?:(?:{_AUXILIARY}|(?:rights?|options?|entitled|permitted|allowed|elects?|election)\s+to)\s+"
    r"(?=(?:(?:be|been|have|has|had|also|then|[a-z]+ly)\s+)*(?P<verb>[a-z]+)\b)|"
    rf"(?:[A-Z][\w’'-]*|{_PRONOUN})\s+(?=(?:[a-z]+ly\s+)?"
    r"(?P<past>[a-z]+ed|bought|built|gave|held|left|lent|lost|made|met|paid|sold|took|won)\b))"
)
_CONDITION = lazy_regex(  # that the clause of a verb states, or that it is not so
    r"\b(?:if|when|whenever|where|unless|until|provided|in\s+case|after|before|once|no|neither|nor)\b[^,;:.]*\Z",
    re.IGNORECASE,
)
_AT_MOST = lazy_regex(  # "not … more than", "no more than"
    r"(?:\bnot\s+((?:[\w'’-]+\s+){0,12}?)|\bno\s+)?\bmore\s+than\s*\Z", re.IGNORECASE
)
_MORE = lazy_regex(  # than the object of a verb
    r"[,.;:?!()]|\b(?:and|or|but|if|when|where|unless|which|that|who|whom|whose|after|before|until|while|as|than|because|"
    r"so|(?:by|for|without|of|in|on|upon)\s+[a-z]+ing)\b",
    re.IGNORECASE,
)
_DETERMINED = lazy_regex(r"\b(?:the|an?|its|this|that|our|their|his|her|any|each)\s+[\w'’-]+", re.IGNORECASE)


def deeds_in(asked: str) -> frozenset[str]:
    """The stems in a question of what may be a deed: not "lease" in "may the lease be renewed"."""
    return frozenset(content_words(_DETERMINED.sub(" ", asked)))


def says_how_often(deeds: frozenset[str], text: str) -> bool:
    """Whether a sentence has a "once" that counts; before a preposition one that counts one of the ``deeds``."""
    return any(not found["prepositional"] or _is_of(deeds, text, found.start()) for found in _OFTEN.finditer(text))


def _is_of(deeds: frozenset[str], text: str, once: int) -> bool:
    """Whether the verb before the place of a "once" is one of the deeds, and done under no condition."""
    before = _AT_MOST.sub(r"\1", text[max(0, once - LOOK_BACK) : once])
    verb = next(reversed([*_VERB.finditer(before)]), None)
    if verb is None or not deeds.intersection(content_words(verb["verb"] or verb["past"])):
        return False
    return not (_CONDITION.search(before, 0, verb.start()) or _MORE.search(before, verb.end()))
