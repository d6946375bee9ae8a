"""Windows of passages that may bear on a claim, and what can be measured between the two."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import chain
from math import exp

from apps.agents.judge.alignment import NEAR_COPY, aligned, in_another_order
from apps.agents.judge.deeds import speaks_not_for
from apps.agents.judge.voice import in_own_voice, without_speaker
from apps.agents.reading.context import Context, Place, spelled_out, titled
from apps.agents.reading.passages import Kind
from apps.agents.reading.tables import misplaced
from apps.agents.reading.words import content_words, coverage, names, plain, stem
from apps.core.periods import MONTHS
from apps.inference.memory import SentenceMemory
from apps.verification.lexicon import RESTATED
from apps.verification.numbers.lint import NumberFinding, QuoteContext, number_findings
from apps.verification.numbers.reading import parse_quantities
from apps.verification.quote_lock import says_something
from apps.verification.types import LONGEST_CLAIM, ContextChunk
from apps.verification.wording.additions import DENIED
from apps.verification.wording.clauses import EXCEPTION
from apps.verification.wording.faults import ModalityFinding
from apps.verification.wording.list_heads import turns
from apps.verification.wording.lists import turning_head
from apps.verification.wording.modality import modality_findings
from apps.verification.wording.standing import Standing, spelled, standing_in

_MEASURING = frozenset(
    content_words(
        "maximum minimum limit exceed least most cap ratio rate percent amount number total average up approximately"
    )
)
_ANNOUNCING = frozenset(content_words("following follows these any all none case cases event do does"))
_NOT = re.compile(r"cannot|n['’]t")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SHORT_MONTHS = {month[:3].lower(): stem(month) for month in MONTHS}
PER_CHUNK = 2  # places looked at closely in each passage
READ_BEFORE_ROW = 2000  # characters before a quote in which the number lint looks for a table's head
READ_BEFORE_SENTENCE = 300  # … and for the year a sentence speaks of
LEAST_DENIED = 4  # words of content of a claim, "never" among them: the fewer a denial has, the more it denies
ALL_WORDS = 0.95  # share of a claim's content words
SAME_WORDS = 0.9  # both ways, from which two sentences speak of one subject in the same words
LEAST_RIVAL = 0.45  # the same, where only contradictions are looked for
LEAST_COVERED = 0.25  # of a claim's words, below which a sentence is not looked at


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
        far = READ_BEFORE_ROW if self.places[0].unit.row else READ_BEFORE_SENTENCE
        return QuoteContext(
            text=plain(self.quote),
            before=self.chunk.content[max(0, self.start - far) : self.start],
            headings=self.chunk.heading_path,
            context=f"{self.chunk.context_line}\n{self.chunk.title}",
        )


class Denial(Enum):
    """How a claim denies something, if it does, beside how the window puts it."""

    NONE = auto()  # it denies nothing
    ALIKE = auto()  # nearly in the window's words, by the same word unless the order is the same too
    OTHERWISE = auto()  # in words of its own, by a word that the window does not deny by, if it denies at all
    OPEN = auto()  # so that what it reaches is open: by the same word over other ones, by another, or of few words


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Claim against window. Shares are 0 … 1."""

    covered: float  # of the claim's content words by the window
    subject: (
        float  # the same with headings, of the words that say what is spoken of: without "maximum", "exceed", "amount"
    )
    subject_back: float  # of the window's such words by the claim
    returned: float  # of the window's content words by the claim
    order: float  # of the claim's words, small ones too, that the window has in the same order
    inside: float  # of the words of the window between the first and last of those, that the claim leaves out
    cosine: float  # of the claim and the nearest sentence of the window
    missing_names: float
    numbers: tuple[NumberFinding, ...]
    limits_differ: bool  # the same words, each with a figure that the other does not bear out
    modality: tuple[ModalityFinding, ...]
    misplaced: bool  # a figure of a table row under another year than its own
    bound: bool  # all words of the claim in one piece, beside others of which nobody knows what they do to it
    denied: bool  # it denies what the claim says is done, or tells of what was done where that demands
    altered: bool  # a near copy in which a figure, a denial or a modal was exchanged
    moved: bool  # a near copy with a word of content in another place
    torn: bool  # a near copy without what may have parted what is left
    exchanged: bool  # a near copy with a word of content where the window has another
    reordered: bool  # all words of the claim in an order in which who does what may be another
    denial: Denial

    @property
    def is_rearranged(self) -> bool:
        """Whether who does what to whom may be another, the words being the same."""
        return self.moved or self.reordered

    @property
    def is_patched(self) -> bool:
        """Whether it is a near copy that left out or exchanged what may matter."""
        return self.torn or self.exchanged

    @property
    def faulty(self) -> bool:
        """Whether a figure, a denial, a demand or an exception does not agree."""
        return bool(self.numbers or self.modality or self.misplaced or self.denied or self.altered)

    @property
    def contrary(self) -> bool:
        """Whether the window plainly says otherwise, rather than less."""
        return (
            self.misplaced or self.limits_differ or any(one.fault.is_plain for one in (*self.numbers, *self.modality))
        )


