"""The Judge that needs no model endpoint: a small model of its own reads, rules compare words, figures and denials."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from apps.agents.judge.alignment import NEAR_COPY
from apps.agents.judge.common_knowledge import is_common_knowledge
from apps.agents.judge.comparable import may_gainsay
from apps.agents.judge.entailment import Reading, likeliest_window, readings
from apps.agents.judge.evidence import (
    LEAST_COVERED,
    LEAST_RIVAL,
    Claimed,
    Measures,
    Window,
    candidates,
    claimed_of,
    measure,
    same_period,
    window_of,
)
from apps.agents.judge.facing import Faced, Facing, faced
from apps.agents.judge.rows import row_faced
from apps.agents.judge.scoring import (
    CAP_READ,
    CAP_WITH_FAULT,
    READ_THRESHOLDS,
    RULES_SURE,
    contradiction,
    most,
    support,
    support_in_part,
)
from apps.agents.judge.voice import is_of_another
from apps.agents.reading.context import Context, Place, read_context, spelled_out
from apps.inference.contracts import Entailment
from apps.inference.memory import SentenceMemory
from apps.verification.types import LONGEST_CLAIM, ClaimDraft, ContextChunk, Finding, Judgement, Stance
from apps.verification.wording.framing import told_of_another
from apps.verification.wording.standing import SHORTEST_PART, Standing, spelled, standing

READING = "reading"  # name of the Judge that has a model; measured by `evaluate judge`, not yet played
VERBATIM = 0.98  # the passage says it in the same words
VERBATIM_PART = 0.95  # … as a clause of a longer sentence
SAME_STATEMENT = 0.9  # … of the same, the same figures and the same time, in other words
CONTRARY_STATEMENT = 0.9  # … with one thing turned round
SURE = 0.8  # support from which a document is taken to say the claim
LIKE = 0.85  # cosine of two sentences that speak of one thing
LEAST = 0.2  # findings below it tell a reader nothing
TOO_LONG = "The claim is too long to be compared with the passages."


class BuiltinJudge:
    """Decides by the best window of one to three sentences, or table row, of each passage.

    ``entailment``: the model that reads around it (``READING``); without one words, vectors and figures alone decide.
    """

    prompts: Mapping[str, str] = MappingProxyType({})
    together = 1

    def __init__(self, *, memory: SentenceMemory, entailment: Entailment | None = None) -> None:
        self._memory = memory
        self._entailment = entailment
        self.name = "builtin" if entailment is None else READING

    def judge(self, *, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...]) -> Iterator[Judgement]:
        """One Judgement per claim, in order; its findings are the strongest first."""
        context = read_context(chunks)
        for claim in claims:
            claimed = claimed_of(told_of_another(claim.claim_text) or claim.in_full)
            cited = frozenset(claim.citations)
            findings = findings_on(claimed, context, self._memory, self._entailment, cited=cited)
            long = len(claimed.text) > LONGEST_CLAIM and not findings
            # what a passage speaks of is a matter of the documents: they may count otherwise
            known = not findings and is_common_knowledge(claim.claim_text)
            notes = TOO_LONG if long else ""
            yield Judgement(findings=findings, notes=notes, common_knowledge=known, judge=self.name)


def findings_on(
    claim: Claimed,
    context: Context,
    memory: SentenceMemory,
    entailment: Entailment | None = None,
    *,
    cited: frozenset[str] = frozenset(),
) -> tuple[Finding, ...]:
    """At most one supporting and one contradicting finding per passage, the surest first. ``cited``: its keys."""
    said = said_verbatim(claim, context)
    weighed = weighed_on(claim, context, memory, entailment, cited=cited, said=[window for window, _ in said])
    telling = [one for one in weighed if one.is_telling and not one.against]
    speaking_for = [*said, *((one.window, one.support) for one in telling)]
    in_part = [(one.window, READ_THRESHOLDS.weak) for one in weighed if one.in_part and not one.against]
    own = {places[0].chunk.document_id for places in context.chunks if places and places[0].chunk.key in cited}
    sure = [window.chunk for window, score in speaking_for if score >= SURE]
    having = [one for one in weighed if one.has_figures_of(claim)]
    speaking_against = [
        (one.window, one.against)
        for one in weighed
        if one.against
        and (one.window.chunk.document_id in own or one.is_contrary or may_gainsay(claim.text, one.window))
        and (one.is_telling_contrary or one.measures.modality or not any(other.settles(one, claim) for other in having))
        and _may_gainsay(one.window.chunk, sure)
    ]
    found = [
        *_best_of_each(speaking_for, Stance.SUPPORTS),
        *_best_of_each(speaking_against, Stance.CONTRADICTS),
        *(replace(one, partial=True) for one in _best_of_each(in_part, Stance.SUPPORTS)),
    ]
    return tuple(sorted(found, key=lambda finding: -finding.score))


def weighed_on(
    claim: Claimed,
    context: Context,
    memory: SentenceMemory,
    entailment: Entailment | None,
    *,
    cited: frozenset[str] = frozenset(),
    said: Sequence[Window] = (),
) -> "list[Weighed]":
    """The windows that may bear on a claim, weighed; ``said``: those that say it word for word, which are left out.

    Once it is said somewhere in the same words, other passages matter only where they may gainsay it: nothing is read.
    """
    settled = {window.chunk.key for window in said}
    least = LEAST_RIVAL if settled else LEAST_COVERED
    windows = [window for window in candidates(claim, context, least=least) if window.chunk.key not in settled]
    stands = _Stands(claim.text)
    windows += _facing(claim, context, windows, settled, stands)
    read = readings(claim, context, entailment, cited=cited) if entailment is not None and not settled else ()
    aside = _besides(claim, context, windows, read)
    alone = len({places[0].chunk.document_id for places in context.chunks if places}) == 1
    return [
        Weighed(
            window=window,
            measures=one,
            alone=alone,
            faced=[stands.at(place) for place in window.places],
            reading=max((one for one in read if one.covers(window)), key=lambda one: one.supported, default=None),
            reads=entailment is not None,
            unread=bool(read),
            of_another=bool(read) and any(is_of_another(claim.text, place) for place in window.places),
            aside=window in aside,
        )
        for window, one in zip([*windows, *aside], measure(claim, [*windows, *aside], context, memory), strict=True)
    ]


def _besides(claim: Claimed, context: Context, windows: list[Window], read: Sequence[Reading]) -> list[Window]:
    """A window of each stretch that was read and has none of ``windows``."""
    bare = [one.stretch for one in read if not any(map(one.covers, windows))]
    found = [window for stretch in bare if (window := likeliest_window(claim, stretch, context))]
    return list({(window.chunk.key, window.start, window.end): window for window in found}.values())


class _Stands:
    """How each sentence stands to one claim, found once."""

    def __init__(self, claim: str) -> None:
        self._claim = claim
        self._found: dict[tuple[str, int], Faced] = {}

    def at(self, place: Place) -> Faced:
        key = (place.chunk.key, place.index)
        if key not in self._found:
            found = Faced() if place.unit.row else faced(self._claim, place)
            self._found[key] = found if found.facing is not Facing.NONE else row_faced(self._claim, place)
        return self._found[key]


def _facing(
    claim: Claimed, context: Context, windows: list[Window], settled: set[str], stands: _Stands
) -> list[Window]:
    """Sentences besides ``windows`` that state the claim, or its contrary."""
    there = {(window.chunk.key, window.start, window.end) for window in windows}
    words = spelled_out(claim.words, context.long_forms)
    places = context.covering(words, least=LEAST_COVERED) if len(claim.text) <= LONGEST_CLAIM else ()
    telling = (Facing.SAME, Facing.CONTRARY)
    found = [
        window_of(place, claim, context)
        for _, place in places
        if place.chunk.key not in settled and stands.at(place).facing in telling
    ]
    return [window for window in found if (window.chunk.key, window.start, window.end) not in there]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A window with what was measured, how each of its sentences stands to the claim, and what the model read there."""

    window: Window
    measures: Measures
    faced: list[Faced]
    alone: bool  # no other document is there of which the claim may speak
    reading: Reading | None = None
    reads: bool = False  # the Judge has a model, and thresholds of its own
    unread: bool = False  # where there is no reading: others were likelier, and were read
    of_another: bool = False  # see ``voice.is_of_another``
    aside: bool = False  # it shares too little with the claim to be looked at, had the model not read around it

    @property
    def is_contrary(self) -> bool:
        """Whether it is one sentence that states the contrary of the same thing."""
        stated = len(self.faced) == 1 and self.faced[0].facing is Facing.CONTRARY
        return stated and (self.alone or self.faced[0].known)

    @property
    def is_telling_contrary(self) -> bool:
        """Whether its figures show besides that it is of the same thing, whatever else is said."""
        return self.is_contrary and self.faced[0].telling

    @property
    def against(self) -> float:
        """How surely it contradicts, 0 where it does not."""
        if self.is_contrary:
            return CONTRARY_STATEMENT
        return 0.0 if any(one.apart for one in self.faced) else contradiction(self.measures)

    @property
    def support(self) -> float:
        """How surely it supports, where it does not contradict."""
        low, high = self.bounds
        ruled = support(self.measures)
        if not self.reads:
            score = ruled
        elif self.heeded is None:
            score = ruled if ruled > RULES_SURE else min(ruled, CAP_READ)
        else:
            score = support(self.measures, self.heeded)
            score = (score + ruled) / 2 if self.is_near_copy else score
        return max(low, min(high, score))

    @property
    def is_near_copy(self) -> bool:
        """Whether it is said in nearly the words of the source, where a single one may turn the sense."""
        return max(self.measures.order, self.measures.covered) >= NEAR_COPY

    @property
    def is_telling(self) -> bool:
        """Whether there is something in it to be told: the model's word alone has to reach the lower cut."""
        return self.support >= READ_THRESHOLDS.weak or (not self.aside and support(self.measures) >= LEAST)

    @property
    def heeded(self) -> Reading | None:
        """What the model read; nothing of table rows, of which it knows little, and where it cannot know who speaks."""
        row = any(place.unit.row for place in self.window.places)
        return None if row or self.of_another else self.reading

    @property
    def in_part(self) -> bool:
        """Whether a clause of the claim is borne out here and the claim as a whole is not."""
        read = self.heeded
        if read is None or read.in_part <= read.supported or self.support >= READ_THRESHOLDS.weak:
            return False
        return min(self.bounds[1], support_in_part(self.measures, read)) >= READ_THRESHOLDS.weak

    @property
    def bounds(self) -> tuple[float, float]:
        """What support is at least and at most, whatever the model says.

        Of a near copy the rules alone decide whether strict mode takes it for supported: the model seldom sees the one
        word that is another.
        """
        kinds = {one.facing for one in self.faced}
        if kinds & {Facing.OTHER_TIME, Facing.CONTRARY, Facing.DOUBTFUL}:
            return 0.0, CAP_WITH_FAULT
        found = self.measures
        sound = not (found.numbers or found.modality or found.misplaced or found.bound or found.missing_names)
        same = sound and len(self.faced) == 1 and kinds == {Facing.SAME}
        low, high = SAME_STATEMENT if same else 0.0, most(found)
        if self.reads and high < 1.0:
            high = min(high, CAP_READ)
        if self.unread and self.reading is None:
            high = min(high, CAP_WITH_FAULT)
        elif self.heeded and self.is_near_copy:
            ruled = min(high, support(found))
            low, high = (max(low, ruled), high) if ruled > RULES_SURE else (low, min(high, CAP_READ))
        return low, max(low, high)

    def has_figures_of(self, claim: Claimed) -> bool:
        """Whether it has the claim's figures in a like sentence."""
        like = self.is_near_copy and self.measures.cosine >= LIKE
        return like and not (self.against or self.measures.faulty) and any(map(str.isdigit, claim.text))

    def settles(self, other: "Weighed", claim: Claimed) -> bool:
        """Whether ``other``, of the same document, speaks of something else: it too lacks what lacks here of the claim.

        "Part-time staff" is what the sentence on full-time staff lacks, and the other one has.
        """
        lacking = set(claim.words) - self.window.words - self.window.above
        there = other.window.words | other.window.above
        return self.window.chunk.document_id == other.window.chunk.document_id and lacking.isdisjoint(there)


