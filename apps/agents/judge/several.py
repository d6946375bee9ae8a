"""Claims of several sentences: where they are parted, so that each can be held against the passages by itself. Pure.

Held against a passage as one, such a claim shares too little with any of its sentences, and is not found although the
source says all of it.
"""

import re
from itertools import pairwise

from apps.core.sentences import split_sentences

MOST_SENTENCES = 6  # a claim of more is no claim but a text, and held against the passages as it is
SHORTEST = 3  # words of a sentence that says something by itself
# "he has died . his son" as texts have it whose words were parted from their marks
_PARTED_STOP = re.compile(r"(?<=[^\s.!?…] )[.!?](?= +[^\W\d_])")


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a claim; all of it where it is one, or has more than MOST_SENTENCES, or one says nothing."""
    found = []
    for span in split_sentences(text):
        sentence = text[span.start : span.end]
        cuts = [0, *(stop.end() for stop in _PARTED_STOP.finditer(sentence)), len(sentence)]
        found += [sentence[start:end].strip() for start, end in pairwise(cuts)]
    if not 1 < len(found) <= MOST_SENTENCES or any(len(one.split()) < SHORTEST for one in found):
        return (text,)
    return tuple(found)
