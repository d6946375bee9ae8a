"""A clause that leaves out its verb: "Women got 62% of the prizes and men 38%". Pure.

Its subject has its own figure: what the first clause counts is not told of it.
"""

import re

from apps.core.patterns import lazy_regex
from apps.verification.lexicon import content_of, content_stems, stem

# no year
_FIGURE = (
    r"(?:[$€£¥]\s?)?(?<![\d.,])(?!(?:19|20)\d\d\b)\d[\d.,]*(?<=\d)(?:\s?%|\s+per\s?cent\b)?"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b"
)
_FIGURES = lazy_regex(_FIGURE, re.IGNORECASE)
_ON = r"(?:on|for|of|at|by|to|in|from|within|after|with|about|only|some|up)"
_VERB = r"\b(?:is|are|was|were|has|have|had|do|does|did|may|can|must|shall|will|\w{3,}ed)\b"
_GAPPED = lazy_regex(
    rf"\s(?:and|but|while|whereas)\s+(?P<who>(?:(?!(?:{_ON}|and|or)\s|{_VERB})[^\W\d][\w’'-]*\s+){{1,5}}?)(?P<on>(?:{_ON}\s+){{0,2}})"
    rf"(?P<figure>{_FIGURE})(?:(?!{_VERB})[^.;]){{0,60}}[.;]?\s*\Z",
    re.IGNORECASE,
)
# "grew 5% in Italy and in Peru 3%", "and sales in Peru 3%"
_OF_ANOTHER_PLACE = lazy_regex(
    rf"\s(?:and|but|while|whereas)\s+(?:[a-z][\w’'-]*\s+){{0,2}}?(?P<on>in|at|for|from|to)\s+"
    rf"(?P<who>(?:the\s+)?(?:[A-Z][\w’'-]*\s+){{1,4}})(?:by\s+)?(?P<figure>{_FIGURE})[^.;\w]*[.;]?\s*\Z"
)
_DEED = r"(?:[a-z]{2,}ed|bought|sold|built|shut|lost|won|paid|spent)"
_AMOUNT = rf"(?:only\s+|about\s+|approximately\s+)?(?P<{{}}>{_FIGURE})(?:\s+(?:thousand|million|billion))?"
# "issued 5 million shares and redeemed 3 million"
_TWO_DEEDS = lazy_regex(
    rf"\b(?P<deed>{_DEED})\s+{_AMOUNT.format('first')}(?:\s(?!(?:and|but)\s|{_VERB})[^\s.;]+){{0,8}},?"
    rf"\s(?:and|but)\s+(?P<other>{_DEED})\s+{_AMOUNT.format('second')}[.;]?\s*\Z"
)
_PREPOSITION = lazy_regex(rf"(?:\b{_ON}\s+){{1,2}}\Z", re.IGNORECASE)
_LONGEST = 2000  # characters; longer sentences are left alone
_CLAUSE = lazy_regex(r"[.;:]\s")


def figure_of_other_subject(claim: str, source: str) -> tuple[str, str] | None:
    """A figure of the first clause that the claim tells of the second one's subject, and what is told of that."""
    if len(source) > _LONGEST:
        return None
    gapped = _GAPPED.search(source)
    if gapped is None:
        return _of_another_place(claim, source) or _of_another_deed(claim, source)
    first = _CLAUSE.split(source[: gapped.start()])[-1]
    counted = [one[0] for one in _FIGURES.finditer(first) if _is_alike(first[: one.start()], one[0], gapped)]
    who, own = content_of(gapped["who"]) - content_of(first), _told(claim)
    if not counted or not who or not who <= content_of(claim):
        return None
    subject = content_stems(first)[:1]
    wrong = [one for one in counted if one.lower() in own]
    if not wrong or not subject or subject[0] in content_of(claim) or gapped["figure"].lower() in own:
        return None
    return wrong[0], " ".join((gapped["who"] + gapped["figure"]).split())


def _of_another_place(claim: str, source: str) -> tuple[str, str] | None:
    """The same where the second clause has a place of its own behind the first one's preposition, and a rate of it."""
    gapped = _OF_ANOTHER_PLACE.search(source)
    first = _CLAUSE.split(source[: gapped.start()])[-1] if gapped else ""
    if gapped is None or not _kind(gapped["figure"]) or gapped["figure"].lower() in _told(claim):
        return None
    place = re.search(rf"\b{gapped['on']}\s+(?P<where>(?:the\s+)?(?:[A-Z][\w’'-]*\s*)+)", first)
    who, there = content_of(gapped["who"]), content_of(place["where"]) if place else set()
    if not there or not who or not who <= content_of(claim) - content_of(first) or there & content_of(claim):
        return None
    alike = (one[0] for one in _FIGURES.finditer(first) if _kind(one[0]) == _kind(gapped["figure"]))
    wrong = next((one for one in alike if one.lower() in _told(claim)), None)
    return (wrong, " ".join((gapped["who"] + gapped["figure"]).split())) if wrong else None


def _of_another_deed(claim: str, source: str) -> tuple[str, str] | None:
    """The figure of the first of two deeds, each with its own, that the claim tells of the second."""
    found = _TWO_DEEDS.search(source)
    said, told = content_of(claim), _told(claim)
    if found is None or stem(found["deed"]) in said or stem(found["other"]) not in said:
        return None
    if found["first"].lower() not in told or found["second"].lower() in told:
        return None
    return found["first"], f"{found['other']} {found['second']}"


def _is_alike(before: str, figure: str, gapped: re.Match[str]) -> bool:
    """Whether both figures are of one kind and stand behind the same preposition, or behind none."""
    behind = _PREPOSITION.search(before)
    return _kind(figure) == _kind(gapped["figure"]) and (behind[0] if behind else "").split() == gapped["on"].split()


def _kind(figure: str) -> str:
    """Its currency, or "%": nothing for a bare number."""
    return figure[0] if figure[0] in "$€£¥" else "%" if re.search(r"[%t]\Z", figure) and figure[0].isdigit() else ""


def _told(text: str) -> set[str]:
    return {found[0].lower() for found in _FIGURES.finditer(text)}
