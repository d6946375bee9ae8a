"""Which sentences answer a question, and in what order they are written."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

from apps.agents.reading.context import Context, Place
from apps.agents.reading.passages import Kind
from apps.agents.reading.question import Ask, Question
from apps.agents.reading.words import content_words, coverage
from apps.agents.writer.sentences.asked.figure import counts_otherwise, figure_asked, is_of_one_part, tells_figure
from apps.agents.writer.sentences.asked.name import knows, names_asked
from apps.agents.writer.sentences.asked.number import counted_in, counts_others
from apps.agents.writer.sentences.asked.owner import is_of_other, is_part_beside, looks_ahead, owners_of, wholes_among
from apps.agents.writer.sentences.asked.period import period_asked, tells_of
from apps.agents.writer.sentences.lists import lists_of
from apps.agents.writer.sentences.prose import Run
from apps.agents.writer.sentences.ranking import ANSWERED, FEATURES, WEIGHTS, dangling, label_match, measure, subject_of
from apps.agents.writer.sentences.shares import has_room
from apps.agents.writer.sentences.trade import called_as_asked
from apps.core.periods import MONTH
from apps.inference.memory import SentenceMemory
from apps.retrieval.requests.length import Length
from apps.verification.wording.taken_back import taken_back

EMBED_AT_MOST = 36  # sentences a question is compared with by embedding: bounds the time to the first token
# Chance below which nothing is written: keeps 97 of 100 answerable xquad questions, refuses 83 of 100 others.
ANSWERABLE = 0.3
LEADS = 3  # of the best so many the first that may answer leads
ALSO_ANSWERS = 0.4  # the same for a further sentence
MARGIN = 1.0  # how far (in the ranking's log-odds) a further sentence may lie behind the best
MOST = {Ask.LIST: 5, Ask.WHY: 4, Ask.OTHER: 4}
MOST_OTHERWISE = 3
COLUMN_ASKED = 0.34  # share of the question that a row's label holds, below which its columns are what is asked for
COLUMN_NAMED = 0.5  # share of the columns' words that the question names
_CUT_OFF = re.compile(r"\b(?:Inc|Ltd|Co|Corp|No|vs|[A-Z]\.[A-Z])\.\Z")  # where a sentence may have been cut in two
_FINITE = re.compile(r"\b(?:is|are|was|were|has|have|had|will|may|must|shall|can|\w{2,}ed)\b")
_DAY = re.compile(rf"\b({MONTH}\s+\d{{1,2}})\b(?!\d)")
LONG_HEAD, COMMON = 10, 3  # words of a line; times that one of them stands in it
MANY_WORDS = 8  # of a sentence, with which it says one thing only
MOST_ROWS = 8  # of a table, written together


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A place with its score (log-odds against the others) and its chance to answer at all."""

    place: Place
    score: float
    answers: float


def rank_places(question: Question, context: Context, memory: SentenceMemory) -> tuple[Ranked, ...]:
    """Every place worth a look, best first, doubles left out."""
    places = _worth_a_look(question, context)
    if not places:
        return ()
    table = measure(question, context, places, memory)
    scores = table @ np.array([WEIGHTS[name] for name in FEATURES])
    order = sorted(range(len(places)), key=lambda i: (-scores[i], places[i].rank, places[i].index))
    return tuple(
        Ranked(place=places[i], score=float(scores[i]), answers=chance(dict(zip(FEATURES, table[i], strict=True))))
        for i in order
    )


def chance(features: Mapping[str, float]) -> float:
    """The probability that a sentence with these features answers the question."""
    odds = ANSWERED["bias"] + sum(weight * features[name] for name, weight in ANSWERED.items() if name != "bias")
    return 1 / (1 + exp(-odds))


def _worth_a_look(question: Question, context: Context) -> list[Place]:
    """At most EMBED_AT_MOST places: by shared words, and from the best passages where words do not tell."""
    counted = counted_in(question)  # what counts other things does not take the room of what may answer
    seen: set[str] = set()
    candidates = []
    after = {(place.rank, place.index - 1): place for place in context.places}
    for place in context.quotable():
        key = place.text.lower()
        if key in seen or counts_others(counted, place) or not _stands_alone(place, after.get(place.at)):
            continue
        seen.add(key)
        wanted = subject_of(question, context, place)
        own = coverage(wanted, called_as_asked(place.words, wanted), context.weights, default=context.unseen)
        around = place.words | place.above | place.beside
        near = coverage(wanted, around, context.weights, default=context.unseen)
        label = label_match(wanted, context, place)
        candidates.append((-(own + 0.5 * near + 0.5 * label + 0.3 / (1 + place.rank)), place.rank, place.index, place))
    candidates.sort(key=lambda item: item[:3])
    return [item[3] for item in candidates[:EMBED_AT_MOST]]


