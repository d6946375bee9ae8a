"""What the model reads between a claim and stretches of the passages: which are read, and what came of it.

A stretch is a window of about 60 words of one passage, or a longer sentence, as the model was trained on. Of all
stretches the one that shares most with a claim is read, and the one that does in each of the likeliest that it cites:
three are worth no more to this model (docs/judge.md), and a claim costs by how many there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log1p

from apps.agents.judge.evidence import Claimed, Window, window_of
from apps.agents.judge.voice import in_own_voice
from apps.agents.reading.clauses import parts_of
from apps.agents.reading.context import Context, Place
from apps.agents.reading.passages import Kind
from apps.agents.reading.windows import likeliest, shares_of
from apps.agents.reading.words import coverage
from apps.core.stretches import as_read, stretch_spans
from apps.inference.contracts import Entailment
from apps.verification.numbers.lint import number_findings
from apps.verification.quote_lock import says_something
from apps.verification.types import LONGEST_CLAIM, ContextChunk

READ = 1  # stretches of a claim, or of a clause of it
MOST_CITED = 3  # passages that a claim cites of which a stretch is read in any case
MOST_PARTS = 4  # clauses of a claim that are read by themselves; one of more is read as a whole
LEAST_WORDS = 2  # of content that a claim must have to be read
FARTHEST = 8.0  # a lead beyond it says no more


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """chunk.content[start:end], and as the model reads it. ``rank``: of its chunk in the context."""

    chunk: ContextChunk
    rank: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A stretch against a claim: by how much the model holds it for supported, or contradicted, before not enough.

    Both are differences of logits, -FARTHEST … FARTHEST. Of a claim of several clauses the stretch is asked about
    some or all. ``contradicted`` is of the one of these it speaks against most, ``in_part`` of the one it bears out
    most; ``supported`` is that too, yet never more than of the clause that is borne out least by whatever stretch
    bears it out most.
    """

    stretch: Stretch
    supported: float
    contradicted: float
    in_part: float

    @property
    def odds(self) -> float:
        """The log odds that the stretch bears the claim out, as the model holds it."""
        return _odds(self.supported, self.contradicted)

    @property
    def odds_in_part(self) -> float:
        """The same of the clause that it bears out most."""
        return _odds(self.in_part, self.contradicted)

    def covers(self, window: Window) -> bool:
        """Whether the window's first place stands in the stretch."""
        first = window.places[0].unit.start
        return window.chunk is self.stretch.chunk and self.stretch.start <= first < self.stretch.end


def _odds(supported: float, contradicted: float) -> float:
    """Of supported against the two others, from their leads over not enough."""
    return supported - log1p(exp(contradicted))


def readings(
    claim: Claimed, context: Context, entailment: Entailment, *, cited: frozenset[str] = frozenset()
) -> tuple[Reading, ...]:
    """In the order of the passages; none of a claim too long to be compared, or that says nothing."""
    if len(claim.text) > LONGEST_CLAIM or len(claim.words) < LEAST_WORDS:
        return ()
    rows = _rows(claim.text, _asked(claim.text, stretches_of(context), cited), context)
    if not rows:
        return ()
    logits = entailment.logits([(part, stretch.text) for stretch, parts in rows for part in parts.values()])
    told = iter((logits[:, :2] - logits[:, 2:]).clip(-FARTHEST, FARTHEST).tolist())  # supported, contradicted
    leads = [{clause: next(told) for clause in parts} for _, parts in rows]
    clauses = {clause for own in leads for clause in own}
    least = min(max(own[clause][0] for own in leads if clause in own) for clause in clauses)
    return tuple(_reading(stretch, list(own.values()), least) for (stretch, _), own in zip(rows, leads, strict=True))


def _reading(stretch: Stretch, leads: Sequence[Sequence[float]], least: float) -> Reading:
    """Of the leads for and against each clause that the stretch was asked about; ``least``: see Reading."""
    best = max(supported for supported, _ in leads)
    return Reading(
        stretch=stretch,
        supported=min(best, least),
        contradicted=max(contradicted for _, contradicted in leads),
        in_part=best,
    )


