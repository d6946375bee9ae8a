"""What a draft is asked to be: its title, the documents it is about, the topics it is to speak of. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from apps.agents.reading.context import Place
from apps.agents.reading.words import STOPWORDS, content_words, plain
from apps.agents.writer.headings import as_heading, distinct, title_case, unmarked
from apps.agents.writer.subjects import KINDS, NO_TOPIC, NOT_BORNE, Titled, documents_of, titled_documents
from apps.retrieval.request import (
    LONGEST_TOPIC,
    bare_topic,
    instructs,
    parts_of,
    taken_apart,
    without_instructions,
    without_verb,
)

LONGEST_TITLE = 100  # characters
_POSSESSIVE = re.compile(r"\A[’']s?(?=\s|\Z)")
_OF_WHOM = re.compile(r"\s+(?:of|at|for|in|between|by|from|among|under)\s+(?:the\s+)?\Z", re.IGNORECASE)
_NAME = re.compile(r"[A-Z0-9][\w&.’-]*")
_WORD = re.compile(r"[\w&’'-]+")
_WHOSE = re.compile(r"\b\w+[’']s?\s+\Z")
_CUT_SHORT = re.compile(r"(?:\W+(?:and|or|of|on|in|for|with|to|by|at|from|the|an?|its|their))*\W*\Z", re.IGNORECASE)

Span = tuple[int, int]  # of a phrase
Named = tuple[list[str], str]  # the documents that a phrase names, and what is left of it as a topic


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request taken apart. ``subjects``: names of documents (companies) as written; ``absent``: no document's."""

    title: str
    kind: str
    subjects: tuple[str, ...]
    topics: tuple[str, ...]
    absent: tuple[str, ...] = ()
    called: Mapping[str, str] = field(default_factory=dict)  # document id → the subject that it is of

    @property
    def compares(self) -> bool:
        return len(self.subjects) > 1

    def subject_of(self, place: Place) -> str:
        """Which of several subjects a place's document is of; nothing where none is compared."""
        return self.called.get(place.chunk.document_id, "") if self.compares else ""

    def by_subject(self, places: Sequence[Place]) -> list[tuple[str, list[Place]]]:
        """Places by their subject, in the order of the request; one group where none is compared."""
        if not self.compares:
            return [("", list(places))]
        return [(name, [place for place in places if self.subject_of(place) == name]) for name in self.subjects]


def read_request(query: str, places: Sequence[Place]) -> Request:
    """``query`` taken apart; what names a document is told by the titles of the ``places``."""
    asked = without_instructions(unmarked(plain(query)))
    sentences = [part for part in re.split(r"(?<=[.?!])\s+", asked) if part.strip(" .?!")]
    kind, phrases = "document", []
    for number, sentence in enumerate(sentences):
        found_kind, found_before, rest = taken_apart(sentence.strip(" .?!"))
        rest = rest.split(":", 1)[1] if ":" in rest.strip(":") else rest  # what stands before a list names all of it
        if not number:
            kind = found_kind
        phrases += [
            *([found_before] if found_before else []),
            *parts_of(rest, compared=found_kind == "comparison", together=partial(_said_together, places=places)),
        ]
    subjects, topics, absent, called = _told_apart(phrases, places, compared=kind == "comparison")
    return Request(
        title=_title(sentences, kind, [*subjects, *absent], topics),
        kind=kind,
        subjects=tuple(dict.fromkeys(subjects)),
        topics=distinct(topics),
        absent=tuple(dict.fromkeys(absent)),
        called={document: name for document, name in called.items() if name in subjects},
    )


def _told_apart(
    phrases: Sequence[str], places: Sequence[Place], *, compared: bool
) -> tuple[list[str], list[str], list[str], Mapping[str, str]]:
    """Subjects, topics, what no document is of, and document id → name.

    Names that no title bears and no passage mentions are absent. So are compared ones of which a title bears a part:
    "American Airlines" is no document of American Express. What passages add to a title's name (JPMorgan Chase) is no
    topic.
    """
    documents = titled_documents(places)
    named = [_named(phrase, _names_in(phrase, documents)) for phrase in phrases]
    if compared:
        named = _with_titles(phrases, named, documents)
    called = documents_of([name for names, _ in named for name in names], documents)
    subjects, topics, absent = [], [], []
    for phrase, (names, topic) in zip(phrases, named, strict=True):
        own = [name for name in names if name in called.values()]
        alone = _only_names(phrase)
        left = phrase if alone and topic and not own else topic
        if alone and left and (compared or not own) and not _mentioned(left, places):
            absent.append(phrase)
            continue
        subjects += own
        if left and not instructs(left) and not (own and alone and any(phrase in place.text for place in places)):
            topics.append(left)
    return subjects, topics, absent, called


