"""How often a sentence turns its sense round: two that deny alike often may say the same in other words. Pure.

"It is unlawful to sell" and "may not be sold" deny once each, "no dog without consent" twice, "only with consent"
never.
"""

import re

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import content_of, coverage_of

_TURNS_ROUND = lazy_regex(
    r"\b(?:not|cannot|no(?!\.)|never|none|nobody|nothing|neither|without|unless|unlawful|illegal|forbid\w*|forbade"
    r"|(?:is|are|was|were|has|have|had|remains?|remained)\s+yet\s+to|prohibit\w*|refus\w*|reject\w*|den(?:y|ies|ied)"
    r"|fail(?:s|ed)?\s+to|unable|impossible|lacks?|lacked)\b|n['’]t\b",
    re.IGNORECASE,
)
_DENIES = lazy_regex(
    r"\b(?:not|never|cannot|nobody|no\s+one|neither)\b(?!\s+(?:only|just|merely|simply|all|every\w*|always|necessarily"
    r"|un\w+|in\w+(?:ble|ent|ant)|im\w+|(?:more|less|fewer|later|earlier|longer|better|worse|\w+er)\b))"
    r"|(?<!wo)(?<!ca)n['’]t\b",
    re.IGNORECASE,
)
# of what stands behind it the sentence says the other thing: "destroyed all but Novar"
_EXCEPT = lazy_regex(
    r"(?<!\A)\b(?:with\s+the\s+exceptions?\s+of|except(?:ing)?(?:\s+for)?|other\s+than|apart\s+from|but\s+for|all\s+but)\s+"
    r"(?P<what>[^.,;:]{1,60})",
    re.IGNORECASE,
)
# what comes to "not in the same" and "not in" without a denial
_NOT_THE_SAME = lazy_regex(
    r"\b(?:(?:another|other|different)\s+(?:manner|way|fashion|form)s?|differently|otherwise)\b", re.I
)
_NOT_WITHIN = lazy_regex(
    r"\b(?:stands?|stood|falls?|fell|lies?|lay|is|are|was|were|remains?|remained)\s+outside\b", re.I
)
_SAME, _WITHIN = lazy_regex(r"\bsame\b", re.I), lazy_regex(r"\b(?:in|within|part\s+of|under)\b", re.I)
# "missing access" is "the lack of access", what has to wait until June is not done before
_THE = r"(?:(?:the|an?|its|their|his|her|any)\s+)?"
_MISSING = lazy_regex(
    rf"\b(?:missing|insufficient|inadequate|(?:absence|want|shortage)\s+of)\s+{_THE}(?P<thing>[a-z]+)\b", re.I
)
_WAITS = lazy_regex(r"\b(?:has|have|had|must)\s+(?:to\s+)?wait\b[^.;,]{0,40}?\buntil\b", re.I)
_NOT_UNTIL = lazy_regex(r"\b(?:not|n['’]t|cannot)\b(?![^.;,]*\bwait)[^.;,]{0,60}?\b(?:until|before)\b", re.I)
_COVERED = 0.8  # share of the claim that the source has: in other words a denial may lie that nobody listed
_BOUNDED = lazy_regex(r"\b(?:exceed\w*|below|above|under|over|before|after|until|yet|or\s+not)\b", re.IGNORECASE)
# what says so much as "not" without a denial; "un…" and "…less" besides
_AGAINST = lazy_regex(
    r"\b(?:same|remain\w*|still|maintain\w*|steady|flat|hat(?:e|es|ed)|dislik\w*|against|ceas\w+|stop\w*|ended"
    r"|expir\w+|former\w*|other\s+than|rather\s+than|instead|only|except\w*|exclu\w+|exempt\w*|oppos\w+|avoid\w*"
    r"|prevent\w*|zero|nil|differ\w*|hardly|rarely|seldom|fewer|least|contrary|false\w*|untrue"
    r"|miss(?:ed|es|ing)|bar(?:s|red)|void|loss(?:es)?|lost|declin\w+|omit\w*|absen\w+|free\s+(?:of|from)|far\s+from"
    r"|un(?!der|i(?:que|f|on|t|ver)|anim|veil|earth|til|less\b|cles?\b)\w{3,}|non-?\w{3,}"
    r"|in(?:eligible|valid|active|sufficient|adequate|complete|capable|effective|correct|applicable)|\w{3,}less"
    r"|ban(?:s|ned)?|block(?:s|ed)?|suspend\w*|cancel\w*|withh[eo]ld\w*"
    r"|almost|nearly|if|would\s+have|solely|alone|closed|ignor\w+|dismiss\w*|revok\w+|repeal\w*|violat\w+|breach\w*)\b",
    re.IGNORECASE,
)


def undenied(claim: str, source: str, around: str) -> str:
    """The word by which a claim denies what ``source`` speaks of, where nothing ``around`` could come to a denial."""
    denial = _DENIES.search(claim)
    if denial is None or _BOUNDED.search(claim) or _TURNS_ROUND.search(around) or _AGAINST.search(around):
        return ""
    return denial[0] if coverage_of(claim, source) >= _COVERED else ""


def turns_alike(claim: str, source: str, *, opposites: int = 0) -> bool:
    """Whether both turn their sense an even, or both an odd number of times; ``opposites`` each turn it once more.

    What the source excepts it denies, and "in another manner" is "not in the same", whatever ``opposites`` there are.
    """
    mine, theirs = (len(_TURNS_ROUND.findall(text)) for text in (claim, source))
    if (mine == theirs + 1 and _excepts(source, claim)) or (theirs == mine + 1 and _denies_otherwise(claim, source)):
        return True
    return (mine + theirs + opposites) % 2 == 0


def _excepts(source: str, claim: str) -> bool:
    """Whether the source excepts what the claim, which excepts nothing, names, and speaks of it nowhere else."""
    if _EXCEPT.search(claim):
        return False
    told = content_of(claim)
    for found in _EXCEPT.finditer(source.strip()):
        elsewhere = content_of(source.replace(found["what"], " "))
        if told & (content_of(found["what"]) - elsewhere):
            return True
    return False


def _denies_otherwise(claim: str, source: str) -> bool:
    """Whether the claim says in other words what the source denies: not the same, not within, not yet, a lack of."""
    pairs = ((_NOT_THE_SAME, _SAME), (_NOT_WITHIN, _WITHIN), (_WAITS, _NOT_UNTIL))
    things = [found["thing"] for found in _MISSING.finditer(claim)]
    if any(re.search(rf"\black(?:s|ed)?\s+(?:of\s+)?{_THE}{thing}\b", source, re.I) for thing in things):
        return True
    return any(mine.search(claim) and theirs.search(source) and not mine.search(source) for mine, theirs in pairs)
