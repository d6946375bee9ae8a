"""How well a sentence or table row answers a question: named features and a fitted linear score.

The weights were fitted by ``tests/benchmarks/fit_cast.py``, but for those that are said to be set by hand.
"""

import re
from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from apps.agents.reading.context import Context, Place, spelled_out, titled
from apps.agents.reading.passages import Kind
from apps.agents.reading.question import Ask, Question
from apps.agents.reading.words import content_words, coverage, names
from apps.agents.writer.sentences.other_item import is_other_item
from apps.agents.writer.sentences.trade import called_as_asked
from apps.core.patterns import lazy_regex
from apps.core.periods import COUNT, FISCAL, MONTH, WHOLE
from apps.inference.memory import SentenceMemory

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
    "passage",
    "titled",
    "kin",
    "hint",
)

# Log-odds of a sentence to be the one that answers. What xquad has none of was set by hand on questions put to filings:
# year, row, label, titled (the document is named in the question), kin (a row's label means what is asked) and hint.
WEIGHTS = {
    "own": 3.5, "near": 2.0, "cosine": 3.1, "rank": 1.2, "fit": 1.0, "year": 0.8,
    "short": -0.5, "long": -0.3, "row": 0.0, "label": 2.0, "names": 0.4, "passage": 0.0, "titled": 0.0,
    "kin": 2.5, "hint": 0.5,
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
    "titled": 3.0,
    "kin": 5.0,
    "hint": 1.0,
}

HEAD_COUNTS = 0.8
KIN = 0.45  # cosine between two noun phrases below which they have nothing to do with each other
TERM = 3  # words from which a long form is a term (PPNE), not a name (JnJ)
# What a row of a table may answer, and how far its label then counts: whoever asks for things seldom wants figures.
LABEL_COUNTS = {Ask.AMOUNT: 1.0, Ask.YES_NO: 1.0, Ask.OTHER: 1.0, Ask.LIST: 0.3, Ask.WHO: 0.3}
HEAD_LENGTH = 200  # characters of a passage that may head it
LONGEST_LABEL = 4  # words: what more than so many ask for is not the label of one row

OTHER_ITEM_COUNTS = 0.3  # of the words asked for, in a row's label that makes another item of them

TIME = rf"(?:(?:{FISCAL}|{WHOLE}|business|working|consecutive)\s+)*(?:hour|day|week|month|quarter|year)s?\b"
_MEASURED = lazy_regex(  # "60 days' written notice", "notice of 60 days": a notice period
    rf"\b(?:(\w{{1,30}})\s+(?:of\s+)?(?:at\s+least\s+)?)?(?:\d{{1,3}}|{COUNT}|\w{{2,7}}ty)[\s-]+{TIME}['’]?((?:\s+\w+){{0,2}})",
    re.IGNORECASE,
)
_LENGTHS = frozenset(content_words("period length duration"))
_FIGURE = lazy_regex(r"\d[\d,]*(?:\.\d+)?")
# "one area to another" counts nothing, nor does "the third quarter"
COUNT_WORD = lazy_regex(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|"
    r"billion|double|twice|dozens?|one (?:hundred|thousand|million|billion|half|third|quarter|"
    r"year|month|week|day|per ?cent)|(?:half|third|quarter) (?:of|an?|the))\b",
    re.IGNORECASE,
)
_YEAR = lazy_regex(r"\b(?:1[0-9]|20)\d\d\b")
_DATE = lazy_regex(
    rf"\b(?:1[0-9]|20)\d\d\b|\b{MONTH}\b|\bcentur(?:y|ies)\b|"
    r"\b(?:within|after|before|until|by)\b[^.]{0,20}\b(?:days?|weeks?|months?|years?)\b"
)
_PERCENT = lazy_regex(r"\d\s?%|\bper ?cent", re.IGNORECASE)
_MONEY = lazy_regex(r"[$€£¥]\s?\d|\b(?:dollars?|euros?|pounds?|USD|EUR|GBP)\b")
_CAUSE = lazy_regex(
    r"\b(?:because|due to|driven|as a result|result(?:ed|ing) (?:from|in)|reflect(?:s|ed|ing)?|primarily|caused?|"
    r"owing|thanks to|since|so that|"
    r"attributable|led to|in order to|therefore)\b",
    re.IGNORECASE,
)
_MOVED = lazy_regex(
    r"\b(?:increas|decreas|declin|improv|grew|grow|rose|risen|fell|fallen|higher|lower|compared (?:to|with))\w*",
    re.IGNORECASE,
)
_DEONTIC = lazy_regex(
    r"\b(?:may|must|shall|can|cannot|should|required?|requires|permitted|prohibited|allowed|entitled|eligible|"
    r"obliged|need)\b",
    re.IGNORECASE,
)
_DEFINES = lazy_regex(
    r"\b(?:is|are) (?:an?|the|any|defined)\b|\bmeans?\b|\brefers? to\b|\bstands? for\b|[“\"][^”\"]+[”\"]\s+means",
    re.IGNORECASE,
)
_PLACE = lazy_regex(r"\b(?:in|at|near|from|of|to)\s+(?:the\s+)?[A-Z]")
_DANGLING = lazy_regex(
    r"\A(?:it|this|these|those|they|he|she|such|its|their|his|her|however|moreover|furthermore|additionally|"
    r"in addition|also|therefore|"
    r"accordingly|as such|similarly|by contrast|conversely|the latter|the former)\b",
    re.IGNORECASE,
)
_STATED = lazy_regex(r"[$€£]\s?\d|\d\s?%|\d (?:million|billion|days|weeks|months|years)\b")


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
    kin = _kinship(question, places, memory)
    return np.array(
        [
            _row(question, context, place, float(cosine), kin.get(place_label(place), 0.0))
            for place, cosine in zip(places, cosines, strict=True)
        ]
    )


