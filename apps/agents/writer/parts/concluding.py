"""How much a sentence concludes: what comes of a thing before how it stands, and that before its details. Pure."""

import re
from enum import IntEnum

from apps.agents.reading.context import Place
from apps.agents.reading.words import content_words
from apps.agents.writer.sentences.differing import states_rule
from apps.agents.writer.sentences.ranking import states_figure
from apps.core.patterns import lazy_regex
from apps.core.periods import MONTH_OR_SHORT

LONG, MANY_FIGURES, MANY_NAMES = 50, 3, 1  # words, amounts and names of others beyond which a sentence is a detail
LESS = 0.9  # degrees by which a detail concludes less than what is none: it comes before the next degree all the same
TELLING = 3.0  # degree up to which a sentence is worth ending on: a figure even where it is a detail, a rule where not

_AHEAD = lazy_regex(
    r"\b(?:we|it|they|management|(?:the|our) (?:board|company|group|bank)|(?-i:[A-Z])[\w&’'.-]*)\s+"
    r"(?:(?:also|currently|still|now|generally)\s+)?(?:expects?|anticipates?|intends?|plans?\s+to|aims?\s+to)\b|"
    r"\b(?:is|are)\s+(?:\w+ly\s+)?(?:expected|anticipated|projected|planned|likely)\s+to\b(?!\s+be\s+recogni[sz]ed)|"
    r"\bwill\s+(?:likely\s+)?(?:result\s+in|continue|remain|increase|decrease|grow|decline|rise|fall|improve)\b|"
    r"\boutlook\b|\bgoing forward\b",
    re.IGNORECASE,
)
_OF_PEOPLE = lazy_regex(
    r"\bexpects?\s+(?:\w+\s+){0,2}?"
    r"(?:employees|staff|workers|managers|directors|officers|suppliers|customers|everyone)\b|"
    r"\b(?:employees|staff|workers|managers|directors|officers|suppliers|everyone)\s+(?:are|is)\s+expected\b",
    re.IGNORECASE,
)  # what is asked of them
_COMES_OF = lazy_regex(
    r"\b(?:due to|driven by|attributable to|as a result of|because of|result(?:s|ed) in|leads? to|led to|therefore)\b",
    re.IGNORECASE,
)
_MOVES = lazy_regex(
    r"(?<!\bthat )(?<!\bwhich )(?<!\bto )"
    r"\b(?:increased?|decreased?|rose|fell|grew|declined?|improved|reduced|doubled|higher|lower)\b",
    re.IGNORECASE,
)
_MAY_COME = lazy_regex(
    r"\b(?:could|may|might|would)\s+(?:[\w-]+\s+){0,4}?"
    r"(?:(?:affect|effect|impact|harm|limit|reduce|impair|prevent|cause|expose|hinder|delay|disrupt|damage)(?:e?[ds])?|"
    r"result in|lead to|suffer)\b",
    re.IGNORECASE,
)
_DATED = lazy_regex(
    rf"\A(?:as of|at|on|in|for the (?:year|quarter|period)s? ended)\s+{MONTH_OR_SHORT}\b|\Aunder (?:the|our|this)\b",
    re.IGNORECASE,
)
_MONTHS = lazy_regex(rf"\b{MONTH_OR_SHORT}\b")
_NAME = lazy_regex(r"(?<=[\w,;)] )(?:[A-Z][a-z][\w’'-]*)(?: (?:of |and |& )?[A-Z][a-z][\w’'-]*)*")
_YEAR = lazy_regex(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_AMOUNT = lazy_regex(r"[$€£¥]\s?\d|\d\s?%|\d (?:million|billion)\b")


class Degree(IntEnum):
    """What a sentence says of its topic, the most conclusive first."""

    AHEAD = 0  # what is expected
    COMES_OF = 1  # what came of what, or how a figure moved
    STANDS = 2  # a figure, or what may come of it
    RULE = 3  # what must or may be, or what moves without a figure
    PLAIN = 4


def degree_of(text: str) -> Degree:
    """What a sentence says, whatever it is about."""
    figure = states_figure(text)
    if _AHEAD.search(text) and not _OF_PEOPLE.search(text):
        return Degree.AHEAD
    if _COMES_OF.search(text) or (figure and _MOVES.search(text)):
        return Degree.COMES_OF
    if figure or _MAY_COME.search(text):
        return Degree.STANDS
    return Degree.RULE if states_rule(text) or _MOVES.search(text) else Degree.PLAIN


def conclusiveness(place: Place) -> float:
    """Lower is more conclusive: the degree, and more for a detail."""
    return degree_of(place.text) + LESS * is_detail(place)


def is_detail(place: Place) -> bool:
    """Whether a sentence is of one day or an earlier year than its document, of others by their names, or of much at
    once."""
    text = place.text
    names = {name for name in _NAME.findall(_MONTHS.sub("", text)) if place.title.isdisjoint(content_words(name))}
    return (
        bool(_DATED.match(text))
        or _is_earlier(place)
        or len(names) > MANY_NAMES
        or len(_AMOUNT.findall(text)) > MANY_FIGURES
        or len(text.split()) > LONG
    )


def _is_earlier(place: Place) -> bool:
    """Whether all years of a sentence lie before the one that its document is named by."""
    of_document = _YEAR.findall(f"{place.chunk.title} {place.chunk.filename}")
    return bool(of_document) and "0" < max(_YEAR.findall(place.text), default="0") < max(of_document)