def _stands_alone(place: Place, after: Place | None) -> bool:
    """Whether a place says something by itself: no stray end of a sentence, no running head, no mere lead-in."""
    text = place.text
    if not place.words or len(text.split()) < 3 or text[:1].islower():
        return False
    if place.unit.row:  # its label may be one word: "Revenues"
        label = content_words(place.unit.row.label)
        named = bool(place.unit.row.columns) or not label or not all(word in place.title for word in label)
        return named and (bool(place.unit.row.columns) or len(place.unit.row.cells) == 1)  # of several which is which?
    if len(place.words) < 2 or _is_table_head(place):
        return False
    if text.endswith(":"):
        return after is not None and after.unit.kind is Kind.PROSE and after.unit.item
    return not _CUT_OFF.search(text) or bool(_FINITE.search(text))


def _is_table_head(place: Place) -> bool:
    """Whether a line without an end is the names of columns, run together: they have a word in common."""
    if place.unit.item or place.text.rstrip()[-1:] in ".!?:;”\"'’)":
        return False
    words = content_words(place.text)
    told = [word.lower() for word in place.text.split()]
    return len(told) >= LONG_HEAD and any(sum(word.startswith(stem) for word in told) >= COMMON for stem in words)


def choose(
    question: Question, ranked: Sequence[Ranked], context: Context, *, length: Length | None = None
) -> tuple[tuple[Place, ...], ...]:
    """Paragraphs of places to write, the most direct answer first; none when nothing answers the question.

    ``length``: what they have room for; that answer, with what it needs to be understood, is written in any case.
    """
    names = names_asked(question, context)
    ranked = [one for one in ranked if knows(one.place, names) and not _is_of_other_kind(question, one.place)]
    ranked = _of_figure(question, _of_owner(question, ranked))
    ranked = _of_period(question, ranked)
    best = next((one for one in ranked[:LEADS] if one.answers >= ANSWERABLE), None)
    if best is None:
        return ()
    picked = [best.place]
    for candidate in ranked:
        if len(picked) >= MOST.get(question.ask, MOST_OTHERWISE) or candidate.score < best.score - MARGIN:
            break
        if (
            candidate is not best
            and candidate.answers >= ALSO_ANSWERS
            and not any(repeats(candidate.place, other) or _is_row_again(candidate.place, other) for other in picked)
        ):
            picked.append(candidate.place)
    for number in range(len(picked), 1, -1):
        paragraphs = _in_paragraphs(picked[:number], question, context)
        if has_room(length, [Run(places=places) for places in paragraphs]):
            return paragraphs
    return _in_paragraphs(picked[:1], question, context)


def _is_of_other_kind(question: Question, place: Place) -> bool:
    """Whether a place gives what is still to come, or shares where what each earned is asked for."""
    return counts_otherwise(question, place) or looks_ahead(question, place)


def _of_figure(question: Question, ranked: Sequence[Ranked]) -> Sequence[Ranked]:
    """What tells the company's figure that is all that is asked for, where anything that may answer does."""
    asked = figure_asked(question, [one.place for one in ranked])
    ranked = [one for one in ranked if asked is None or not is_of_one_part(question, one.place)]
    told = [one for one in ranked if asked is not None and tells_figure(asked, one.place)]
    return told if any(one.answers >= ANSWERABLE for one in told) else ranked


def _of_owner(question: Question, ranked: Sequence[Ranked]) -> Sequence[Ranked]:
    """Without another's or a part's, where something that may answer is of what the question names, or the whole's."""
    may_answer = [one.place for one in ranked if one.answers >= ANSWERABLE]
    owners, wholes = owners_of(question, may_answer), wholes_among(may_answer)
    return [
        one
        for one in ranked
        if not is_of_other(question, owners, one.place) and not is_part_beside(question, wholes, one.place)
    ]


def _of_period(question: Question, ranked: Sequence[Ranked]) -> Sequence[Ranked]:
    """Without what tells of another period than the quarter or the whole year asked about.

    Where nothing tells of that one, what there is stays, unless it is another quarter's than the one asked for.
    """
    asked = period_asked(question.text)
    may_answer = [one for one in ranked if one.answers >= ANSWERABLE]
    if asked is None or not may_answer:
        return ranked
    if any(tells_of(asked, one.place) for one in may_answer):
        return [one for one in ranked if tells_of(asked, one.place) is not False]
    numbered = any(one.number for one in asked)
    return () if numbered and tells_of(asked, may_answer[0].place) is False else ranked


def repeats(place: Place, other: Place) -> bool:
    """Whether a place says again what another says: (nearly) the same words and figures.

    "In June 2015" is said again by "On June 23, 2015": days may be told by one of them alone. A longer sentence
    that begins with all of another says more than it.
    """
    if _begins(place, other):
        return True
    shared = len(place.words & other.words)
    if shared < 0.75 * min(len(place.words), len(other.words)):
        return False
    days, others = _days(place.text), _days(other.text)
    same_figures = _figures(_DAY.sub(" ", place.text)) == _figures(_DAY.sub(" ", other.text))
    return same_figures and (days <= others or others <= days)


