"""Lists whose head turns the sense of their items: "None of the following has occurred:". Pure.

A head ends in a colon, says what is so with the following, or announces the marked lines right behind it. Its list are
the marked lines behind it that are marked alike, with the lines that go on from them and what is nested in them; else
the one paragraph behind it, or the rest of its own. Another heading, another paragraph or another kind of mark ends it,
and so does the next item of the list the head is in.
"""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from apps.core.patterns import lazy_regex
from apps.core.sentences import is_table_row, split_sentences
from apps.verification.citations import strip_citations
from apps.verification.lexicon import RESTATED, SAYING, coverage_of
from apps.verification.types import behind
from apps.verification.wording.list_heads import (
    HOLDS_BACK,
    about,
    announces,
    goes_on,
    holds_back,
    lists_behind_colon,
    points,
    supposes,
    turns,
)
from apps.verification.wording.list_marks import Mark, mark_alone, mark_of, unmarked

FAR = 6000  # characters before a place in a long text, in which the head of its list is looked for
LONGEST_HEAD = 600  # characters
DEEPER = 2  # blanks beyond a mark, from which another paragraph belongs to its item
_GOES_ON = lazy_regex(r"(?:;|,)(?:\s+(?:and|or))?\Z|\b(?:and|or)\Z", re.IGNORECASE)
_HEADING, _LINE = lazy_regex(r"#{1,6}\s"), lazy_regex(r"[^\n]+")
_LABEL = lazy_regex(r"[A-Z][\w’'-]*(?:\s[\w’'-]+){0,3}")
_FURNITURE = lazy_regex(r"(?:page\s+)?\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?\Z", re.IGNORECASE)
_COLON = lazy_regex(r"[:：](?=[*_]*\s+\S)")

Span = tuple[int, int]


@dataclass(slots=True, kw_only=True)
class _List:
    """A list that is being read. ``item``: where the item under way begins."""

    head: Span
    turning: bool  # whether the head is one that turns
    own: Mark | None  # of the head, where it is an item itself
    marked: bool = False  # only marked lines can be its items
    first: Mark | None = None
    last: Mark | None = None
    begun: bool = False
    item: int = 0
    small: bool = False  # whether its first item goes on in small letters

    def takes(self, mark: Mark, *, gap: bool, heads: bool) -> bool:
        """Whether a marked line is its item. ``heads``: the line is the head of another list."""
        if self.own and self.own.is_before(mark) and not (self.last and self.last.is_before(mark)):
            return False  # the next item of the list the head is in
        if self.first is None:
            if self.begun:
                return not gap
            if self.own and mark.like(self.own) and mark.indent <= self.own.indent and not mark.may_begin:
                return False
            self.first = mark
        elif mark.indent <= self.first.indent and not mark.like(self.first):
            return False
        if heads and self.begun and self.own == self.first == mark:  # bullets all: the head of another list
            return False
        if mark.like(self.first) and mark.indent <= self.first.indent:
            self.last = mark
        return True

    def goes_on_with(self, mark: Mark) -> bool:
        """Whether a marked line behind another paragraph is its next item, and none of the list the head is in."""
        return bool(self.last and self.last.value and self.last.is_before(mark)) and not (
            self.own and self.own.is_before(mark)
        )


