"""The Judge that needs no model endpoint: it compares words, vectors, figures, denials and demands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from apps.agents.judge.alignment import NEAR_COPY
from apps.agents.judge.common_knowledge import is_common_knowledge
from apps.agents.judge.comparable import may_gainsay
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
from apps.agents.judge.scoring import CAP_WITH_FAULT, contradiction, support
from apps.agents.reading.context import Context, Place, read_context, spelled_out
from apps.inference.memory import SentenceMemory
from apps.verification.types import LONGEST_CLAIM, ClaimDraft, ContextChunk, Finding, Judgement, Stance
from apps.verification.wording.framing import told_of_another
from apps.verification.wording.standing import SHORTEST_PART, Standing, spelled, standing

VERBATIM = 0.98  # the passage says it in the same words
VERBATIM_PART = 0.95  # … as a clause of a longer sentence
SAME_STATEMENT = 0.9  # … of the same, the same figures and the same time, in other words
CONTRARY_STATEMENT = 0.9  # … with one thing turned round
SURE = 0.8  # support from which a document is taken to say the claim
LIKE = 0.85  # cosine of two sentences that speak of one thing
LEAST = 0.2  # findings below it tell a reader nothing
TOO_LONG = "The claim is too long to be compared with the passages."


class BuiltinJudge:
    """Decides by the best window of one to three sentences, or table row, of each passage."""

    name = "builtin"
    prompts: Mapping[str, str] = MappingProxyType({})
    together = 1

    def __init__(self, *, memory: SentenceMemory) -> None:
        self._memory = memory

    def judge(self, *, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...]) -> Iterator[Judgement]:
        """One Judgement per claim, in order; its findings are the strongest first."""
        context = read_context(chunks)
        for claim in claims:
            claimed = claimed_of(told_of_another(claim.claim_text) or claim.in_full)
            findings = findings_on(claimed, context, self._memory, cited=frozenset(claim.citations))
            long = len(claimed.text) > LONGEST_CLAIM and not findings
            # what a passage speaks of is a matter of the documents: they may count otherwise
            known = not findings and is_common_knowledge(claim.claim_text)
            notes = TOO_LONG if long else ""
            yield Judgement(findings=findings, notes=notes, common_knowledge=known, judge=self.name)


def findings_on(
    claim: Claimed, context: Context, memory: SentenceMemory, *, cited: frozenset[str] = frozenset()
) -> tuple[Finding, ...]:
    """At most one supporting and one contradicting finding per passage, the surest first. ``cited``: its keys."""
    said = _said_verbatim(claim, context)
    settled = {window.chunk.key for window, _ in said}
    # once it is said somewhere in the same words, other passages matter only where they may gainsay it
    least = LEAST_RIVAL if settled else LEAST_COVERED
    windows = [window for window in candidates(claim, context, least=least) if window.chunk.key not in settled]
    stands = _Stands(claim.text)
    windows += _facing(claim, context, windows, settled, stands)
    alone = len({places[0].chunk.document_id for places in context.chunks if places}) == 1
    measured = measure(claim, windows, context, memory) if windows else ()
    weighed = [
        _Weighed(window=window, measures=one, alone=alone, faced=[stands.at(place) for place in window.places])
        for window, one in zip(windows, measured, strict=True)
    ]
    speaking_for = [*said, *((one.window, one.support) for one in weighed if not one.against)]
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
    found = _best_of_each(speaking_for, Stance.SUPPORTS) + _best_of_each(speaking_against, Stance.CONTRADICTS)
    return tuple(sorted(found, key=lambda finding: -finding.score))


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
class _Weighed:
    """A window with what was measured, and how each of its sentences stands to the claim."""

    window: Window
    measures: Measures
    faced: list[Faced]
    alone: bool  # no other document is there of which the claim may speak

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
        score, kinds = support(self.measures), {one.facing for one in self.faced}
        if kinds & {Facing.OTHER_TIME, Facing.CONTRARY, Facing.DOUBTFUL}:
            return min(score, CAP_WITH_FAULT)
        sound = not (self.measures.numbers or self.measures.modality or self.measures.misplaced or self.measures.bound)
        same = len(self.faced) == 1 and kinds == {Facing.SAME}
        return max(score, SAME_STATEMENT) if sound and same and not self.measures.missing_names else score

    def has_figures_of(self, claim: Claimed) -> bool:
        """Whether it has the claim's figures in a like sentence."""
        like = max(self.measures.order, self.measures.covered) >= NEAR_COPY and self.measures.cosine >= LIKE
        return like and not (self.against or self.measures.faulty) and any(map(str.isdigit, claim.text))

    def settles(self, other: "_Weighed", claim: Claimed) -> bool:
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


def _said_verbatim(claim: Claimed, context: Context) -> list[tuple[Window, float]]:
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
