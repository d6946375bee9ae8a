"""Whether a source states a thing or only speaks of it: denies, doubts, alleges or plans it, or ties it to a condition.

"The board denied that it had approved the merger" holds every word of "the board approved the merger". What is read
is the frame in front of the words the two texts share; a claim with a frame of its own is left to the Judge, but for
what the source only orders to be said.
"""

import re
from dataclasses import dataclass
from itertools import islice

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import content_of, coverage_of
from apps.verification.wording.planned import carried_out

COVERED = 0.7  # share of the claim's content that a sentence with a condition must have
TOLD = 0.5  # … and one that tells it as alleged, doubted or planned
FRAMED = 0.5  # and the part behind the frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The source's words that keep what follows from being stated; ``denies``: they say it is not so."""

    text: str
    denies: bool


ANOTHER_SAYS = "Another source says:"

_DENIED = lazy_regex(
    r"\b(?:(?:is|was|are|were|be)\s+(?:simply\s+|plainly\s+)?(?:false|untrue|incorrect|wrong|not\s+(?:true|correct|the\s+case))"
    r"\s+(?:that|to\s+(?:say|claim|state)(?:\s+that)?)|contrary\s+to\s+(?:the\s+)?(?:\w+\s+){1,3}that|(?:a\s+)?myth\s+that"
    r"|never\s+the\s+case\s+that|(?:wrongly|falsely|mistakenly|erroneously|incorrectly)"
    r"\s+(?:reported|stated|claimed|said|assumed|thought|believed|supposed|held)\s+that"
    r"|neither\b(?=[^.;]{1,80}\bnor\b)|(?:no\s+one|nobody|none)\b(?![^.;]*\b(?:but|except|other\s+than)\b))",
    re.IGNORECASE,
)
_DOUBTED = lazy_regex(
    r"\b(?:den(?:y|ies|ied|ying)\s+(?:that|having)"
    r"|(?:no|little|insufficient|not\s+enough)\s+(?:clear\s+|reliable\s+)?(?:evidence|proof|indication|sign|basis|record)"
    r"\s+(?:that|of|for|to\s+suggest(?:\s+that)?)"
    r"|(?:unclear|uncertain|unknown|undecided|doubtful|questionable|not\s+(?:clear|known|certain|decided))"
    r"\s+(?:whether|if|that|how|when)|(?:doubts?|doubted|question(?:s|ed)|asks?|asked|disputes?|disputed)\s+(?:whether|that)"
    r"|alleg(?:es?|ed|ing|edly)(?:\s+that)?|claim(?:s|ed)\s+(?:that|to)|purport(?:s|ed|edly)(?:\s+to)?|rumou?red\s+(?:that|to)"
    r"|(?:the\s+)?(?:allegation|claim|rumou?r|hypothesis|proposal|suggestion|possibility|risk)s?\s+(?:that|to|of)"
    r"|critics?\s+(?:say|claim|argue|allege)(?:\s+that)?"
    r"|(?:rule|practice|policy|provision|requirement)s?\s+(?:that|(?:under|by)\s+which)"
    r"(?=[^.;]*\b(?:repealed|abolished|withdrawn|ended|revoked|rescinded)\b)"
    r"|under\s+(?:the|an?|its|their|our)\s+(?:former|earlier|old|previous|prior)\s+\w+|\buntil\s+(?:19|20)\d\d\b"
    r"|(?!(?<=\bthe )(?-i:Plan\b))(?:plan|intend|aim|hope|propose|seek|wish|attempt|want)(?:s|ed)?\s+to"
    r"|planned\s+to|planning\s+to|tr(?:y|ies|ied)\s+to"
    r"|(?:supposed|said|believed|thought|reported|meant|appears?|appeared|seems?|seemed)\s+to|sought\s+to|expect(?:s|ed)?\s+to|consider(?:s|ed|ing)?\s+(?:whether|\w+ing\b))",
    re.IGNORECASE,
)
# what a page tells its reader to write is not what it states
_ORDERED = lazy_regex(
    r"\b(?:ignore|disregard|forget|override)\b[^.;]{0,120}?\b(?:write|say|state|answer|report|reply|respond|claim|conclude|tell|pretend)"
    r"(?:\s+\w+){0,3}?\s+that\b|(?:^|[.:;]\s*|\bplease\s+|\bmust\s+|\bshould\s+|\bto\s+)(?:write|say|answer|reply|respond)(?:\s+\w+){0,2}?\s+that\b",
    re.IGNORECASE,
)
_OWN = lazy_regex(
    r"\b(?:plan(?:s|ned|ning)?\s+to\b|intend|aim|hope|propos|seek|sought|attempt|want|try|tries|tried|expect|consider|den[yi]|alleg|claim|purport"
    r"|rumou?r|doubt|question|disput|unclear|uncertain|unknown|whether|false|untrue|myth|evidence|proof|risk|possib|may\b"
    r"|might\b|could\b|would\b|hypothes|suggest|suppos|said\b|believ|belief\s+that|thought|report|meant|appear|seem|neither\b|not\b|no\b(?!\s+\w+\s+than\b)|never\b|if\b)",
    re.IGNORECASE,
)


