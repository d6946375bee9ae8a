"""A claim beside one sentence of a source: the same statement, its contrary, or that of another time. Pure.

Only statements of the same subject with the same words are held against each other, so that nothing is read into a
paraphrase. The contrary is the same statement with the other direction, with a "not", or with one figure exchanged
where the others, or the time that both name, show that it is the same one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum

from apps.agents.judge.periods import only_period
from apps.agents.judge.scope import named_over, nearest_heading, stands_alone
from apps.agents.judge.statements import BOUNDARY, FIGURE, SELF, Figure, Statement, statement_of
from apps.agents.judge.voice import names_speaker, without_speaker
from apps.agents.reading.context import Place
from apps.core.periods import Period, Times, is_just_before, times
from apps.verification.numbers.match import Nearness, nearness
from apps.verification.numbers.reading import parse_quantities

TELLING = 3  # digits of a figure that hardly stands in two statements on the same measure
HEDGED = Decimal("0.1")  # share by which "about 90" is another figure than 100
SURE = 4  # digits of one that shows alone that two statements are the same
SMALL = frozenset((SELF, "was", "is", "to", "or", "result", "with"))
_RELATIVE = re.compile(r"\b(?:current|same)\s+(quarter|year)\b(?!\s+quarter)", re.IGNORECASE)
_FAR = 3  # words between what was done and its figure: "at a cost of"


class Facing(Enum):
    """How a sentence stands to a claim."""

    NONE = "none"
    SAME = "same"
    CONTRARY = "contrary"
    DOUBTFUL = "doubtful"  # its contrary, if it is of the same thing
    OTHER_TIME = "other time"  # the same statement of another time


@dataclass(frozen=True, slots=True, kw_only=True)
class Faced:
    """``known``: the claim names the source's company, or figures that both have do; ``telling``: the figures do.

    ``apart``: of other times.
    """

    facing: Facing = Facing.NONE
    known: bool = False
    telling: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pair:
    """Two statements of one subject. ``equal``: figures of the claim, ``other``: those that have another in place."""

    mine: Statement
    theirs: Statement
    when: Times
    now: Period | None  # the time of the source's statement
    general: bool  # no heading over the source names a part of the whole that the claim does not name
    alone: bool  # nor does a sentence beside it
    equal: tuple[Figure, ...]
    other: tuple[Figure, ...]
    missing: tuple[Figure, ...]

    @property
    def anchors(self) -> tuple[Figure, ...]:
        """Figures that both have, those they compare with too."""
        return self.equal + tuple(one for one in self.mine.beside if _match(one, self.theirs.beside) is one)

    @property
    def telling(self) -> bool:
        return len(self.anchors) > 1 or any(one.digits >= TELLING for one in self.equal)

    @property
    def identified(self) -> bool:
        """Whether it is the same statement though one figure is not."""
        return len(self.anchors) > 1 or any(one.digits >= SURE for one in self.anchors)

    @property
    def compares(self) -> bool:
        """Whether what the claim compares with is what the source does."""
        told = all(_match(one, self.theirs.beside) is one for one in self.mine.beside)
        return told and (self.mine.before is None or times(self.mine.before, self.theirs.before) is Times.SAME)

    @property
    def usual(self) -> bool:
        """Whether the source compares with nothing but the figures of the time just before."""
        before = self.theirs.before
        told = before is not None and self.mine.before == before
        dated = self.now is not None and self.now.year > 0
        known = before is None or told or (is_just_before(before, self.now) if self.now and dated else self.telling)
        return self.theirs.usual and known

    @property
    def alike(self) -> bool:
        """Whether both use the same words for an income or a loss, and the source one figure in each place."""
        turned = self.mine.result * self.theirs.result < 0
        places = [one.place for one in self.theirs.figures]
        told = len(set(places)) == len(places) or not (self.mine.way or self.mine.result)
        return told and (turned or self.mine.results == self.theirs.results)


def faced(claim: str, place: Place) -> Faced:
    """How the sentence at ``place`` stands to ``claim``."""
    mine = None if ";" in claim else statement_of(without_speaker(claim, place))
    if mine is None:
        return Faced()
    found = [_faced(mine, part, place) for part in without_speaker(place.text, place).split(";")]
    told = next((one for one in found if one.facing is not Facing.NONE), found[0])
    return replace(told, known=told.known or names_speaker(claim, place))


def _faced(mine: Statement, text: str, place: Place) -> Faced:
    theirs = statement_of(text)
    if theirs is None or theirs.denied:
        return Faced()
    now = _period_at(theirs, text, place)
    when = _when(mine, theirs, now)
    apart = when is Times.DIFFERENT and bool(mine.figures or mine.way)
    pair = _paired(mine, theirs, place, now, when)
    if pair is None:
        return Faced(apart=apart)
    facing = _moved(pair) if mine.way or theirs.way or mine.result else _stated(pair)
    telling = pair.telling or pair.identified
    return Faced(facing=_certain(facing, pair), known=telling, telling=telling, apart=apart)


def _when(mine: Statement, theirs: Statement, now: Period | None) -> Times:
    if len(theirs.periods) < 2:
        return times(mine.period, now)
    others = all(times(mine.period, one) is Times.DIFFERENT for one in theirs.periods)
    return Times.DIFFERENT if others else Times.UNKNOWN


def _certain(facing: Facing, pair: _Pair) -> Facing:
    """``facing`` where nothing in or around the source tells that it may speak of something else."""
    theirs = pair.theirs
    sound = pair.usual and pair.alike and not theirs.of_another
    whole = pair.general and pair.alone
    if facing is Facing.SAME:
        return facing if sound and whole and theirs.plain else Facing.NONE
    if facing is Facing.CONTRARY:
        sure = pair.telling or pair.identified or (whole and not theirs.qualified)
        return facing if sound and sure else Facing.DOUBTFUL
    return facing


def _paired(mine: Statement, theirs: Statement, place: Place, now: Period | None, when: Times) -> _Pair | None:
    """The two side by side if they are of one subject, else None."""
    heading = nearest_heading(place)
    measured = bool(mine.way or theirs.way or mine.result)
    if measured:
        own, others = mine.subject - SMALL, theirs.subject - SMALL
        if not own or others - own or not own - others <= heading:
            return None
        held = {id(one): _match(one, theirs.figures) for one in mine.figures}
    else:
        aligned = _aligned(mine, theirs)
        if aligned is None:
            return None
        held = {id(one): _counterpart(one, other) for one, other in zip(mine.figures, aligned, strict=True)}
    return _Pair(
        mine=mine,
        theirs=theirs,
        when=when,
        now=now,
        general=not named_over(place, mine.subject, measured=measured),
        alone=stands_alone(theirs, place),
        equal=tuple(one for one in mine.figures if held[id(one)] is one),
        other=tuple(one for one in mine.figures if held[id(one)] not in (one, None)),
        missing=tuple(one for one in mine.figures if held[id(one)] is None),
    )


def _moved(pair: _Pair) -> Facing:
    """Of measures that rise, fall or are a gain or a loss."""
    mine, theirs = pair.mine, pair.theirs
    whole, same = not pair.other and not pair.missing, pair.when is Times.SAME
    if pair.when is Times.DIFFERENT:
        alike = mine.way == theirs.way and mine.result == theirs.result and not mine.denied
        return Facing.OTHER_TIME if whole and pair.equal and alike else Facing.NONE
    if mine.result != theirs.result:
        turned = mine.result * theirs.result < 0 and mine.way == theirs.way == 0 and not mine.denied
        told = whole and pair.equal and (same or pair.telling)
        return Facing.CONTRARY if turned and told else Facing.NONE
    if mine.way * theirs.way < 0 and not mine.denied:
        return Facing.CONTRARY if whole and pair.equal and (pair.telling or same) else Facing.NONE
    if mine.way != theirs.way:
        return Facing.NONE
    if mine.denied:
        told = pair.telling if pair.equal else same and pair.general
        return Facing.CONTRARY if whole and told else Facing.NONE
    return _compared(pair)


def _compared(pair: _Pair) -> Facing:
    """Of two statements alike but for their figures."""
    same = pair.when is Times.SAME
    if pair.missing:
        return Facing.NONE
    if not pair.other:
        dated = same or (pair.mine.period is None and bool(pair.mine.way) and len(pair.equal) > 1)
        says_it = pair.mine.whole and pair.compares and pair.equal
        return Facing.SAME if dated and says_it else Facing.NONE
    plain = len(pair.other) == 1 and (pair.identified or (same and pair.general))
    return Facing.CONTRARY if plain else Facing.NONE


def _stated(pair: _Pair) -> Facing:
    """Of what a company did or has."""
    whole = not pair.other and not pair.missing
    if pair.when is Times.DIFFERENT:
        return Facing.OTHER_TIME if whole and pair.equal and not pair.mine.denied else Facing.NONE
    if pair.mine.denied:
        return Facing.CONTRARY if whole and pair.when is Times.SAME else Facing.NONE
    return _compared(pair)


def _match(one: Figure, others: Iterable[Figure]) -> Figure | None:
    """``one`` itself where the others have it in its place, the one that stands there instead, or None."""
    there = [other for other in others if other.place == one.place]
    if any(_counterpart(one, other) is one for other in there):
        return one
    apart = [other for other in there if _counterpart(one, other)]
    return apart[0] if len(apart) == len(there) == 1 else None


def _counterpart(one: Figure, other: Figure) -> Figure | None:
    if one.place != other.place:
        return None
    if one.value == other.value:
        return None if other.quantity.hedged and not one.quantity.hedged else one
    apart = nearness(one.quantity, other.quantity) is Nearness.APART
    far = abs(one.value - other.value) > HEDGED * abs(other.value)
    return other if apart and (far or not one.quantity.hedged) else None


def _aligned(mine: Statement, theirs: Statement) -> list[Figure] | None:
    """The source's figures in the places of the claim's where it has the claim's words, as a whole or as a clause."""
    own, there = mine.words, theirs.words
    if mine.denied:
        return _in_order(mine, theirs)
    starts = [0]
    if own[:1] == there[:1] == (SELF,) and not {"that", "who"} & set(there):
        starts += [at + 1 for at, word in enumerate(there) if word == BOUNDARY and _all_figured(there[:at])]
    for begin in starts:
        wanted = own[1:] if begin else own
        end = begin + len(wanted)
        rest = there[end:]
        if there[begin:end] == wanted and (not rest or (rest[0] == BOUNDARY and _all_figured(rest[1:], first=True))):
            first = there[:begin].count(FIGURE)
            return list(theirs.figures[first : first + len(mine.figures)])
    return None