def joined(parts: Sequence[str]) -> str:
    """ "a, b and c"."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def _said_together(pair: str, *, places: Sequence[Place]) -> bool:
    return sum(pair.lower() in place.text.lower() for place in places) > 1


def _named(phrase: str, spans: Sequence[Span]) -> Named:
    """The documents that a phrase names at ``spans``, and what is left of it as a topic."""
    rest = phrase
    for start, end in reversed(spans):
        rest = f"{_OF_WHOM.sub('', rest[:start])} {_POSSESSIVE.sub('', rest[end:])}"
    topic = bare_topic(rest)
    stems = [word for word in content_words(topic) if word not in NO_TOPIC]
    names = [_bare(phrase[start:end]) for start, end in spans]
    return names, topic if stems and len(topic.split()) <= LONGEST_TOPIC else ""


def _with_titles(phrases: Sequence[str], named: Sequence[Named], documents: Mapping[str, Titled]) -> list[Named]:
    """``named`` with titles in small letters, where not two documents are named already.

    The words of a title may be a topic as well ("interest rates"): a title of another document says what kind it is
    ("the lending policy"), or two stand beside each other and nothing is named but by them.
    """
    names = [name for found, _ in named for name in found]
    own = documents_of(names, documents)
    if len(set(own.values())) > 1:
        return list(named)
    others = {document: titled for document, titled in documents.items() if document not in own}
    spans = [[] if found else _titles_in(phrase, others) for phrase, (found, _) in zip(phrases, named, strict=True)]
    titles = [phrase[start:end] for phrase, found in zip(phrases, spans, strict=True) for start, end in found]
    of_a_kind = [title for title in titles if not KINDS.isdisjoint(content_words(title))]
    beside = not names and not of_a_kind and len(set(documents_of(titles, others).values())) > 1
    meant = titles if beside else of_a_kind
    return [
        _titled(phrase, kept) if (kept := [(start, end) for start, end in found if phrase[start:end] in meant]) else one
        for phrase, found, one in zip(phrases, spans, named, strict=True)
    ]


def _titled(phrase: str, spans: Sequence[Span]) -> Named:
    """The same as ``_named`` of titles in small letters, each without what says whose it is."""
    _, topic = _named(phrase, [(len(_WHOSE.sub("", phrase[:start])), end) for start, end in spans])
    return [title_case(_bare(phrase[start:end])) for start, end in spans], topic


def _names_in(phrase: str, documents: Mapping[str, Titled]) -> list[Span]:
    """Where names of documents stand: each as many neighbouring words as one title bears no less than the first."""
    spans: list[Span] = []
    for word in _NAME.finditer(phrase):
        if word[0].lower() in STOPWORDS:
            continue
        if spans and phrase[spans[-1][1] : word.start()].isspace():
            longer = (spans[-1][0], word.end())
            if _borne(phrase, longer, documents) >= _borne(phrase, spans[-1], documents):
                spans[-1] = longer
                continue
        if _borne(phrase, word.span(), documents):
            spans.append(word.span())
    return spans


def _titles_in(phrase: str, documents: Mapping[str, Titled]) -> list[Span]:
    """Where titles stand in small letters: several words that are half of one, or more.

    Fewer are enough with what kind it is where no other title has them: "the lending policy".
    """
    spans: list[Span] = []
    words = [word.span() for word in _WORD.finditer(phrase)]
    for first, (start, _) in enumerate(words):
        if spans and start < spans[-1][1]:
            continue
        ends = [end for _, end in words[first + 1 :] if _is_title(phrase[start:end], documents)]
        spans += [(start, ends[-1])] if ends else []
    return spans


def _is_title(words: str, documents: Mapping[str, Titled]) -> bool:
    stems = set(content_words(words))
    if len(stems) < len(words.split()):
        return False
    bearing = [titled for titled in documents.values() if stems <= titled.stems]
    of_a_kind = len(stems) > 1 and len(bearing) == 1 and not KINDS.isdisjoint(stems)
    return of_a_kind or any(2 * len(stems) >= len(titled.stems) for titled in bearing)


def _borne(phrase: str, span: Span, documents: Mapping[str, Titled]) -> int:
    return max((titled.bears(_bare(phrase[slice(*span)])) for titled in documents.values()), default=NOT_BORNE)


def _bare(name: str) -> str:
    return re.sub(r"['’]s?\Z", "", name).rstrip(".")


def _only_names(phrase: str) -> bool:
    words = phrase.split()
    return 0 < len(words) <= 4 and all(_NAME.fullmatch(word) for word in words)


def _mentioned(phrase: str, places: Sequence[Place]) -> bool:
    return any(
        phrase.lower() in place.text.lower() or phrase.lower() in place.chunk.content.lower() for place in places
    )


def _title(sentences: Sequence[str], kind: str, subjects: Sequence[str], topics: Sequence[str]) -> str:
    """Of a comparison what is compared and in what, else the request itself without its verb."""
    first = sentences[0].strip(" .?!") if sentences else ""
    names, on = joined(list(dict.fromkeys(subjects))), joined(list(dict.fromkeys(topics)))
    if kind == "comparison" and names:
        line = f"{names}: {on}" if on and len(names) + len(on) < LONGEST_TITLE - 1 else f"Comparison of {names}"
    else:
        line = re.sub(r"\A(?:an?|the)\s+", "", without_verb(first), flags=re.IGNORECASE)
        line = line.split(":")[0] if len(line) > LONGEST_TITLE else line
    if len(line) > LONGEST_TITLE:
        shown = [title_case(topic) for topic in topics[:2]]
        line = f"{kind.capitalize()} on {', '.join(shown)} and Further Topics" if len(topics) > 2 else line
    line = line if len(line) <= LONGEST_TITLE else _CUT_SHORT.sub("", line[:LONGEST_TITLE].rsplit(" ", 1)[0])
    line = as_heading(line)
    return title_case(line[:1].upper() + line[1:]) if line else "Draft"
