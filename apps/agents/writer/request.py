"""What a draft is asked to be: its title, the documents it is about, the topics it is to speak of. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from apps.agents.reading.context import Place
from apps.agents.reading.words import STOPWORDS, content_words, plain
from apps.agents.writer.headings import as_heading, distinct, title_case, unmarked
from apps.agents.writer.subjects import NO_TOPIC, NOT_BORNE, Titled, documents_of, titled_documents

LONGEST_TITLE = 100  # characters
LONGEST_TOPIC = 10  # words
_KINDS = (
    "memorandum|memo|report|briefing|brief|overview|summary|comparison|note|paper|analysis|review|profile|guide|"
    "document|draft|assessment|outline"
)
_VERB = re.compile(
    r"\A(?:please\s+|kindly\s+)?(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?|i\s+(?:need|want|would like)\s+)?"
    r"(?:(?:write|draft|prepare|produce|create|compile|give|provide|make|generate|summari[sz]e|describe|explain|"
    r"outline|discuss|review|assess|evaluate|analy[sz]e|cover|include|address|also|then|and|focus on|report on|"
    r"set out|state|mention|say|tell|show|list)\b\s*)*(?:(?:me|us)\s+)?",
    re.IGNORECASE,
)
_COMPARES = re.compile(r"\A\W*(?:please\s+)?(?:compare|contrast)\b\s*", re.IGNORECASE)
_KIND = re.compile(
    rf"\A(?:an?\s+|the\s+|one\s+)?(?P<before>(?:[\w’'&-]+\s+){{0,4}}?)(?P<kind>{_KINDS})\b"
    r"(?P<readers>\s+(?:for|to)\s+(?:(?!on\b|about\b|of\b|regarding\b|covering\b)[\w’'&-]+\s+){0,5}?"
    r"(?=on\b|about\b|of\b|regarding\b|covering\b|that\b))?"
    r"\s*(?:(?:that\s+)?(?:on|about|of|regarding|covering|covers|comparing|concerning|describing|summari[sz]ing|"
    r"explaining|with|for)\b\s*(?:the\s+)?)?",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"\A(?:what\s+(?:should|must|do|does|can)\s+[^?]{1,50}?\s+(?:know|consider|observe|say|"
    r"says)\s+(?:about|on|of)\s+)"
    r"(?:the\s+)?|\A(?:what|which|how|who|why|when|where)\b(?:\s+(?:is|are|was|were|does|do|did|has|"
    r"have)\b)?\s*(?:the\s+)?",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r"\s*[,;]\s*(?:and\s+|or\s+|as well as\s+)?|\s+(?:and|as well as|plus|including|versus|vs\.?)\s+(?:also\s+)?",
    re.IGNORECASE,
)
_COMPARED_ON = re.compile(
    r"\s+(?:on|regarding|concerning|with respect to|with regard to|in terms of|when it comes to|by)\s+(?=[\w\x00])",
    re.IGNORECASE,
)
_EVENT = re.compile(r"\A(?:what\s+)?happens\s+(?:when|if)\s+(?:an?\s+|the\s+)?", re.IGNORECASE)
_POSSESSIVE = re.compile(r"\A[’']s?(?=\s|\Z)")
_OF_WHOM = re.compile(r"\s+(?:of|at|for|in|between|by|from|among|under)\s+(?:the\s+)?\Z", re.IGNORECASE)
_FRONT = re.compile(
    r"\A(?:(?:the|an?|its|their|our|his|her|each|what|how|which|whether|any|all|both|of|on|for|in|about|to|with|from|"
    r"also|main|key|most important|principal|major|following|topics?|"
    r"(?:[\w-]+[’']s\s+)?(?:rules?|provisions|requirements|policies|policy)\s+(?:on|for|about|regarding))\s+)+",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"(?:\s+(?:say|says|said|apply|applies|each|respectively|of|on|for|in|at|and|about|the|that|is|are|has|have|"
    r"(?:it|they|we|you|company|companies)\s+(?:face|faces|faced|have|has)|faces?))+\Z",
    re.IGNORECASE,
)
_FROZEN = re.compile(
    r"property, plant,? and equipment|research and development|mergers and acquisitions|profit and loss|"
    r"terms and conditions|health and safety|selling, general,? and administrative(?: expenses)?|"
    r"cash and cash equivalents|roles and responsibilities|assets and liabilities|diversity and inclusion|"
    r"pay and benefits|rights and obligations",
    re.IGNORECASE,
)
_PLAIN_BEFORE = frozenset(
    re.findall(
        r"\S+",
        "a an the short brief detailed long concise comprehensive full new internal one-page two-page draft thorough "
        "clear complete policy hr executive management board formal written cited",
    )
)
_NAME = re.compile(r"[A-Z0-9][\w&.’-]*")
_YEARS = re.compile(r"\b(?:in|for|as of|during)?\s*(?:fiscal(?: year)?\s*|FY\s?)?(?:19|20)\d\d\b", re.IGNORECASE)


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


def read_request(query: str, places: Sequence[Place]) -> Request:
    """``query`` taken apart; what names a document is told by the titles of the ``places``."""
    sentences = [part for part in re.split(r"(?<=[.?!])\s+", unmarked(plain(query))) if part.strip(" .?!")]
    kind, phrases = "document", []
    for number, sentence in enumerate(sentences):
        found_kind, found_before, rest = _taken_apart(sentence.strip(" .?!"))
        rest = rest.split(":", 1)[1] if ":" in rest.strip(":") else rest  # what stands before a list names all of it
        if not number:
            kind = found_kind
        phrases += [
            *([found_before] if found_before else []),
            *_phrases(rest, places, compared=found_kind == "comparison"),
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
    named = [_named(phrase, documents) for phrase in phrases]
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
        if left and not (own and alone and any(phrase in place.text for place in places)):
            topics.append(left)
    return subjects, topics, absent, called


def joined(parts: Sequence[str]) -> str:
    """ "a, b and c"."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def _taken_apart(sentence: str) -> tuple[str, str, str]:
    """The kind of document, what it is called by ("risk" overview), and what it is on."""
    if _COMPARES.match(sentence):
        return "comparison", "", _COMPARES.sub("", sentence)
    rest = _QUESTION.sub("", _VERB.sub("", sentence))
    match = _KIND.match(rest)
    if not match:
        return "document", "", rest
    before = " ".join(word for word in match["before"].split() if word.lower() not in _PLAIN_BEFORE)
    kind = {"memorandum": "memo", "brief": "briefing", "draft": "document"}.get(match["kind"].lower(), match["kind"])
    return kind.lower(), before, rest[match.end() :]


