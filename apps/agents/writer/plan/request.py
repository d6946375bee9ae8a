"""What a draft is asked to be: its title, the documents it is about, the topics it is to speak of. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from apps.agents.reading.context import Place
from apps.agents.reading.words import content_words, plain
from apps.agents.writer.headings import as_heading, distinct, same_heading, title_case, unmarked
from apps.agents.writer.plan.asked import Phrase, Role, told_apart
from apps.agents.writer.plan.kinds import DOCUMENTS, TOLD_APART
from apps.agents.writer.plan.naming import joined
from apps.retrieval.requests.clauses import as_topic
from apps.retrieval.requests.comparing import what_is_compared
from apps.retrieval.requests.length import Length
from apps.retrieval.requests.request import (
    asked_length,
    asked_of_each,
    compared_parts,
    parts_of,
    sentences_of,
    taken_apart,
    without_instructions,
    without_verb,
)

LONGEST_TITLE = 100  # characters
_CLAUSE = re.compile(r"\A(?:how|why|what|whether|when|where)\b", re.IGNORECASE)
_ASKS_MORE = re.compile(
    r",?\s+and\s+(?:how|why|when|where|whether|what|which|who)\b[^,]*\b(?:them|it|these|those)\Z", re.IGNORECASE
)
_COMPARED_WITH = re.compile(
    r",?\s+and\s+(?:then\s+)?(?:compare|contrast)\s+(?:it|them|this|these)\s+(?:with|to|against)\b", re.IGNORECASE
)
_LEADS = re.compile(
    r"\A(?:on|about)\s+|(?:\A|(?<=:\s)|(?<=\bon\s))"
    r"(?:everything|anything|all)\s+(?:that\s+)?(?:there\s+is\s+)?(?:to\s+know\s+)?(?:about|on)\s+",
    re.IGNORECASE,
)
_LINK = re.compile(r"!?\[([^\[\]]{0,200})\]\([^()\s]{0,500}\)")
_TAG = re.compile(r"</?[A-Za-z!][^<>]{0,200}>")
_LIST_AFTER = re.compile(r":\s+(?=\w)")
_CUT_SHORT = re.compile(r"(?:\W+(?:and|or|of|on|in|for|with|to|by|at|from|the|an?|its|their))*\W*\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request taken apart. ``subjects``: names of documents (companies) as written; ``absent``: no document's.

    ``called_by``: the topic that names the kind of document ("risk" overview). ``clauses``: topics that are no more
    than a clause ("how they finance themselves") and head nothing. ``owners``: topic → the subjects that it is asked
    of, where others are asked of others. ``narrowed``: the subjects are those of one section alone.
    """

    title: str
    kind: str
    subjects: tuple[str, ...]
    topics: tuple[str, ...]
    absent: tuple[str, ...] = ()
    called: Mapping[str, str] = field(default_factory=dict)  # document id → the subject that it is of
    called_by: str = ""
    clauses: tuple[str, ...] = ()
    owners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    narrowed: bool = False
    length: Length | None = None
    each: Length | None = None  # of each section

    @property
    def asks_of_strangers(self) -> bool:
        """Whether all that is asked is of those that no document is of: nothing of others is to be told as theirs."""
        return bool(self.absent) and not self.subjects and (self.kind == "comparison" or not self.topics)

    @property
    def compares(self) -> bool:
        return len(self.subjects) > 1

    def subject_of(self, place: Place) -> str:
        """Which of several subjects a place's document is of; nothing where none is compared."""
        return self.called.get(place.chunk.document_id, "") if self.compares or self.narrowed else ""

    def by_subject(self, places: Sequence[Place]) -> list[tuple[str, list[Place]]]:
        """Places by their subject, in the order of the request; one group where none is compared."""
        if not self.compares and not self.narrowed:
            return [("", list(places))]
        return [(name, [place for place in places if self.subject_of(place) == name]) for name in self.subjects]

    def topic_of(self, heading: str) -> str:
        """The topic that a section is on; nothing for one that was found among the headings of passages."""
        return next((topic for topic in self.topics if title_case(topic) == heading), "")

    def of_section(self, heading: str) -> "Request":
        """The request as a section has to meet it: of those alone that its topic is asked of."""
        owners = self.owners.get(self.topic_of(heading))
        return replace(self, subjects=owners, narrowed=True) if owners else self

    def own(self, places: Sequence[Place]) -> list[Place]:
        """Those of the places that are of a subject, where the request is narrowed to some."""
        return [place for place in places if not self.narrowed or self.subject_of(place) in self.subjects]


