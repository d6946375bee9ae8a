"""Sentences that announce what is listed behind them, and those among them that turn its sense. Pure.

"None of the following has occurred:" does both; "The following year was no better." does neither.
"""

import re

from apps.core.patterns import lazy_regex
from apps.core.periods import MONTH
from apps.verification.types import ANNOUNCES

LAST_WORDS = 4  # of a head, among which the verb stands that its items go on from

# what follows in time or on the next page is listed nowhere
_NO_LIST = (
    r"(?!\s+(?:(?:fiscal|financial|calendar|business|trading|two|three|four|five|six|ten|twelve|\d+)\s+)*"
    r"(?:years?|quarters?|months?|weeks?|days?|hours?|minutes?|seasons?|spring|summer|autumn|fall|winter|mornings?"
    rf"|evenings?|nights?|decades?|centur(?:y|ies)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|{MONTH}"
    r"|(?:19|20)\d\d|pages?|chapters?|sections?|discussions?"
    r"|tables?|charts?|graphs?|figures?)\b)"
)
_FOLLOWING = rf"\bthe\s+following\b{_NO_LIST}"
_QUANTITY = r"(?:none|any|each|all|one|some|either|both)"
_VERB = r"(?:is|are|was|were|has|have|had|do|does|did|apply|applies|will|would|can|cannot)"
_TELLING = r"(?:example|text|account|version|story|case|sentence|passage|paragraph|clause|rule|scenario|statement)"
_TELLS = r"\b(?:is|are|was|were|runs?|ran|reads?|goes|went|looks?|looked)"
_COUNT = (
    r"(?:(?:the|these)\s+)?(?:two|three|four|five|six|several|many|some|a\s+few|(?:various|following)(?:\s+other)?)"
)
# what is supposed is so for the rest of the paragraph
_SUPPOSED = lazy_regex(
    r"\A(?:suppose|imagine|picture|assume|(?:take|consider)\s+(?:\w+\s+){0,3}?(?:hypothetical|imaginary|fictitious))\b",
    re.IGNORECASE,
)
# what is listed may stand there without a mark
_ANNOUNCED = lazy_regex(
    rf"\b{_QUANTITY}\s+of\s+{_FOLLOWING[2:]}|\bas\s+follows\W*\Z|{_FOLLOWING}(?:\s+(?!to\b)[\w-]+){{0,3}}?\s+{_VERB}\b"
    rf"|{_FOLLOWING}(?:(?:\s+[\w-]+){{0,2}}?\s+[\w-]+(?<!s)s)?(?:\s+to\s+\w+)?\s*[.:]*\Z"
    rf"|{_FOLLOWING}\s+(?:\w+\s+)?{_TELLING}\b|{_TELLS}\s+(?:like\s+)?(?:this|thus|these|so)\W*\Z"
    r"|\Ahere\s+(?:is|are)\s+what\b"
    rf"|\b{_COUNT}\s+(?:\w+\s+){{0,2}}?(?:\w+s)\s+(?:will\s+|would\s+)?follow\W*\Z"
    rf"|\A{_COUNT}\s+(?:\w+\s+)?(?:myths|rumou?rs|misconceptions|legends|fallacies|falsehoods)\b"
    rf"|\A(?:none|neither|not\s+one|all|each)\s+of\s+these\s+(?:statements|claims|allegations|reports|rumou?rs|stories"
    rf"|assertions)\s+{_VERB}\s+(?:true|false|untrue|correct|wrong|incorrect|proven|proved|so)\b",
    re.IGNORECASE,
)
_SAYINGS = r"(?:statements|claims|allegations|reports|rumou?rs|stories|assertions|sentences|proposals|motions|events)"
# it may where a mark or a colon comes next
_POINTED_AT = lazy_regex(
    rf"{_FOLLOWING}|\b(?:as\s+follows|below)\W*\Z"
    rf"|\A(?:(?:none|neither|not\s+one|all|each)\s+of\s+)?(?:the|these|all|no)\s+{_SAYINGS}\s+(?:\w+\s+)?below\s+{_VERB}\b",
    re.IGNORECASE,
)
_POINTED_AT_ALONE = lazy_regex(
    rf"\b(?:{_QUANTITY}|which|neither|not\s+one)\s+of\s+these\b|\b(?:these|this)(?:\s+[\w-]+){{0,2}}\W*\Z",
    re.IGNORECASE,
)
# what a report calls risks it describes as they are
_RISKS = lazy_regex(r"\W*if\b.*\bfollowing\s+(?:risks|factors|uncertainties)\b", re.IGNORECASE)
_NAMED = lazy_regex(
    rf"{_FOLLOWING}|\bas\s+follows\b|\b(?:these|those|this)(?:\s+[\w-]+){{0,3}}\W*\Z|\A\W*what\b(?!\s+if\b)",
    re.IGNORECASE,
)
_NAMES_ONLY = lazy_regex(r"\d|.*,\s.*\b(?:and|or)\s|\S+(?:\s\S+)?\s+(?:and|or)\s", re.DOTALL)
_FIRST = lazy_regex(r".*?(?=(?<=[\w)]{3})(?<!Mrs)[.;!?](?:\s|\Z)|\Z)", re.DOTALL)
# several things are listed where none or each of them is spoken of
_SEVERAL = lazy_regex(
    r"\A\W*(?:none|neither|not\s+one|each|all)\s+of\s+(?:the\s+following|these|those)\b", re.IGNORECASE
)
_RUN_IN = lazy_regex(r"\s*\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[.)]\s+(?=\S)", re.IGNORECASE)
_NEXT_RUN_IN = lazy_regex(r"[.;]\s+(?:(?:and|or)\s+)?\(?(?:[b-z]|[ivx]{2,4}|\d{1,2})[.)]\s+\S", re.IGNORECASE)
_FINITE = lazy_regex(r"\b(?:is|are|was|were|has|have|had|does|do|did|will|[a-z]{2,}ed)\b")

