"""Questions that passages suggest beside what a text told of them: by headings, rows of years, terms, sentences. Pure.

Every wording is right whatever is put into it. Whether the documents answer it is not asked here.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from apps.agents.reading.passages import Kind as UnitKind
from apps.agents.reading.passages import Unit, read_passage
from apps.agents.reading.tables import Row
from apps.agents.reading.words import content_words
from apps.agents.writer.sentences.leaning import leans
from apps.drafting.suggesting.names import is_report, whose, year_of
from apps.drafting.suggesting.sentences import Asked, Kind, asked_by
from apps.drafting.suggesting.told import NOTHING, Told
from apps.drafting.suggesting.wording import names_a_measure, noun_phrase
from apps.retrieval.types import ContextChunk

ALIKE = 0.6  # share of the shorter one's words that two questions have in common when they ask the same
ROWS_OF_ONE = 2  # questions that the rows of one passage suggest, at most
CENTRAL = 2  # further sentences that have a defined term, from which it is worth asking for

_OF_SENTENCES = frozenset((Kind.CAUSE, Kind.CONDITION, Kind.FIGURE))
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_DEFINED = re.compile(r"[“\"](?P<term>[A-Za-z][A-Za-z ’'-]{2,50})[”\"],?\s+(?:means|refers to|shall mean)\b")
_WHY = re.compile(r"\b(?:why|drove|drivers?|reasons?|caused?|explain\w*)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A question and what it was made from. ``stems``: what it asks about, to tell it from others.

    ``years``: between which it asks for a change; none unless it was made from a row. ``source``: the sentence that it
    was made from, where it was made from one.
    """

    text: str
    kind: Kind
    stems: frozenset[str]
    document_id: str
    key: str
    years: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What questions are made for. ``several``: the documents searched are more than one, so that each has to name its
    own. ``names``: document id → the company whose report it is. ``told``: what the text has said."""

    several: bool
    names: Mapping[str, str] = field(default_factory=dict)
    told: Told = NOTHING


def candidates(
    passages: Sequence[ContextChunk], *, wanted: Collection[str] = (), asked: Sequence[str] = (), setting: Setting
) -> list[Candidate]:
    """Questions in the order in which they are worth asking: the best of each kind, then the next of each.

    ``passages``: best first. ``wanted``: keys of passages near what remained open; they go first. Before others go
    those that share a word with what was ``asked``, then those from passages that the text told of; but for headings
    there are no further ones.
    """
    words = frozenset(content_words(" ".join(asked))) - {*content_words(" ".join(setting.names.values()))}
    made: dict[str, Candidate] = {}
    for chunk in passages:
        for one in _of_passage(chunk, setting):
            made.setdefault(one.text, one)
    made |= {one.text: one for one in _meanings(passages, setting)}

    def nearest_first(one: Candidate) -> tuple[bool, bool, bool]:
        return one.key not in wanted, words.isdisjoint(one.stems), one.key not in setting.told.passages

    worth = [one for one in made.values() if not setting.told.passages or _is_near(one, wanted, words, setting.told)]
    by_kind = [sorted((one for one in worth if one.kind is kind), key=nearest_first) for kind in Kind]
    most = max(map(len, by_kind))
    return [of_kind[number] for number in range(most) for of_kind in by_kind if number < len(of_kind)]


def _is_near(one: Candidate, wanted: Collection[str], words: frozenset[str], told: Told) -> bool:
    """Whether a question goes on from the text: a heading may, anything else must share something with it."""
    return one.kind is Kind.TOPIC or one.key in {*wanted, *told.passages} or not words.isdisjoint(one.stems)


def without_repeats(
    found: Iterable[Candidate], *, asked: Iterable[str], used: Iterable[str] = ()
) -> Iterator[Candidate]:
    """Those that ask neither what was ``asked`` nor what the text tells under the headings ``used``.

    Why a figure moved is another question than how much it is; what one sentence says another under the same heading
    may leave open.
    """
    questions = [(frozenset(content_words(question)), bool(_WHY.search(question))) for question in asked]
    headings = [frozenset(content_words(heading)) for heading in used]
    for one in found:
        same = [stems for stems, why in questions if one.kind is not Kind.CAUSE or why]
        if one.kind not in _OF_SENTENCES:
            same += headings
        if not any(alike(one.stems, other) for other in same if other):  # "About us" heads anything
            yield one


def alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two questions ask about the same thing, by their words."""
    shorter = min(len(one), len(other))
    return not shorter or len(one & other) >= ALIKE * shorter


