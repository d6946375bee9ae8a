"""A claim that goes further than its source by words of its own: "entirely", "whether or not", "it is proven". Pure.

"Due entirely to prices" of what is due to them primarily, "consist of" of what includes them, "the first gift" of one
of the first, "regardless of age" of a rule for adults: each is its source's sentence but for how far it goes.
"""

import re
from dataclasses import dataclass
from itertools import takewhile

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS, content_of, coverage_of, stem
from apps.verification.wording.faults import ModalityFault, ModalityFinding

_SUPERLATIVE = (
    r"(?:first|last|most|least|best|worst|leading|main|(?:larg|bigg|small|high|low|old|new|earli|lat|long|short|great|rich|poor"
    r"|strong|weak|fin|fast|deep|wid|hard|heavi|busi)est)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Further:
    """``says``: the claim's words; ``less``: those of a source that does not go as far; ``alike``: of one that does."""

    says: re.Pattern[str]
    less: re.Pattern[str] | None
    alike: re.Pattern[str]
    covered: float  # share of the claim's content that the source's sentence has


_IS_SUPERLATIVE = lazy_regex(_SUPERLATIVE, re.IGNORECASE)
_WHOLLY = lazy_regex(
    r"\b(?:entirely|wholly|exclusively|solely|purely|sole|alone|nothing\s+but|only\s+(?:because|due|by|from|to|of|for|in))\b",
    re.IGNORECASE,
)
_CERTAIN = lazy_regex(
    r"\b(?:proven|confirmed|established\s+that|known\s+(?:to|that)|definitely|certainly|undoubtedly|conclusively)\b",
    re.IGNORECASE,
)
_CONSISTS = lazy_regex(
    r"\b(?:consist(?:s|ed|ing)?\s+(?:\w+ly\s+)?of(?!\s+(?:\d|two|three|four|five|six|seven|eight|nine|ten)\b)"
    r"|(?:is|are|was|were)\s+(?:limited|restricted|confined)\s+to|made\s+up\s+of)\b",
    re.IGNORECASE,
)
_FURTHER = (
    _Further(
        says=_WHOLLY,
        less=lazy_regex(
            r"\b(?:partly|partially|primarily|mainly|largely|mostly|principally|chiefly|predominantly|in\s+(?:large\s+)?part"
            r"|for\s+the\s+most\s+part|among\s+others?)\b",
            re.IGNORECASE,
        ),
        alike=lazy_regex(rf"{_WHOLLY.pattern}|\b(?:all|whole|every)\b", re.IGNORECASE),
        covered=0.6,
    ),
    _Further(
        says=lazy_regex(
            r"\bwhether\s+or\s+not\b|,\s+whether\b[^;.]{1,200}?\bor\b|\bwhether\b[^,;.]{1,200}?\bor\s+not\b"
            r"|\b(?:regardless|irrespective)\s+of\b|\bno\s+matter\b|\beven\s+(?:if|when|where|an?)\b",
            re.IGNORECASE,
        ),
        less=None,
        alike=lazy_regex(
            r"\b(?:whether|if|regardless|irrespective|no\s+matter|even|either|both|any|all|every|each|or|despite|although"
            r"|whatever|whichever|notwithstanding|too|also|as\s+well)\b",
            re.IGNORECASE,
        ),
        covered=0.5,
    ),
    _Further(
        says=_CERTAIN,
        less=lazy_regex(
            r"\b(?:may|might|could|perhaps|possibly|possible|probably|likely|believed|thought|theor(?:y|ies)|hypothes[ei]s"
            r"|suggest(?:s|ed|ing)?|appears?|seems?|allegedly|reportedly|suspected|presumably|unclear|unknown)\b",
            re.IGNORECASE,
        ),
        alike=lazy_regex(
            r"\b(?:prov(?:en?|es|ed)|confirm\w*|verif\w+|establish\w*|shows?|showed|shown|demonstrat\w+|known|definitely|certainly)\b",
            re.IGNORECASE,
        ),
        covered=0.5,
    ),
    _Further(
        says=_CONSISTS,
        less=lazy_regex(
            r"\b(?:such\s+as|includ(?:e|es|ed|ing)|for\s+(?:example|instance)|inter\s+alia)\b|\be\.g\.", re.IGNORECASE
        ),
        alike=lazy_regex(r"\b(?:consist|compris|compos|limited|restricted|confined|made\s+up)", re.IGNORECASE),
        covered=0.6,
    ),
    _Further(
        says=lazy_regex(rf"\bthe\s+(?:very\s+)?{_SUPERLATIVE}\b", re.IGNORECASE),
        less=lazy_regex(
            rf"\b(?:(?:one|some|two|three|four|five|several|many|part)\s+of|among)\s+(?:the|its|his|her|their|our)\s+{_SUPERLATIVE}\b",
            re.IGNORECASE,
        ),
        alike=lazy_regex(rf"(?<!of )(?<!among )\bthe\s+(?:very\s+)?{_SUPERLATIVE}\b", re.IGNORECASE),
        covered=0.5,
    ),
)  # fmt: skip
# "all" of what the quotes bound by no word like it; not "not all", "all but", "at all", "all of which"
_ALL = lazy_regex(
    r"(?<!\bnot\s)(?<!\bat\s)(?<!\babove\s)(?<!\bafter\s)(?<!\bin\s)(?<!est\sof\s)(?<!most\sof\s)(?<!\bfor\s)(?<!\bnearly\s)(?<!\balmost\s)"
    r"(?<!\bhardly\s)(?<!ally\s)\b(?P<all>(?:all|every)(?:\s+of)?(?:\s+(?:the|its|their|his|her|our|these|those))?"
    r"\s+(?P<of>[^\W\d_][\w’'-]*)|every(?:one|body)\b)",
    re.IGNORECASE,
)
_ALL_ALIKE = lazy_regex(
    r"\b(?:all|every\w*|each|any\w*|no|none|not|nobody|nothing|neither|never|entire\w*|whole|wholly|total\w*"
    r"|always|both|full\w*|without|throughout|whatever|who(?:so)?ever|complete\w*|only|unless|except|unanim\w*|universal\w*"
    r"|general\w*|per|across|nationwide|uniform\w*|exclusive\w*|public|range)\b|n['’]t\b|100\s?%",
    re.IGNORECASE,
)
# a rule for things of a kind is one for all of them
_RULE = lazy_regex(
    r"\b(?:must|shall|should|(?-i:may|will)|can|requir\w*|recommend\w*|is\s+to|are\s+to|appl(?:y|ies)|cover(?:s|ed)?|has|have)\b",
    re.IGNORECASE,
)
_NO_THING = word_set("""
    but that over along right time else other together same of in on with from to which whom them us you it this and as
    too so things sundry way kind sort manner type two three four five six seven eight nine ten eleven twelve
    fifteen twenty thirty forty fifty sixty ninety hundred few half single
    second minute hour day night morning evening afternoon week weekend fortnight month quarter season year decade
    spring summer autumn winter monday tuesday wednesday thursday friday saturday sunday
""")  # "all but", "all of which", "every day"
_NOT = lazy_regex(r"\b(?:not|never|no|nor)\b|n['’]t\b", re.IGNORECASE)
_COUNTED = lazy_regex(
    r"(?:\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)"
    r"[^\w\n]{1,5}(?:\w[\w’'-]{0,30}[^\w\n]{1,5}){0,2}?(?P<of>[^\W\d_]+)",
    re.IGNORECASE,
)
_THE_THINGS = lazy_regex(r"(?:\b(?:the|its|their|our|his|her|these|those)|['’]s?)\s+", re.IGNORECASE)
_REACH = 100  # characters
_NAMED = 3  # words behind "all", or behind "the", among which is the noun: up to one without content
_PUNCTUATION = re.compile(r"[^\w\s’'-]")
_OF_A_GROUP = re.compile(r"\s+(?:in|of|at)\s+the\s+")  # "everyone in the crew"
# "the brothers all won", "the walls were all white": what it is about stands before
_FLOATS = lazy_regex(
    r"(?:\b(?:is|are|was|were|be|been|being|has|have|had|they|we|you|who|which|that)|s|\b[A-Z][\w’'-]*)\s+\Z"
)
_OPENS = lazy_regex(r"(?:all|every)\s+(?:of|the|its|their|his|her|our|these|those)\b", re.IGNORECASE)
_NEAR = 12  # words of a source behind what makes it say less


def overstated(claim: str, source: str) -> list[ModalityFinding]:
    """How far the claim goes beyond a sentence that says the rest of it."""
    for one in _FURTHER:
        mine = one.says.search(claim)
        if mine is None or one.alike.search(source) or coverage_of(claim, source) < one.covered:
            continue
        theirs = one.less and _said_less(claim, source, mine, one.less)
        if one.less and (theirs is None or one.less.search(claim)):
            continue
        less = theirs[0] if theirs else "no such words"
        return [ModalityFinding(fault=ModalityFault.EXTENT, claimed=mine[0], source=less)]
    return []


def told_of_all(claim: str, around: str) -> list[ModalityFinding]:
    """What the claim says of all of a kind, where the quotes have no word for so many.

    Left alone is what they count or call "the" things, and what they say as a rule for things of that kind.
    """
    found = next((one for one in _ALL.finditer(claim) if _is_of_things((one["of"] or "").lower())), None)
    if found is None or _ALL_ALIKE.search(around) or _RULE.search(around) or _NOT.search(claim, 0, found.start()):
        return []
    if _FLOATS.search(claim[: found.start()]) and not _OPENS.match(found["all"]):
        return []
    known = {stem(one["of"]) for one in _COUNTED.finditer(around)}
    known |= {word for one in _THE_THINGS.finditer(around) for word in _named(around[one.end() :])}
    group = _OF_A_GROUP.match(claim, found.end())
    start = found.start("of") if found["of"] else group.end() if group else found.end()
    if known & _named(claim[start:]):
        return []
    return [ModalityFinding(fault=ModalityFault.EXTENT, claimed=found["all"], source="no such words")]


def _named(text: str) -> set[str]:
    """The stems with which the text begins, of words of content that stand together."""
    words = _PUNCTUATION.split(text[:_REACH], maxsplit=1)[0].split()[:_NAMED]
    return {stem(word) for word in takewhile(lambda one: one.lower() not in STOPWORDS, words)}


def _is_of_things(word: str) -> bool:
    return word not in _NO_THING and word.removesuffix("s") not in _NO_THING and not word.endswith("ed")


def _said_less(claim: str, source: str, further: re.Match[str], less: re.Pattern[str]) -> re.Match[str] | None:
    """Where the source says less of what the claim says: before words of it, and by the same superlative."""
    said = content_of(claim) | {word for word in claim.split() if word[0].isdigit()}
    superlative = further[0].lower().split()[-1]
    for found in less.finditer(source):
        last = found[0].lower().split()[-1]
        if _IS_SUPERLATIVE.fullmatch(last) and last != superlative:
            continue
        behind = source[found.end() :].split()[:_NEAR]
        if said & (content_of(" ".join(behind)) | set(behind)):
            return found
    return None