# what is looked into is not what was found
_EXAMINES = (
    r"(?:evaluat|assess|test|examin|review|investigat|inspect|analy[sz]|explor|stud[yi]|inquir|search|check|screen"
    r"|consider|verif[yi]|compar)(?:es|s|ed|ing|e|y)?"
)
_QUALITIES = (
    r"appropriate|accura|complete|consisten|reasonable|effective|valid|adequa|suitab|safe|efficac|feasib|reliab|fair"
)
_SOUGHT_FOR = r"(?:information|evidence|signs?|indications?|traces|defects)"
_EXAMINED = lazy_regex(
    rf"\b(?:{_EXAMINES}|look(?:s|ed|ing)?\s+(?:into|at)|measur(?:es?|ed|ing))\s+(?:(?:whether|if)\b|(?:the\s+|its\s+|their\s+)?(?:[\w-]+\s+){{0,2}}(?:and\s+)?"
    r"(?:effects?|impacts?|influence|relationships?|associations?|links?|correlations?"
    rf"|(?P<quality>{_QUALITIES})\w*)(?:\s+and\s+[\w-]+)?\s+(?:of|between|on)\b"
    rf"|(?=(?:[\w’'-]+\s+){{1,8}}?for\s+(?:\w+\s+)?(?P<sought>{_SOUGHT_FOR})\b))",
    re.IGNORECASE,
)
_SOUGHT = lazy_regex(rf"\b{_SOUGHT_FOR}\b", re.IGNORECASE)
_MOST = 20  # such words in a sentence that are looked at
# what was found may stand behind it in the same sentence
_FOUND = lazy_regex(
    r"(?:[,;:]|\b(?:and|but)\b)\s+(?:\w+\s+){0,2}?(?:found|showed?|shows|concluded|confirmed|revealed|demonstrated|observed"
    r"|report(?:ed)?\s+that)\b|(?:[;:]|\bthat)\s+(?:it|they)\s+(?:does|do|did)\b",
    re.IGNORECASE,
)
_CAME_OF_IT = lazy_regex(
    r"\b(?:led\s+to|fell|rose|improv\w*|result\w*|indicat\w*|suggest\w*|(?:was|were)\s+associated)\b", re.IGNORECASE
)
_EXAMINES_TOO = lazy_regex(
    rf"\b{_EXAMINES}\b|\b(?:evaluation|assessment|examination|investigation|inspection|analys[ie]s|look|ask|whether"
    r"|question|measur|monitor|research|scan|audit(?:s|ed|ing)?\b|cover|deal|concern|overs[ee])",
    re.IGNORECASE,
)
_PART_ABOUT_IT = lazy_regex(r"[,;:](?:\s|$)|\b(?:which|who|whose|that)\b", re.IGNORECASE)


_CONDITION = lazy_regex(r"\b(?:if|unless|whether|suppos(?:e|ing)|assum(?:e|ing)|in\s+case|in\s+the\s+event)\b", re.I)


_WORD = lazy_regex(r"[^\W_]+")


# nobody does what the clause says, which the next clause is no part of
_NOBODY = lazy_regex(r"(?:no\s+one|nobody|none|neither)\Z", re.IGNORECASE)
_NEXT_CLAUSE = lazy_regex(
    r"[;.](?:\s|$)|,\s+(?:which|who|whose|where|while|whereas|although|though|and|but|so|since|because|as|for)\b", re.I
)
# "The duchess, whom nobody had invited, arrived"
_IN_ASIDE = lazy_regex(r",\s+(?:whom|which|who|where)\s+\Z", re.IGNORECASE)
_ASIDE_ENDS = lazy_regex(r"[,;.](?:\s|$)")
_NEXT_SENTENCE = lazy_regex(r"[;.](?:\s|$)")
# what nobody denies is so
_NOT = lazy_regex(
    r"(?:\b(?:not|never|no|nobody|none|no\s+one|without(?:\s+any)?|beyond(?:\s+(?:any|all))?)|n['’]t)\s+(?:\w+ly\s+)?\Z",
    re.IGNORECASE,
)
_DENIAL = lazy_regex(
    r"(?:den(?:y|ies|ied)|doubt(?:s|ed)?|disput(?:es?|ed)|contest(?:s|ed)?|question(?:s|ed)?)\s+that\b", re.I
)


def told_of_another(text: str) -> str:
    """What ``text`` says another source says; empty where it speaks for itself."""
    said = " ".join(text.split())
    return said.removeprefix(ANOTHER_SAYS).strip() if said.startswith(ANOTHER_SAYS) else ""


