"""A written text as sentences with the citations each carries. Pure; offsets count into the text."""

import re
from dataclasses import dataclass

from apps.core.sentences import split_sentences
from apps.verification.citations import find_citations

_GLUE_BEFORE = re.compile(r"\A(?:[\s,;:.–—-]+|(?:and|but|or|while|whereas)\b[\s,]*)+", re.IGNORECASE)
_GLUE_AFTER = re.compile(r"[\s,;:–—-]+\Z")
_MARKS = re.compile(r"\A(?:\s*(?:#{1,6}|[-*+•]|\(?\d{1,3}[.)])\s+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSentence:
    """text[start:end] is the whole of it, anchors included; ``bodies`` are the (start, end) between its anchors.

    An anchor belongs to the sentence it stands in or directly after, and to no other: one at the end of a paragraph
    covers the paragraph's last sentence only.
    """

    start: int
    end: int
    bodies: tuple[tuple[int, int], ...]
    keys: tuple[str, ...]
    heading: bool
    paragraph: int


def read_cited(text: str) -> tuple[CitedSentence, ...]:
    """The sentences and headings of ``text`` in order; those without a word are left out."""
    anchors = find_citations(text)
    found = []
    paragraph = 0
    previous_end = 0
    for span in split_sentences(text):
        if re.search(r"\n[ \t]*\n", text[previous_end : span.start]):
            paragraph += 1
        previous_end = span.end
        inside = [anchor for anchor in anchors if span.start <= anchor.start < span.end]
        bodies = _bodies(text, span.start, span.end, [(anchor.start, anchor.end) for anchor in inside])
        if not bodies:
            continue
        found.append(
            CitedSentence(
                start=span.start,
                end=span.end,
                bodies=bodies,
                keys=tuple(dict.fromkeys(anchor.key for anchor in inside)),
                heading=_is_heading(text, span.start, bodies, cited=bool(inside)),
                paragraph=paragraph,
            )
        )
    return tuple(found)


def _bodies(text: str, start: int, end: int, anchors: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """What lies between the anchors, without list marks, connectives and loose punctuation at the cuts."""
    marks = _MARKS.match(text, start, end)
    first = marks.end() if marks else start
    edges = [first, *(edge for anchor in anchors for edge in anchor), end]
    bodies = []
    for number, (low, high) in enumerate(zip(edges[::2], edges[1::2], strict=True)):
        piece = text[low:high]
        glue = _GLUE_BEFORE.match(piece) if number else re.match(r"\s*", piece)
        low += glue.end() if glue else 0
        trailing = _GLUE_AFTER.search(text[low:high])
        high -= len(trailing[0]) if trailing else 0
        if re.search(r"[^\W_]", text[low:high]):
            bodies.append((low, high))
    return tuple(bodies)


def _is_heading(text: str, start: int, bodies: tuple[tuple[int, int], ...], *, cited: bool) -> bool:
    line = text[bodies[0][0] : bodies[-1][1]]
    if text[start:].lstrip().startswith("#"):
        return True
    if cited or line[-1] in '.!?:;”")…%' or len(line.split()) > 12:
        return False
    return not re.search(r"\b(?:is|are|was|were|has|have|had|must|may|shall|will|can|does|do|did|should)\b", line)