def _of_passage(chunk: ContextChunk, setting: Setting) -> Iterator[Candidate]:
    units = read_passage(chunk.content)
    name = setting.names.get(chunk.document_id, "")
    source = f" according to “{_title(chunk)}”" if setting.several and not name else ""
    for asked, unit in _by_sentences(chunk, units, setting.told):
        text = _with_document(asked, chunk, name, several=setting.several)
        yield _candidate(text, asked.what, chunk, asked.kind, source=unit.text)
    for label, first, last in _rows(chunk, units, setting.told):
        what = f"{whose(name)} {label}".strip()
        text = f"How did {what} change from {first} to {last}{source}?"
        yield _candidate(text, label, chunk, Kind.CHANGE, years=(first, last))
    for topic in _topics(chunk, units, setting.told):
        yield _candidate(_about(topic, chunk, name, several=setting.several), topic, chunk, Kind.TOPIC)


def _by_sentences(chunk: ContextChunk, units: Sequence[Unit], told: Told) -> Iterator[tuple[Asked, Unit]]:
    for number, unit in enumerate(units):
        if unit.kind is UnitKind.PROSE and not told.has(chunk.key, number) and not leans(unit.text):
            yield from ((asked, unit) for asked in asked_by(unit.text, period=is_report(chunk)))


def _with_document(asked: Asked, chunk: ContextChunk, name: str, *, several: bool) -> str:
    question = asked.of(whose(name))
    if name or not several:
        return question
    if asked.kind is Kind.CONDITION:
        return f"Under “{_title(chunk)}”, {question[0].lower()}{question[1:]}"
    return f"{question[:-1]} according to “{_title(chunk)}”?"


def _about(topic: str, chunk: ContextChunk, name: str, *, several: bool) -> str:
    if name:
        year = year_of(chunk)
        return f"What does {name} say about {topic}{f' in its {year} report' if year else ''}?"
    return f"What {f'does “{_title(chunk)}”' if several else 'do the documents'} say about {topic}?"


def _candidate(
    text: str, about: str, chunk: ContextChunk, kind: Kind, *, years: tuple[str, ...] = (), source: str = ""
) -> Candidate:
    stems = frozenset(content_words(about))
    return Candidate(
        text=text, kind=kind, stems=stems, document_id=chunk.document_id, key=chunk.key, years=years, source=source
    )


def _title(chunk: ContextChunk) -> str:
    return " ".join((chunk.title or chunk.filename).replace("“", "").replace("”", "").split())


def _meanings(passages: Sequence[ContextChunk], setting: Setting) -> Iterator[Candidate]:
    """Of the terms that the text uses and does not define, those that other sentences of the passages use too."""
    said = " ".join(setting.told.text.split())
    whole = " ".join(" ".join(chunk.content.split()) for chunk in passages)
    for chunk in passages:
        for found in _DEFINED.finditer(" ".join(chunk.content.split())):
            term = found["term"].strip()
            uses = re.compile(rf"(?<![“\"\w]){re.escape(term)}(?!\w)")
            if uses.search(said) and found[0] not in said and len(uses.findall(whole)) >= CENTRAL and term[0].isupper():
                where = f" in “{_title(chunk)}”" if setting.several else ""
                yield _candidate(f"What does “{term}” mean{where}?", term, chunk, Kind.MEANING)


def _rows(chunk: ContextChunk, units: Sequence[Unit], told: Told) -> list[tuple[str, str, str]]:
    """Label, earlier and later year of the first rows that were not told, whose columns are years and that read as noun
    phrases."""
    found = [
        (label, min(filled), max(filled))
        for number, unit in enumerate(units)
        if unit.row and _is_of_years(unit.row) and not told.has(chunk.key, number)
        if (label := noun_phrase(unit.row.label, chunk.content)) and names_a_measure(label)
        if len(filled := _filled(unit.row)) > 1 and _is_measured(unit.row)
    ]
    return found[:ROWS_OF_ONE]


def _is_of_years(row: Row) -> bool:
    """Whether its columns are years by which their periods may be called, none by a day on which one ends."""
    named = all(one.is_plain or one.month == 12 for one in row.periods)
    return named and len(row.columns) > 1 and all(_YEAR.match(column) for column in row.columns)


def _filled(row: Row) -> list[str]:
    return [column for column, cell in zip(row.columns, row.cells, strict=True) if re.search(r"[1-9]", cell)]


def _is_measured(row: Row) -> bool:
    """Whether a unit or a scale stands with its figures: "12 in 2017" tells nobody how much that is."""
    return bool(row.scale) or any(mark in cell for cell in row.cells for mark in "%$€£¥")


def _topics(chunk: ContextChunk, units: Sequence[Unit], told: Told) -> Iterator[str]:
    """The headings under which nothing was told, the passage's own before those inside it."""
    used = {unit.heading for number, unit in enumerate(units) if told.has(chunk.key, number)}
    above = () if chunk.key in told.passages else chunk.heading_path[:-3:-1]
    within = (unit.heading for unit in units if unit.kind is UnitKind.PROSE and unit.heading not in used)
    for heading in dict.fromkeys((*above, *within)):
        topic = noun_phrase(heading, chunk.content)
        if topic and heading != chunk.title:
            yield topic