def frame_of(claim: str, source: str) -> Frame | None:
    """What the source sets before the words it shares with the claim, which the claim says outright."""
    if coverage_of(claim, source) < TOLD:
        return None
    own = bool(_OWN.search(claim))
    for pattern, denies in ((_DENIED, True), (_DOUBTED, False), (_ORDERED, False)):
        for found in pattern.finditer(source):
            if pattern is not _ORDERED and (own or _takes_over(claim, source, found)):
                continue
            if _denied_twice(source, found) or (found[0].endswith("to") and carried_out(source, found.end())):
                continue
            if coverage_of(claim, _end_of(source, found).split(source[found.end() :])[0]) >= FRAMED:
                return Frame(text=" ".join(found[0].split()), denies=denies)
    examined = None if _EXAMINES_TOO.search(claim) else _examined(claim, source)
    if examined:
        return Frame(text=examined, denies=False)
    for found in () if own else _CONDITION.finditer(source):  # the condition itself, said as a fact
        if found[0].lower() == "whether" and _FOUND.search(source, found.end()):
            continue
        if coverage_of(claim, re.split(r"[,;.](?:\s|$)", source[found.end() :])[0]) >= COVERED:
            return Frame(text=found[0], denies=False)
    return None


def _end_of(source: str, frame: re.Match[str]) -> re.Pattern[str]:
    """Where what a frame holds ends."""
    if not _NOBODY.match(frame[0]):
        return _NEXT_SENTENCE
    return _ASIDE_ENDS if _IN_ASIDE.search(source[: frame.start()]) else _NEXT_CLAUSE


def _examined(claim: str, source: str) -> str:
    """The words by which the source only looks into what the claim says was so; "" where it tells what it found."""
    for found in islice(_EXAMINED.finditer(source), _MOST):
        behind = part = _NEXT_SENTENCE.split(source[found.end() :])[0]
        if found["quality"] and found["quality"].lower() not in claim.lower():
            continue  # that there is such a thing is not in doubt
        if not found[0].lower().endswith(("whether", "if")):
            part = _PART_ABOUT_IT.split(behind)[0]
            if _CAME_OF_IT.search(source, found.end()) or coverage_of(claim, behind) > coverage_of(claim, part):
                continue
        covered = coverage_of(claim, part)
        stated = coverage_of(claim, source[: found.start()])
        told = _FOUND.search(source, found.end()) or (found["sought"] and not _SOUGHT.search(claim))
        if covered >= FRAMED and covered > stated and not told:
            return " ".join(found[0].split())
    return ""


def _denied_twice(source: str, frame: re.Match[str]) -> bool:
    """Whether the frame is a denial denied: "nobody disputes that", "there is no doubt that"."""
    if _NOBODY.match(frame[0]):
        return bool(_DENIAL.match(source[frame.end() :].lstrip()))
    return bool(_DENIAL.match(frame[0]) and _NOT.search(source[: frame.start()]))


def _takes_over(claim: str, source: str, frame: re.Match[str]) -> bool:
    """Whether the claim opens with the words of the source up to the end of the frame, and so says them too."""
    own = _WORD.findall(claim.lower())
    theirs = _WORD.findall(source[: frame.end()].lower())
    fewest = len(_WORD.findall(frame[0]))
    return any(own[:end] == theirs[-end:] for end in range(fewest, len(own)))


_IF = lazy_regex(
    r"(?<!\bas )(?<!\beven )(?<!\bonly )\bif\b"
    r"(?!\s+(?:any|applicable|necessary|required|requested|needed|appropriate|not)\b)"
    r"|\bonly\s+(?:with|after|upon|in|by|on|for|to\s+the\s+extent)\b|\bin\s+the\s+event\s+(?:of|that)\b",
    re.IGNORECASE,
)
_CONDITIONAL = lazy_regex(r"\b(?:if|when|where|once|in case|in the event|on condition|unless|only|whe[nr]ever)\b", re.I)
MAIN_CLAUSE = 0.75  # share of the clause before the condition that the claim must have


def dropped_condition(claim: str, source: str) -> str | None:
    """The condition behind a clause that the claim states without it."""
    found = _IF.search(source)
    if found is None or _CONDITIONAL.search(claim):
        return None
    main = content_of(re.split(r"[;:.]\s", source[: found.start()])[-1])
    own, behind = content_of(claim), content_of(source[found.end() :])
    if len(main) < 2 or len(main & own) / len(main) < MAIN_CLAUSE or len(own & (behind - main)) >= len(own & main):
        return None
    if own & behind - main:
        return None  # the claim speaks of the condition in other words
    words = source[found.start() :].split()
    return " ".join(words[:8]) + (" …" if len(words) > 8 else "")