@dataclass(slots=True)
class _Reader:
    """Goes down the lines of a text. ``found``: (line start, line end, head, where its item begins)."""

    text: str
    lists: list[_List] = field(default_factory=list)
    found: list[tuple[int, int, Span, int]] = field(default_factory=list)
    gap: bool = False
    before: str = ""
    paragraph: int = 0
    mark: Mark | None = None  # of the paragraph
    ahead: Mark | None = None  # of the next line
    broken: _List | None = None  # by the paragraph under way, behind which its next item may come

    def read(self, start: int, end: int) -> None:
        line, self.gap = self.text[start:end], self.gap or "\n\n" in self.text[max(0, start - 2) : start]
        said = strip_citations(line).strip().rstrip("*_ \t")
        if not said or _FURNITURE.match(said):
            return
        if alone := mark_alone(line):
            self.ahead = alone
            return
        if self.lists and self._is_headed(start, end, said):
            return
        mark, self.ahead = mark_of(line) or self.ahead, None
        self._close(line, mark)
        if mark or self.gap or not self.before:
            self.paragraph, self.mark = start, mark
        for one in self.lists:
            one.item = start if mark or not one.begun else one.item
            one.small = unmarked(line)[:1].islower() if mark and one.first is mark else one.small
            one.begun = True
        if turning := next((one for one in self.lists if one.turning), None):
            self.found.append((start, end, turning.head, turning.item))
        self._announce(start, end, said)
        self.gap, self.before = False, said

    def _is_headed(self, start: int, end: int, said: str) -> bool:
        """Whether the line is a heading between a head and the marked lines it lists: "### Events"."""
        last = self.lists[-1]
        heading = _HEADING.match(said)
        label = self.gap and self.text.startswith("\n\n", end) and _LABEL.fullmatch(said)
        if last.begun or not _ends_in_colon(self.before) or not (heading or label):
            return False
        self.lists[:] = [replace(last, marked=True)]
        if label and last.turning:
            self.found.append((start, end, last.head, start))
        return True

    def _close(self, line: str, mark: Mark | None) -> None:
        """End the lists that the line does not belong to; one that a paragraph broke goes on with its next item."""
        if _HEADING.match(line) or is_table_row(line):
            self.lists.clear()
        small = unmarked(line)[:1].islower()
        if mark and self.broken and self.broken.goes_on_with(mark) and small == self.broken.small:
            self.lists.append(self.broken)
        if mark or self.gap:
            self.broken = None
        while self.lists and not self._holds(self.lists[-1], line, mark):
            ended = self.lists.pop()
            self.broken = ended if self.gap and not mark and not self.lists else self.broken

    def _holds(self, one: _List, line: str, mark: Mark | None) -> bool:
        """Whether the line belongs to the list."""
        if mark:
            return one.takes(mark, gap=self.gap, heads=_ends_in_colon(strip_citations(line)))
        if one.first is None:
            return not one.marked and (not one.begun or not self.gap or bool(_GOES_ON.search(self.before)))
        deeper = len(line) - len(line.lstrip()) - one.first.indent
        if self.gap or _GOES_ON.search(self.before):
            return bool(_GOES_ON.search(self.before)) or deeper >= DEEPER
        ended = self.before[-1:] in ".!?" and line.lstrip()[:1].isupper()
        return not ended or deeper > 0

    def _announce(self, start: int, end: int, said: str) -> None:
        """Begin a list where the line has a head in it; one that ends in mid-line holds what follows there."""
        begin = max(self.paragraph, end - LONGEST_HEAD)
        if not _ends_in_colon(said) and not _MAY_ANNOUNCE.search(self.text, begin, end):
            return
        spans = [(begin + span.start, begin + span.end) for span in split_sentences(self.text[begin:end])]
        if _ends_in_colon(said):
            self._begin(spans[-1] if spans else (start, end), end)
            return
        for low, high in spans:
            colon = _COLON.search(self.text, low, high)
            if high <= start or (colon and colon.start() < start):
                continue
            said = _plain(self.text[low:high])
            behind_it = self.text[colon.end() : colon.end() + LONGEST_HEAD] if colon else ""
            if colon and lists_behind_colon(_plain(self.text[low : colon.end()]), behind_it):
                self._begin((low, colon.end()), end)
                return
            if not colon and announces(said) and self._has_ended(said, high):
                self._begin((low, high), end, begun=supposes(said))
                return
        if spans and points(_plain(self.text[slice(*spans[-1])]), alone=len(spans) == 1):
            self._begin(spans[-1], end, marked=True)

    def _has_ended(self, said: str, high: int) -> bool:
        """Whether a sentence is whole where its line ends."""
        return said.rstrip('"”’)')[-1:] in tuple(".!?;") or bool(_NO_MORE.match(self.text, high))

    def _mark_over(self, at: int) -> Mark | None:
        """The mark of the item a head stands in; one that begins a line of its own stands in none."""
        begins = self.text[:at].rstrip(" \t")[-1:] == "\n" and at > self.paragraph
        return None if begins else self.mark

    def _begin(self, head: Span, end: int, *, marked: bool = False, begun: bool = False) -> None:
        """``begun``: no other paragraph can be the list."""
        text, self.broken = _plain(self.text[slice(*head)]), None
        turning, goes_on = turns(text), head[1] < end - 1
        if goes_on and (not turning or any(one.turning and not one.first for one in self.lists)):
            return  # what stands behind it is not turned, or is by another
        begun, item = begun or goes_on, min(end, head[1] + 1)
        self.lists.append(
            _List(head=head, turning=turning, own=self._mark_over(head[0]), marked=marked, begun=begun, item=item)
        )
        if goes_on:
            self.found.append((head[1], end, head, head[1] + 1))


