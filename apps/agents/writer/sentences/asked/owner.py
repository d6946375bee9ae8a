"""Whether a sentence or row under a sub-head tells of what a question names, and of what has been. Pure."""

import re
from collections.abc import Collection, Iterable

from apps.agents.reading.context import Place
from apps.agents.reading.question import Question
from apps.agents.reading.words import content_words
from apps.agents.writer.sentences.main_figures import is_ahead, is_of_part
from apps.agents.writer.sentences.rows import full_label, head_over

_ASKS_AHEAD = re.compile(
    r"\b(?:outlook|guidance|forecast\w*|expect\w*|project(?:s|ed|ions?)|anticipat\w*|plan(?:s|ned|ning)?|target\w*|will|"
    r"going\s+to|next\s+(?:fiscal\s+)?year|coming|upcoming|future|ahead|estimat\w*|assum\w*|intend\w*)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:FY\s?)?(?:20)?(\d\d)\b", re.IGNORECASE)
_BRACKETED = re.compile(r"\([^()]*\)")


Owner = tuple[str, frozenset[str]]  # the document and the stems of a sub-head in it


def asks_ahead(question: str) -> bool:
    """Whether a question asks for what is still to come."""
    return bool(_ASKS_AHEAD.search(question))


def looks_ahead(question: Question, place: Place) -> bool:
    """Whether a place is a row of an outlook that the question does not ask for, nor for the year that it is of."""
    if not is_ahead(place) or asks_ahead(question.text):
        return False
    over = (head_over(place), place.unit.heading, *place.chunk.heading_path[-1:])
    return not set(_YEAR.findall(question.text)) & set(_YEAR.findall(" ".join(over)))


def owners_of(question: Question, places: Iterable[Place]) -> frozenset[Owner]:
    """The sub-heads over ``places`` that the question names."""
    return frozenset((one.chunk.document_id, owner) for one in places if (owner := _owner(question, one)))


def is_of_other(question: Question, owners: Iterable[Owner], place: Place) -> bool:
    """Whether a place stands under a sub-head that is none of ``owners`` in its document.

    "Net revenues of $2 billion" under "Northern Mills" are not those of Southern Mills. What names the owner itself,
    and something else that is asked, may stand anywhere.
    """
    own = [owner for document, owner in owners if document == place.chunk.document_id]
    if not own or not place.unit.heading:
        return False
    headings = (place.unit.heading, *place.chunk.heading_path, head_over(place))
    above, asked = frozenset(content_words(" ".join(headings))), set(question.words) - set(question.names)
    return not any(
        owner <= above or (owner <= place.words | above and not asked.isdisjoint(place.words)) for owner in own
    )


def wholes_among(places: Iterable[Place]) -> frozenset[tuple[str, str]]:
    """The rows among ``places`` that are of no part of a company: their documents and names."""
    return frozenset(_named_row(place) for place in places if place.unit.row and not is_of_part(place))


def is_part_beside(question: Question, wholes: Collection[tuple[str, str]], place: Place) -> bool:
    """Whether a place is a row of a part that the question does not name, called as one of ``wholes``.

    "Revenue" under "Northern Segment" is not the company's.
    """
    headings = " ".join((place.unit.heading, *place.chunk.heading_path[-1:]))
    named = not (set(content_words(headings)) - place.title).isdisjoint(question.words)
    return place.unit.row is not None and _named_row(place) in wholes and is_of_part(place) and not named


def _named_row(place: Place) -> tuple[str, str]:
    """The document of a row and what it is called there."""
    return place.chunk.document_id, full_label(place).lower()


def _owner(question: Question, place: Place) -> frozenset[str]:
    """The stems of the sub-head over a place where the question names it and no title does; nothing otherwise."""
    stems = frozenset(content_words(_BRACKETED.sub(" ", place.unit.heading)))
    telling = stems - place.title
    return telling if telling and stems <= set(question.names) else frozenset()
