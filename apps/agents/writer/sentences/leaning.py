"""Sentences that can only be understood after what stands before them. Pure."""

import re

from apps.agents.reading.context import Place
from apps.agents.reading.words import stem
from apps.agents.writer.sentences.labelled import unlabelled
from apps.agents.writer.sentences.ranking import dangling
from apps.core.patterns import lazy_regex

_LEANS = lazy_regex(
    r"\A(?:as a result|in addition|further(?:more)?|also|that|both|consequently|specifically|in particular|"
    r"for (?:example|instance|this reason)|instead|thus|then|other(?:s|wise)?|another|if so|hence|"
    r"in (?:this|that|these|those|such)|under (?:this|these|that|such)|at (?:this|that)|"
    r"of (?:this|these|which)|to (?:this|that|these|do so)|for (?:this|these|such)|"
    r"with (?:this|these|respect to (?:this|these))|there(?:fore|after)|nevertheless|nonetheless|finally|"
    r"(?:second|third|last)(?:ly)?,|other consists|and|but|or|so|each of (?:these|those)|(?:most|many|"
    r"some|all|none|any) of (?:these|"
    r"those|them|which)|the (?:foregoing|above|following|same|decrease|increase|change|decline|remaining|increases|"
    r"decreases|charge|charges|amounts?|balance|transaction)\b|similar|when (?:this|these)|"
    r"(?:before|after|prior to|since|until|by) (?:that|then)|(?:previously|before|afterwards?|earlier|later),|"
    r"there (?:are|were|may be|might be|could be|can be) (?:also )?(?:(?:still )?others?|more)|"
    r"(?:before|after|prior to|since|during) (?:his|her|their)|"
    r"in (?:instances|cases|circumstances|situations) (?:where|when|in which) (?:they|it)\b|"
    r"the (?:[$€£¥]\s?)?\d[\d.,]*(?:\s?%|\s(?:million|billion|percent|basis points?))?\s(?:increase|decrease|decline|"
    r"change|rise|fall|improvement|reduction)\b(?! (?:in|of|to|from)\b)|"
    r"the (?:\w+ly )?(?:increased|reduced|decreased|improved|resulting|higher|lower|acquired|flat|stable|"
    r"unchanged|weaker|stronger|(?:un)?favou?rable)(?! of\b)|"
    r"the (?:acquisition|merger|divestiture|disposal|disposition|sale|purchase|settlement|offering|restructuring|"
    r"lawsuit|complaint|ruling|verdict|termination) (?:(?:also|now|then|\w+ly) )?"
    r"(?:is|was|has|had|did|does|will|would|\w+ed))\b",
    re.IGNORECASE,
)  # a definite event without what tells which one stands in the sentence before: "The acquisition is part of …"
# what a document calls itself; in small letters an agreement is one that was told of before
_CONTRACT = r"Sublease|Lease|Agreement|Contract|Deed|Licen[cs]e|Charter"
_ITSELF = rf"(?:policy|handbook|regulation|guideline|directive|manual|code|(?-i:{_CONTRACT}))"
_THIS_KIND = lazy_regex(rf"\bthis ({_CONTRACT})\b", re.IGNORECASE)
_POINTS_BACK = lazy_regex(
    rf"\b(?:these|those|such)\b(?! as\b)|\bthis\b(?! {_ITSELF}\b)",
    re.IGNORECASE,
)
_THAT_TIME = lazy_regex(r"\b(?:in|during) (?:that|the same) (?:year|quarter|period|month)\b(?! (?:as|in|that)\b)", re.I)
_OF_ITSELF = lazy_regex(rf"\Athis {_ITSELF}\b", re.IGNORECASE)
_FOLLOWING = lazy_regex(r"\Athe following\b.*:\Z", re.IGNORECASE)  # stands before its list


def leans(text: str) -> bool:
    """Whether a sentence can only be understood after the one before it."""
    said = unlabelled(text)
    if _OF_ITSELF.match(said) or _FOLLOWING.match(said):
        return False
    if _THAT_TIME.search(said):
        return True
    return dangling(said) or bool(_LEANS.match(said)) or bool(_POINTS_BACK.search(" ".join(said.split()[:14])))


def leans_in_place(place: Place) -> bool:
    """Whether a sentence of a document leans; "this lease" of a "Lease Agreement" is the document itself.

    But not behind "a head lease with the City".
    """
    before = place.chunk.content[: place.unit.start].rsplit("\n\n", 1)[-1].lower()

    def own(this: re.Match[str]) -> str:
        told = re.search(
            rf"(?<!this is )(?<!into )\b(?:an?|another)\s+(?:[\w’'-]+\s+){{0,3}}{this[1].lower()}\b", before
        )
        return this[0].title() if stem(this[1].lower()) in place.title and not told else this[0]

    return leans(_THIS_KIND.sub(own, place.text))
