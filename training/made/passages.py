"""Passages that are near a claim and yet not its evidence. Pure.

The nearest by shared rare stems, of the same set or of the same document, that lacks enough of the claim to bear it
out: at least two of its content stems, and a quarter of what its own evidence has.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from apps.core.sentences import split_sentences
from apps.core.stretches import stretches_in
from apps.verification.lexicon import content_stems
from training.pairs import Target
from workers.evaluations.labelled import Example

_LEAST_STEMS = 4  # content stems of a claim that a wrong passage can be told of
_LEAST_MISSING = 2
_CEILING = 0.75  # of the coverage by the own evidence: what has more may bear it out
_CLEARLY = 0.6  # of it: what has at most so much says neither
_COMMON = 0.05  # share of passages from which on a stem finds none
_NEAREST = 20  # that are looked at
_SAME = 0.5  # stems shared with the own evidence, of the smaller, from which on a passage may be of the same text
_NEIGHBOUR_CEILING = 0.5
_LEAST_DISTINCT = 0.5  # claims an example: where claims come again and again, so do texts that bear them out
_LEAST_WINDOWS = 3


def can_be_wrong(examples: Sequence[Example]) -> bool:
    """Whether another example's evidence is likely to be none of a claim's: most claims of the set stand there once."""
    return len({one.claim for one in examples}) >= _LEAST_DISTINCT * len(examples)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """A claim that its own evidence supports, and another passage."""

    example: Example
    passage: str
    target: Target


class Passages:
    """The first windows of the evidence of examples, to be found by stems that few of them have."""

    def __init__(self, examples: Sequence[Example]) -> None:
        texts = dict.fromkeys(stretches_in(one.evidence)[0] for one in examples)
        self.texts = [text for text in texts if text]
        self.stems = [frozenset(content_stems(text)) for text in self.texts]
        counts = Counter(stem for own in self.stems for stem in own)
        most = max(5, _COMMON * len(self.texts))
        self._weights = {stem: log(len(self.texts) / count) for stem, count in counts.items() if count <= most}
        self._places: dict[str, list[int]] = {stem: [] for stem in self._weights}
        for place, own in enumerate(self.stems):
            for stem in own & self._weights.keys():
                self._places[stem].append(place)

    def near(self, wanted: frozenset[str]) -> list[int]:
        """Places of the nearest, the nearest first."""
        scores: Counter[int] = Counter()
        for stem in sorted(wanted & self._places.keys()):
            for place in self._places[stem]:
                scores[place] += self._weights[stem]
        return sorted(scores, key=lambda place: (-scores[place], place))[:_NEAREST]


def wrong_passages(examples: Sequence[Example], passages: Passages) -> Iterator[Wrong]:
    """For each of the examples, which are supported, the nearest wrong passage, where there is one."""
    for example in examples:
        wanted = frozenset(content_stems(example.claim))
        own = frozenset(content_stems(example.evidence))
        if len(wanted) < _LEAST_STEMS:
            continue
        for place in passages.near(wanted):
            stems = passages.stems[place]
            alike = len(stems & own) / max(1, min(len(stems), len(own)))
            have = len(wanted & stems)
            if alike < _SAME and len(wanted) - have >= _LEAST_MISSING and have <= _CEILING * len(wanted & own):
                target = Target.NOT_ENOUGH if have <= _CLEARLY * len(wanted & own) else Target.UNSUPPORTED
                yield Wrong(example=example, passage=passages.texts[place], target=target)
                break


def neighbours(examples: Sequence[Example]) -> Iterator[Wrong]:
    """For each of the examples with long evidence another window of it, with at most half of what the best has."""
    for example in examples:
        windows = stretches_in(example.evidence)
        wanted = frozenset(content_stems(example.claim))
        if len(windows) < _LEAST_WINDOWS or len(wanted) < _LEAST_STEMS:
            continue
        have = [len(wanted.intersection(content_stems(window))) for window in windows]
        best = max(have)
        low = [place for place, count in enumerate(have) if count <= _NEIGHBOUR_CEILING * best]
        if low and best >= _CLEARLY * len(wanted):
            place = max(low, key=lambda one: (have[one], -one))
            yield Wrong(example=example, passage=windows[place], target=Target.NOT_ENOUGH)


def inserted(sentence: str, passage: str, chance: random.Random) -> str:
    """The passage with one more sentence at its head, its end, or in between."""
    ends = [0, *(span.end for span in split_sentences(passage))]
    at = chance.choice(ends)
    ended = sentence if sentence.rstrip().endswith((".", "!", "?")) else f"{sentence}."
    return " ".join(part for part in (passage[:at].strip(), ended, passage[at:].strip()) if part)
