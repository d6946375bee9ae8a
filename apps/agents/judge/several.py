"""Claims of several sentences: where they are parted, so that each can be held against the passages by itself. Pure.

Held against a passage as one, such a claim shares too little with any of its sentences, and is not found although the
source says all of it.
"""

from itertools import pairwise

from apps.core.patterns import lazy_regex
from apps.core.sentences import split_sentences

MOST_SENTENCES = 6  # a claim of more is no claim but a text, and held against the passages as it is
SHORTEST = 3  # words of a sentence that says something by itself; a shorter one goes with its neighbour
_SHORT = lazy_regex(r"(?!(?:Not|No|Dr|Mr|Mrs|Ms)\b)[A-Z]\S+\s\S+[.!?]\Z")  # but for "Costs fell."
# "he has died . his son" as texts have it whose words were parted from their marks
_PARTED_STOP = lazy_regex(r"(?<=[^\s.!?…] )[.!?](?= +[^\W\d_])")
# "the firm of Mr . Smith"
_SHORTENED = lazy_regex(r"\b(?:[A-Z]|Mrs?|Ms|Dr|St|No|vs|Co|Jr|Sr|Inc|Ltd|Gen|Sen|Rep|Hon|Rev|Prof)\s\.\Z")
_OPENS, _CLOSES = lazy_regex(r'(?<![^\s(\[—–])"(?=[^\s.,;:!?)])'), lazy_regex(r'(?<=[^\s(\[—–])"(?!\w)')
_CUT_FIGURE = lazy_regex(r"\d\s?\.\Z")  # "rose 3. 5 percent"


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a claim; all of it where it is one, or has more than MOST_SENTENCES.

    What one quotation holds is not parted.
    """
    found: list[str] = []
    for span in split_sentences(text):
        sentence = text[span.start : span.end]
        cuts = [0, *(stop.end() for stop in _PARTED_STOP.finditer(sentence)), len(sentence)]
        for start, end in pairwise(cuts):
            piece = sentence[start:end].strip()
            if found and _goes_on(found[-1], piece):
                found[-1] = f"{found[-1]} {piece}"
            elif piece:
                found.append(piece)
    return tuple(found) if 1 < len(found) <= MOST_SENTENCES else (text,)


def _goes_on(before: str, piece: str) -> bool:
    """Whether a piece is no sentence of its own, or what stands before it is none."""
    short = any(len(one.split()) < SHORTEST and not _SHORT.match(one) for one in (before, piece))
    quoted = before.count("“") > before.count("”") or len(_OPENS.findall(before)) > len(_CLOSES.findall(before))
    cut = bool(_CUT_FIGURE.search(before)) and piece[:1].isdigit()
    return short or quoted or cut or bool(_SHORTENED.search(before))
