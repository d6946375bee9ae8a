"""All of a kind, told of what the source says of some: "all exhibits were bought" of "exhibits were bought". Pure.

Only where nothing that is quoted has a word for so many, counts them, calls them "the" ones or speaks of them in rules.
"""

import re
from itertools import takewhile

from apps.core.patterns import lazy_regex
from apps.core.words import word_set
from apps.verification.lexicon import STOPWORDS, stem
from apps.verification.wording.faults import ModalityFault, ModalityFinding

# "all" of what the quotes bound by no word like it; not "not all", "all but", "at all", "all of which"
_ALL = lazy_regex(
    r"(?<!\bnot\s)(?<!\bat\s)(?<!\babove\s)(?<!\bafter\s)(?<!\bin\s)(?<!est\sof\s)(?<!most\sof\s)(?<!\bfor\s)(?<!\bnearly\s)(?<!\balmost\s)"
    r"(?<!\bhardly\s)(?<!ally\s)\b(?P<all>(?:all|every)(?P<the>(?:\s+of)?(?:\s+(?:the|its|their|his|her|our|these|those))?)"
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


def told_of_all(claim: str, around: str) -> list[ModalityFinding]:
    """What the claim says of all of a kind, where the quotes have no word for so many.

    Left alone is what they count or call "the" things, and what they say as a rule for things of that kind.
    """
    found = next((one for one in _ALL.finditer(claim) if _is_of_things((one["of"] or "").lower())), None)
    if found is None or _ALL_ALIKE.search(around) or _RULE.search(around) or _NOT.search(claim, 0, found.start()):
        return []
    if _FLOATS.search(claim[: found.start()]) and not found["the"]:
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
