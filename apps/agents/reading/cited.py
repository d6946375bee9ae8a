"""A written text as sentences with the citations each carries. Pure; offsets count into the text."""

import re
from bisect import bisect_left
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.core.sentences import split_sentences
from apps.core.words import AUXILIARY
from apps.verification.citations import find_citations

_GLUE_BEFORE = lazy_regex(r"\A(?:[\s,;:.–—-]+|(?:and|but|or|while|whereas)\b[\s,]*)+", re.IGNORECASE)
_GLUE_AFTER = frozenset(",;:–—-")
_STATEMENT_WORDS = 4  # that end in a full stop are no title
_TITLE_WORDS = 12  # at most
_ITEM_WORDS = 5  # more of them in a list item are no label
_ITEM = lazy_regex(r"\s*[-*+•]\s")
_MARKS_OF_HEADING = lazy_regex(r"\s{0,9}(?P<marks>#+)")
_CONTENTS = lazy_regex(r"(?:this|the present)\s+(?:[\w-]+\s+){1,4}covers:", re.IGNORECASE)  # then headings of its parts
_ASKS = lazy_regex(r"(?:how|what|when|where|whether|which|who|why)\b", re.IGNORECASE)
_AMOUNT = lazy_regex(r"[$€£¥]\s?\d|\d\s?%|\d\s+(?:percent|per cent|thousand|million|billion|trillion|basis points)\b")
# in small letters: in a title verbs are capitalised too
VERB = lazy_regex(
    rf"\b(?:{AUXILIARY}|does|do|did|rose|fell|grew|"
    r"won|lost|sold|bought|paid|made|took|gave|became|began|kept|held|led|met|said|ran|saw|went|came|spent|sent|built|"
    r"broke|drew|drove|wrote|exceeds|requires|applies|remains|includes|provides|contains|allows|prohibits|permits|grows|"
    r"owns|pays|becomes|expects|covers|states)\b|n['’]t\b"
    r"|(?<=\s)(?!(?:need|indeed|speed|feed|seed|hundred|related|based|unaudited|audited|consolidated|limited|selected|"
    r"combined|fixed|weighted|proposed|detailed|listed|continued)\b)[a-z]{2,}ed\b(?!\s+by\b)"
)
# over a list these words carry what it says: "Prohibited:"
_RULE = lazy_regex(
    r"\b(?:not|no|never|none|without|except|only|unless|allowed|permitted|prohibited|forbidden|banned|entitled|eligible|"
    r"ineligible|required|excluded|included|exempt|covered)\b",
    re.IGNORECASE,
)
_MARKS = lazy_regex(r"(?:\s*(?:#{1,6}|[-*+•]|\(?\d{1,3}[.)])\s+)")


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
    starts = [anchor.start for anchor in anchors]
    found = []
    listing = stating = False
    paragraph = 0
    previous_end = 0
    for span in split_sentences(text):
        if re.search(r"\n[ \t]*\n", text[previous_end : span.start]):
            paragraph += 1
        previous_end = span.end
        inside = anchors[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
        bodies = _bodies(text, span.start, span.end, [(anchor.start, anchor.end) for anchor in inside])
        if not bodies:
            continue
        item = bool(_ITEM.match(text, span.start))
        listing = listing if item else bool(_CONTENTS.fullmatch(text, span.start, span.end))
        heading = _is_heading(text, span.start, bodies, cited=bool(inside), item=item, listing=listing)
        if not item:
            stating = not heading and text[span.end - 1] == ":"
        found.append(
            CitedSentence(
                start=span.start,
                end=span.end,
                bodies=bodies,
                keys=tuple(dict.fromkeys(anchor.key for anchor in inside)),
                heading=heading and not (item and stating),
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
        high = next((at + 1 for at in range(high - 1, low - 1, -1) if not _is_glue(text[at])), low)
        if high < end and text[high:end].strip() == ":":
            high = text.index(":", high) + 1  # it announces what follows
        if re.search(r"[^\W_]", text[low:high]):
            bodies.append((low, high))
    return tuple(bodies)


def _is_glue(char: str) -> bool:
    return char.isspace() or char in _GLUE_AFTER


def _is_heading(
    text: str, start: int, bodies: tuple[tuple[int, int], ...], *, cited: bool, item: bool, listing: bool
) -> bool:
    """Whether a line names what follows and states nothing. ``listing``: it announces the parts of the text, or is an
    ``item`` that names one."""
    line = text[bodies[0][0] : bodies[-1][1]]
    words = len(line.split())
    if cited:
        return False
    marks = _MARKS_OF_HEADING.match(text, start)
    if marks:
        # a mark does not hide a statement; what opens the text is its title
        title = len(marks["marks"]) == 1 and not text[:start].strip()
        return title or line[-1] not in ".!" or words < _STATEMENT_WORDS or not VERB.search(line)
    if listing and (not item or _ASKS.match(line)):
        return True
    if line[-1] in '.!?;”")…%' or words > _TITLE_WORDS or VERB.search(line) or _AMOUNT.search(line):
        return False
    if line[-1] == ":":
        return not _RULE.search(line)
    return listing or not (item and (words > _ITEM_WORDS or any(letter.isdigit() for letter in line)))