def read_request(query: str, places: Sequence[Place]) -> Request:
    """``query`` taken apart; what names a document is told by the titles of the ``places``."""
    asked = without_instructions(unmarked(_without_markup(plain(query))))
    sentences = [part for part in sentences_of(asked) if part.strip(" .?!")]
    kinds, phrases = ["document"], []
    for number, sentence in enumerate(sentences):
        kind, called_by, rest = taken_apart(sentence.strip(" .?!"))
        kinds = [kind] if not number else kinds
        phrases += [Phrase(text=called_by, role=Role.CALLED, sentence=number)] if called_by else []
        phrases += _phrases(rest, number, places, compared=kind == "comparison")
    found = told_apart(phrases, places, compared=kinds[0] == "comparison")
    topics = distinct(found.topics)
    return Request(
        title=_title(sentences, kinds[0], [*found.subjects, *found.absent], list(found.topics)),
        kind=kinds[0],
        subjects=tuple(dict.fromkeys(found.subjects)),
        topics=topics,
        absent=tuple(dict.fromkeys(found.absent)),
        called={document: name for document, name in found.called.items() if name in found.subjects},
        called_by=next((topic for topic, phrase in found.topics.items() if phrase.role is Role.CALLED), ""),
        owners=_owners_of(topics, found.owners),
        clauses=tuple(topic for topic, phrase in found.topics.items() if _is_clause(topic, phrase)),
        length=asked_length(query),
        each=asked_of_each(query),
    )


def _without_markup(text: str) -> str:
    """``text`` without tags, and with the words of a link or picture in its place."""
    return _TAG.sub(" ", _LINK.sub(r"\1", text))


def _is_clause(topic: str, phrase: Phrase) -> bool:
    """Whether a phrase asks how or what and its topic still does, or begins with a word that was made of a verb."""
    if topic.split()[0].lower() not in phrase.text.lower():
        return True
    return bool(_CLAUSE.match(phrase.text)) and as_topic(phrase.text) == phrase.text


def _owners_of(topics: Sequence[str], owners: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Topic → whom it is asked of; of one that another says again, whom that is asked of too."""
    return {
        topic: tuple(
            dict.fromkeys(whom for said, names in owners.items() if same_heading(topic, said) for whom in names)
        )
        for topic in topics
        if owners
    }


def _phrases(rest: str, sentence: int, places: Sequence[Place], *, compared: bool) -> list[Phrase]:
    """What a sentence enumerates; what stands before the colon of a list names all of it."""
    together = partial(_said_together, places=places)
    head, *behind = _LIST_AFTER.split(rest, maxsplit=1)
    these, points = (
        compared_parts(head, together=together) if compared else ([], parts_of(head, compared=False, together=together))
    )
    if behind:
        listed = parts_of(behind[0], compared=False, together=together)
        roles = [(Role.HEAD, [*these, *points]), (Role.TOPIC, listed)]
    else:
        roles = [(Role.COMPARED, these), (Role.TOPIC, points)]
    return [Phrase(text=text, role=role, sentence=sentence) for role, texts in roles for text in texts]


def _said_together(pair: str, *, places: Sequence[Place]) -> bool:
    return sum(pair.lower() in place.text.lower() for place in places) > 1


def _title(sentences: Sequence[str], kind: str, subjects: Sequence[str], topics: Sequence[str]) -> str:
    """Of a comparison what is compared and in what, else the request itself without its verb."""
    first = sentences[0].strip(" .?!") if sentences else ""
    names, on = joined(list(dict.fromkeys(subjects))), joined(list(dict.fromkeys(topics)))
    if kind == "comparison" and names:
        line = f"{names}: {on}" if on and len(names) + len(on) < LONGEST_TITLE - 1 else f"Comparison of {names}"
    else:
        bare = what_is_compared(first) if kind == "comparison" else None
        line = bare or _told_in_short(first)
        line = re.sub(r"\A(?:an?|the)\s+|['’]s\Z", "", _LEADS.sub("", line), flags=re.IGNORECASE)
        line = line.split(":")[0] if len(line) > LONGEST_TITLE else line
    if len(line) > LONGEST_TITLE:
        shown = [title_case(topic) for topic in topics[:2]]
        line = f"{kind.capitalize()} on {', '.join(shown)} and Further Topics" if len(topics) > 2 else line
    line = line if len(line) <= LONGEST_TITLE else _CUT_SHORT.sub("", line[:LONGEST_TITLE].rsplit(" ", 1)[0])
    line = as_heading(line)
    return title_case(line[:1].upper() + line[1:]) if line else "Draft"


def _told_in_short(sentence: str) -> str:
    """A request without its verb, and without what leads to what it asks about."""
    line = without_verb(_COMPARED_WITH.sub(" compared with", _ASKS_MORE.sub("", sentence)))
    return line if line.lower().startswith("how ") else as_topic(line)


def names_no_topic(request: Request) -> bool:
    """Whether a request that is taken apart names documents at most, and nothing in them: it is told by their parts."""
    return all(map(is_kind, request.topics))


def is_kind(topic: str) -> bool:
    """Whether it says what a document is, and not what it is on: "annual report", "press release"."""
    stems = content_words(topic)
    return bool(stems) and not DOCUMENTS.isdisjoint(stems) and set(stems) <= DOCUMENTS | TOLD_APART