_STATED = r"(?:stated|noted|indicated|specified|shown|mentioned|defined)"
_ASIDE = lazy_regex(
    r"\([^()]*\)|\bexcept (?:for )?(?:per[- ]share|share)\b[^:]*|\bwithout (?:exception|limitation)\b"
    r"|\bno (?:less|fewer|later)\b|\bnot (?:only|forget|break|(?:necessarily )?limited to)\b"
    r"|,\s+(?:when|where|who|whom|which|whose)\b[^,:]*,|\bwhere to\b"
    rf"|\b(?:unless|except\s+(?:as|where))\s+(?:otherwise\s+{_STATED}|{_STATED}\s+otherwise|the\s+context\s+\w+\s+otherwise)\b"
    r"|\bif\s+(?:any|applicable)(?=\s*[,;:.)]|\s*\Z)|\b(?:insurance|warranty|expenses?|tax|damages?|compensation|benefits?|travel|medical"
    r"|liability|injury|refund)\s+claims?\b"
    # no doubt, and a denial denied
    r"|\b(?:no|without(?:\s+any)?|beyond(?:\s+(?:any|all))?|not\s+in)\s+(?:\w+\s+)?(?:doubt|dispute|question)\b"
    r"(?!\s+(?:whether|presented|raised))"
    r"|\b(?:not|never|nobody|none|no\s+one)\s+(?:\w+ly\s+)?(?:den(?:y|ies|ied)|disput\w+|contest\w*|doubt\w*|fail(?:s|ed)?\s+to)\b"
    # a word of a compound, and what somebody did without
    r"|\b(?:reject\w*|den(?:y|ied)|refus\w*|banned|exclu\w+|exempt\w*|claims?|no|not|must|can)-\w[\w-]*"
    r"|\bwithout\s+\w+ing\b(?![^:,]*\b(?:following|these|those)\b)"
    r"|(?<=\w )without\b(?!\s+(?:any\s+of\s+)?(?:the\s+following|these|those)\b)"
    r"(?=[^:]*\b(?:and\s+\w+(?:ed|s)|as\s+follows)\b)"
    # what is said of the subject alone: "the targets that were not met in 2020 were met in 2021"
    r"|(?<=\w )(?:that|which|who)\s+(?:is|are|was|were|has|have|had|did|do|does)\s[^:,]*?"
    r"(?=\s(?:is|are|was|were|has|have|had)\s(?!(?:these|those|this|the|as|not|set|listed|described|shown|below)\b))",
    re.IGNORECASE,
)
_TO_THE_READER = lazy_regex(r"\b(?:you|your|us)\b", re.IGNORECASE)
_CONDITION = r"if|provided\s+that|(?:when|where|until|once)(?=\W*\Z)"
_PARTY = (
    r"(?:plaintiff|claimant|appellant|applicant|defendant|respondent|petitioner|complainant|prosecution|defence"
    r"|accused)"
)
_DENIAL = (
    r"not|no(?!\.)|never|none|nothing|neither|nor|cannot|unable|without|fail(?:s|ed)?\s+to|refus\w*|reject\w*|forbid\w*"
    r"|forbade|prohibit\w*|bans?|banned|exclud\w*|exclusions?|except|excepting|exempt\w*|ineligible|den(?:y|ies|ied)"
    r"|false|untrue|wrong|incorrect|myths?|rumou?rs?|alleg\w*|accus\w*|retract\w*|withdrawn|suppos\w*"
    r"|assum(?:e|es|ed|ing)|assumptions?|imagin\w*|hypothe\w*|scenarios?|misconceptions?|fallac(?:y|ies)"
    r"|(?:must|shall|should|has\s+to|have\s+to|needs?\s+to)\s+(?:first\s+)?(?:prove|establish|demonstrate)"
    r"|unlikely|contests?|contested|disput(?:es?|ed)|ficti\w+|repealed|superseded|rescinded|discarded"
    r"|(?:old|former|earlier|previous|repealed|draft|discarded)\s+(?:rule|clause|law|text|version|wording)s?"
    r"|(?:consider|take|imagine|picture)\s+(?:\w+\s+){0,3}?(?:example|case)"
    rf"|{_PARTY}['’]?s?['’]?\s+(?:\w+\s+)?(?:case|argument|submission|contention|position|version|account|ground)s?"
    rf"|(?:case|argument|submission|contention|version)s?\s+of\s+the\s+{_PARTY}s?"
    r"|questions?(?:\s+(?:for|before|presented|raised|to\s+be)\b[^:]*)?(?=\s*:)|whether|unless"
    r"|only\s+(?:if|when|where|in)|events?\s+of\s+default"
    r"|avoid\s+(?:[\w-]+\s+){0,3}?(?:claims|statements|phrases|wordings?|expressions|promises|sentences|words|assertions)"
    r"|claims?(?=\s*:)|(?:claim|contend|assert|argu|insist|believ)\w*\s+(?:\w+\s+)?(?:the\s+following|as\s+follows)|yet\s+to|in\s+(?:the\s+following|these|those|such|any\s+of\s+these)\s+(?:cases|events|circumstances)"
)
HOLDS_BACK = lazy_regex(rf"\b(?:{_DENIAL}|{_CONDITION})\b|n['’]t\b", re.IGNORECASE)
_DENIES = lazy_regex(rf"\b(?:{_DENIAL})\b|n['’]t\b", re.IGNORECASE)
_MODAL = lazy_regex(r"\b(?:may|might|must|shall|should|can|could|would|will)\b", re.IGNORECASE)
_LEFT_OPEN = lazy_regex(
    r"\b(?:may|might|must|shall|should|can|could|would|will|not|to|cannot|never|do|does|for|of|by|from|with)\W*\Z",
    re.IGNORECASE,
)
_ANY_TURN = lazy_regex(rf"{HOLDS_BACK.pattern}|{_MODAL.pattern}", re.IGNORECASE)


