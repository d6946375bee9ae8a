"""Whether a sentence or row tells the one figure of its results that a question asks a company for. Pure.

Operating income is asked for: not what "Net income, which was impacted by operating income" tells, nor a share of it.
"""

import re
from collections.abc import Sequence

from apps.agents.reading.context import Place, titled
from apps.agents.reading.question import Ask, Question
from apps.agents.reading.words import content_words
from apps.agents.writer.sentences.main_figures import Main, main_figure, main_named
from apps.agents.writer.sentences.rows import full_label
from apps.core.patterns import lazy_regex

_ASKS = (Ask.AMOUNT, Ask.LIST, Ask.OTHER)
_BESIDE = frozenset(content_words(
    "first second third fourth quarter full whole entire fiscal year month week period current ended end annual total "
    "consolidated reported overall company group"
))  # fmt: skip
_PER_SHARE = lazy_regex(r"\bper\s+(?:(?:common|ordinary|diluted|basic)\s+)*share\b|\bEPS\b", re.IGNORECASE)
_VALUE = lazy_regex(r"[-–$€£¥(\s]*\d?[\d,]*\.?\d+[)\s]*")  # a cell of its own, not "7X common stock:"
_SHARES = lazy_regex(
    r"\b(?:weighted[\s-]+average|average\s+number|diluted|basic)\b[^.:;]*\bshares\b|\bshares\s+outstanding\b",
    re.IGNORECASE,
)
_ONE_PART = lazy_regex(
    r"\b(?!(?:Reportable|Operating|Business|Industry|Reporting|Our|The|One|Single|By|Of|Each|Major)\b)"
    r"(?P<name>[A-Z][\w&’'-]*)\s+(?:Segment|SEGMENT)\b(?!\s+(?i:information|data|results|reporting|and|disclosures?)\b)"
)


def figure_asked(question: Question, places: Sequence[Place]) -> Main | None:
    """The one that is all that a question asks for, of the company that a document is named after."""
    if question.ask not in _ASKS or question.trend:
        return None
    main, name = main_named(question.asked)
    titles = {owner for place in places for owner in titled(question.names, place)}
    rest = set(question.words) - set(content_words(name)) - _BESIDE
    return (
        main if main is not None and rest <= titles and set(question.names) - {*content_words(name)} <= titles else None
    )


def tells_figure(asked: Main, place: Place) -> bool:
    """Whether a place tells that figure: by its own words, or as a row of it: "Diluted" under "Earnings per share:"."""
    told = main_figure(place)
    if told is None and asked is Main.PER_SHARE and place.unit.row is not None:
        valued = any(_VALUE.fullmatch(cell.strip()) for cell in place.unit.row.cells)
        return valued and bool(_PER_SHARE.search(full_label(place)))
    return told is asked


def counts_otherwise(question: Question, place: Place) -> bool:
    """Whether a row counts shares where what each earned is asked for; where they are, whether a place does not."""
    label = full_label(place)
    of_each = bool(_PER_SHARE.search(label))
    if _PER_SHARE.search(question.asked):
        return not of_each and bool(_SHARES.search(label))
    return bool(_SHARES.search(question.asked)) and (of_each or not _SHARES.search(label or place.text))


def is_of_one_part(question: Question, place: Place) -> bool:
    """Whether a place is a row under the name of a segment that the question does not name: "Northern Segment"."""
    if place.unit.row is None:
        return False
    found = _ONE_PART.search(" ".join((place.unit.heading, *place.chunk.heading_path[-1:])))
    return found is not None and set(content_words(found["name"])).isdisjoint(set(question.words) - place.title)