def _is_row_again(place: Place, other: Place) -> bool:
    """Whether a row of a document gives what another of the same label gives, for more or for fewer years."""
    row, told = place.unit.row, other.unit.row
    if row is None or told is None or place.chunk.document_id != other.chunk.document_id or row.label != told.label:
        return False
    figures, others = frozenset(row.cells), frozenset(told.cells)
    return figures <= others or others <= figures


def _begins(place: Place, other: Place) -> bool:
    """Whether another sentence begins with all of a place, whose words are many enough to tell, and goes on."""
    words, longer = _in_order(place.text), _in_order(other.text)
    return len(place.words) >= MANY_WORDS and words == longer[: len(words)]


def _in_order(text: str) -> list[str]:
    return [bare for word in text.lower().split() if (bare := word.strip('().,;:"“”'))]


def _days(text: str) -> frozenset[str]:
    return frozenset(found[1].lower() for found in _DAY.finditer(text))


def _figures(text: str) -> frozenset[str]:
    return frozenset(word.strip("().,;:$%") for word in text.split() if any(letter.isdigit() for letter in word))


def _in_paragraphs(picked: Sequence[Place], question: Question, context: Context) -> tuple[tuple[Place, ...], ...]:
    """One paragraph per document, the best sentence's first; led by its best sentence, the others in reading order."""
    paragraphs = []
    for document in dict.fromkeys(place.chunk.document_id for place in picked):
        inside = [place for place in picked if place.chunk.document_id == document]
        lead, rest = inside[0], sorted(inside[1:], key=_position)
        before = [place for place in rest if place.rank == lead.rank and place.index == lead.index - 1]
        written: list[Place] = []
        for place in (*before, lead, *(place for place in rest if place not in before)):
            for part in _with_company(place, question, context):
                if not any(part.text == other.text for other in written):
                    written.append(part)
        paragraphs.append(tuple(written))
    return tuple(paragraphs)


def _position(place: Place) -> tuple[int, int]:
    start = place.chunk.start_offset + place.unit.start
    return (start, place.rank)


def _with_company(place: Place, question: Question, context: Context) -> list[Place]:
    """A place with the sentence it leans on, what takes it back, its list, or the rows its columns answer for."""
    near = {other.index: other for other in context.places if other.rank == place.rank}
    if place.unit.row and _asked_for_column(place, question, context):
        return _rows_around(place, near)
    company = [place]
    before = near.get(place.index - 1)
    if dangling(place.text) and before and before.unit.kind is Kind.PROSE and not before.text[:1].islower():
        company.insert(0, before)
    after = near.get(place.index + 1)
    if after and _takes_back(after, place):
        company.append(after)
    if place.text.endswith(":"):
        company += lists_of(context).of(place) or _rows_after(place, near)
    return company


def _takes_back(after: Place, place: Place) -> bool:
    """Whether what stands behind a place takes back or bounds what it says: "(Repealed 2020)"."""
    if place.unit.kind is not Kind.PROSE or after.unit.row:
        return False
    back = taken_back(place.chunk.content, place.unit.end, start=place.unit.start, claim=place.text)
    return bool(back) and back in " ".join(after.text.split())


def _rows_after(place: Place, near: Mapping[int, Place]) -> list[Place]:
    """The rows of the table that a sentence announces, at most MOST_ROWS."""
    rows: list[Place] = []
    while len(rows) < MOST_ROWS and (after := near.get(place.index + 1 + len(rows))) and after.unit.row:
        rows.append(after)
    return rows


def _asked_for_column(place: Place, question: Question, context: Context) -> bool:
    """Whether the question names a table's column rather than one of its rows: then every row answers."""
    row = place.unit.row
    if row is None or not row.columns or any(column.isdigit() for column in row.columns):
        return False
    wanted = subject_of(question, context, place)
    in_label = coverage(wanted, content_words(row.label), context.weights, default=context.unseen)
    in_columns = coverage(content_words(" ".join(row.columns)), wanted, context.weights, default=context.unseen)
    return in_label < COLUMN_ASKED and in_columns > COLUMN_NAMED


def _rows_around(place: Place, near: Mapping[int, Place]) -> list[Place]:
    """The rows of the place's table, at most MOST_ROWS, its own among them."""
    rows = [place]
    for step in (-1, 1):
        other = near.get(place.index + step)
        while other and other.unit.row and other.unit.row.columns == place.unit.row.columns and len(rows) < MOST_ROWS:
            rows.append(other)
            other = near.get(other.index + step)
    return sorted(rows, key=lambda row: row.index)
