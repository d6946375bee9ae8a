"""Windows of passages that may bear on a claim, and what can be measured between the two."""

from dataclasses import dataclass
from math import exp

from apps.agents.judge.polarity import denies, opposed_words, polarity_of, shifts_force
from apps.agents.reading.context import Context, Place
from apps.agents.reading.memory import SentenceMemory
from apps.agents.reading.passages import Kind
from apps.agents.reading.words import content_words, coverage, names, plain
from apps.verification.number_lint import NumberFinding, QuoteContext, number_findings
from apps.verification.types import ContextChunk

PER_CHUNK = 2  # places looked at closely in each passage
WINDOW = 1  # sentences added on either side where they say more of the claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """A claim taken apart once."""

    text: str
    words: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Neighbouring places of one chunk: chunk.content[start:end] is the quote."""

    chunk: ContextChunk
    places: tuple[Place, ...]
    start: int
    end: int

    @property
    def quote(self) -> str:
        return self.chunk.content[self.start : self.end]

    @property
    def text(self) -> str:
        return " ".join(place.text for place in self.places)

    @property
    def words(self) -> frozenset[str]:
        return frozenset().union(*(place.words for place in self.places))

    @property
    def above(self) -> frozenset[str]:
        return self.places[0].above

    @property
    def context(self) -> QuoteContext:
        """The quote as the number lint reads it."""
        headings = self.chunk.heading_path
        return QuoteContext(
            text=self.quote,
            before=self.chunk.content[: self.start],
            headings=headings,
            context=f"{self.chunk.context_line}\n{self.chunk.title}",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Claim against window. Shares are 0 … 1."""

    covered: float  # of the claim's content words by the window
    covered_above: float  # the same with headings and title
    returned: float  # of the window's content words by the claim
    pairs: float  # of the claim's neighbouring word pairs that the window has too
    cosine: float
    missing_names: float
    numbers: tuple[NumberFinding, ...]
    has_numbers: bool
    denied: bool
    forced: bool
    opposed: bool
    conditions: int  # exceptions the window makes and the claim leaves out


def claimed_of(text: str) -> Claimed:
    line = plain(text)
    return Claimed(text=line, words=content_words(line), names=names(line))


def candidates(claim: Claimed, context: Context) -> list[Window]:
    """The most promising windows, at most PER_CHUNK per chunk, in the order of the chunks."""
    by_chunk: dict[int, list[tuple[float, int, Place]]] = {}
    for place in context.quotable():
        have = place.words | place.above if place.unit.kind is Kind.ROW else place.words
        share = coverage(claim.words, have, context.weights, default=context.unseen)
        by_chunk.setdefault(place.rank, []).append((-share, place.index, place))
    windows = []
    for rank in sorted(by_chunk):
        best = sorted(by_chunk[rank], key=lambda item: item[:2])[:PER_CHUNK]
        for share, _, place in best:
            if share < 0:
                windows.append(_grown(claim, place, context))
    return list({(window.chunk.key, window.start, window.end): window for window in windows}.values())


def _grown(claim: Claimed, place: Place, context: Context) -> Window:
    """The place, with a neighbour on either side where that says clearly more of the claim."""
    near = {other.index: other for other in context.places if other.rank == place.rank}
    places = [place]
    have = set(place.words)
    wanted = set(claim.words)
    if place.unit.kind is Kind.PROSE:
        for step in (-1, 1):
            other = near.get(place.index + step)
            if other and other.unit.kind is Kind.PROSE and len((other.words & wanted) - have) >= 2:
                places.append(other)
                have |= other.words
    places.sort(key=lambda item: item.index)
    return Window(chunk=place.chunk, places=tuple(places), start=places[0].unit.start, end=places[-1].unit.end)


def measure(claim: Claimed, window: Window, context: Context, memory: SentenceMemory) -> Measures:
    """Everything that can be seen between a claim and a window."""
    vectors = memory.vectors(
        [claim.text, window.text, *(place.text for place in window.places if len(window.places) > 1)]
    )
    have = window.words
    window_order = content_words(window.text)
    pairs = set(zip(claim.words, claim.words[1:], strict=False))
    window_pairs = set(zip(window_order, window_order[1:], strict=False))
    own, theirs = polarity_of(claim.text), polarity_of(window.text)
    known = have | window.above | {word for place in window.places for word in place.beside}
    lookup = coverage(claim.names, known, {}, default=1.0)
    return Measures(
        covered=coverage(claim.words, have, context.weights, default=context.unseen),
        covered_above=coverage(claim.words, have | window.above, context.weights, default=context.unseen),
        returned=coverage(window_order, set(claim.words), context.weights, default=context.unseen),
        pairs=len(pairs & window_pairs) / len(pairs) if pairs else 0.0,
        cosine=float((vectors[1:] @ vectors[0]).max()),
        missing_names=1.0 - lookup,
        numbers=number_findings(claim.text, [window.context]),
        has_numbers=any(letter.isdigit() for letter in claim.text),
        denied=denies(own, theirs),
        forced=shifts_force(own, theirs),
        opposed=opposed_words(frozenset(claim.words), have),
        conditions=max(0, theirs.conditions - own.conditions),
    )


def sigmoid(odds: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))
