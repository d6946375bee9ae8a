"""A clause that leaves out its verb: "Women got 62% of the prizes and men 38%". Pure.

Its subject has its own figure: what the first clause counts is not told of it.
"""

import re

from apps.verification.lexicon import content_of, content_stems

# no year
_FIGURE = (
    r"(?:[$€£¥]\s?)?(?<![\d.,])(?!(?:19|20)\d\d\b)\d[\d.,]*(?<=\d)(?:\s?%|\s+per\s?cent\b)?"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b"
)
_FIGURES = re.compile(_FIGURE, re.IGNORECASE)
_ON = r"(?:on|for|of|at|by|to|in|from|within|after|with|about|only|some|up)"
_VERB = r"\b(?:is|are|was|were|has|have|had|do|does|did|may|can|must|shall|will|\w{3,}ed)\b"
_GAPPED = re.compile(
    rf"\s(?:and|but|while|whereas)\s+(?P<who>(?:(?!(?:{_ON}|and|or)\s|{_VERB})[^\W\d][\w’'-]*\s+){{1,5}}?)(?P<on>(?:{_ON}\s+){{0,2}})"
    rf"(?P<figure>{_FIGURE})(?:(?!{_VERB})[^.;]){{0,60}}[.;]?\s*\Z",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(rf"(?:\b{_ON}\s+){{1,2}}\Z", re.IGNORECASE)
_LONGEST = 2000  # characters; longer sentences are left alone
_CLAUSE = re.compile(r"[.;:]\s")


def figure_of_other_subject(claim: str, source: str) -> tuple[str, str] | None:
    """A figure of the first clause that the claim tells of the second one's subject, and what is told of that."""
    gapped = _GAPPED.search(source) if len(source) <= _LONGEST else None
    if gapped is None:
        return None
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


def _is_alike(before: str, figure: str, gapped: re.Match[str]) -> bool:
    """Whether both figures are of one kind and stand behind the same preposition, or behind none."""
    behind = _PREPOSITION.search(before)
    return _kind(figure) == _kind(gapped["figure"]) and (behind[0] if behind else "").split() == gapped["on"].split()


def _kind(figure: str) -> str:
    """Its currency, or "%": nothing for a bare number."""
    return figure[0] if figure[0] in "$€£¥" else "%" if re.search(r"[%t]\Z", figure) and figure[0].isdigit() else ""


def _told(text: str) -> set[str]:
    return {found[0].lower() for found in _FIGURES.finditer(text)}
