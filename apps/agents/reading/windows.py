"""Long evidence as the Judge's model reads it: windows of neighbouring sentences, the likeliest first. Pure.

Windows of some sentences, neighbours sharing one where it fits, those that share most with the claim, then the maximum
of their scores. What fewer of the windows have says more of which is meant (Spärck Jones 1972).
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from math import fsum, log1p

from apps.core.sentences import split_sentences
from apps.verification.lexicon import content_stems

WORDS = 60  # of a window, about; docs/training.md has what other lengths are worth
LONGEST = 120  # words of a sentence that is a window by itself
MOST = 8  # windows of a claim that are read where time does not matter

Span = tuple[int, int]  # text[start:end]
_WORD = re.compile(r"\S+")


def window_spans(text: str) -> tuple[Span, ...]:
    """Where neighbouring sentences of about ``WORDS`` words together stand, each window beginning with the last
    sentence of the one before where the next fits behind it. A sentence of more stands alone, and one of more than
    ``LONGEST`` is cut. One empty window of an empty text.
    """
    pieces = _pieces(text)
    edges, first, held = [], 0, 0
    for place, (count, _) in enumerate(pieces):
        if place > first and held + count > WORDS:
            edges.append((first, place))
            again = place - 1 if place - 1 > first and pieces[place - 1][0] + count <= WORDS else place
            first, held = again, sum(own for own, _ in pieces[again:place])
        held += count
    edges.append((first, len(pieces)))
    return tuple((pieces[start][1][0], pieces[end - 1][1][1]) for start, end in edges) if pieces else ((0, 0),)


def windows_of(text: str) -> tuple[str, ...]:
    """The windows of a text as they are read."""
    return tuple(as_read(text[start:end]) for start, end in window_spans(text))


def as_read(text: str) -> str:
    """Whitespace as single blanks."""
    return " ".join(text.split())


def _pieces(text: str) -> list[tuple[int, Span]]:
    """(words, span) of each sentence; one longer than ``LONGEST`` in parts of equal size."""
    found = []
    for span in split_sentences(text):
        words = [match.span() for match in _WORD.finditer(text, span.start, span.end)]
        parts = -(-len(words) // LONGEST)
        cuts = [round(part * len(words) / parts) for part in range(parts + 1)]
        found += [(end - start, (words[start][0], words[end - 1][1])) for start, end in pairwise(cuts)]
    return found


def best_windows(claim: str, windows: Sequence[str], *, most: int = MOST) -> tuple[str, ...]:
    """At most so many, those first that share more with the claim; among equals the earlier."""
    if len(windows) == 1:
        return tuple(windows)
    shares = shares_of(claim, list(map(stems, windows)))
    return tuple(windows[place] for place in likeliest(range(len(windows)), shares)[:most])


def shares_of(claim: str, told: Sequence[frozenset[str]]) -> list[float]:
    """What each of the windows with those stems shares with the claim.

    A stem counts ln(1 + windows / those that have it): docs/judge.md tells what that is worth.
    """
    wanted = stems(claim)
    having = Counter(chain.from_iterable(wanted & own for own in told))
    weights = {stem: log1p(len(told) / count) for stem, count in having.items()}
    return [fsum(weights[stem] for stem in wanted & own) for own in told]  # the same sum in whatever order


def likeliest(places: Iterable[int], shares: Sequence[float]) -> list[int]:
    """The places of windows, those first that share most; equals as they were."""
    return sorted(places, key=lambda place: -shares[place])


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The content stems of a claim or a window, by which it is chosen."""
    return frozenset(content_stems(text))