def claimed_of(text: str) -> Claimed:
    line = plain(text)
    return Claimed(text=line, words=content_words(line), names=names(line))


def candidates(claim: Claimed, context: Context, *, least: float = LEAST_COVERED) -> list[Window]:
    """The most promising windows, at most PER_CHUNK per chunk, in the order of the chunks; none for too long a claim.

    ``least``: the share of the claim's words that a sentence (a table row: with its headings) must have.
    """
    if len(claim.text) > LONGEST_CLAIM:
        return []
    words = spelled_out(claim.words, context.long_forms)
    by_chunk: dict[int, list[tuple[float, int, Place]]] = {}
    for share, place in context.covering(words, least=least):
        by_chunk.setdefault(place.rank, []).append((-share, place.index, place))
    windows = [
        window
        for rank in sorted(by_chunk)
        for _, _, place in sorted(by_chunk[rank], key=lambda item: item[:2])[:PER_CHUNK]
        for window in (window_of(place, claim, context), _grown(claim, place, context))
        if says_something(window.quote)
    ]
    return list({(window.chunk.key, window.start, window.end): window for window in windows}.values())


def window_of(place: Place, claim: Claimed, context: Context) -> Window:
    """The place alone; behind the head of its list where that turns it, and the claim says so too."""
    head = _head_of(place, context)
    if head is not None and turns(claim.text) and _restates(claim, head, place):
        return Window(chunk=place.chunk, places=(head, place), start=head.unit.start, end=place.unit.end)
    return Window(chunk=place.chunk, places=(place,), start=place.unit.start, end=place.unit.end)


def _head_of(place: Place, context: Context) -> Place | None:
    # one that stands before the passage can be no part of a quote
    found = _head_over(place.chunk.content, place.unit.start) if place.unit.kind is Kind.PROSE else None
    if found is None:
        return None
    return next((one for one in context.chunks[place.rank] if one.unit.start <= found[0] < one.unit.end), None)


@lru_cache(maxsize=4096)
def _head_over(content: str, at: int) -> tuple[int, int] | None:
    """Asked for each sentence of the passages by each claim."""
    return turning_head(content, at)


def _restates(claim: Claimed, head: Place, item: Place) -> bool:
    """Whether the claim says what a head does, or what turns in it behind a comma ("While it owes, nobody may:").

    An item with an exception of its own is read with all of its head: what the exception is from, the whole says.
    """
    main = head.text.rpartition(",")[2]
    said = (head.text, main) if turns(main) and not EXCEPTION.search(item.text) else (head.text,)
    tellings = (tuple(word for word in content_words(text) if word not in _ANNOUNCING) for text in said)
    return any(telling and coverage(telling, claim.words, {}, default=1.0) >= RESTATED for telling in tellings)


def _grown(claim: Claimed, place: Place, context: Context) -> Window:
    """The place, with a neighbour on either side where that says clearly more of the claim."""
    near = context.chunks[place.rank]
    own = window_of(place, claim, context)
    if len(own.places) > 1:
        return own
    places = [place]
    have = set(place.words)
    wanted = set(claim.words)
    if place.unit.kind is Kind.PROSE:
        for step in (-1, 1):
            at = place.index + step
            other = near[at] if 0 <= at < len(near) else None
            if other and other.unit.kind is Kind.PROSE and len((other.words & wanted) - have) >= 2:
                places.append(other)
                have |= other.words
    places.sort(key=lambda item: item.index)
    return Window(chunk=place.chunk, places=tuple(places), start=places[0].unit.start, end=places[-1].unit.end)


def measure(
    claim: Claimed, windows: Sequence[Window], context: Context, memory: SentenceMemory
) -> tuple[Measures, ...]:
    """Everything that can be seen between a claim and each window."""
    if not windows:
        return ()
    put = [_in_voice_of(claim, window) for window in windows]
    texts = [[place.text for place in window.places] for window in windows]
    vectors = iter(memory.vectors([*(one.text for one in put), *chain.from_iterable(texts)]))
    claims = [next(vectors) for _ in put]
    cosines = [max(float(next(vectors) @ own) for _ in text) for own, text in zip(claims, texts, strict=True)]
    return tuple(
        _measures(one, window, context, cosine, claim.text)
        for one, window, cosine in zip(put, windows, cosines, strict=True)
    )


