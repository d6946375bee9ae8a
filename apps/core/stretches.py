"""Texts cut into stretches of neighbouring sentences, as a model reads them. Pure."""

import re
from itertools import pairwise

from apps.core.sentences import split_sentences

WORDS = 60  # of a stretch, about; docs/training.md has what other lengths are worth
LONGEST = 120  # words of a sentence that is a stretch by itself

Span = tuple[int, int]  # text[start:end]
_WORD = re.compile(r"\S+")


def stretch_spans(text: str) -> tuple[Span, ...]:
    """Where neighbouring sentences of about ``WORDS`` words together stand, each beginning with the last
    sentence of the one before where the next fits behind it. A sentence of more stands alone, and one of more than
    ``LONGEST`` is cut. One empty span of an empty text.
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


def stretches_in(text: str) -> tuple[str, ...]:
    """The stretches of a text as they are read."""
    return tuple(as_read(text[start:end]) for start, end in stretch_spans(text))


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
