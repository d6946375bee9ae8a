"""Which headings of a document head a part that a reader is to be told of, and how much it says. Pure.

A heading that only holds others ("Part II") makes room for these; what says nothing of its matter (the auditor's
report, an index, a table, what stands behind the exhibits) is left out.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import log

from apps.agents.reading.words import content_words
from apps.agents.writer.headings import clean_heading, says_something
from apps.agents.writer.plan.kinds import IN_TITLES
from apps.core.headings import is_numbered, unnumbered
from apps.core.patterns import lazy_regex
from apps.core.periods import MONTH
from apps.core.sentences import is_table_row

HELD = 0.3  # share of a part that its parts must say to stand in its place, where its heading could stand too
SAYING = 60  # letters, below which a part says nothing
TOLD = 0.5  # share of a part's lines that are text, below which it is a table
LETTERS = 0.7  # the least share of a line of text
TELLING = 400  # letters, below which a part may only say where to read on, and goes with its neighbours
REFERRING = 2000  # characters of a part that may only refer to another document
ROW = 0.25  # what a letter counts that stands in no sentence
LEAST, MOST_NAMED, UNCOUNTED = 300, 12, 1  # bounds of size and of mentions that tell parts apart; a single word's
SIZE = 0.3  # the power to which it counts: what says ten times as much is worth twice as much
NUMBERED = 1.5  # what a part with a number is worth against one without: "Item 3"
COUNTED = 1_000_000  # characters of a text in which mentions are counted
BEHIND = 0.33  # share of a document, before which nothing is taken for what is attached to it

SAME_NAME = 0.66  # share of a title that a heading says, from which it is the title
_NAMED_VALUE = lazy_regex(r"\s*\S.{2,60}?\s{3,}\S(?:(?!\s{3}).)*\s*\Z")  # of two columns: a list
_WORD = lazy_regex(r"(?<!\d)[^\W\d_]+(?!\d)")
_FORMS = frozenset(["co", "inc", "corp", "corporation", "company", "plc", "ltd", "llc", "ag", "se", "form", "k", "the"])
_NAMING = lazy_regex(r"\b(?:19|20)\d\d\b|(?<=[A-Z]-)\d+\b")  # figures that a heading may have: years, COVID-19
_AS_MARKS = {ord("0") + digit: 0xE000 + digit for digit in range(10)}  # of no language
_AS_DIGITS = {mark: digit for digit, mark in _AS_MARKS.items()}
_LEAD = lazy_regex(
    r"\A(?:management[’']?s discussion and analysis of|for the|notes? (?:on|to))\s+(?=\w)", re.IGNORECASE
)
_ITSELF = lazy_regex(
    r"\b(?:table of )?contents\Z|\bindex\b|\bincorporated by reference|\bforward[-‑–]looking|"
    r"\bindependent registered\b|\bauditors?[’']?s?\b|\A(?:basis for )?opinion\b|"
    r"\A(?:defined terms|definitions|glossary|abbreviations)\Z|"
    r"\A(?:selected (?:\w+ ){0,3}|supplementary )data\b|"
    r"\A(?:controls and procedures|unresolved staff comments|mine safety disclosures|form 10-k summary)\Z|"
    r"\breport on (?:internal control|the consolidated financial statements)|\baccountants?\b|"
    r"\A(?:conference call|contacts?|available) ?(?:information)?\Z|"
    r"\b(?:disclaimer|copyright|acknowledge?ments|references|bibliography)\Z",
    re.IGNORECASE,
)  # what a document says of itself, and of those who checked it
_ELSEWHERE = lazy_regex(r"\bincorporated\s+(?:herein\s+)?(?:in\s+[\w\s]{1,40})?by\s+reference\b", re.IGNORECASE)
_INSIDE = lazy_regex(r"\bnote\s+\d", re.IGNORECASE)
_TABLE = lazy_regex(r"\b(?:following|accompanying) tables?\b", re.IGNORECASE)
_MONTH = lazy_regex(MONTH, re.IGNORECASE)
_ABOUT = lazy_regex(r"about\b", re.IGNORECASE)  # whom: the introduction tells it
_ATTACHED = lazy_regex(r"\A(?:exhibits?|signatures?|certifications?)\b", re.IGNORECASE)
_STATEMENT = lazy_regex(r"\A(?:condensed |consolidated )*(?:statements? of|balance sheets?)\b", re.IGNORECASE)
_ACCOUNTING = lazy_regex(r"\baccounting (?:policies|estimates)\b", re.IGNORECASE)
_STATEMENTS = lazy_regex(rf"\bfinancial statements\b|{_ACCOUNTING.pattern}", re.IGNORECASE)
_PREFACE = lazy_regex(r"introduction|preface|overview|purpose|scope", re.IGNORECASE)  # told by the introduction
_DISCUSSION = lazy_regex(r"\bdiscussion and analysis\b", re.IGNORECASE)
# of words that say nothing in another heading: a part whatever it holds; and one that holds what stands behind it
_OWN_RIGHT = lazy_regex(r"(?:our )?business|(?:overview and )?results of operations", re.IGNORECASE)
_HOLDS = lazy_regex(r"\b(?:financial condition|results of operations|liquidity and capital resources)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Headed:
    """A heading where it stands: ``start`` and ``end`` of its own line, ``level`` counting from 1."""

    title: str
    level: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Node:
    """What stands from a heading's end to ``end``: ``above`` are the titles over it, ``below`` the parts in it."""

    heading: Headed
    start: int
    end: int
    above: tuple[str, ...]
    below: "tuple[Node, ...]"


