"""What the phrases of a request come to: subjects, topics, and what is asked of somebody no document is of. Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

from apps.agents.reading.context import Place
from apps.agents.reading.words import STOPWORDS
from apps.agents.writer.plan.naming import (
    Named,
    bare,
    borne,
    joined,
    mentioned,
    named_at,
    names_in,
    only_names,
    with_titles,
)
from apps.agents.writer.plan.owners import asked_of_strangers, owned_by, owners_by_topic
from apps.agents.writer.plan.subjects import Titled, documents_of, titled_documents
from apps.retrieval.requests.request import bare_topic, instructs

_LEADING = re.compile(r"\A(?:how\s+)?(?P<name>[A-Z][\w&.’-]*(?:\s+[A-Z0-9][\w&.’-]*){0,3})(?=\s+[a-z]|['’]|\Z)")
_FRONT = re.compile(r"\A(?:of|at|for|in|by|from|how)\s+", re.IGNORECASE)
_WORD = re.compile(r"[\w&’'-]+")


class Role(StrEnum):
    """What a phrase stands for in its sentence."""

    TOPIC = "topic"
    COMPARED = "compared"  # what is compared, as far as it says so before the points
    HEAD = "head"  # stands before a colon: its names are of all behind it, its words are those of the list
    CALLED = "called"  # what the kind of document is called by ("risk" overview)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """A part of an enumeration. ``sentence``: the number of the one that it stands in."""

    text: str
    role: Role
    sentence: int


@dataclass(slots=True)
class Found:
    """What phrases come to. ``topics``: each with its phrase. ``owners``: topic → those that it alone is asked of."""

    subjects: list[str] = field(default_factory=list)
    topics: dict[str, Phrase] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)
    called: Mapping[str, str] = field(default_factory=dict)
    owners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def told_apart(phrases: Sequence[Phrase], places: Sequence[Place], *, compared: bool) -> Found:
    """Subjects, topics, what no document is of, and document id → name.

    Names that no title bears and no passage mentions are absent. So are compared ones of which a title bears a part:
    "American Airlines" is no document of American Express. What passages add to a title's name (JPMorgan Chase) is no
    topic.
    """
    documents = titled_documents(places)
    texts = [phrase.text for phrase in phrases]
    named = [named_at(text, names_in(text, documents)) for text in texts]
    if compared:
        named = with_titles(texts, named, documents)
    found = Found(called=documents_of([name for names, _ in named for name in names], documents))

    is_stranger = partial(_is_stranger, documents=documents, places=places)
    own = [[name for name in names if name in found.called.values()] for names, _ in named]
    found.owners = {} if compared else owners_by_topic(texts, own, [topic for _, topic in named])
    theirs = {} if compared else _strangers(phrases, is_stranger)
    for number, (phrase, (_, topic)) in enumerate(zip(phrases, named, strict=True)):
        if number in theirs:
            found.absent += [theirs[number]] if theirs[number] else []
        elif compared and _beside_subject(number, phrases, named) and _only_of(phrase, found, places):
            found.absent.append(_FRONT.sub("", phrase.text))
        elif phrase.role is Role.HEAD:
            found.subjects += own[number]
            found.absent += _leading(phrase.text, is_stranger) if not own[number] else []
        else:
            _take(phrase, own[number], topic, found, places, is_stranger, compared=compared)
    strange = [name for phrase in phrases if phrase.role is Role.HEAD for name in _leading(phrase.text, is_stranger)]
    if strange and not compared and not found.subjects and not strange[0].isupper():
        found.absent, found.topics = [f"{joined(list(found.topics))} of {joined(strange)}"], {}
    return found


def _take(
    phrase: Phrase,
    own: Sequence[str],
    topic: str,
    found: Found,
    places: Sequence[Place],
    is_stranger: Callable[[str], bool],
    *,
    compared: bool,
) -> None:
    """Add a phrase to what is ``found``: as a subject, as a topic of all, or as absent."""
    text = _FRONT.sub("", phrase.text) if phrase.role is Role.COMPARED else phrase.text
    whose, what = owned_by(text) if phrase.role is Role.COMPARED else ("", "")
    if whose and is_stranger(whose):
        found.absent.append(whose)
        topic = bare_topic(what)
    alone = only_names(text)
    left = text if alone and topic and not own else topic
    if alone and left and (compared or not own) and not mentioned(left, places):
        found.absent.append(text)
        return
    found.subjects += own
    if left and not instructs(left) and not (own and alone and any(text in place.text for place in places)):
        found.topics.setdefault(left, phrase)


def _strangers(phrases: Sequence[Phrase], is_stranger: Callable[[str], bool]) -> dict[int, str]:
    """Number of each phrase that is asked of somebody no document is of → all that is, at the first of them."""
    theirs: dict[int, str] = {}
    for sentence in sorted({phrase.sentence for phrase in phrases}):
        numbers = [number for number, phrase in enumerate(phrases) if phrase.sentence == sentence]
        texts = [phrases[number].text if phrases[number].role is not Role.HEAD else "" for number in numbers]
        for first, last in asked_of_strangers(texts, is_stranger):
            theirs |= dict.fromkeys(numbers[first:last], "") | {numbers[first]: joined(texts[first:last])}
    return theirs


def _is_stranger(name: str, *, documents: Mapping[str, Titled], places: Sequence[Place]) -> bool:
    """Whether a name is no document's and no passage knows it; one of words in small letters there is no name."""
    said = {word for place in places for word in re.findall(r"\b[a-z]\w*", place.text)}
    ordinary = all(word.lower() in said for word in _WORD.findall(name))
    return bool(places) and not ordinary and not borne(name, (0, len(name)), documents) and not mentioned(name, places)


def _leading(phrase: str, is_stranger: Callable[[str], bool]) -> list[str]:
    match = _LEADING.match(phrase)
    return [match["name"]] if match and match["name"].lower() not in STOPWORDS and is_stranger(match["name"]) else []


def _beside_subject(number: int, phrases: Sequence[Phrase], named: Sequence[Named]) -> bool:
    """Whether a phrase is a name alone, compared with one that a document is of: another, or at the end of the last."""
    text = _FRONT.sub("", phrases[number].text)
    told_of = (Role.COMPARED, Role.HEAD)
    if named[number][0] or phrases[number].role not in told_of or not only_names(text):
        return False
    others = [
        other for other, phrase in enumerate(phrases)
        if phrase.role in told_of and named[other][0] and (only_names(phrase.text) or other == number - 1)
    ]  # fmt: skip
    return any(bare(phrases[other].text).endswith(named[other][0][-1]) for other in others)


def _only_of(phrase: Phrase, found: Found, places: Sequence[Place]) -> bool:
    """Whether a name stands in no document but those of other subjects, who say what they say of it."""
    name = _FRONT.sub("", phrase.text)
    return {place.chunk.document_id for place in places if mentioned(name, [place])} <= set(found.called)
