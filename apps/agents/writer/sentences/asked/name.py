"""Whether the passage of a sentence knows whom or which place a question names: "in Canada". Pure.

A name is a word with a capital that the passages have nowhere in small letters: "the Landlord" is none. What a title
names is whose the document is, and stands over all of it. Where no title has any of the names, each may be an owner's
but that of a place: somewhere "in" it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.reading.context import Context, Place, titled
from apps.agents.reading.question import Question
from apps.agents.reading.words import content_words, stem

_CAPITAL = r"[A-Z]\w*[a-z]\w*"
_GROUP = re.compile(
    r"(?P<where>\b(?:in|within|outside|across|throughout)\s+)?(?P<the>\bthe\s+)?"
    rf"\b(?P<name>{_CAPITAL}(?:(?:\s+(?:of|and)|\s+&|-)?[\s-]?{_CAPITAL})*)"
)
_WORD = re.compile(_CAPITAL)
_SMALL = re.compile(r"(?<![\w'’])[a-z]{2,}")
_PUT = re.compile(r"\b(?:invest\w*|interests?|shares?|stakes?)\s+\Z", re.IGNORECASE)  # "in" whom
_OF_A_PLACE = re.compile(r"(?<=\w{4})(?:[ie]?an|n|ese|ish|[aeoy])\Z")  # Canada, Canadian
_ENDS = r"e?s|(?:v?i|e)?ans?|n|i|ese|ish|ine|ers?"  # what may stand behind a name: its people, what is from there
_HOME = re.compile(r"\b(?:United States|America)\b")  # where a report is of, which it may leave unsaid


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name in a question, by the words that tell it from others, and whether something is asked for there."""

    words: tuple[str, ...]
    is_place: bool


def names_asked(question: Question, context: Context) -> tuple[Named, ...]:
    """The names in a question that are in no title of the passages' documents."""
    if not content_words(" ".join(_SMALL.findall(question.asked))):
        return ()  # a title: all of its words have capitals
    small = _in_small_letters(context)
    found = []
    for group in _GROUP.finditer(question.asked):
        words = [word for word in _WORD.findall(group["name"]) if stem(word) in question.names]
        telling = tuple(word for word in words if stem(word) not in small)
        common = group["the"] and len(telling) < len(words)
        if not telling or common or _HOME.search(group["name"]):
            continue
        where = bool(group["where"]) and not _PUT.search(question.asked[: group.start()])
        found.append(Named(words=telling, is_place=where))
    return tuple(found)


def knows(place: Place, names: Sequence[Named]) -> bool:
    """Whether each of the names stands in the title over a place, in its passage, or over that."""
    stems = [[stem(word) for word in name.words] for name in names]
    owners = [bool(titled(one, place)) for one in stems]
    chunk = place.chunk
    around = " ".join((chunk.content, *chunk.heading_path, chunk.context_line, chunk.title, chunk.filename))
    return all(
        owner or not (name.is_place or any(owners)) or any(_says(around, word) for word in name.words)
        for name, owner in zip(names, owners, strict=True)
    )


def _says(text: str, name: str) -> bool:
    """Whether a text has a name, or what is of a place of that name."""
    start = _OF_A_PLACE.sub("", name)
    forms = rf"{re.escape(name)}(?:{_ENDS})?|{re.escape(start)}(?:[aeoy]|any|{_ENDS})?"
    loud = rf"{re.escape(name.upper())}(?:{_ENDS.upper()})?|{re.escape(start.upper())}(?:[AEOY]|ANY|{_ENDS.upper()})?"
    return bool(re.search(rf"(?<![^\W_])(?:(?:{forms})(?![a-z])|(?:{loud})(?![^\W\d_]))", text))


def _in_small_letters(context: Context) -> frozenset[str]:
    """Stems of the words that the passages have in small letters."""
    texts = {places[0].chunk.content for places in context.chunks if places}
    return frozenset(stem(word) for text in texts for word in set(_SMALL.findall(text)))
