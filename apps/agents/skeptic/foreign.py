"""A text written elsewhere, without the marks by which it names its sources. Pure.

What such a text cites ([1], (Smith, 2020), "According to Smith (2020), …", a raised figure, a link) says nothing of
these documents, so that it is no part of what is judged: the Skeptic reads the text without it. Every cut is
remembered, so that a place in what was read is a place in the text as it was given. Tables, code and lists of
references are passed over whole; anchors of our own (``[cite:KEY]``) stay.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from types import MappingProxyType

from apps.agents.skeptic.attributions import Attribution, attributions_in
from apps.agents.skeptic.marks import marks_in
from apps.core.patterns import lazy_regex
from apps.core.sentences import RAISED, split_sentences
from apps.verification.types import ClaimDraft

PART_CHARS = 4000  # of a text that are read in one go: about 30 claims, well within what a model answers in one piece

# whole lines
_FENCE = lazy_regex(r"[ \t]*(?:```|~~~)")
_TABLE_ROW = lazy_regex(r"[ \t]*\||[^|\n]*\S[ \t]\|[ \t]|[ \t]*:?-{3,}:?[ \t]*\|")
_NOTE = lazy_regex(r"[ \t]*\[\^[^\]\n]{1,40}\]:")  # what a footnote of Markdown says
_LINK_TARGET = lazy_regex(r"[ \t]*\[[^\]\n]{1,100}\]:[ \t]*(?:<|https?://|/|#)\S")
_REFERENCES = lazy_regex(
    r"[ \t]*(?:#{1,6}[ \t]+|\*\*|\d{1,2}\.?[ \t]+)?(?:references|bibliography|works cited|literature(?: cited)?|"
    r"list of (?:references|sources)|sources|footnotes|endnotes)[ \t]*:?(?:\*\*)?[ \t]*#*[ \t]*\Z",
    re.IGNORECASE,
)
_HEADING = lazy_regex(r"[ \t]{0,3}#{1,6}[ \t]+\S")
_ENTRY = lazy_regex(
    rf"[ \t]*(?:\\?[{RAISED}†‡\[]|\(?\d{{1,3}}[.)\]]|[-*•][ \t])"
    r"|.{0,300}?(?:\b(?:1[89]|20)\d\d[a-z]?\b|https?://|www\.)"
)
_PLAIN_WORD = lazy_regex(r"[^\W\d_A-Z]+(?![\w])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bare:
    """What of a text is read: ``text`` is the given one without its cuts. ``passed_over`` counts the lines left out."""

    text: str
    joints: tuple[int, ...]  # where in ``text`` something was cut, in order
    gone: tuple[int, ...]  # for each of them, how many characters are cut up to there
    passed_over: int

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where text[start:end] stands in the text as given, marks inside it and none around it."""
        low, high = bisect_right(self.joints, start), bisect_right(self.joints, end - 1)
        return start + (self.gone[low - 1] if low else 0), end + (self.gone[high - 1] if high else 0)


def bare_of(text: str, *, borne: Mapping[str, Set[str]] = MappingProxyType({})) -> Bare:
    """``text`` as it is read. ``borne``: see ``attributions_in``."""
    kept: list[str] = []
    joints: list[int] = []
    gone: list[int] = []
    at = length = passed_over = 0
    opens = False
    for cut in _cuts(text, borne):
        if cut.start > at:
            kept.append(_opening(text[at : cut.start]) if opens else text[at : cut.start])
            length += cut.start - at
            opens = False
        joints.append(length)
        gone.append((gone[-1] if gone else 0) + cut.end - cut.start)
        at = cut.end
        passed_over += cut.says
        opens = opens or cut.opens
    kept.append(_opening(text[at:]) if opens else text[at:])
    return Bare(text="".join(kept), joints=tuple(joints), gone=tuple(gone), passed_over=passed_over)


def placed(bare: Bare, claim: ClaimDraft, *, offset: int, known: Collection[str]) -> ClaimDraft:
    """A claim of the part of ``bare.text`` that begins at ``offset``, with its place in the text as given.

    Of the keys it cites those that are ``known`` are left: the others name nothing here.
    """
    start, end = bare.place(claim.start_offset + offset, claim.end_offset + offset)
    citations = tuple(key for key in claim.citations if key in known)
    return replace(claim, start_offset=start, end_offset=end, citations=citations)


def parts_of(text: str) -> tuple[tuple[int, int], ...]:
    """(start, end) of stretches of about ``PART_CHARS``, parted where no sentence runs on; together all of it."""
    parts: list[tuple[int, int]] = []
    begun = 0
    for end in _ends(text):
        if end - begun >= PART_CHARS:
            parts.append((begun, end))
            begun = end
    if text[begun:].strip():
        parts.append((begun, len(text)))
    return tuple(parts)


def _ends(text: str) -> Iterator[int]:
    """Where a part may end: between paragraphs, and between the sentences of one that is too long."""
    begun = position = 0
    for line in text.splitlines(keepends=True):
        position += len(line)
        if line.isspace() or position == len(text):
            if position - begun > 2 * PART_CHARS:
                yield from (begun + span.end for span in split_sentences(text[begun:position])[:-1])
            yield position
            begun = position


def _opening(text: str) -> str:
    """With the capital of a sentence, where what stood before it is cut; "iPhone" and the like stay."""
    word = _PLAIN_WORD.match(text)
    return text[0].upper() + text[1:] if word and len(text[0].upper()) == 1 else text


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cut:
    """text[start:end] is not read. ``says``: a line that says something. ``opens``: a sentence begins behind it."""

    start: int
    end: int
    says: bool = False
    opens: bool = False


def _cuts(text: str, borne: Mapping[str, Set[str]]) -> Iterator[_Cut]:
    """Everything that is not read, in order."""
    lines = list(_lines(text))
    read = [(start, end) for start, end, passed_over in lines if not passed_over]
    attributions = iter(attributions_in(text, read, borne=borne))
    for start, end, passed_over in lines:
        if not passed_over:
            yield from _cuts_in(text, start, end, next(attributions))
        elif end > start:
            yield _Cut(start=start, end=end, says=any(char.isalnum() for char in text[start:end]))


def _cuts_in(text: str, start: int, end: int, attributions: Sequence[Attribution]) -> Iterator[_Cut]:
    """What is not read of the line text[start:end]."""
    at = start
    for each in attributions:
        yield from (_Cut(start=low, end=high) for low, high in marks_in(text, at, each.start))
        yield _Cut(start=each.start, end=each.end, opens=each.opens)
        at = each.end
    yield from (_Cut(start=low, end=high) for low, high in marks_in(text, at, end))


def _lines(text: str) -> Iterator[tuple[int, int, bool]]:
    """(start, end, whether it is passed over) of every line, without its end."""
    fenced = listed = False
    after_blank = True
    position = 0
    for raw in text.splitlines(keepends=True):
        start, position = position, position + len(raw)
        line = raw.rstrip("\r\n")
        fence = bool(_FENCE.match(line))
        if _REFERENCES.match(line) and not fenced:
            listed = True
        elif listed and line.strip() and (_HEADING.match(line) or (after_blank and not _ENTRY.match(line))):
            listed = False
        apart = _TABLE_ROW.match(line) or _NOTE.match(line) or _LINK_TARGET.match(line)
        yield start, start + len(line), bool(fenced or fence or listed or apart)
        fenced ^= fence
        after_blank = not line.strip()