def place_label(place: Place) -> str:
    """The label of a table row, else nothing."""
    return place.unit.row.label if place.unit.row else ""


def _kinship(question: Question, places: Sequence[Place], memory: SentenceMemory) -> dict[str, float]:
    """Label → how near in meaning to what is asked for: 0 … 1, above 0 from a cosine of KIN."""
    labels = sorted({label for place in places if (label := place_label(place))})
    if not labels or not 0 < len(question.subject.split()) <= LONGEST_LABEL or question.ask not in LABEL_COUNTS:
        return {}
    vectors = memory.vectors([question.subject, *labels])
    return {
        label: min(1.0, max(0.0, float(cosine) - KIN) / (1 - KIN))
        for label, cosine in zip(labels, vectors[1:] @ vectors[0], strict=True)
    }


def _row(question: Question, context: Context, place: Place, cosine: float, kin: float) -> list[float]:
    weights, unseen = context.weights, context.unseen
    length = len(place.text.split())
    wanted = subject_of(question, context, place)
    around = place.words | place.above | place.beside
    is_row = place.unit.kind is Kind.ROW
    named = _named(question, context, place)
    own = _own_share(wanted, context, place)
    nobody = question.ask is Ask.WHO and _figures_only(place)
    kin = kin if named > 0 and not nobody else 0.0
    if is_row and not own and not kin:
        around = frozenset()  # a row that names nothing of what is asked for: what stands around it does not count
    return [
        own,
        coverage(wanted, around, weights, default=unseen),
        cosine,
        1.0 / (1 + place.rank),
        fits(question, place),
        _year_match(question, place),
        max(0.0, (8 - length) / 8) if not is_row else 0.0,
        max(0.0, (length - 45) / 45),
        0.0 if place.unit.row is None else 1.0 if place.unit.row.columns else -1.0,
        0.0 if nobody else LABEL_COUNTS.get(question.ask, 0.0) * label_match(wanted, context, place),
        named,
        coverage(wanted, place.chunk_words | place.above, weights, default=unseen) if around else 0.0,
        max(own, cosine, kin) if titled(spelled_out(question.names, context.long_forms), place) else 0.0,
        kin,
        _hinted(question, context, place),
    ]


def _hinted(question: Question, context: Context, place: Place) -> float:
    """The share of what is said around the question ("in the balance sheet") that heads the passage."""
    if not question.hints:
        return 0.0
    head = content_words(place.chunk.content[:HEAD_LENGTH])
    return coverage(question.hints, {*place.above, *head}, context.weights, default=context.unseen)


