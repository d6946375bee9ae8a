"""Weights that make it pay less to guess from the claim alone. Pure.

How far the words of a claim give its label away is told by naive Bayes, trained on the other half of the claims of the
same set; what is given away weighs less. (After the reweighting of Clark et al. 2019, "Don't Take the Easy Way Out".)
"""

import re
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import exp, log

from training.pairs import Pair, Target

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|\d+")
_RARE = 3  # claims that must have a word
_DAMPED = 0.5  # of the log odds: the words of a claim do not stand alone
_FLOOR, _CEILING = 0.4, 1.5


def balanced(pairs: Sequence[Pair]) -> list[Pair]:
    """The same pairs with weights; the mean weight of a set is 1."""
    by_set: dict[str, list[int]] = {}
    for place, pair in enumerate(pairs):
        by_set.setdefault(pair.set_name, []).append(place)
    found = list(pairs)
    for places in by_set.values():
        weights = _weights([pairs[place] for place in places])
        mean = sum(weights) / len(weights)
        for place, weight in zip(places, weights, strict=True):
            found[place] = replace(pairs[place], weight=round(pairs[place].weight * weight / mean, 4))
    return found


def _weights(pairs: Sequence[Pair]) -> list[float]:
    words = [frozenset(word.lower() for word in _WORD.findall(pair.claim)) for pair in pairs]
    halves = [zlib.crc32(pair.claim.encode()) % 2 for pair in pairs]
    odds = [_odds([(w, p) for w, p, half in zip(words, pairs, halves, strict=True) if half != own]) for own in (0, 1)]
    return [_weight(odds[half], own, pair) for own, pair, half in zip(words, pairs, halves, strict=True)]


def _odds(told: Sequence[tuple[frozenset[str], Pair]]) -> dict[str, float]:
    """Word → log odds of supported; "" → those of a claim without known words."""
    counts: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    totals = [0, 0]
    for words, pair in told:
        held = pair.target is Target.SUPPORTED
        counts[held].update(words)
        totals[held] += 1
    known = {word for word in counts[0] | counts[1] if counts[0][word] + counts[1][word] >= _RARE}
    odds = {
        word: log((counts[1][word] + 1) / (totals[1] + 2)) - log((counts[0][word] + 1) / (totals[0] + 2))
        for word in known
    }
    return {**odds, "": log((totals[1] + 1) / (totals[0] + 1))}


def _weight(odds: dict[str, float], words: frozenset[str], pair: Pair) -> float:
    total = odds[""] + _DAMPED * sum(odds[word] for word in sorted(words & odds.keys()))
    supported = 1 / (1 + exp(-max(-20.0, min(20.0, total))))
    told = supported if pair.target is Target.SUPPORTED else 1 - supported
    return max(_FLOOR, min(_CEILING, 2 * (1 - told)))
