"""Long evidence as the Judge's model reads it: windows of neighbouring sentences, the likeliest first. Pure.

Windows of some sentences, neighbours sharing one where it fits, those that share most with the claim, then the maximum
of their scores.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

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
    """At most so many, those first that have more of the claim's content stems; among equals the earlier."""
    if len(windows) == 1:
        return tuple(windows)
    return tuple(windows[place] for place in likeliest(claim, map(stems, windows), most=most))


def likeliest(claim: str, told: Iterable[frozenset[str]], *, most: int) -> list[int]:
    """The places of at most so many of the windows with those stems, as ``best_windows`` orders them."""
    wanted = stems(claim)
    shared = [len(wanted & own) for own in told]
    return sorted(range(len(shared)), key=lambda place: (-shared[place], place))[:most]


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The content stems of a claim or a window, by which it is chosen."""
    return frozenset(content_stems(text))
