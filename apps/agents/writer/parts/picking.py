"""Which runs of sentences a section tells: near to what it is about, none twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.agents.reading.context import Context, Place, spelled_out
from apps.agents.reading.words import content_words, coverage
from apps.agents.writer.sentences.bearing import says_little
from apps.agents.writer.sentences.leaning import leans_in_place
from apps.agents.writer.sentences.lists import Lists, lists_of
from apps.agents.writer.sentences.openings import opening_of, words_of
from apps.agents.writer.sentences.prose import LONGEST_RUN, Run, runs_of
from apps.agents.writer.sentences.ranking import states_figure
from apps.agents.writer.sentences.retold import without_retold
from apps.agents.writer.sentences.rows import full_label, head_over
from apps.agents.writer.sentences.selection import repeats
from apps.agents.writer.sentences.soundness import stands_alone
from apps.agents.writer.sentences.spans import spoken, without_spans
from apps.agents.writer.sentences.taking import taken
from apps.agents.writer.sentences.terms import is_term, says_term, without_denied
from apps.agents.writer.sentences.trade import glossed
from apps.inference.memory import SentenceMemory
from apps.retrieval.requests.length import Length

LOOKED_AT = 60  # sentences whose vectors are compared: bounds the time
LEAST = 0.32  # relevance of a run's best sentence
KEPT = 0.55  # of the best sentence's relevance, that a sentence must have to be worth telling
NAMED, HEADED, MEANT = 0.6, 0.75, 0.5  # share of the topic in a sentence or above it, cosine: it speaks of the topic
MEANT_TERM = 0.6  # the cosine where the topic is a term, which other sentences have a word of
SCATTERED = 0.5  # what the words of a term are worth that stand far from one another
ALL_NAMED = 0.6  # what a row's label is worth that holds all of the topic among other words
ROW_SHARE, ROW_SAYS = 0.5, 0.4  # share of a row's label that must be asked for, and of what is asked that it says
MOST_ROWS, MOST_DATED = 4, 12  # with the rows of one value that a heading dates: they are a list
LITTLE = 0.88  # what a sentence of a report is worth that has the topic's word only beside what it says
LACKING = 0.5  # of what a sentence lacks, that it costs to tell it between others
ADDED = 0.02  # what a sentence is worth beyond its relevance: of two tellings the fuller one is the better
OPENS = 1.0  # the same where a document's own section on the topic begins with it
_BY_YEAR = frozenset(content_words("year years annual annually yearly"))
_PERIOD = frozenset(["fy", "fiscal", "year"])
_FIGURES = 0.05  # what a figure adds
_COSINE, _OWN, _ABOVE, _RANK = 0.56, 0.2, 0.18, 0.06  # parts of the relevance, 1 in all


@dataclass(frozen=True, slots=True, kw_only=True)
class Picking:
    """What is looked for: ``most`` sentences about ``about`` in runs of ``longest`` at most, none of ``told``."""

    about: str
    most: int
    told: tuple[Place, ...] = ()
    whole: Context
    longest: int = LONGEST_RUN
    rows: bool = True
    share: Length | None = None  # what there is room for


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """(rank, index) → 0 … 1, of the places worth a look.

    ``named``: those that speak of the topic itself; ``under``: those under a heading that is the topic; ``opening``:
    those that a document's own section on it begins with.
    """

    values: Mapping[tuple[int, int], float]
    named: frozenset[tuple[int, int]]
    under: frozenset[tuple[int, int]]
    opening: frozenset[tuple[int, int]]

    def of(self, place: Place) -> float:
        return self.values.get(place.at, 0.0)


def pick(places: Sequence[Place], picking: Picking, memory: SentenceMemory) -> tuple[Run, ...]:
    """Runs in the order they are told: the best one's document first, in each as it goes; rows after sentences."""
    relevance = relevance_of(places, picking, memory)
    lists = lists_of(picking.whole)
    sentences = [
        place
        for place in lists.tellable([place for place in places if place.unit.row is None])
        if stands_alone(place) or lists.holds(place)
    ]
    best = max((relevance.of(place) for place in sentences), default=0.0)
    ranked: list[tuple[float, Run]] = []
    if best >= LEAST or relevance.opening:
        least = max(LEAST, KEPT * best)
        found = [one for run in runs_of(sentences) for one in _windows(run, lists, relevance, least, picking)]
        ranked = sorted(found, key=lambda one: (-one[0], one[1].places[0].at))
    rows = _rows(places, picking) if picking.rows else ()
    runs = [run for _, run in ranked]
    chosen, rows = taken(runs, rows, most=picking.most, told=picking.told, share=picking.share)
    return without_retold((*_in_order(chosen, rows, relevance), *rows), picking.told)


