"""What the sentence behind a statement says to take it back: "This is no longer the case." Pure.

It takes back what is said, not the thing that is spoken of: "The drug was approved in 2010. It was withdrawn in 2015."
leaves the first as true as it was; and a claim that only tells what somebody said, asked or offered stays true too.
"""

import re
from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.core.sentences import split_sentences
from apps.verification.lexicon import RESTATED, SAYING, coverage_of
from apps.verification.wording.additions import DENIED
from apps.verification.wording.disowning_heads import GONE, SINCE
from apps.verification.wording.narrowed import narrows
from apps.verification.wording.pointing_back import NAMED

FAR_BEHIND = 1500  # characters behind a statement in which all above may be taken back
NEXT = 300  # characters behind it in which the next sentence is read

_WAS = r"(?:is|are|was|were|has\s+been|have\s+been)"
_IS = rf"(?:{_WAS}|(?:later\s+)?(?:proved|proves|turned\s+out)(?:\s+to\s+be)?)"
_HOW = r"(?:(?:\w+ly|also|since|later)\s+){0,2}"
_LEADS = (
    r"\W*(?:(?:however|but|yet|still|in\s+(?:fact|truth|reality)|at\s+least|later|today|now|or|and|of\s+course)\b"
    r",?\s+)*"
)
_FALSE = (
    r"(?:false|untrue|wrong|incorrect|mistaken|inaccurate|unfounded|baseless|invented|fabricated|made\s+up"
    r"|a\s+(?:myth|lie|hoax|mistake|fiction)|fiction|not\s+(?:true|so|the\s+case|correct|accurate|proven?))\b"
)
_UNDONE = (
    r"(?:denied|retracted|withdrawn|rejected|dismissed|reversed|overturned|overruled|refuted|disproved|disproven|debunked"
    r"|contradicted|disputed|contested|challenged|restated|corrected|not\s+(?:accepted|upheld|confirmed|adopted))\b"
)
_OPPOSES = (
    r"(?:den(?:y|ies|ied)|reject(?:s|ed)?|disput(?:e|es|ed)|contest(?:s|ed)?|contradict(?:s|ed)?|refut(?:e|es|ed)"
    r"|dismiss(?:es|ed)?|doubt(?:s|ed)?|disagree[sd]?\s+with|overturned|reversed|disproved"
    r"|(?:do|does|did)\s+not\s+(?:accept|agree\s+with|believe|share|uphold|adopt))"
)
_STOP = r"\s*(?:[.;:!]|\Z)"
_END = rf"(?={_STOP}|,|\s+(?:in|on|and|as|by|at|because|since|for|later|entirely|completely)\b)"
_SOMEBODY = r"(?:[\w'’-]+\s+){1,5}?"
_CASE = r"(?:case|view|opinion|claim|version|story|position|contention|argument|submission)"
# what is said is so spoken of; what "it", "these" and "both" are may be things
_TAKES_BACK = tuple(
    lazy_regex(_LEADS + pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:this|that|these|those|both|it|which|{NAMED})\s+{_IS}\s+{_HOW}{_FALSE}",
        rf"(?:this|that|{NAMED})\s+{_WAS}\s+{_HOW}{_UNDONE}",
        rf"(?:none\s+of\s+this|neither)\s+{_IS}\s+{_HOW}(?:true|correct|so|the\s+case)\b",
        rf"{_SOMEBODY}{_OPPOSES}\s+(?:all\s+(?:of\s+)?)?(?:this{_END}|that{_STOP}|{NAMED})",
        rf"{_SOMEBODY}(?:den(?:y|ies)|disputes?|contests?)\s+it{_END}",
        r"(?:we|i|the\s+\w+)\s+(?:disagree[sd]?|do(?:es)?\s+not\s+agree)\s*[.,;]",
        r"(?:he|she|they|we)\s+(?:was|were|is|are)\s+(?:both\s+)?(?:wrong|mistaken)(?:\s+(?:about|in|on)\s+(?:this|that|it))?\s*[.,;]",
        r"the\s+(?:opposite|contrary|reverse)\s+(?:is|was)\s+(?:true|the\s+case)\b",
        rf"(?:not\s+(?:so|true)|wrong|untrue|false|far\s+from\s+it){_STOP}",
        r"nothing\s+(?:could\s+be\s+further\s+from|of\s+(?:the\s+(?:kind|sort)|this))\b",
        rf"there\s+(?:is|was)\s+no\s+(?:truth|evidence|proof|basis|record)\s+(?:of|in|for)\s+(?:this{_END}|{NAMED})",
        rf"no(?:thing|body|\s+\w+)\s+(?:supports?|supported|confirms?|confirmed)\s+(?:this{_END}|{NAMED})",
        r"so\s+(?:says?|said|claims?|claimed|runs?|ran|goes|went)\s",
        rf"so\s+(?:it|he|she|they|the)\b[^.;]{{0,40}}?\s(?:says?|said|claims?|claimed|alleged?s?|thought|believed){_STOP}",
        rf"(?:this|that),?\s+(?:is|was)\s+(?:only\s+|merely\s+)?[^.;]{{1,40}}?['’]s?\s+{_CASE}\b",
        rf"{_SOMEBODY}(?:held|holds|found|finds|ruled|rules|decided|decides|says?|said|shows?|showed)\s+otherwise{_STOP}",
        r"in\s+(?:fact|truth|reality),?\s+(?:it|he|she|they|we)\s+(?:do|does|did|is|are|was|were|has|have|had)\s+not\W*\Z",
        # the bracket in which an editor says so: "(Repealed 2020)"
        rf"[\[(]\s*(?:this\s+(?:\w+\s+)?(?:is|was)\s+)?(?:now\s+|since\s+)?{GONE}{SINCE}?\s*[\])]",
        r"(?:this|that),?\s+(?:is|was)\s+(?:only\s+|merely\s+)?what\s+[^.;]{1,40}?\s(?:says?|said|claims?|claimed|wrote)\b",
    )
)
# the same figure anew: "As restated, revenue was $4 million."
_ANEW = r"(?:restated|corrected|revised)"
_RESTATES = lazy_regex(
    rf"{_LEADS}(?:as\s+(?:later\s+|subsequently\s+)?{_ANEW},?\s+(?P<what>[^.;\d]{{3,80}}?)\s+(?:was|were|is|are|amount(?:s|ed))\b"
    rf"|(?:we|it|the\s+\w+)\s+(?:ha(?:s|ve)\s+)?(?:subsequently|later|since)\s+{_ANEW}\s+(?P<which>[^.;\d]{{3,80}}?)\s+(?:to|from|by)\b)",
    re.IGNORECASE,
)
_FIGURE = lazy_regex(r"\d")
_OF_ANOTHER = lazy_regex(
    r"\s+(?:that|to\s+(?:say|claim|assume|suggest|think|state|believe|conclude|infer))\b", re.IGNORECASE
)
# behind a list or a paragraph it speaks of all that stands there
_ALL = (
    r"of\s+(?:these|those|this|the\s+(?:above|foregoing|aforementioned|preceding|former|said))"
    r"(?:\s+(?:events?|statements?|claims?|allegations?|reports?|rumou?rs?|stor(?:y|ies)|assertions?|points?|things|items|conditions"
    r"|cases|steps|scenarios?|examples|listed|above|mentioned)){0,2}"
)
_ALL_TAKEN_BACK = lazy_regex(
    rf"(?:\A|(?<=[.;:!?\n]))\s*(?:(?:none|neither|not\s+one)\s+{_ALL}\s+(?:(?:has|have|had)\s+"
    r"(?:yet\s+|ever\s+|actually\s+|so\s+far\s+)?(?:occurred|happened|taken\s+place|come\s+(?:true|to\s+pass)|materiali[sz]ed"
    r"|been\s+(?:proven|proved|established|confirmed|met|satisfied|made|adopted|approved|accepted|shown))"
    r"|(?:is|are|was|were)\s+(?:true|correct|accurate|so|the\s+case|proven|proved|established|met|satisfied|accepted)"
    rf"|occurred|happened)|(?:all|each)\s+{_ALL}\s+(?:is|are|was|were)\s+"
    r"(?:false|untrue|wrong|incorrect|denied|not\s+(?:true|so|the\s+case|correct)))\b[^.\n]*",
    re.IGNORECASE,
)
_HEADING_LINE = lazy_regex(r"^#{1,6}\s", re.MULTILINE)
# a claim of what somebody said, asked or did by saying it
_TELLS = lazy_regex(
    r"\b(?:said|says?|stated?s?|told|claim(?:s|ed)|alleg\w+|argu(?:es?|ed)|assert(?:s|ed)|contend(?:s|ed)|submit(?:s|ted)"
    r"|report(?:s|ed)|wrote|writes|announced?s?|believe[sd]?|thought|thinks?|predict(?:s|ed)|conclud(?:es?|ed)"
    r"|suggest(?:s|ed)|insist(?:s|ed)|maintain(?:s|ed)|complain(?:s|ed)|den(?:y|ies|ied)|accus(?:es?|ed)"
    r"|testif(?:y|ies|ied)|expect(?:s|ed)?|estimat(?:es?|ed)|assum(?:es?|ed)|warn(?:s|ed)|promis(?:es?|ed))\s+"
    r"(?:[\w'’]+\s+){0,3}?(?:that|to|it|he|she|they|the|a|an|his|her|its|their)\b"
    r"|\b(?:held|holds|found|finds|ruled|bet)\s+that\b|\baccording\s+to\b"
    r"|\b(?:offer(?:s|ed)|ask(?:s|ed)|propos(?:es?|ed)|appl(?:y|ies|ied)\s+for|request(?:s|ed)|filed|files|demand(?:s|ed)"
    r"|bid|recommend(?:s|ed)|moved|sought|seeks|su(?:es?|ed)|petition(?:s|ed)|appeal(?:s|ed)|plan(?:s|ned)|intend(?:s|ed))\b",
    re.IGNORECASE,
)