_NO_MORE = lazy_regex(r"[*_]*[ \t]*(?:\Z|\n\s*(?:\n|[^\w\s]|\d))")
_MAY_ANNOUNCE = lazy_regex(
    r"\b(?:follow(?:ing|s)?|myths|rumou?rs|misconceptions|legends|fallacies|falsehoods|these|those|th[iu]s|so|below|here|what|suppose|imagine|picture|assume|take|consider)\b",
    re.IGNORECASE,
)


def _ends_in_colon(line: str) -> bool:
    return line.rstrip('*_”’"—–- \t').endswith((":", "："))


@lru_cache(maxsize=2048)
def _items(text: str) -> tuple[tuple[int, int, Span, int], ...]:
    reader = _Reader(text)
    for line in _LINE.finditer(text):
        reader.read(*line.span())
    return tuple(reader.found)


def turning_head(text: str, at: int) -> Span | None:
    """Where the head stands of the list that text[at] is in, where it turns the sense of what is listed there.

    One that only demands or allows does so where the item goes on from it: "The applicant must: provide proof".
    """
    cut = 0
    if len(text) > 2 * FAR:
        cut = text.rfind("\n", 0, max(0, at - FAR)) + 1
        behind_it = text.find("\n", at)
        text = text[cut : behind_it if behind_it >= 0 else len(text)]
    found = [one for one in _items(text) if one[0] <= at - cut < one[1]]
    if not found:
        return None
    *_, (low, high), item = found[-1]
    head = _plain(text[low:high])
    if not holds_back(head) and not goes_on(head, unmarked(text[item:])):
        return None
    return cut + low, cut + high


def _plain(head: str) -> str:
    return " ".join(strip_citations(head).lstrip("# *_").rstrip("*_ ").split())


def head_text(text: str, at: int) -> str:
    """What such a head says, on one line, without citations; nothing where there is none."""
    head = turning_head(text, at)
    return "" if head is None else _plain(text[head[0] : head[1]])


def headed(text: str, start: int, end: int) -> str:
    """text[start:end], if it is in such a list without its mark and behind what the head says."""
    head = head_text(text, start)
    return behind(head, unmarked(text[start:end])) if head else text[start:end]


def held_back(claim: str, text: str, start: int, end: int) -> str:
    """The head that denies, doubts or makes a condition of what text[start:end] has of ``claim``, unless that says it.

    Looked at are its beginning, and the sentences and lines in it that say most of the claim.
    """
    spans = [(start + span.start, start + span.end) for span in split_sentences(text[start:end])]
    spans += [line.span() for line in _LINE.finditer(text, start, end)]
    saying = [at for at, to in spans if coverage_of(claim, text[at:to]) >= SAYING]
    for head in filter(holds_back, (head_text(text, at) for at in (start, *saying))):
        if not (HOLDS_BACK.search(claim) and coverage_of(about(head), claim) >= RESTATED):
            return head
    return ""