def _all_figured(words: tuple[str, ...], *, first: bool = False) -> bool:
    """Whether each clause, or the ``first`` of them, has a figure of its own, and so is no item of a list."""
    clauses = "\n".join(words).split(BOUNDARY)
    return all(FIGURE in clause for clause in (clauses[:1] if first else clauses))


def _in_order(mine: Statement, theirs: Statement) -> list[Figure] | None:
    """The same for a denial of less than all that the source says, beginning with who does it."""
    if mine.figures or mine.words[:2] != theirs.words[:2] or len(mine.words) < 3:
        return None
    said, rest = [], list(theirs.words)
    while rest and len(said) < len(mine.words):
        word = rest.pop(0)
        said += [word] if word != FIGURE else []
    ends = not rest or rest[0] in (BOUNDARY, FIGURE) or (rest[0] in ("at", "for") and FIGURE in rest[1 : 1 + _FAR])
    return [] if tuple(said) == mine.words and ends else None


def _period_at(theirs: Statement, text: str, place: Place) -> Period | None:
    """The time of a statement: its own; of "the current quarter" the title's; else that of the headings."""
    if theirs.period and theirs.period.year:
        return theirs.period
    if len(theirs.periods) > 1 or None in theirs.periods:
        return theirs.period
    spans = {span.lower() for span in _RELATIVE.findall(text)}
    if not spans:
        return theirs.period or _period_over(place)
    title = place.chunk.title.replace("_", " ")
    named = only_period(title, [one for one in parse_quantities(title) if one.date is not None])
    if len(spans) > 1 or named is None or named.is_moment:
        return theirs.period
    if spans == {"year"}:
        return replace(named, length="year", number=0)
    return named if named.length == "quarter" else theirs.period


def _period_over(place: Place) -> Period | None:
    """Of the nearest heading with one."""
    for heading in (place.unit.heading, *reversed(place.chunk.heading_path)):
        dates = [one for one in parse_quantities(heading) if one.date is not None]
        if dates:
            return only_period(heading, dates)
    return None
