"""Of how many, and with what exceptions, a claim says what its source says. Pure."""

import re
from itertools import pairwise

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS, WORD, content_stems, coverage_of, stem
from apps.verification.wording.clauses import EXCEPTION, ONLY, ONLY_ALIKE, UNIVERSAL, Extent, Token, quantifiers_of
from apps.verification.wording.faults import ModalityFault, ModalityFinding

NEARLY = 0.75  # share of the claim's content in a sentence of nearly the same words
# not "once the largest", "once employed", "twice as high"
_OFTEN = lazy_regex(
    r"(?<!\A)\b(?:once(?!\s+(?:(?:the|an?(?!\s+(?:day|week|month|quarter|year)\b)|it|he|she|they|we|you|all|this|that|these|those|again"
    r"|more|had|was|were|is|are|stood|held|lived|ran|made|sold|known)\b|[\w’'-]+(?:ed|wn)\b|[\w’'-]+\s+(?:is|are|has|have)\b))"
    r"|twice(?!\s+(?:(?:as|the|that)\b|[\w’'-]+(?:ed|lt)\b))|(?:two|three|four|five|six)\s+times(?!\s+(?:as|the|that|more|higher|larger)\b))",
    re.IGNORECASE,
)
_AGAIN = lazy_regex(r"\bagain\b", re.IGNORECASE)
_AT_ONCE = lazy_regex(r"\b(?:at|all\s+at)\s+once\b", re.IGNORECASE)
_ORDINALS = word_set("first second third fourth fifth sixth seventh eighth ninth tenth")
# "one reviewer", but neither "one of them", "not one reviewer", "more than one reviewer" nor "one reviewer in five"
_ONE = lazy_regex(
    r"(?<!\bnot\s)(?<!\bno\s)(?<!\bthan\s)(?<!\bleast\s)(?<!\bmost\s)\bone\s+(?P<head>[\w’'-]+)\b(?!\s+in\s)",
    re.IGNORECASE,
)
_SEVERAL = lazy_regex(r"\b(?P<count>two|three|four|five|six|seven|eight|nine|ten)\s+(?P<head>[\w’'-]+)", re.IGNORECASE)
# what may be said of one beside: "of three judges, one dissented", "either of two doctors", "up to two tablets"
_OF_ONE = lazy_regex(r"\b(?:one|single|either|neither|any|both|alone|up\s+to|most|least|than)\b", re.IGNORECASE)
_COUNTED = lazy_regex(rf"\b(?:once|twice|{'|'.join(sorted(_ORDINALS))})\b", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:if|when|where|only|not|no|with|without|lacks?|until|in case)\b", re.IGNORECASE)


def extent_findings(claim: list[Token], source: list[Token]) -> list[ModalityFinding]:
    found = []
    theirs = quantifiers_of(source)
    for mine in quantifiers_of(claim):
        rivals = [other for other in theirs if other.head == mine.head]
        if rivals and all(_wider(mine.extent, other.extent) for other in rivals):
            found.append(ModalityFinding(fault=ModalityFault.EXTENT, claimed=mine.text, source=rivals[0].text))
    return found


def _wider(mine: Extent, theirs: Extent) -> bool:
    """Whether the claim speaks of more than the source does, or of few where the source has many."""
    if mine is Extent.FEW:
        return theirs >= Extent.MANY
    needed = {Extent.ALL: Extent.ALL, Extent.MOST: Extent.MANY, Extent.MANY: Extent.SOME}.get(mine, Extent.FEW)
    return theirs < needed


def only_findings(claim: str, source: str) -> list[ModalityFinding]:
    mine = ONLY.search(claim)
    if mine is None or ONLY_ALIKE.search(source) or coverage_of(claim, source) < 0.7:
        return []
    return [ModalityFinding(fault=ModalityFault.EXTENT, claimed=mine[0], source="no such limit")]


