"""How well a sentence or table row answers a question: named features and a fitted linear score.

The weights were fitted by ``tests/benchmarks/fit_cast.py``.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from apps.agents.reading.context import Context, Place, spelled_out
from apps.agents.reading.memory import SentenceMemory
from apps.agents.reading.passages import Kind
from apps.agents.reading.question import Ask, Question
from apps.agents.reading.words import content_words, coverage, names

FEATURES = (
    "own",
    "near",
    "cosine",
    "rank",
    "fit",
    "year",
    "short",
    "long",
    "row",
    "label",
    "names",
    "dangling",
    "passage",
)

# Log-odds of a sentence to be the one that answers; year, row and heading were set by hand on filings (xquad has none).
WEIGHTS = {
    "own": 3.5, "near": 2.0, "cosine": 3.1, "rank": 1.2, "fit": 1.0, "year": 0.8,
    "short": -0.5, "long": -0.3, "row": 0.0, "label": 2.0, "names": 0.4, "dangling": 0.0, "passage": 0.0,
}  # fmt: skip
# Log-odds that a sentence answers the question at all.
ANSWERED = {
    "bias": -11.3,
    "near": 5.0,
    "cosine": 9.4,
    "names": 2.5,
    "fit": 0.6,
    "passage": 2.2,
    "row": 0.3,
    "label": 1.0,
}

HEAD_COUNTS = 0.8
TERM = 3  # words from which a long form is a term (PPNE), not a name (JnJ)
IN_TABLES = frozenset((Ask.AMOUNT, Ask.WHO, Ask.YES_NO, Ask.LIST, Ask.OTHER))  # what a row of a table may answer

_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NUMBER_WORD = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|"
    r"thousand|million|billion|half|third|"
    r"quarter|double|twice|dozens?)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:1[0-9]|20)\d\d\b")
_DATE = re.compile(
    r"\b(?:1[0-9]|20)\d\d\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|"
    r"December)\b|\bcentur(?:y|ies)\b|"
    r"\b(?:within|after|before|until|by)\b[^.]{0,20}\b(?:days?|weeks?|months?|years?)\b"
)
_PERCENT = re.compile(r"\d\s?%|\bper ?cent", re.IGNORECASE)
_MONEY = re.compile(r"[$€£¥]\s?\d|\b(?:dollars?|euros?|pounds?|USD|EUR|GBP)\b")
_CAUSE = re.compile(
    r"\b(?:because|due to|driven|as a result|result(?:ed|ing) (?:from|in)|reflect(?:s|ed|ing)?|primarily|caused?|"
    r"owing|thanks to|since|so that|"
    r"attributable|led to|in order to|therefore)\b",
    re.IGNORECASE,
)
_DEONTIC = re.compile(
    r"\b(?:may|must|shall|can|cannot|should|required?|requires|permitted|prohibited|allowed|entitled|eligible|"
    r"obliged|need)\b",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"\b(?:is|are) (?:an?|the|any|defined)\b|\bmeans?\b|\brefers? to\b|\bstands? for\b|[“\"][^”\"]+[”\"]\s+means",
    re.IGNORECASE,
)
_PLACE = re.compile(r"\b(?:in|at|near|from|of|to)\s+(?:the\s+)?[A-Z]")
_DANGLING = re.compile(
    r"\A(?:it|this|these|those|they|he|she|such|its|their|his|her|however|moreover|furthermore|additionally|"
    r"in addition|also|therefore|"
    r"accordingly|as such|similarly|by contrast|conversely|the latter|the former)\b",
    re.IGNORECASE,
)


def dangling(text: str) -> bool:
    """Whether a sentence leans on the one before it."""
    return bool(_DANGLING.match(text))


def measure(
    question: Question, context: Context, places: Sequence[Place], memory: SentenceMemory
) -> NDArray[np.float64]:
    """Shape (len(places), len(FEATURES))."""
    if not places:
        return np.zeros((0, len(FEATURES)))
    vectors = memory.vectors([question.asked, *(place.text for place in places)])
    cosines = vectors[1:] @ vectors[0]
    return np.array(
        [_row(question, context, place, float(cosine)) for place, cosine in zip(places, cosines, strict=True)]
    )


def _row(question: Question, context: Context, place: Place, cosine: float) -> list[float]:
    weights, unseen = context.weights, context.unseen
    length = len(place.text.split())
    wanted = subject_of(question, context, place)
    around = place.words | place.above | place.beside
    is_row = place.unit.kind is Kind.ROW
    return [
        _own_share(wanted, context, place),
        coverage(wanted, around, weights, default=unseen),
        cosine,
        1.0 / (1 + place.rank),
        fits(question, place),
        _year_match(question, place),
        max(0.0, (8 - length) / 8) if not is_row else 0.0,
        max(0.0, (length - 45) / 45),
        0.0 if place.unit.row is None else 1.0 if place.unit.row.columns else -1.0,
        label_match(wanted, context, place) if question.ask in IN_TABLES else 0.0,
        _named(question, context, place),
        float(dangling(place.text)),
        coverage(wanted, place.chunk_words | place.above, weights, default=unseen),
    ]


def _named(question: Question, context: Context, place: Place) -> float:
    """The share of the names in the question that the passage or its title bears; -1 where it bears none of them."""
    terms = {short for short, long in context.long_forms.items() if len(long) >= TERM}
    asked = spelled_out([name for name in question.names if name not in terms], context.long_forms)
    return coverage(asked, place.title | place.chunk_words, {}, default=1.0) or -1.0


def label_match(wanted: Sequence[str], context: Context, place: Place) -> float:
    """How much of a table row's label is asked for, squared: 1 for a label that the question names in full."""
    if place.unit.row is None:
        return 0.0
    label = spelled_out(content_words(place.unit.row.label), context.long_forms)
    return coverage(label, wanted, context.weights, default=context.unseen) ** 2 if label else 0.0


