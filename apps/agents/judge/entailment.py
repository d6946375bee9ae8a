"""What the model reads between a claim and stretches of the passages: which are read, and what came of it.

A stretch is a window of about 60 words of one passage, or a longer sentence, as the model was trained on. Of all
stretches the one that shares most with a claim is read, and one of a passage that the claim cites in any case: on the
public sets one is as good as three, and a claim costs by how many there are.
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
from apps.agents.reading.windows import as_read, likeliest, stems, window_spans
from apps.agents.reading.words import coverage
from apps.inference.contracts import Entailment
from apps.verification.types import LONGEST_CLAIM, ContextChunk

READ = 1  # stretches of a claim, or of a clause of it, besides one that the claim cites
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

    Both are differences of logits, -FARTHEST … FARTHEST. Of a claim of several clauses the stretch is asked about each:
    ``contradicted`` is of the clause it speaks against most, ``in_part`` of the one it bears out most; ``supported`` is
    that too, yet never more than of the clause that is borne out least by whatever stretch bears it out most.
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
    chosen = _chosen(claim.text, stretches_of(context), cited)
    if not chosen:
        return ()
    told = [_in_voice_of(claim.text, stretch, context) for stretch in chosen]
    parts = [parts_of(one) for one in told]
    alike = len({len(own) for own in parts}) == 1 and 1 < len(parts[0]) <= MOST_PARTS
    asked = parts if alike else [(one,) for one in told]
    pairs = [(part, stretch.text) for stretch, own in zip(chosen, asked, strict=True) for part in own]
    logits = entailment.logits(pairs).reshape(len(chosen), -1, 3)
    leads = (logits[:, :, :2] - logits[:, :, 2:]).clip(-FARTHEST, FARTHEST)  # stretch, part, supported or contradicted
    least = leads[:, :, 0].max(axis=0).min()
    return tuple(
        Reading(
            stretch=stretch,
            supported=float(min(own[:, 0].max(), least)),
            contradicted=float(own[:, 1].max()),
            in_part=float(own[:, 0].max()),
        )
        for stretch, own in zip(chosen, leads, strict=True)
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
    return tuple((start, end, as_read(content[start:end])) for start, end in window_spans(content))


def likeliest_window(claim: Claimed, stretch: Stretch, context: Context) -> Window | None:
    """The sentence or row of a stretch that shares most with the claim: what to quote where nothing else stands out."""
    inside = _inside(stretch, context)
    if not inside:
        return None
    best = max(inside, key=lambda place: _shared(claim, place, context))
    return window_of(best, claim, context)


def _chosen(claim: str, stretches: Sequence[Stretch], cited: frozenset[str]) -> list[Stretch]:
    """Those that share most with the claim, or with one of its clauses, which may stand in several passages."""
    told = [stems(one.text) for one in stretches]
    parts = parts_of(claim)
    asked = parts if len(parts) <= MOST_PARTS else [claim]
    taken = {place for part in asked for place in likeliest(part, told, most=READ)}
    if cited and not any(stretches[place].chunk.key in cited for place in taken):
        order = likeliest(claim, told, most=len(told))
        taken.update([place for place in order if stretches[place].chunk.key in cited][:1])
    return [stretches[place] for place in sorted(taken)]


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