def counted_findings(claim: str, source: str) -> list[ModalityFinding]:
    """How often, how many, the how-manieth, in nearly the same words: once for twice, one for two, third for fourth."""
    if coverage_of(_COUNTED.sub("", claim), source) < NEARLY:
        return []
    pairs = [] if _AGAIN.search(source) else [(_times(claim), _times(source))]
    own, others = _ordinals(claim), _ordinals(source)
    # "the first chapter is about fish, the second about frogs"
    bare = others.pop("", set())
    pairs += [(which, others[head]) for head, which in own.items() if head in others and which.isdisjoint(bare)]
    pairs += _one_for_several(claim, source)
    return [
        ModalityFinding(fault=ModalityFault.EXTENT, claimed=min(mine), source=min(theirs))
        for mine, theirs in pairs
        if mine and theirs and mine.isdisjoint(theirs)
    ]


def _times(text: str) -> set[str]:
    """How often something is said to be."""
    found = {one[0].lower() for one in _OFTEN.finditer(_AT_ONCE.sub("", text))}
    return {"twice" if one.startswith("two") else " ".join(one.split()) for one in found}


def _one_for_several(claim: str, source: str) -> list[tuple[set[str], set[str]]]:
    """One of a thing in the claim, and how many the source has where it speaks of no single one."""
    own = {stem(one["head"].lower()) for one in _ONE.finditer(claim)}
    if not own or _OF_ONE.search(source):
        return []
    theirs = [one for one in _SEVERAL.finditer(source) if stem(one["head"].lower()) in own]
    return [({"one"}, {one["count"].lower()}) for one in theirs[:1]]


def _ordinals(text: str) -> dict[str, set[str]]:
    """Ordinals by the stem of the word of content that follows them; those that none follows by ""."""
    words = [word.lower() for word in WORD.findall(text)]
    found: dict[str, set[str]] = {}
    for word, head in pairwise([*words, ""]):
        if word in _ORDINALS:
            known = head and head not in STOPWORDS and head not in _ORDINALS
            found.setdefault(stem(head) if known else "", set()).add(word)
    return found


def exception_findings(claim: str, source: str, claim_tokens: list[Token]) -> list[ModalityFinding]:
    mine, theirs = EXCEPTION.search(claim), EXCEPTION.search(source)
    if mine is None and theirs is not None and not ONLY.search(claim):
        if _covers_main_clause(claim, source, theirs, claim_tokens):
            return [
                ModalityFinding(fault=ModalityFault.EXCEPTION, claimed="no exception", source=_tail(source, theirs))
            ]
    elif mine is not None and theirs is None:
        main = claim[: mine.start()]
        if _conditions(source) - _conditions(main):
            return []  # it may be said in another way
        if len(content_stems(main)) >= 2 and coverage_of(main, source) >= 0.75:
            return [ModalityFinding(fault=ModalityFault.EXCEPTION, claimed=_tail(claim, mine), source="no exception")]
    return []


def _conditions(text: str) -> set[str]:
    return {found[0].lower() for found in _CONDITION.finditer(text)}


def _covers_main_clause(claim: str, source: str, exception: re.Match[str], claim_tokens: list[Token]) -> bool:
    """Whether the claim says what the source excepts from: most of the clause that the exception hangs on."""
    before = re.split(r"[;:.]", source[: exception.start()])[-1]
    excepted = source[exception.start() :]
    main = set(content_stems(before)) if len(content_stems(before)) >= 2 else set(content_stems(source))
    own = set(content_stems(claim))
    if not main or len(own & set(content_stems(excepted))) > len(own & main):
        return False
    universal = any(token.text in UNIVERSAL for token in claim_tokens)
    return len(main & own) / len(main) >= (0.5 if universal else 0.75)


def _tail(source: str, match: re.Match[str]) -> str:
    words = source[match.start() :].split()
    return " ".join(words[:8]) + (" …" if len(words) > 8 else "")