def stretches_of(context: Context) -> list[Stretch]:
    """Those of every passage, in order."""
    return [
        Stretch(chunk=places[0].chunk, rank=rank, start=start, end=end, text=text)
        for rank, places in enumerate(context.chunks)
        if places
        for start, end, text in _stretched(places[0].chunk.content)
    ]


@lru_cache(maxsize=1024)
def _stretched(content: str) -> tuple[tuple[int, int, str], ...]:
    return tuple((start, end, as_read(content[start:end])) for start, end in stretch_spans(content))


def likeliest_window(claim: Claimed, stretch: Stretch, context: Context) -> Window | None:
    """The sentence or row of a stretch to quote where nothing else stands out.

    Of those in which the fewest of the claim's figures are amiss the one that shares most with it.
    """
    windows = [window_of(place, claim, context) for place in _inside(stretch, context) if says_something(place.text)]

    def told(window: Window) -> tuple[int, float]:
        return -len(number_findings(claim.text, [window.context])), _shared(claim, window.places[-1], context)

    return max(windows, key=told, default=None)


def _asked(claim: str, stretches: Sequence[Stretch], cited: frozenset[str]) -> list[tuple[Stretch, set[int]]]:
    """The stretches that are read, in the order of the passages, and which clauses of the claim each is asked about.

    A clause is asked of the stretch that shares most with it, and of the one that does in each of the likeliest cited
    passages; of several the one that shares more with the whole claim. What has the very words of such a stretch is
    one too.
    """
    texts = [one.text for one in stretches]
    order = likeliest(range(len(texts)), shares_of(claim, texts))
    of_cited: dict[str, list[int]] = {}
    for place in order:
        if stretches[place].chunk.key in cited:
            of_cited.setdefault(stretches[place].chunk.key, []).append(place)
    unlike: dict[str, list[int]] = {}  # by their likeliest stretch: a copy of it is read anyway
    for places in of_cited.values():
        unlike.setdefault(stretches[places[0]].text, places)
    among = [order, *list(unlike.values())[:MOST_CITED]]
    asked: dict[str, set[int]] = {}
    for clause, part in enumerate(_clauses_of(claim)):
        shares = shares_of(part, texts)
        for places in among:
            for best in likeliest(places, shares)[:READ]:
                asked.setdefault(stretches[best].text, set()).add(clause)
    return [(one, asked[one.text]) for one in stretches if one.text in asked]


def _rows(
    claim: str, asked: Sequence[tuple[Stretch, set[int]]], context: Context
) -> list[tuple[Stretch, dict[int, str]]]:
    """What each stretch is asked, by clause; the claim as a whole where some put it in another number of clauses."""
    told = [_in_voice_of(claim, stretch, context) for stretch, _ in asked]
    parts = [_clauses_of(one) for one in told]
    if len({len(own) for own in (*parts, _clauses_of(claim))}) > 1:
        return [(stretch, {0: one}) for (stretch, _), one in zip(asked, told, strict=True)]
    return [
        (stretch, {clause: own[clause] for clause in sorted(clauses)})
        for (stretch, clauses), own in zip(asked, parts, strict=True)
    ]


def _clauses_of(claim: str) -> tuple[str, ...]:
    """Those that are read by themselves; a claim of many is read as a whole."""
    parts = parts_of(claim)
    return parts if len(parts) <= MOST_PARTS else (claim,)


def _in_voice_of(claim: str, stretch: Stretch, context: Context) -> str:
    """The claim as a company's report puts what it says of itself, if the stretch does so anywhere."""
    for place in _inside(stretch, context):
        if (own := in_own_voice(claim, place)) != claim:
            return own
    return claim


def _inside(stretch: Stretch, context: Context) -> list[Place]:
    return [
        place
        for place in context.chunks[stretch.rank]
        if place.unit.kind in (Kind.PROSE, Kind.ROW) and stretch.start <= place.unit.start < stretch.end
    ]


def _shared(claim: Claimed, place: Place, context: Context) -> float:
    return coverage(claim.words, place.words, context.weights, default=context.unseen)
