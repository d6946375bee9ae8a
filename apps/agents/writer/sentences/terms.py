"""A topic of two words that is a term: "operating income" is not told of where tax on income meets operations. Pure."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from apps.agents.reading.context import Context, Place
from apps.agents.reading.words import content_words
from apps.agents.writer.sentences.rows import full_label

WORDS = 2  # of a topic that can be a term: longer ones are said in many ways
APART = 2  # content words that may stand between them: "repurchased 2 million of its common shares"
SAID_OFTEN = 3  # places that say both together, from which they are a term
_DENIED = re.compile(r"\bnon[-\s]?(?=\w)", re.IGNORECASE)


def is_term(wanted: Sequence[str], context: Context) -> bool:
    """Whether the passages use the stems ``wanted`` as one term, in either order."""
    if len(set(wanted)) != WORDS:
        return False
    pair = frozenset(wanted)
    saying = (pair <= place.words and stand_together(wanted, place.text) for place in context.quotable())
    return sum(saying) >= SAID_OFTEN


def stand_together(wanted: Sequence[str], text: str) -> bool:
    """Whether the stems ``wanted`` stand near one another in ``text``."""
    where = {stem: [at for at, word in enumerate(content_words(text)) if word == stem] for stem in wanted}
    first, *others = where.values()
    return any(all(any(abs(at - other) <= APART + 1 for other in places) for places in others) for at in first)


def says_term(place: Place, wanted: Sequence[str], said: Iterable[str]) -> bool:
    """Whether a place or a heading above it says the term; ``said``: its stems with what they are other names for."""
    told = full_label(place) if place.unit.row else place.text
    if set(wanted) <= set(said) and not set(wanted) <= {*place.words, *content_words(told)}:
        return True  # by another name
    headings = place.headings
    return any(stand_together(wanted, without_denied(text)) for text in chain((told,), filter(None, headings)))


def without_denied(text: str) -> str:
    """A text in which a word that it denies is another word: "non-operating income" says no "operating"."""
    return _DENIED.sub("non", text)
