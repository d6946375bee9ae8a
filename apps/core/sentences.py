"""Where sentences begin and end. Pure; offsets count Unicode code points into the text that was given.

Two steps: lines are gathered into blocks (a paragraph that was wrapped over several lines is one block; a heading, a
table row or a list item begins its own), then each block is cut after its full stops.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.core.patterns import lazy_regex
from apps.core.words import word_set

ANCHOR = r"\[cite:[0-9a-fA-F]{12}\]"
RAISED = "⁰¹²³⁴-⁹"  # figures above the line, inside the brackets of a pattern
NOTE_MARKS = rf"[{RAISED}⁽⁾]+(?:,[{RAISED}⁽⁾]+)*"

# "(Repealed 2020)", "(Superseded by Section 9.)": without it the sentence before it would be told as in force.
_NOT_IN_FORCE = (
    r"\((?:(?:since|now|was)\s+)?(?i:repealed|superseded|revoked|rescinded|abrogated|deleted|withdrawn|struck\s+out|"
    r"no\s+longer\s+in\s+force)(?:[\s,;:]+(?:(?:by|in|on|from|with|effective|as|since)\b|\d)[^()\n]{0,80}|\.)?\)"
)

# A run of stops, the quotes and brackets it closes, the marks of notes, and the citation anchors that follow it.
_STOP = lazy_regex(
    rf"(?P<stop>(?<![.!?…])[.!?…]+|[。！？]+)(?P<close>[\"'”’»)\]]*)(?:{NOTE_MARKS})?"
    rf"(?P<anchors>(?:\s*(?:{ANCHOR}|{_NOT_IN_FORCE}))*)"
    r"(?:\s+|$|(?<=[\]。！？]))"
)
_TAKEN_BACK = lazy_regex(rf"\s*{_NOT_IN_FORCE}\Z")
_BULLET = lazy_regex(r"\s*(?:[-*+•‣▪●○◦–—·■□➢✓]\s+|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})\)\s+)")
_NUMBERED_ITEM = lazy_regex(r"\s*\d{1,3}\.\s+\S")
_ENUMERATOR = lazy_regex(
    r"\W*(?:(?:section|sec|article|art|item|part|chapter|note|rule|step|appendix|schedule|annex|exhibit)\s+)?"
    r"(?:\d+(?:\.\d+)*|[a-zA-Z]|[ivxlIVXL]+)\Z",
    re.IGNORECASE,
)
_MARKDOWN_HEADING = lazy_regex(r"\s{0,3}#{1,6}\s")
_NUMBERED_HEADING = lazy_regex(
    r"\s*(?:(?i:section|article|item|part|chapter|appendix|schedule|annex)\s+"
    r"(?:\d+[A-Za-z]?(?:\.\d+)*|[A-Za-z]|[IVXL]+|[ivxl]+)[.:)]?"
    r"|\d{1,3}[A-Za-z]?(?:\.\d+)*[.:)]?|[IVXL]{2,}[.:)]?|(?:[A-Za-z]|[ivxl]+)[.:)])\s+[A-Z“\"]"
)  # a letter alone is an article: "a percentage of"
_FIGURE_FIRST = lazy_regex(r"[$€£¥(]?\d\S*(?:\s[,;])?\s+[^\W\d_A-Z]")
# one way only to read each token: a second would make a long row of figures backtrack for ever
_NUMBER = r"[(\[]?[-–+~]?(?:[$€£¥][(]?[-–+]?)?\d(?:[\d,.]*\d)?(?:%[)\]]?|[)\]]%?)?(?:bps|x|bn|m|k)?"
_NUMERIC_TAIL = lazy_regex(rf"(?:^|\s)(?:(?:{_NUMBER}|[$€£¥%)]|—|–|-|N/?A)\s+)+(?:{_NUMBER}|[%)]|—|–|-|N/?A)\s*$")
_NUMERIC_ENDS = frozenset("0123456789%)]—–-xXmMkKnNsSaA")  # spares most lines the slower look
_MARKS_IN_ROW = lazy_regex(rf"\s?[{RAISED}⁽⁾]+(?:[,;][{RAISED}⁽⁾]+)*(?!\S)")
_CELL_GAP = lazy_regex(r"\S(?:\t|\s\|\s|\s{3,})\S")


# Never the last word of a sentence.
_TITLES = word_set(
    "mr mrs ms dr prof sr jr st messrs hon gen col capt lt sgt rev gov sen rep pres e.g i.e eg ie vs cf viz ca approx",
    "fig figs sec secs art arts ch chs pp para paras vol vols ed eds al resp incl excl misc",
)
# Not the last word when a figure follows: "No. 5", "Jan. 3", "p. 12".
_BEFORE_FIGURE = word_set(
    "no nos nr p pg jan feb mar apr jun jul aug sept sep oct nov dec ex exh ref reg rel sched app div cl",
    "item note",
)
# May end a sentence or not: only a word that usually opens a sentence decides.
_EITHER = word_set(
    "inc corp co ltd llc plc l.p lp n.a bros assoc dept univ u.s u.k e.u u.n u.s.a d.c a.m p.m ph.d m.d b.a m.a etc",
    "est intl int'l gov't s.a n.v b.v ag gmbh op ave blvd rd hwy",
)
_OPENERS = word_set(
    "a an and any all as at because before after both but by during each either every except for from he her his how",
    "however i if in it its moreover neither no none nor not of on once one only or other otherwise our she since",
    "some such that the their then there these they this those though to under unless until upon we what when where",
    "whether which while who with within without yet you your additionally furthermore therefore thus although",
    "despite pursuant total net see",
)
_LAST_TOKEN = lazy_regex(r"[^\s(\[\"“‘]+\Z")
_FIRST_WORD = lazy_regex(r"[\"'“‘(\[]*([^\W_]+)")
_OPEN_END = lazy_regex(
    r"(?:[,;&/(–—-]|\b(?:a|an|and|any|as|at|by|for|from|if|in|into|is|its|may|must|no|not|of|on|or|our|per|than|that|"
    r"the|their|to|was|were|which|who|will|with|shall|should|be|been|are|has|have|had|this|these))\Z",
    re.IGNORECASE,
)
_LOWER_WORD = lazy_regex(r"\s*(?:a\s|[^\W\d_A-Z][^\W\d_]+\b(?!\)))")
_LOWER_END = lazy_regex(r"(?:\A|\s)[(“\"]?[^\W\d_A-Z][^\W\d_A-Z’'-]*\Z")
_WIDE_ENOUGH = 0.8  # proportional type: lines of one paragraph differ by up to a fifth in characters
_LEAST_WIDE = 0.4  # two lines that a hyphen parted are read as one
_ALIKE = 3  # lines of about one length show how wide the page is
_HEADING_CHARS = 100
_LOOK = 160  # characters looked back at: keeps the time linear in the text, whatever the text


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """text[start:end], not empty, without whitespace at its ends."""

    start: int
    end: int


def split_sentences(text: str) -> tuple[Span, ...]:
    """Sentences, headings, table rows and list items of ``text`` in order.

    Spans do not overlap and only whitespace lies outside them. ``[cite:…]`` anchors right after a full stop belong to
    the sentence before them. A bullet or number that opens a list item belongs to its first sentence.
    """
    spans = []
    for start, end in _blocks(text):
        spans.extend(_cut(text, start, end))
    return tuple(spans)


def without_repeal(sentence: str) -> str:
    """A sentence without a bracket at its end that says that it is not in force any more."""
    return _TAKEN_BACK.sub("", sentence)


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each paragraph, heading, table row or list item."""
    run: list[tuple[int, int]] = []
    position = 0
    for line in text.splitlines(keepends=True):
        start, position = position, position + len(line)
        if line.isspace():
            yield from _blocks_of_run(text, run)
            run = []
        else:
            run.append((start, start + len(line.rstrip())))
    yield from _blocks_of_run(text, run)