def tree_of(headings: Sequence[Headed], length: int, above: tuple[str, ...] = ()) -> tuple[Node, ...]:
    """Each heading with those below it; a part ends where the next of its level or above begins."""
    found: list[Node] = []
    at = 0
    while at < len(headings):
        own = headings[at]
        behind = next(
            (other for other in range(at + 1, len(headings)) if headings[other].level <= own.level), len(headings)
        )
        end = headings[behind].start if behind < len(headings) else length
        below = tree_of(headings[at + 1 : behind], end, (*above, own.title))
        found.append(Node(own, own.end, end, above, below))
        at = behind
    return tuple(found)


def is_note(node: Node) -> bool:
    """Whether it stands in financial statements, or says how figures are made: what matters of it is told before."""
    return bool(_ACCOUNTING.search(node.heading.title)) or any(map(_STATEMENTS.search, node.above))


def _all(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _all(node.below)


class Reading:
    """A document's text as its parts are weighed by it."""

    def __init__(self, text: str, *names: str) -> None:
        self._names, self._text = [bare for name in names if (bare := _bare(name))], text
        ends, counts = [0], [(0, 0, 0, 0, 0)]
        for line in text.splitlines(keepends=True):
            ends.append(ends[-1] + len(line))
            letters, is_line = sum(map(str.isalpha, line)), bool(line.strip())
            is_named = bool(_NAMED_VALUE.match(line))
            is_text = is_line and not is_named and _is_text(line)
            counts.append((letters, letters * is_text, is_line, is_text, is_named))
        sums = [list(accumulate(column)) for column in zip(*counts, strict=True)]
        self._ends = ends
        self._letters, self._told, self._lines, self._texts, self._named = sums
        self._plain = " ".join(text[:COUNTED].split())
        self._known = frozenset(word.lower() for word in _WORD.findall(text))

    def told(self, nodes: Iterable[Node], *, any_name: bool = False) -> list[Node]:
        """The parts among ``nodes`` and in what only holds others; nothing behind what a document has attached.

        ``any_name``: one that holds no others is a part though its heading says little ("Schedule").
        """
        found: list[Node] = []
        for node in self._with_held(nodes):
            if self._is_attached(node):
                return found
            line, name = unnumbered(node.heading.title), self.name(node)
            if _ITSELF.search(line) or not (self._says_it_here(node) or _HOLDS.search(name)):
                continue
            if name and self._is_part(node, name, any_name=any_name and not node.below):
                found.append(node)
                continue
            inside = self.told(node.below, any_name=any_name)
            holds = sum(map(self.said, inside)) >= HELD * self.said(node)
            heads = bool(name) and not self._is_title(name)
            together = heads and len(inside) > 1 and all(self.said(one) < TELLING for one in inside)
            found += [node] if together or (_HOLDS.search(name) and not holds) else inside
            if any(map(self._is_attached, _all(node.below))):
                return found
        return found

    def _says_it_here(self, node: Node) -> bool:
        """Whether it says anything, and not only where to read it."""
        short = node.end - node.start < REFERRING
        refers = short and _ELSEWHERE.search(self._text, node.start, node.end)
        return self.said(node) >= SAYING and not (refers and not _INSIDE.search(self._text, node.start, node.end))

    def _is_part(self, node: Node, name: str, *, any_name: bool) -> bool:
        """Whether it is told under its own heading: no title, no table, and none that only holds others."""
        if self._is_table(node, name) or _ABOUT.match(name) or self._is_title(name) or _MONTH.fullmatch(name):
            return False
        if any_name and not _PREFACE.fullmatch(name):
            return True
        return bool(_OWN_RIGHT.fullmatch(name)) or says_something(name)

    def _is_table(self, node: Node, name: str) -> bool:
        """Whether hardly anything in it is a text, or a list of values by their names; statements hold their notes."""
        lines = max(1, self._counted(self._lines, node))
        texts, named = self._counted(self._texts, node) / lines, self._counted(self._named, node) / lines
        if _HOLDS.search(name) or texts >= TOLD:
            return bool(_STATEMENT.search(name) and node.below)
        announced = _STATEMENT.search(name) or _TABLE.search(self._text, node.start, node.end)
        return bool(announced) or texts + named < TOLD

    def _is_title(self, name: str) -> bool:
        bare = _bare(name)
        kind = not IN_TITLES.isdisjoint(content_words(name))
        return any(bare in own and (kind or len(bare) >= SAME_NAME * len(own)) for own in self._names)

    def _with_held(self, nodes: Iterable[Node]) -> list[Node]:
        """``nodes`` with those in one that stand behind it, at its level though they are parts of it."""
        found: list[Node] = []
        for node in nodes:
            before, name = found[-1] if found else None, self.name(node)
            free = not is_numbered(node.heading.title) and not _HOLDS.search(name) and not _ACCOUNTING.search(name)
            if before and free and self._holds_others(before):
                found[-1] = replace(before, end=node.end)
            else:
                found.append(node)
        return found

    def _holds_others(self, node: Node) -> bool:
        """Whether it is one of the two or three large parts of a discussion of results."""
        name = self.name(node)
        discussed = not is_numbered(node.heading.title) and any(map(_DISCUSSION.search, node.above))
        return discussed and bool(_HOLDS.search(name) or _ACCOUNTING.search(name))

    def _is_attached(self, node: Node) -> bool:
        return node.start > BEHIND * len(self._text) and bool(_ATTACHED.search(unnumbered(node.heading.title)))

    def name(self, node: Node) -> str:
        """The heading as it heads a section; empty where it heads none."""
        line = _LEAD.sub("", unnumbered(node.heading.title))
        line = _NAMING.sub(lambda figure: figure[0].translate(_AS_MARKS), line[:1].upper() + line[1:])
        return clean_heading(line, self._known).translate(_AS_DIGITS)

    def said(self, node: Node) -> float:
        """Letters of its text, and a part of those of its tables."""
        told = self._counted(self._told, node)
        return told + ROW * (self._counted(self._letters, node) - told)

    def _counted(self, sums: Sequence[int], node: Node) -> int:
        first, last = (bisect_left(self._ends, at) for at in (node.start, node.end))
        return sums[last] - sums[first]

    def worth(self, node: Node) -> float:
        name = self.name(node)
        words = name.split()
        named = max((self._plain.count(" ".join(words[at:])) - 1 for at in range(max(1, len(words) - 2))), default=0)
        named = max(0, min(MOST_NAMED, named)) if len(words) > 1 else UNCOUNTED
        share = NUMBERED if is_numbered(node.heading.title) else 1.0
        return share * max(LEAST, self.said(node)) ** SIZE * log(2 + named)


def _bare(name: str) -> str:
    """The letters of a name, but for what says what kind of company it is."""
    return "".join(word for word in _WORD.findall(name.lower().replace("_", " ")) if word not in _FORMS)


def _is_text(line: str) -> bool:
    letters, blanks = sum(map(str.isalpha, line)), sum(map(str.isspace, line))
    return letters >= LETTERS * (len(line) - blanks) and not is_table_row(line.strip())