def _may_gainsay(chunk: ContextChunk, sure: list[ContextChunk]) -> bool:
    """Whether a passage can stand against what ``sure`` ones say.

    A document that says a thing seldom denies it: its like sentences speak of other periods, products or places.
    """
    return all(chunk.document_id != other.document_id and same_period(chunk, other) for other in sure)


def _best_of_each(scored: list[tuple[Window, float]], stance: Stance) -> list[Finding]:
    """The surest finding of each passage, if it tells a reader anything."""
    best: dict[str, Finding] = {}
    for window, score in scored:
        held = best.get(window.chunk.key)
        if score >= LEAST and (held is None or score > held.score):
            best[window.chunk.key] = Finding(key=window.chunk.key, quote=window.quote, stance=stance, score=score)
    return list(best.values())


def said_verbatim(claim: Claimed, context: Context) -> list[tuple[Window, float]]:
    """Places that say the claim word for word, whatever their marks: as a whole, or as a clause that can stand."""
    wanted = spelled(claim.text)
    # what announces a list stands over it like a heading
    places = context.places if claim.text.endswith(":") else context.quotable()
    found = []
    for place in places if wanted else ():
        window = window_of(place, claim, context)
        held = standing(wanted, window.text)
        if held is Standing.WHOLE:
            found.append((window, VERBATIM))
        elif held is Standing.ALONE and len(wanted) >= SHORTEST_PART:
            found.append((window, VERBATIM_PART))
    return found