def _phrases(text: str, places: Sequence[Place], *, compared: bool) -> list[str]:
    """The parts of an enumeration; what belongs together stays together."""
    whole: list[str] = []

    def held(words: str) -> str:
        whole.append(words)
        return f"\x00{len(whole) - 1}\x00"

    kept = _FROZEN.sub(lambda match: held(match[0]), text)
    for pair in re.findall(r"\b[\w-]+ and [\w-]+\b", kept):
        if _said_together(pair, places):
            kept = kept.replace(pair, held(pair))
    kept = _COMPARED_ON.sub(", ", kept) if compared else kept
    parts = _JOINT.split(_YEARS.sub(" ", kept))
    return [
        " ".join(re.sub(r"\x00(\d+)\x00", lambda m: whole[int(m[1])], part).split()) for part in parts if part.strip()
    ]


def _said_together(pair: str, places: Sequence[Place]) -> bool:
    return sum(pair.lower() in place.text.lower() for place in places) > 1


def _named(phrase: str, documents: Mapping[str, Titled]) -> tuple[list[str], str]:
    """The documents a phrase names, and what is left of it as a topic."""
    spans = _names_in(phrase, documents)
    names = [_bare(phrase[start:end]) for start, end in spans]
    rest = phrase
    for start, end in reversed(spans):
        rest = f"{_OF_WHOM.sub('', rest[:start])} {_POSSESSIVE.sub('', rest[end:])}"
    rest = _EVENT.sub("", " ".join(rest.split()))
    rest = re.sub(r"\b(?:is|are)\s+(?=in\b|not\b)", "", rest)
    topic = _BACK.sub("", _FRONT.sub("", " ".join(rest.split()).strip(" ,.;:?!"))).strip(" ,.;:?!")
    stems = [word for word in content_words(topic) if word not in NO_TOPIC]
    return names, topic if stems and len(topic.split()) <= LONGEST_TOPIC else ""


def _names_in(phrase: str, documents: Mapping[str, Titled]) -> list[tuple[int, int]]:
    """Where names of documents stand: each as many neighbouring words as one title bears no less than the first."""
    spans: list[tuple[int, int]] = []
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


def _borne(phrase: str, span: tuple[int, int], documents: Mapping[str, Titled]) -> int:
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
    if _COMPARES.match(first) and names:
        line = f"{names}: {on}" if on and len(names) + len(on) < LONGEST_TITLE - 1 else f"Comparison of {names}"
    else:
        line = re.sub(r"\A(?:an?|the)\s+", "", _QUESTION.sub("", _VERB.sub("", first)), flags=re.IGNORECASE)
        line = line.split(":")[0] if len(line) > LONGEST_TITLE else line
    if len(line) > LONGEST_TITLE:
        shown = [title_case(topic) for topic in topics[:2]]
        line = f"{kind.capitalize()} on {', '.join(shown)} and Further Topics" if len(topics) > 2 else line
    line = line if len(line) <= LONGEST_TITLE else line[:LONGEST_TITLE].rsplit(" ", 1)[0]
    line = as_heading(line)
    return title_case(line[:1].upper() + line[1:]) if line else "Draft"
