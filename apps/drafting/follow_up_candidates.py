"""Questions that passages suggest which a text did not use: their headings, rows of years and defined terms. Pure.

Every wording is right whatever is put into it: headings and row labels are taken as they are printed, so that none of
them needs a verb that agrees, or an article. What does not read as a noun phrase is left out: a question that reads
badly is worse than none. Whether the documents answer it is not asked here.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from apps.agents.reading.passages import Unit, read_passage
from apps.agents.reading.tables import Row
from apps.agents.reading.words import STOPWORDS, content_words
from apps.core.sentences import NOTE_MARKS
from apps.retrieval.types import ContextChunk

SHORTEST, LONGEST = 2, 7  # words of a topic; one word alone (Revenue, General) may mean anything
ALIKE = 0.6  # share of the shorter one's words that two questions have in common when they ask the same
ROWS_OF_ONE = 2  # questions that the rows of one passage suggest, at most

_NUMBER = re.compile(
    r"\A(?:(?:item|part|section|article|chapter|note|annex|appendix|schedule|exhibit)\s+)?"
    r"(?:\(?(?:\d{1,3}(?:\.\d{1,3})+[.):]?|\d{1,3}[A-Za-z]?[.):]|[IVXLC]{1,6}[.):]|[A-Za-z][.):])|[–—-])\s*[–—-]?\s*",
    re.IGNORECASE,
)
_NOT_A_TOPIC = re.compile(
    r"[?!;:|•*_<>{}\[\]\d$€£%/\\@]|\.\Z|\b(?:continued|overview|introduction|general|contents|summary|conclusions?|"
    r"miscellaneous|other|others|appendix|exhibits?|signatures?|documents|incorporated|certain|following|forward|"
    r"statements?|reconciliations?|notes?|tables?|supplementa\w+|selected|unaudited|investor\w*|contacts?|press|conference|webcast|"
    r"compan(?:y|ies)|corporation|subsidiar\w+|inc|corp|registrant\w*|basis|scope|purpose|washington|"
    r"about|see|results?|months?|years?|ended|quarters?|weeks?|dollars?|millions?|thousands?)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|must|may|shall|will|can|cannot|could|should|would|might|do|does|did|"
    r"we|our|us|you|your|they|their|it|its|if|when|how|what|why|who|which|that|not|no)\b",
    re.IGNORECASE,
)
_BARE_ROW = re.compile(
    r"\A(?:less|plus|add|balances?|beginning|ending|at|as|per|diluted|basic|and|or|for|to|from|in|of|on|by|with|under)\b",
    re.IGNORECASE,
)
_NOTED = re.compile(rf"\s*{NOTE_MARKS}\Z")
_LOOSE_END = re.compile(r"(?:\b(?:of|in|by|for|on|to|from|at|and|or|with|the|an?|per|than|as|net)|[,–—-])\Z", re.I)
_PLAIN_ROW = re.compile(r"[A-Za-z][A-Za-z ,&’'-]*\Z")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_DEFINED = re.compile(r"[“\"](?P<term>[A-Za-z][A-Za-z ’'-]{2,50})[”\"],?\s+(?:means|refers to|shall mean)\b")
_PROPER = re.compile(r"(?:\A|-)(?:[A-Z0-9&.]{2,}|[A-Za-z]*[a-z][A-Z]\w*)(?:-|\Z)")  # GAAP, Non-GAAP, R&D, eBay
_WORDS = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A question and what it was made from. ``stems``: what it asks about, to tell it from others.

    ``years``: between which it asks for a change; none unless it was made from a row.
    """

    text: str
    stems: frozenset[str]
    document_id: str
    key: str
    years: tuple[str, ...] = ()


def candidates(passages: Sequence[ContextChunk], *, wanted: Collection[str] = (), several: bool) -> list[Candidate]:
    """Questions in the order in which they are worth asking.

    ``passages``: those that were not cited, best first. ``wanted``: keys of passages near what remained open; they go
    first. ``several``: the documents searched are more than one, so that a question has to name its own.
    """
    ordered = sorted(passages, key=lambda chunk: chunk.key not in wanted)  # stable: best first in either part
    by_passage = [list(_of_passage(chunk, several=several)) for chunk in ordered]
    found = [
        made[place] for place in range(max(map(len, by_passage), default=0)) for made in by_passage if place < len(made)
    ]
    return list({candidate.text: candidate for candidate in reversed(found)}.values())[::-1]


def without_repeats(found: Iterable[Candidate], *, asked: Iterable[str]) -> Iterator[Candidate]:
    """Those that ask neither what was asked nor what one before them asks; judged as they are taken."""
    known = [frozenset(content_words(question)) for question in asked]
    for candidate in found:
        if not any(alike(candidate.stems, other) for other in known):
            yield candidate


def alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two questions ask about the same thing, by their words."""
    shorter = min(len(one), len(other))
    return not shorter or len(one & other) >= ALIKE * shorter


def _of_passage(chunk: ContextChunk, *, several: bool) -> Iterator[Candidate]:
    title = _title(chunk)
    units = read_passage(chunk.content)
    for term in dict.fromkeys(found["term"].strip() for found in _DEFINED.finditer(" ".join(chunk.content.split()))):
        where = f" in “{title}”" if several else ""
        yield _candidate(f"What does “{term}” mean{where}?", term, chunk)
    rows = 0
    for label, first, last in _moves(units, chunk.content):
        if rows < ROWS_OF_ONE:
            where = f" according to “{title}”" if several else ""
            yield _candidate(f"How did {label} change from {first} to {last}{where}?", label, chunk, (first, last))
            rows += 1
    who = f"does “{title}”" if several else "do the documents"
    for topic in _topics(chunk):
        yield _candidate(f"What {who} say about {topic}?", topic, chunk)


def _candidate(text: str, topic: str, chunk: ContextChunk, years: tuple[str, ...] = ()) -> Candidate:
    stems = frozenset(content_words(topic))
    return Candidate(text=text, stems=stems, document_id=chunk.document_id, key=chunk.key, years=years)


def _title(chunk: ContextChunk) -> str:
    return " ".join((chunk.title or chunk.filename).replace("“", "").replace("”", "").split())


def _moves(units: Sequence[Unit], content: str) -> Iterator[tuple[str, str, str]]:
    """Label, earlier and later year of each row whose columns are years and that reads as a noun phrase."""
    for unit in units:
        row = unit.row
        if row is None or len(row.columns) < 2 or not all(_YEAR.match(column) for column in row.columns):
            continue
        filled = [column for column, cell in zip(row.columns, row.cells, strict=True) if re.search(r"[1-9]", cell)]
        label = _noun_phrase(row.label, content)
        if label and len(filled) > 1 and _names_a_measure(label) and _is_measured(row):
            yield label, min(filled), max(filled)


def _names_a_measure(label: str) -> bool:
    """Whether it says what is counted: a row of a place or a body ("Northern Region") says whose, and not what."""
    telling = [word for word in label.split() if word.casefold() not in STOPWORDS]
    named = all(word[0].isupper() and not _PROPER.search(word) for word in telling)
    return bool(_PLAIN_ROW.match(label)) and not _BARE_ROW.match(label) and "," not in label and not named


def _is_measured(row: Row) -> bool:
    """Whether a unit or a scale stands with its figures: "12 in 2017" tells nobody how much that is."""
    return bool(row.scale) or any(mark in cell for cell in row.cells for mark in "%$€£¥")


def _topics(chunk: ContextChunk) -> Iterator[str]:
    """The headings that the passage stands under, the nearest first."""
    for heading in chunk.heading_path[:-3:-1]:
        topic = _noun_phrase(heading, chunk.content)
        if topic and heading != chunk.title:
            yield topic


def _noun_phrase(printed: str, content: str) -> str:
    """A heading or label as it stands inside a sentence; empty for what is none, or says nothing by itself."""
    text = _NUMBER.sub("", " ".join(printed.lstrip("# ").split()), count=1).strip(" .–—-")
    text = _NOTED.sub("", text)
    words = text.split()
    telling = [word for word in words if word.casefold() not in STOPWORDS]
    if not SHORTEST <= len(words) <= LONGEST or len(telling) < SHORTEST or "(" in text or text.isupper():
        return ""
    if _NOT_A_TOPIC.search(text) or _CLAUSE.search(text) or _LOOSE_END.search(text):
        return ""
    capitals = [word for word in telling if word[0].isupper() and not _PROPER.search(word)]
    printed_large = [word for word in telling if not _PROPER.search(word)]
    if set(capitals) - {words[0]} and capitals != printed_large:
        return ""  # a line of a table's head, or a sentence cut in two
    return _as_title(words, content) if set(capitals) - {words[0]} else _as_sentence(words, content)


def _as_title(words: Sequence[str], content: str) -> str:
    """Without its capitals where the passage writes all of those words without them too: names keep theirs."""
    low = [word if _PROPER.search(word) else word.lower() for word in words]
    written = set(_WORDS.findall(content))
    changed = (plain for word, plain in zip(words, low, strict=True) if word != plain)
    return " ".join(low if all(plain in written for plain in changed) else words)


def _as_sentence(words: Sequence[str], content: str) -> str:
    """Without the capital that opens a line, unless the passage writes that word with one inside its sentences."""
    first = words[0]
    named = re.search(rf"[a-z,;]\s{re.escape(first)}\b", content) and first.lower() not in _WORDS.findall(content)
    return " ".join(words if _PROPER.search(first) or named else (first.lower(), *words[1:]))