def _own_share(wanted: Sequence[str], context: Context, place: Place) -> float:
    """The share of ``wanted`` that the sentence has; what only the head of a row's column says counts a fifth less."""
    own = coverage(wanted, place.words, context.weights, default=context.unseen)
    if place.unit.row is None:
        return own
    head = frozenset(content_words(" ".join(place.unit.row.columns)))
    return max(own, HEAD_COUNTS * coverage(wanted, place.words | head, context.weights, default=context.unseen))


def subject_of(question: Question, context: Context, place: Place) -> tuple[str, ...]:
    """The question's words as the context spells them, without the name of the document that the place is in."""
    words = spelled_out(question.words, context.long_forms)
    return tuple(word for word in words if word not in place.title) or words


def fits(question: Question, place: Place) -> float:
    """Whether the sentence holds the kind of thing that is asked for: 0 … 1, and 0.5 where any sentence may."""
    text, ask = place.text, question.ask
    if place.unit.row and ask not in IN_TABLES:
        return -0.5
    if ask is Ask.AMOUNT:
        return _amount_fit(question, place)
    if ask is Ask.WHEN:
        return float(any(found not in question.text for found in _DATE.findall(text)))
    if ask in (Ask.WHO, Ask.WHERE):
        new = [name for name in names(text) if name not in question.words]
        return float(bool(new)) if ask is Ask.WHO else float(bool(new) and bool(_PLACE.search(text)))
    pattern = {Ask.WHY: _CAUSE, Ask.PERMISSION: _DEONTIC, Ask.DEFINITION: _DEFINES}.get(ask)
    return float(bool(pattern.search(text))) if pattern else 0.5


def _amount_fit(question: Question, place: Place) -> float:
    """1 for a figure of the kind asked for, 0.5 for another figure, below 0 for none."""
    if place.unit.row:
        percent = any("%" in cell for cell in place.unit.row.cells)
        return 1.0 if percent or not question.percent or question.money else 0.6
    figures = [figure for figure in _FIGURE.findall(_YEAR.sub(" ", place.text)) if figure not in question.figures]
    if question.percent and not question.money:
        exact = bool(_PERCENT.search(place.text))
    elif question.money and not question.percent:
        exact = bool(_MONEY.search(place.text))
    else:
        exact = bool(figures or _NUMBER_WORD.search(place.text))
    return 1.0 if exact else 0.5 if figures else -0.5


def _year_match(question: Question, place: Place) -> float:
    """1 where a year of the question stands in the sentence or its columns, -1 where only other years do, else 0."""
    if not question.years:
        return 0.0
    own = set(_YEAR.findall(place.text)) | set(_YEAR.findall(place.unit.heading))
    if not own:
        return 0.0
    return 1.0 if own & set(question.years) else -1.0