def relevance_of(places: Sequence[Place], picking: Picking, memory: SentenceMemory) -> Relevance:
    """How near to what is looked for, in words, by what stands above, and in meaning."""
    context = picking.whole
    wanted = spelled_out(content_words(picking.about), context.long_forms)
    opening = opening_of(places, picking.about)
    term = is_term(wanted, context)
    by_words, named, under, scattered = {}, set(opening), set(opening), set()
    for place in places:
        at = place.at
        said = glossed(spoken(place))
        own = coverage(wanted, said, context.weights, default=context.unseen)
        above = coverage(wanted, place.above, context.weights, default=context.unseen)
        figures = _FIGURES * states_figure(place.text)
        by_words[at] = _OWN * own + _ABOVE * above + _RANK / (1 + 0.2 * place.rank) + figures
        either = coverage(wanted, said | place.above, context.weights, default=context.unseen)
        if heads(place, wanted, context):
            under.add(at)
        if term and not says_term(place, wanted, said):
            scattered |= {at} if set(wanted) <= said | place.above else set()
        elif own >= NAMED or above >= HEADED or (own and either >= HEADED) or at in under:
            named.add(at)
    looked_at = sorted(by_words, key=lambda at: (-by_words[at], at))[:LOOKED_AT]
    texts = {place.at: place.text for place in places}
    vectors = memory.vectors([picking.about, *(texts[at] for at in looked_at)])
    cosines = dict(zip(looked_at, (vectors[1:] @ vectors[0]).tolist(), strict=True))
    little = _saying_little(places, picking.about)
    meant = {at for at, cosine in cosines.items() if cosine >= (MEANT_TERM if term else MEANT)}
    return Relevance(
        values={
            at: (by_words[at] + _COSINE * max(0.0, cosine))
            * (SCATTERED if at in scattered - meant else 1)
            * (LITTLE if at in little else 1)
            for at, cosine in cosines.items()
        },
        named=frozenset(named | meant),
        under=frozenset(under),
        opening=opening - little,
    )


def _saying_little(places: Sequence[Place], topic: str) -> set[tuple[int, int]]:
    """Where a sentence of a report has the topic's word only beside what it says."""
    sentences = (place for place in places if place.unit.row is None and place.chunk.scaled)
    return {place.at for place in sentences if says_little(place.text, topic)}


def heads(place: Place, wanted: Sequence[str], context: Context) -> bool:
    """Whether the heading right above a place is what is wanted, and hardly more."""
    above = content_words(without_denied(place.heading))
    asked = coverage(wanted, above, context.weights, default=context.unseen)
    return bool(above and wanted) and asked >= HEADED and len(set(above) - set(wanted)) <= len(set(wanted))


def _windows(
    run: Sequence[Place], lists: Lists, relevance: Relevance, least: float, picking: Picking
) -> list[tuple[float, Run]]:
    """Parts of a run that begin on their own feet, with what they are worth: what lies above ``least`` summed up.

    A list is told with all of its items or not at all.
    """
    found = []
    for start, place in enumerate(run):
        if leans_in_place(place) or lists.holds(place):
            continue
        if place.text.endswith(":"):
            listed = run[start : start + 1 + len(lists.after[place.at])]
            if picking.longest > 1:
                found.append((_worth(listed[:2], relevance, least), Run(places=tuple(listed))))
            continue
        for end in range(start, min(len(run), start + picking.longest)):
            if run[end].text.endswith(":") or lists.holds(run[end]):
                break
            if any(repeats(run[end], earlier) for earlier in run[start:end]):
                break
            part = run[start : end + 1]
            found.append((_worth(part, relevance, least), Run(places=tuple(part))))
    return [one for one in found if one[0] > 0]


def _worth(places: Sequence[Place], relevance: Relevance, least: float) -> float:
    """What lies above ``least``, summed up; nothing without a sentence that speaks of the topic itself.

    One below it costs a part of what it lacks, but for those under a heading that is the topic, and those that go on
    from the one before: without them it says only half of the rule.
    """
    if not any(place.at in relevance.named for place in places):
        return 0.0
    worth = 0.0
    for place in places:
        at, above = place.at, relevance.of(place) - least
        belongs = at in relevance.under or leans_in_place(place)
        worth += max(above, 0.0) + ADDED if above > 0 or belongs else LACKING * above
        worth += OPENS * (at in relevance.opening)
    return worth