def taken_back(text: str, end: int, *, start: int | None = None, claim: str = "") -> str:
    """What takes back ``claim`` behind text[start:end], or behind the sentence in it that says so; or nothing.

    "This is false.", "None of the above is true."; not what the claim says too.
    """
    ends = [end]
    if start is not None and claim:
        spans = [(start + span.start, start + span.end) for span in split_sentences(text[start:end])]
        ends += [high for low, high in spans if coverage_of(claim, text[low:high]) >= SAYING and high < end]
    for at in dict.fromkeys(ends):
        back = _next_takes_back(text, at, claim) or _all_taken_back(text, at)
        if back and not (claim and _says(claim, back)):
            return back
    return ""


def _says(claim: str, back: str) -> bool:
    """Whether a claim says what takes it back too, denying what that denies and with its figure."""
    denies = DENIED.search(back) and not DENIED.search(claim)
    return coverage_of(back, claim) >= RESTATED and not denies and not _restates(back, claim)


def _next_takes_back(text: str, end: int, claim: str) -> str:
    if claim and _TELLS.search(claim):
        return ""
    following = _following(text[end : end + NEXT].lstrip(" .;,”\"'"))
    found = next(filter(None, (pattern.match(following) for pattern in _TAKES_BACK)), None)
    # "It is not true that …" speaks of what it says itself
    other = _OF_ANOTHER.match(following, found.end()) if found else None
    if other and coverage_of(claim, following[other.end() :]) < SAYING:
        return ""
    # "they filed a claim. This claim was denied": a thing that was spoken of
    thing = (found.groupdict().get("said") if found else "") or ""
    if found and not (thing and coverage_of(thing, claim)):
        return " ".join(following.rstrip(".").split())
    if claim and (narrows(following, claim) or _restates(following, claim)):
        return " ".join(following.rstrip(".").split())
    return ""


@lru_cache(maxsize=1024)
def _following(behind: str) -> str:
    """The first sentence."""
    return next((behind[span.start : span.end] for span in split_sentences(behind)), "")


def _restates(following: str, claim: str) -> bool:
    found = _RESTATES.match(following) if _FIGURE.search(claim) else None
    return bool(found) and coverage_of(found["what"] or found["which"], claim) == 1


def _all_taken_back(text: str, end: int) -> str:
    found = _ALL_TAKEN_BACK.search(_HEADING_LINE.split(text[end : end + FAR_BEHIND])[0])
    return " ".join(found[0].split()) if found else ""
