"""Which documents the phrases of a request name, and what is left of each as a topic. Pure."""

import re
from collections.abc import Mapping, Sequence

from apps.agents.reading.context import Place
from apps.agents.reading.words import STOPWORDS, content_words
from apps.agents.writer.headings import title_case
from apps.agents.writer.plan.kinds import IN_TITLES
from apps.agents.writer.plan.subjects import NO_TOPIC, NOT_BORNE, Titled, documents_of
from apps.retrieval.requests.clauses import does_something
from apps.retrieval.requests.manner import asks_more
from apps.retrieval.requests.request import LONGEST_TOPIC, bare_topic

_POSSESSIVE = re.compile(r"\A[’']s?(?=\s|\Z)")
_OF_WHOM = re.compile(
    r"\s+(?:of|at|for|in|between|by|from|among|across|within|throughout|under)\s+(?:the\s+)?\Z", re.IGNORECASE
)
_AND_AT_END = re.compile(r"\A[\s&+]+|\s[\s&+]+\Z")  # what is left between the parts of "Finch & Sons"
_NAME = re.compile(r"[A-Z0-9][\w&.’-]*")
_WORD = re.compile(r"[\w&’'-]+")
_WHOSE = re.compile(r"\b\w+[’']s?\s+\Z")
_ANYTHING = frozenset(content_words("everything anything all important key main thing fact point essential relevant"))

LONGEST_NAME = 120  # characters

Span = tuple[int, int]  # of a phrase
Named = tuple[list[str], str]  # the documents that a phrase names, and what is left of it as a topic


def named_at(phrase: str, spans: Sequence[Span]) -> Named:
    """The documents that a phrase names at ``spans``, and what is left of it as a topic."""
    rest = phrase
    for start, end in reversed(spans):
        if does_something(rest[:start], rest[end:]):
            rest = f"{rest[:start]} they {rest[end:]}"
            continue
        rest = f"{_OF_WHOM.sub('', rest[:start])} {_POSSESSIVE.sub('', rest[end:])}"
    topic = _AND_AT_END.sub("", bare_topic(rest))
    stems = [word for word in content_words(topic) if word not in NO_TOPIC | _ANYTHING]
    names = [bare(phrase[start:end]) for start, end in spans]
    return names, topic if stems and len(topic.split()) <= LONGEST_TOPIC and not asks_more(phrase) else ""


def with_titles(phrases: Sequence[str], named: Sequence[Named], documents: Mapping[str, Titled]) -> list[Named]:
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
    of_a_kind = [title for title in titles if not IN_TITLES.isdisjoint(content_words(title))]
    beside = not names and not of_a_kind and len(set(documents_of(titles, others).values())) > 1
    meant = titles if beside else of_a_kind
    return [
        _titled(phrase, kept) if (kept := [(start, end) for start, end in found if phrase[start:end] in meant]) else one
        for phrase, found, one in zip(phrases, spans, named, strict=True)
    ]


def _titled(phrase: str, spans: Sequence[Span]) -> Named:
    """Titles in small letters, each without what says whose it is."""
    _, topic = named_at(phrase, [(len(_WHOSE.sub("", phrase[:start])), end) for start, end in spans])
    return [title_case(bare(phrase[start:end])) for start, end in spans], topic


def names_in(phrase: str, documents: Mapping[str, Titled]) -> list[Span]:
    """Where names of documents stand: each as many neighbouring words as one title bears no less than the first."""
    spans: list[Span] = []
    for word in _NAME.finditer(phrase):
        if word[0].lower() in STOPWORDS:
            continue
        if spans and phrase[spans[-1][1] : word.start()].isspace():
            longer = (spans[-1][0], word.end())
            if longer[1] - longer[0] <= LONGEST_NAME and borne(phrase, longer, documents) >= borne(
                phrase, spans[-1], documents
            ):
                spans[-1] = longer
                continue
        if borne(phrase, word.span(), documents):
            spans.append(word.span())
    return spans


def _titles_in(phrase: str, documents: Mapping[str, Titled]) -> list[Span]:
    """Where titles stand in small letters: several words that are half of one, or more.

    Fewer are enough with what kind it is where no other title has them: "the lending policy".
    """
    spans: list[Span] = []
    words = [word.span() for word in _WORD.finditer(phrase)]
    most = max((len(titled.stems) for titled in documents.values()), default=0)  # no title has more words that tell
    for first, (start, _) in enumerate(words):
        if spans and start < spans[-1][1]:
            continue
        ends = [end for _, end in words[first + 1 : first + most] if _is_title(phrase[start:end], documents)]
        spans += [(start, ends[-1])] if ends else []
    return spans


def _is_title(words: str, documents: Mapping[str, Titled]) -> bool:
    stems = set(content_words(words))
    if len(stems) < len(words.split()):
        return False
    bearing = [titled for titled in documents.values() if stems <= titled.stems]
    of_a_kind = len(stems) > 1 and len(bearing) == 1 and not IN_TITLES.isdisjoint(stems)
    return of_a_kind or any(2 * len(stems) >= len(titled.stems) for titled in bearing)


def borne(phrase: str, span: Span, documents: Mapping[str, Titled]) -> int:
    """How fully the title that bears the words at ``span`` most does so."""
    return max((titled.bears(bare(phrase[slice(*span)])) for titled in documents.values()), default=NOT_BORNE)


def bare(name: str) -> str:
    """A name without what says that something is its."""
    return re.sub(r"['’]s?\Z", "", name).rstrip(".")


def only_names(phrase: str) -> bool:
    """Whether a phrase of a few words has a capital in each."""
    words = phrase.split()
    return 0 < len(words) <= 4 and all(_NAME.fullmatch(word) for word in words)


def mentioned(phrase: str, places: Sequence[Place]) -> bool:
    """Whether a passage has these words."""
    return any(
        phrase.lower() in place.text.lower() or phrase.lower() in place.chunk.content.lower() for place in places
    )


def joined(parts: Sequence[str]) -> str:
    """ "a, b and c"."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)