def _rows(places: Sequence[Place], picking: Picking) -> tuple[Run, ...]:
    """Rows whose label is asked for, the best first, each a run of its own."""
    context = picking.whole
    wanted = spelled_out(content_words(picking.about), context.long_forms)
    term = is_term(wanted, context)
    scored = []
    for place in places:
        if place.unit.row is None or place.unit.row.is_empty or (term and not _says_term(place, wanted)):
            continue
        label = full_label(place)
        asked = max(
            _asked_for(without_spans(place.unit.row.label), wanted, context),
            _asked_for(without_spans(label), wanted, context),
            _asked_for_head(place, wanted, context),
            ALL_NAMED * (_beside_years(wanted, place) <= glossed(frozenset(content_words(label)))),
            ROW_SHARE * _is_listed_under(place, picking.about),
        )
        said = glossed(place.above | frozenset(content_words(label)))
        says = coverage(wanted, said, context.weights, default=context.unseen)
        if asked >= ROW_SHARE and says >= ROW_SAYS:
            scored.append((-asked, len(label.split()), place.rank, place.index, place))
    kept: list[Place] = []
    for *_, place in sorted(scored, key=lambda one: one[:4]):
        most = MOST_ROWS if place.unit.row and place.unit.row.columns else MOST_DATED
        if len(kept) < most and not any(_same_row(place, other) for other in (*kept, *picking.told)):
            kept.append(place)
    return tuple(Run(places=(place,)) for place in sorted(kept, key=lambda place: place.at))


def _says_term(row: Place, wanted: Sequence[str]) -> bool:
    """Whether a row tells of a term: by its label or a heading above, or its label is no more than a word of it."""
    label = set(content_words(full_label(row)))
    return label <= set(wanted) or says_term(row, wanted, glossed(frozenset(label)))


def _beside_years(wanted: Sequence[str], place: Place) -> set[str]:
    """What is asked for but for "by year", which a row with a column for each year answers."""
    columns = place.unit.row.columns if place.unit.row else ()
    dated = bool(columns) and all(column.isdigit() for column in columns)
    return (set(wanted) - _BY_YEAR if dated else set(wanted)) or set(wanted)


def _is_listed_under(row: Place, topic: str) -> bool:
    """Whether a row stands in the document's own section on the topic, under a heading that dates it: they are a list.

    That heading is the section's own, or says no more than it: "FY24 Outlook" under "Fiscal 2024 Outlook".
    """
    wanted = words_of(topic)
    dated = words_of(head_over(row)) - _PERIOD if row.unit.row and not row.unit.row.columns else frozenset()
    return bool(dated) and wanted in map(words_of, (row.unit.heading, *row.chunk.heading_path[-1:])) and dated <= wanted


def _asked_for(words: str, wanted: Sequence[str], context: Context) -> float:
    """The share of the words that is asked for."""
    stems = spelled_out(content_words(words), context.long_forms)
    return coverage(stems, wanted, context.weights, default=context.unseen) if stems else 0.0


def _asked_for_head(place: Place, wanted: Sequence[str], context: Context) -> float:
    """The same of a column's head where the columns hold words, not years, and head and label say all that is asked."""
    row = place.unit.row
    columns = row.columns if row else ()
    if not row or any(any(letter.isdigit() for letter in column) for column in columns):
        return 0.0
    said = content_words(without_spans(" ".join((full_label(place), *columns))))
    if coverage(wanted, said, context.weights, default=context.unseen) < HEADED:
        return 0.0
    return max((_asked_for(column, wanted, context) for column in columns), default=0.0)


def _same_row(place: Place, other: Place) -> bool:
    rows = bool(place.unit.row and other.unit.row) and place.chunk.document_id == other.chunk.document_id
    return rows and full_label(place) == full_label(other)


def _in_order(runs: Sequence[Run], rows: Sequence[Run], relevance: Relevance) -> tuple[Run, ...]:
    """The document of the best run first; in each document what its own section on the topic begins with, else, where
    ``rows`` tell of it, a figure of it, else its most telling run, then the others as it goes."""
    documents = list(dict.fromkeys(run.document_id for run in runs))
    counted = {row.document_id for row in rows}
    first = {
        document: max(
            (run for run in runs if run.document_id == document),
            key=lambda run: _leading(run, relevance, counted=run.document_id in counted),
        )
        for document in documents
    }  # fmt: skip
    return tuple(sorted(runs, key=lambda run: (
        documents.index(run.document_id), run is not first[run.document_id],
        run.places[0].chunk.start_offset + run.places[0].unit.start,
    )))  # fmt: skip


def _leading(run: Run, relevance: Relevance, *, counted: bool) -> tuple[bool, bool, float]:
    place = run.places[0]
    opens = place.at in relevance.opening
    figure = counted and place.at in relevance.named and states_figure(place.text)
    return opens, figure, -place.index if opens else relevance.of(place)
