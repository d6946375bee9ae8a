"""The windows that may bear on a claim, each weighed: by what was measured, what it states, and what the model read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.judge.alignment import NEAR_COPY
from apps.agents.judge.entailment import Reading, likeliest_window, readings
from apps.agents.judge.evidence import (
    LEAST_COVERED,
    LEAST_RIVAL,
    Claimed,
    Measures,
    Window,
    candidates,
    measure,
    window_of,
)
from apps.agents.judge.facing import Faced, Facing, faced
from apps.agents.judge.rows import row_faced
from apps.agents.judge.scoring import (
    CAP_BOUND,
    CAP_WITH_FAULT,
    CUTS,
    contradiction,
    most,
    support,
    support_in_part,
)
from apps.agents.judge.voice import in_own_voice, is_of_another
from apps.agents.reading.context import Context, Place, spelled_out
from apps.inference.contracts import Entailment
from apps.inference.memory import SentenceMemory
from apps.verification.lexicon import coverage_of
from apps.verification.numbers.lint import number_findings
from apps.verification.types import LONGEST_CLAIM

SAME_STATEMENT = 0.9  # support where it states the same of the same, with the same figures and time, in other words
CONTRARY_STATEMENT = 0.9  # … with one thing turned round
# of 26 claims that the model so held for contradicted 19 were so labelled and 3 unsupported, on 100 of each development
# set; of 21 of readers' (docs/judge.md) 20
READ_CONTRARY = 0.8
READ_CLEARLY = 1.5  # lead over not enough and over supported
HALF = 0.5  # of the claim's words
MOSTLY = 0.6  # … with which a sentence says what the claim says, or the contrary
LIKE = 0.85  # cosine of two sentences that speak of one thing
_TURNING = re.compile(  # a denial, a limit, an order: how one stands to another the model does not know
    r"\b(?:not|no|none|never|nobody|nothing|neither|nor|without|only|hardly|fail\w*|refus\w*|first|second|third"
    r"|follow(?:s|ed)|preced(?:es?|ed))\b|n['’]t\b",
    re.IGNORECASE,
)
_ORDER = re.compile(r"\b(?:before|after|until)\b", re.IGNORECASE)
_THAN = re.compile(r"\bthan\b", re.IGNORECASE)
LEAST = 0.2  # findings below it tell a reader nothing


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
    measured = list(zip([*windows, *aside], measure(claim, [*windows, *aside], context, memory), strict=True))
    alone = len({places[0].chunk.document_id for places in context.chunks if places}) == 1
    return [
        Weighed(
            window=window,
            measures=one,
            alone=alone,
            faced=[stands.at(place) for place in window.places],
            reading=max((one for one in read if one.covers(window)), key=lambda one: one.supported, default=None),
            unread=bool(read),
            borne_out=max((one.supported for one in read), default=0.0),
            of_another=bool(read) and any(is_of_another(claim.text, place) for place in window.places),
            in_own_voice=bool(read) and any(in_own_voice(claim.text, place) != claim.text for place in window.places),
            aside=window in aside,
            ordered_otherwise=_ordered_otherwise(claim.text, window.text),
            nearest=min(
                (
                    _most_around(other, settled=_settles(claim, beside, window, one))
                    for beside, other in measured
                    if len(beside.places) == 1
                    and other.covered > one.covered
                    and any(stretch.covers(beside) and stretch.covers(window) for stretch in read)
                ),
                default=1.0,
            ),
        )
        for window, one in measured
    ]


def _ordered_otherwise(claim: str, text: str) -> bool:
    """Whether they tell turned round, by another word, what came first, or compare with something else.

    "A before B" may be "B after A", and "A is older than B" "B is younger than A".
    """
    for links, by_the_same in ((_ORDER, False), (_THAN, True)):
        mine, theirs = links.search(claim), links.search(text)
        linked = mine and theirs and (by_the_same or mine[0].lower() != theirs[0].lower())
        if linked and coverage_of(claim[mine.end() :], text[theirs.end() :]) < HALF:
            return True
    return False


def _settles(claim: Claimed, beside: Window, window: Window, found: Measures) -> bool:
    """Whether a window, measured as ``found``, has of the claim what the one beside it lacks or says otherwise.

    That is the claim's figures, or else its other words.
    """
    if found.covered < HALF:
        return False
    if any(map(str.isdigit, claim.text)):
        return not found.numbers
    lacking = set(claim.words) - beside.words - beside.above
    return bool(lacking) and lacking <= window.words


def _most_around(found: Measures, *, settled: bool) -> float:
    """What support can be at most around a sentence, where none says more of the claim; ``settled``: see there.

    One that says most of the claim with a denial, a doubt or a limit of its own speaks of it, and not for it. A figure
    or a word may stand in the next sentence: that counts where it is nearly the claim. One that has the claim's words
    bound, torn or in another order is what the model will have read.
    """
    share = max(found.covered, found.order)
    faulty = (share >= NEAR_COPY and found.faulty) or (share >= MOSTLY and (found.modality or found.denied))
    if faulty and not settled:
        return CAP_WITH_FAULT
    return CAP_BOUND if found.bound or found.is_rearranged or found.is_patched else 1.0


def _besides(claim: Claimed, context: Context, windows: list[Window], read: Sequence[Reading]) -> list[Window]:
    """A window of each stretch that was read and has none of ``windows``, or none with the claim's figures."""
    found = [
        window
        for one in read
        if not any(one.covers(other) and _has_figures(claim, other) for other in windows)
        and (window := likeliest_window(claim, one.stretch, context))
        and (_has_figures(claim, window) or not any(map(one.covers, windows)))
    ]
    return list({(window.chunk.key, window.start, window.end): window for window in found}.values())


