"""Long evidence as the Judge's model reads it: windows of neighbouring sentences, the likeliest first. Pure.

Windows of some sentences, neighbours sharing one where it fits, those that share most with the claim, then the maximum
of their scores. What fewer of the windows have says more of which is meant (Spärck Jones 1972).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import fsum, log1p

from apps.verification.lexicon import content_stems

MOST = 8  # windows of a claim that are read where time does not matter


def best_windows(claim: str, windows: Sequence[str], *, most: int = MOST) -> tuple[str, ...]:
    """At most so many, those first that share more with the claim; among equals the earlier."""
    if len(windows) == 1:
        return tuple(windows)
    shares = shares_of(claim, windows)
    return tuple(windows[place] for place in likeliest(range(len(windows)), shares)[:most])


def shares_of(claim: str, windows: Sequence[str]) -> list[float]:
    """What each of the windows shares with the claim.

    A stem counts ln(1 + windows / those that have it), where copies are one; docs/judge.md tells what that is worth.
    """
    wanted, unlike = stems(claim), set(windows)
    having = Counter(chain.from_iterable(wanted & stems(one) for one in unlike))
    weights = {stem: log1p(len(unlike) / count) for stem, count in having.items()}
    return [fsum(weights[stem] for stem in wanted & stems(one)) for one in windows]  # the same sum in whatever order


def likeliest(places: Iterable[int], shares: Sequence[float]) -> list[int]:
    """The places of windows, those first that share most; equals as they were."""
    return sorted(places, key=lambda place: -shares[place])


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The content stems of a claim or a window, by which it is chosen."""
    return frozenset(content_stems(text))