def _blocks_of_run(text: str, run: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Blocks of lines that no blank line parts."""
    if not run:
        return
    lines = [text[start:end] for start, end in run]
    alone = [is_table_row(line) or bool(_MARKDOWN_HEADING.match(line)) for line in lines]
    width = _width([len(line) for line, single in zip(lines, alone, strict=True) if not single])
    first = 0
    for index in range(1, len(run)):
        if (
            (alone[index] and not (goes_on(lines[index - 1], lines[index]) and not alone[index - 1]))
            or alone[index - 1]
            or _BULLET.match(lines[index])
            or (_NUMBERED_ITEM.match(lines[index]) and lines[index - 1][-1] in ".:;!?")
            or _ends_here(lines[index - 1], lines[index], width)
        ):
            yield run[first][0], run[index - 1][1]
            first = index
    yield run[first][0], run[-1][1]


def _width(lengths: Sequence[int]) -> int:
    """The length of a full line: the longest, but for one or two that run over while most of that kind do not."""
    widest = sorted(lengths, reverse=True)
    longest = widest[0] if widest else 0
    for place, length in enumerate(widest[: _ALIKE - 1]):
        alike = widest[place : place + _ALIKE]
        if length < _LEAST_WIDE * longest:
            break
        if len(alike) == _ALIKE and alike[-1] >= _WIDE_ENOUGH * length:
            return length
    return longest


def is_table_row(line: str) -> bool:
    """Whether a line looks like cells beside each other: bars, tabs, wide gaps, or two figures at its end."""
    line = line.strip()
    if line.startswith("|") or _CELL_GAP.search(line):
        return True
    if not line.isascii():
        line = _MARKS_IN_ROW.sub("", line)
    return line[-1:] in _NUMERIC_ENDS and bool(_NUMERIC_TAIL.search(line[-_LOOK:]))


def goes_on(line: str, following: str) -> bool:
    """Whether ``following`` begins like the middle of a sentence, or of a row's label, that ``line`` has not ended."""
    return bool(_LOWER_WORD.match(following)) and line.rstrip()[-1:] not in ".!?:;"


def _ends_here(line: str, following: str, width: int) -> bool:
    """Whether a line break is meant, rather than forced by the width of the page."""
    line, following = line.strip(), following.strip()
    opener = following[:1]
    if opener.islower() or following.startswith("[cite:") or _OPEN_END.search(line):
        return False
    if line[-1] in ".!?:…":  # the cut at full stops does the rest; a colon opens a list or a table
        return line[-1] == ":" and not opener.islower()
    if len(line) <= _HEADING_CHARS and _NUMBERED_HEADING.match(line):
        return True
    if _is_mid_sentence(line, following, width):
        return False
    fits = len(line) + 1 + len(following.split(maxsplit=1)[0]) <= width * _WIDE_ENOUGH
    return fits or (len(line) <= _HEADING_CHARS and _reads_like_title(line) and not _reads_like_title(following))


def _is_mid_sentence(line: str, following: str, width: int) -> bool:
    """Whether a figure goes on with a sentence: behind a word in small letters that no stop follows."""
    if not _FIGURE_FIRST.match(following) or _NUMBERED_HEADING.match(following) or _NUMBERED_ITEM.match(following):
        return False
    return len(line) >= _LEAST_WIDE * width and bool(_LOWER_END.search(line))


def _reads_like_title(line: str) -> bool:
    """Whether nearly every longer word is capitalised and nothing is punctuated like a sentence."""
    words = [word for word in re.findall(r"[^\W\d_]+", line) if len(word) > 3]
    return bool(words) and all(word[0].isupper() for word in words) and "," not in line


def _cut(text: str, start: int, end: int) -> Iterator[Span]:
    """The sentences of one block."""
    begin = start
    for match in _STOP.finditer(text, start, end):
        after = match.end()
        if after >= end or not _is_boundary(text, start, begin, match, end):
            continue
        yield from _trimmed(text, begin, match.end("anchors"))
        begin = match.end("anchors")
    yield from _trimmed(text, begin, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    """The span without its outer whitespace, if anything is left."""
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    stripped = piece.strip()
    if stripped:
        yield Span(start=start, end=start + len(stripped))


def _is_boundary(text: str, block: int, begin: int, match: re.Match[str], end: int) -> bool:
    """Whether the sentence that began at ``begin`` ends at this stop."""
    stop = match["stop"]
    following = text[match.end() : min(end, match.end() + 40)].lstrip()
    if stop[0] in "。！？":
        return True
    if not following or following[0].islower() or following[0] in ",;:)]":
        return False
    if stop != "." or match["close"]:
        return True
    word = _FIRST_WORD.match(following)
    opens = bool(word) and word[1].lower() in _OPENERS and word[1][0].isupper()
    before = text[max(begin, match.start() - _LOOK) : match.start()]
    gap = before[: len(before) - len(before.lstrip())]
    opens_line = match.start() - begin <= _LOOK and (begin == block or "\n" in gap)
    if opens_line and _ENUMERATOR.match(_without_bullet(before)):
        return False
    last = _LAST_TOKEN.search(before)
    return not last or _word_can_end(last[0], opens=opens, figure=following.lstrip("$€£(")[:1].isdigit())


def _without_bullet(before: str) -> str:
    return re.sub(r"\A\s*[-*+•#]+\s+", "", before)


def _word_can_end(word: str, *, opens: bool, figure: bool) -> bool:
    """Whether a full stop after ``word`` ends the sentence. ``opens``: the next word is one that opens sentences."""
    low = word.lower()
    if low in _TITLES:
        return False
    if len(word) == 1 and word.isupper():  # an initial
        return opens
    if low in _BEFORE_FIGURE:
        return not figure
    if low in _EITHER or re.fullmatch(r"(?:[a-zA-Z]\.)+[a-zA-Z]", word):
        return opens
    return True