def _named(question: Question, context: Context, place: Place) -> float:
    """The share of the names in the question that the passage or its title bears; -1 where it bears none of them."""
    terms = {short for short, long in context.long_forms.items() if len(long) >= TERM}
    asked = spelled_out([name for name in question.names if name not in terms], context.long_forms)
    return coverage(asked, place.title | place.chunk_words | titled(asked, place), {}, default=1.0) or -1.0


def label_match(wanted: Sequence[str], context: Context, place: Place) -> float:
    """How much of a table row's label is asked for, squared: 1 for a label that the question names in full."""
    if place.unit.row is None or is_other_item(wanted, place):
        return 0.0
    told = spelled_out(content_words(place.unit.row.label), context.long_forms)
    label = tuple(called_as_asked(frozenset(told), wanted))
    return coverage(label, wanted, context.weights, default=context.unseen) ** 2 if label else 0.0


def _own_share(wanted: Sequence[str], context: Context, place: Place) -> float:
    """The share of ``wanted`` that the sentence has; what only the head of a row's column says counts a fifth less."""
    said = called_as_asked(place.words, wanted)
    own = coverage(wanted, said, context.weights, default=context.unseen)
    if place.unit.row is None:
        return own
    if is_other_item(wanted, place):
        return OTHER_ITEM_COUNTS * own
    head = frozenset(content_words(" ".join(place.unit.row.columns)))
    return max(own, HEAD_COUNTS * coverage(wanted, said | head, context.weights, default=context.unseen))


def subject_of(question: Question, context: Context, place: Place) -> tuple[str, ...]:
    """The question's words as the context spells them, without the name of the document that the place is in."""
    words = spelled_out(question.words, context.long_forms)
    measured = " ".join(chain.from_iterable(_MEASURED.findall(place.text)))
    given = frozenset() if set(words).isdisjoint(content_words(measured)) else _LENGTHS
    known = place.title | given | titled(spelled_out(question.names, context.long_forms), place)
    return tuple(word for word in words if word not in known) or words


def fits(question: Question, place: Place) -> float:
    """Whether the sentence holds the kind of thing that is asked for: 0 … 1, and 0.5 where any sentence may."""
    text, ask = place.text, question.ask
    if place.unit.row and ask not in LABEL_COUNTS:
        return -0.5
    if question.trend:
        return _trend_fit(place)
    if ask in (Ask.WHO, Ask.LIST) and _figures_only(place):
        return -0.5 if ask is Ask.WHO else 0.0  # figures name nobody
    if ask is Ask.AMOUNT:
        return _amount_fit(question, place)
    if ask is Ask.WHEN:
        return float(any(found not in question.text for found in _DATE.findall(text)))
    if ask in (Ask.WHO, Ask.WHERE):
        new = [name for name in names(text) if name not in question.words]
        return float(bool(new)) if ask is Ask.WHO else float(bool(new) and bool(_PLACE.search(text)))
    pattern = {Ask.WHY: _CAUSE, Ask.PERMISSION: _DEONTIC, Ask.DEFINITION: _DEFINES}.get(ask)
    return float(bool(pattern.search(text))) if pattern else 0.5


def _figures_only(place: Place) -> bool:
    """Whether a place is a row whose cells hold no word: it names nobody."""
    return bool(place.unit.row) and not any(letter.isalpha() for cell in place.unit.row.cells for letter in cell)


def _trend_fit(place: Place) -> float:
    """1 for figures of several periods and for a sentence that tells of a move, 0.3 for other rows, else below 0."""
    if place.unit.row:
        return 1.0 if len(place.unit.row.columns) > 1 else 0.3
    return 1.0 if _MOVED.search(place.text) else -0.5


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
        exact = bool(figures or COUNT_WORD.search(place.text))
    return 1.0 if exact else 0.5 if figures else -0.5


def _year_match(question: Question, place: Place) -> float:
    """1 where a year of the question stands in the sentence or its columns, -1 where only other years do, else 0."""
    if not question.years:
        return 0.0
    own = set(_YEAR.findall(place.text)) | set(_YEAR.findall(place.unit.heading))
    if not own:
        return 0.0
    return 1.0 if own & set(question.years) else -1.0


def states_figure(text: str) -> bool:
    """Whether a sentence gives an amount, a share or a period."""
    return bool(_STATED.search(text))