def announces(sentence: str) -> bool:
    """Whether what stands behind a sentence is what it lists, even without marks."""
    return supposes(sentence) or bool(_ANNOUNCED.search(sentence) and not _RISKS.match(sentence))


def supposes(sentence: str) -> bool:
    """Whether a sentence asks to take the rest of its paragraph as given."""
    return bool(_SUPPOSED.match(sentence))


def points(sentence: str, *, alone: bool) -> bool:
    """Whether it announces the marked lines behind it. ``alone``: it is all of its paragraph."""
    return bool(_POINTED_AT.search(sentence) or (alone and _POINTED_AT_ALONE.search(sentence)))


def turns(text: str) -> bool:
    """Whether words are among those by which a head turns the sense of what is listed."""
    return bool(_ANY_TURN.search(_ASIDE.sub(" ", text)))


def holds_back(head: str) -> bool:
    """Whether a head denies, doubts or makes a condition; what it tells the reader to do "if you" is none."""
    pattern = _DENIES if _TO_THE_READER.search(head) else HOLDS_BACK
    return bool(pattern.search(_ASIDE.sub(" ", head)))


def goes_on(head: str, item: str) -> bool:
    """Whether an item, without its mark, ends the sentence that a head begins with what is demanded or allowed."""
    said = _ASIDE.sub(" it ", head)
    near_its_end = _MODAL.search(" ".join(said.split()[-LAST_WORDS:]))
    return bool(near_its_end) and (item[:1].islower() or bool(_LEFT_OPEN.search(said)))


def about(head: str) -> str:
    """What a head speaks of: without the words that turn and those that announce."""
    return HOLDS_BACK.sub(" ", ANNOUNCES.sub(" ", head))


def lists_behind_colon(head: str, behind: str) -> bool:
    """Whether the sentences behind a colon in mid-line are what its head lists, each of them a statement."""
    mark = _RUN_IN.match(behind)
    several = bool(_SEVERAL.search(head)) or bool(mark and _NEXT_RUN_IN.search(behind))
    first = _FIRST.match((behind[mark.end() :] if mark else behind).lstrip(" *_\"“'‘("))[0]
    if not first[:1].isupper() and not first[:1].isdigit():
        return several and bool(_NAMED.search(head)) and bool(_FINITE.search(first))
    return bool(_NAMED.search(head)) and not (_NAMES_ONLY.match(first) and not _FINITE.search(first))
