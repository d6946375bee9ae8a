"""What a document prints but does not stand by: under a heading such as "Repealed provisions", or struck out. Pure.

Only a heading that is all about that counts: "Former officers" and "Withdrawn deposits" head what is so.
"""

import re
from collections.abc import Sequence

LONGEST_HEADING = 80  # characters
STRUCK = "~~"  # Markdown's mark around deleted words

_TEXTS = (
    r"(?:provisions?|rules?|sections?|clauses?|articles?|paragraphs?|texts?|wordings?|versions?|polic(?:y|ies)|"
    r"regulations?|laws?|terms|guidance|guidelines?|procedures?|requirements?|standards?|proposals?|amendments?|"
    r"statements?|chapters?|codes?|bylaws?)"
)
_GONE = (
    r"(?:repealed|superseded|rescinded|revoked|abolished|withdrawn|deleted|discarded|rejected|obsolete|annulled|"
    r"no\s+longer\s+(?:in\s+(?:force|effect|use)|valid|applicable)|not\s+(?:yet\s+)?(?:adopted|in\s+force|in\s+effect|enacted)|"
    r"struck\s+(?:out|down))"
)
_PAST = r"(?:former|previous|old|earlier|historical|superseded|outdated)"
_NUMBER = r"[\s#*_]*(?:(?:part|section|article|clause|chapter|annex|appendix)\s+)?(?:[\dIVX]+(?:\.\d+)*[.):]?\s+)?"
_PARTY = (
    r"(?:plaintiff|claimant|appellant|applicant|petitioner|complainant|defendant|respondent|prosecution|opponent)s?"
)
_DISOWNS = re.compile(
    rf"{_NUMBER}(?:"
    rf"(?:the\s+)?(?:{_GONE}|{_PAST})(?:\s+(?:and|or|,)\s+(?:{_GONE}|{_PAST}))*\s+(?:[\w-]+\s+){{0,2}}?{_TEXTS}(?:\s+\([^()]*\))?"
    rf"|.{{3,60}}?\s*[\[(–—:-]+\s*(?:now\s+)?{_GONE}(?:\s+(?:in|on|by|as\s+of|since|with\s+effect\s+from)\s[^\[\]()]{{1,40}})?\s*[\])]?"
    r"|(?:common\s+|popular\s+)?(?:myths|misconceptions|fallacies|rumou?rs)(?:\s+(?:about|on)\s.+)?"
    r"|(?:an?\s+|the\s+)?(?:hypothetical|fictitious|fictional|imaginary)\s+(?:examples?|cases?|scenarios?|facts)(?:\s+\w+)?"
    rf"|(?:the\s+)?{_PARTY}['’]?s?['’]?\s+(?:\w+\s+)?(?:cases?|arguments?|submissions?|contentions?|allegations?|positions?|version)"
    r"|(?:the\s+)?allegations?(?:\s+(?:of|against|by)\s.+)?"
    r")[\s*_:.]*",
    re.IGNORECASE,
)
_SAYS_SO = re.compile(
    rf"\b(?:{_GONE}|formerly|previously|until|used\s+to|at\s+that\s+time|alleg\w+|claim(?:s|ed)|argu(?:es?|ed)|contend\w*|"
    rf"according\s+to|{_PAST}\s+(?:[\w-]+\s+){{0,2}}?{_TEXTS}|hypothetical\w*|myth|misconception)\b",
    re.IGNORECASE,
)
_ENDS = tuple(".;,")


def disowning(heading: str) -> bool:
    """Whether a heading says that what stands under it is no longer so, never was, or is only what a party says."""
    return len(heading) <= LONGEST_HEADING and bool(_DISOWNS.fullmatch(" ".join(heading.split())))


def disowned_under(claim: str, headings: Sequence[str], text: str, start: int) -> str:
    """The heading, of ``headings`` or the nearest line above text[start], that disowns what stands there; or nothing.

    "struck out" where the words are. Nothing where ``claim`` says as much itself.
    """
    if _SAYS_SO.search(claim):
        return ""
    if text.count(STRUCK, 0, start) % 2:
        return "struck out"
    return next((one for one in (_line_over(text, start), *reversed(headings)) if one and disowning(one)), "")


def _line_over(text: str, start: int) -> str:
    """The nearest line above that is written as a heading: short, by itself, with no stop of a sentence."""
    lines = text[:start].split("\n")[:-1]
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at].strip()
        alone = at == 0 or not lines[at - 1].strip() or line.startswith("#")
        if line and alone and len(line) <= LONGEST_HEADING and not line.endswith(_ENDS):
            return line
    return ""