def _has_figures(claim: Claimed, window: Window) -> bool:
    """Whether it has those of the claim, if that has any."""
    return not number_findings(claim.text, [window.context])


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
    unread: bool = False  # where there is no reading: others were likelier, and were read
    borne_out: float = 0.0  # by how much the model holds the claim for supported by whatever stretch supports it most
    of_another: bool = False  # see ``voice.is_of_another``
    in_own_voice: bool = False  # a company's report says there of itself what the claim says of it by name
    nearest: float = 1.0  # what support is at most by a sentence of its stretch that says more of the claim
    ordered_otherwise: bool = False  # what came first, or a comparison, it may tell turned round
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
        if any(one.apart for one in self.faced):
            return 0.0
        return contradiction(self.measures) or (READ_CONTRARY if self.is_read_against else 0.0)

    @property
    def is_read_against(self) -> bool:
        """Whether the model alone holds that it contradicts the claim: clearly, and no stretch supports it.

        It must have the names of the claim, its figures and half of its words, as it may speak of something else, and
        not say it in nearly the same words, nor turned round what came first or is compared.
        """
        read, found = self.heeded, self.measures
        if read is None or self.is_contrary or found.missing_names or found.covered < HALF:
            return False
        if support(found) > CUTS.supported or found.numbers:
            return False
        if self.ordered_otherwise or _TURNING.search(self.window.text):
            return False
        return read.contradicted - max(0.0, self.borne_out) > READ_CLEARLY

    @property
    def is_read_for(self) -> bool:
        """Whether the model, having read what stands around, holds the claim for borne out here."""
        return self.heeded is not None and self.heeded.odds > 0

    @property
    def support(self) -> float:
        """How surely it supports, where it does not contradict.

        What says it in nearly the same words needs no reading where the rules are sure. Of such a copy out of the
        report of the very company that the claim names the model may take away alone: it does not know which part of
        the company a figure is of.
        """
        low, high = self.bounds
        ruled = support(self.measures)
        score = self.read if self.heeded else ruled
        if self.is_near_copy and ruled > CUTS.supported:
            score = ruled
        elif self.is_near_copy and self.in_own_voice:
            score = min(ruled, score, CAP_BOUND)
        return max(low, min(high, score))

    @property
    def read(self) -> float:
        """Support with what the model reads, unbounded; 0 where it reads nothing."""
        return support(self.measures, self.heeded) if self.heeded else 0.0

    @property
    def is_near_copy(self) -> bool:
        """Whether it is said in nearly the words of the source, where a single one may turn the sense."""
        return max(self.measures.order, self.measures.covered) >= NEAR_COPY

    @property
    def is_telling(self) -> bool:
        """Whether there is something in it to be told: the model's word alone has to reach the lower cut."""
        return self.support >= CUTS.weak or (not self.aside and support(self.measures) >= LEAST)

    @property
    def heeded(self) -> Reading | None:
        """What the model read; nothing of table rows, of which it knows little, and where it cannot know who speaks."""
        row = any(place.unit.row for place in self.window.places)
        return None if row or self.of_another else self.reading

    @property
    def in_part(self) -> bool:
        """Whether a clause of the claim is borne out here and the claim as a whole is not."""
        read = self.heeded
        if read is None or read.in_part <= read.supported or self.support >= CUTS.weak:
            return False
        return min(self.bounds[1], support_in_part(self.measures, read)) >= CUTS.weak

    @property
    def bounds(self) -> tuple[float, float]:
        """What support is at least and at most, whatever the model says."""
        kinds = {one.facing for one in self.faced}
        if kinds & {Facing.OTHER_TIME, Facing.CONTRARY, Facing.DOUBTFUL}:
            return 0.0, CAP_WITH_FAULT
        found = self.measures
        sound = not (found.numbers or found.modality or found.misplaced or found.bound or found.missing_names)
        same = sound and len(self.faced) == 1 and kinds == {Facing.SAME}
        low, high = SAME_STATEMENT if same else 0.0, most(found, self.read)
        if self.unread and self.reading is None:
            high = min(high, CAP_WITH_FAULT)
        return low, max(low, min(high, self.nearest))

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
