"""What the model is trained on: a claim, windows of evidence, and what is known of the two. Pure."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from apps.agents.reading.windows import best_windows
from apps.core.stretches import stretches_in
from training.mixture import rule_of
from workers.evaluations.labelled import Example, Label

GIVEN = "given"  # the kind of a pair that a person or a published set made


class Target(IntEnum):
    """The three classes in the order of the model's outputs, and what is only known not to be supported."""

    SUPPORTED = 0
    CONTRADICTED = 1
    NOT_ENOUGH = 2
    UNSUPPORTED = 3  # contradicted or not enough: trained by -log(1 - p of supported)


_TARGETS = {
    Label.SUPPORTED: Target.SUPPORTED,
    Label.CONTRADICTED: Target.CONTRADICTED,
    Label.NOT_ENOUGH: Target.NOT_ENOUGH,
    Label.UNSUPPORTED: Target.UNSUPPORTED,
    Label.PARTIAL: Target.UNSUPPORTED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """``windows``: of the evidence, the likeliest first, together one bag. ``kind``: GIVEN, or how code made it."""

    set_name: str
    kind: str
    claim: str
    windows: tuple[str, ...]
    target: Target
    weight: float = 1.0


def target_of(example: Example) -> Target:
    """What is known of it; of a set with rough labels only whether it is supported. KeyError for GENERIC."""
    target = _TARGETS[example.label]
    return Target.UNSUPPORTED if rule_of(example.set_name).rough and target is not Target.SUPPORTED else target


def pair_of(example: Example, *, bag: int, kind: str = GIVEN, target: Target | None = None) -> Pair:
    """The claim with the best ``bag`` windows of its evidence."""
    return Pair(
        set_name=example.set_name,
        kind=kind,
        claim=example.claim,
        windows=best_windows(example.claim, stretches_in(example.evidence), most=bag),
        target=target_of(example) if target is None else target,
    )


def sampled(examples: Sequence[Example], *, most: int, chance: random.Random) -> list[Example]:
    """At most so many, as even over the labels as there are examples of them; in the order given."""
    by_label: dict[Label, list[int]] = {}
    for place in chance.sample(range(len(examples)), len(examples)):
        by_label.setdefault(examples[place].label, []).append(place)
    queues = [by_label[label] for label in sorted(by_label)]
    taken = [place for turn in _turns(queues) for place in turn][:most]
    return [examples[place] for place in sorted(taken)]


def _turns(queues: Sequence[Sequence[int]]) -> Iterable[list[int]]:
    for turn in range(max(map(len, queues), default=0)):
        yield [queue[turn] for queue in queues if turn < len(queue)]