def _in_voice_of(claim: Claimed, window: Window) -> Claimed:
    """The claim as a company's report puts what it says of itself: where that names nobody, nor does the claim."""
    text = in_own_voice(claim.text, window.places[0])
    return claim if text == claim.text else claimed_of(text)


def _measures(claim: Claimed, window: Window, context: Context, cosine: float, as_told: str) -> Measures:
    """``claim``: in the document's voice; ``as_told``: as it stands."""
    have = window.words
    held = standing_in(spelled(claim.text), window.text)
    words = aligned(claim.text, window.text, held)
    order = content_words(window.text)
    own_words, window_words = spelled_out(claim.words, context.long_forms), spelled_out(order, context.long_forms)
    known = window.places[0].title | window.places[0].chunk_words
    known |= {_SHORT_MONTHS[word] for word in known & _SHORT_MONTHS.keys()}
    weights, unseen = context.weights, context.unseen
    forth, back = subjects(claim, window, context)
    covered = coverage(own_words, have, weights, default=unseen)
    return Measures(
        covered=covered,
        subject=forth,
        subject_back=back,
        returned=coverage(window_words, set(own_words), weights, default=unseen),
        order=words.order,
        inside=words.inside,
        cosine=cosine,
        missing_names=1.0 - coverage(spelled_out(claim.names, context.long_forms), known, {}, default=1.0),
        numbers=number_findings(as_told, [window.context]),
        limits_differ=min(forth, back) >= SAME_WORDS and _limits_differ(as_told, plain(window.quote)),
        modality=() if held >= Standing.BESIDE else modality_findings(as_told, [plain(window.quote)]),
        bound=Standing.TURNED < held <= Standing.AMID,
        denied=held < Standing.BESIDE
        and any(speaks_not_for(without_speaker(as_told, place), place.text) for place in window.places),
        altered=words.altered,
        moved=words.moved,
        torn=words.torn,
        exchanged=words.exchanged,
        denial=_denial(claim, window.text, covered, ordered=words.order >= NEAR_COPY),
        reordered=covered >= ALL_WORDS and words.order < NEAR_COPY and in_another_order(claim.text, window.text),
        misplaced=any(place.unit.row and misplaced(place.unit.row, as_told) for place in window.places),
    )


def _denial(claim: Claimed, window: str, covered: float, *, ordered: bool) -> Denial:
    mine, theirs = _denials(claim.text), _denials(window)
    if not mine:
        return Denial.NONE
    like = covered >= NEAR_COPY
    if ordered or (like and mine == theirs):
        return Denial.ALIKE
    own = not (like or mine & theirs)
    return Denial.OTHERWISE if own and len(set(claim.words)) >= LEAST_DENIED else Denial.OPEN


def _denials(text: str) -> Counter[str]:
    return Counter(_NOT.sub("not", one[0].lower()) for one in DENIED.finditer(text))


def subjects(claim: Claimed, window: Window, context: Context) -> tuple[float, float]:
    """Shares of the claim's subject that the window has, and of the window's that the claim has (see Measures)."""
    speaker = titled(claim.names, window.places[0])
    own = [word for word in spelled_out(claim.words, context.long_forms) if word not in speaker]
    theirs = [word for word in spelled_out(content_words(window.text), context.long_forms) if word not in speaker]
    weights, unseen = context.weights, context.unseen
    if speaker and not _subject_of(theirs):
        return 0.0, 0.0  # a row that names nothing but the company whose report it is in
    return (
        coverage(_subject_of(own), window.words | window.above, weights, default=unseen),
        coverage(_subject_of(theirs), set(own), weights, default=unseen),
    )


def same_period(one: ContextChunk, other: ContextChunk) -> bool:
    """Whether two passages may speak of the same time: their titles and headings do not name other years."""
    years, others = _years_over(one), _years_over(other)
    return not years or not others or not years.isdisjoint(others)


def _years_over(chunk: ContextChunk) -> set[str]:
    return set(_YEAR.findall(" ".join((chunk.title, chunk.filename, *chunk.heading_path)).replace("_", " ")))


def _subject_of(words: Iterable[str]) -> tuple[str, ...]:
    """``words`` without those that only bound or measure: "maximum", "exceed", "ratio"."""
    return tuple(word for word in words if word not in _MEASURING)


def _limits_differ(claim: str, passage: str) -> bool:
    """Whether two sentences with a figure each disagree when turned round: "at most 70%" bears out "at most 75%"."""
    if len(parse_quantities(claim)) != 1 or len(parse_quantities(passage)) != 1:
        return False
    return any(one.fault.is_plain for one in number_findings(passage, [QuoteContext(text=claim)]))


def sigmoid(odds: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))
