"""Headings of a PDF, told by type size, weight, numbering and bookmarks. Pure."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from apps.documents.extraction.cleaning import squeeze
from apps.documents.extraction.pdf_layout import PlacedLine
from apps.documents.extraction.pdf_lines import Line
from apps.documents.types import Heading

MAX_CHARS = 160
MAX_LINES = 4  # a longer run of bold or large lines is a paragraph
_EDGE = 3  # lines at the head and foot of a page where running headers and footers stand
_OWN_STYLE_LINES = 12  # of prose on a page, from which on its own type counts
_GRID = 3.0  # points
_PROSE_CHARS = 40
_STEPS = (1.12, 1.3, 1.6, 2.0)  # sizes of type over the body's that make a higher level

_PART = re.compile(r"part\s+(?:[IVX]+|\d+|[A-Z])\b", re.IGNORECASE)
_ITEM = re.compile(
    r"(?:item|article|chapter|schedule|annex|appendix)\s+(?:\d+[A-Z]?|[IVX]+|[A-Z])\b[.:—–-]?", re.IGNORECASE
)
_NUMBERED = re.compile(r"(?:section\s+|§\s*)?(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+[^\W\d_]", re.IGNORECASE)
_NO_HEADING = re.compile(
    r"^\(|[,;]$|\.{3,}|(?:\s\.){3,}|^page\b|^\W*$|(?:months|weeks|years?|quarters?) (?:ended|ending)\b|^december 31|"
    r"^\$|\bin (?:millions|thousands|billions)\b|^[•▪●‣◦-]\s|^(?:total|signature|by:|name:|title:|date:)|^[/☐☒☑]",
    re.IGNORECASE,
)
_CONTENTS_ENTRY = re.compile(r"\s\d{1,3}$")
_LETTERS = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Style:
    """How running text is set, on a page or in the document. Positions in points."""

    size: float
    bold: bool
    left: float = 0.0  # where lines begin
    middle: float = 0.0  # of the lines
    width: float = 0.0  # of the widest lines
    columns: frozenset[int] = frozenset()  # where lines of prose begin, in steps of _GRID


def body_style(lines: Sequence[PlacedLine]) -> Style:
    """The size and weight that most characters have, table rows apart, and where lines begin."""
    sizes: Counter[float] = Counter()
    bold: Counter[bool] = Counter()
    columns: Counter[int] = Counter()
    for placed in lines:
        if not placed.row:
            sizes[placed.line.size] += len(placed.line.text)
            bold[placed.line.bold] += len(placed.line.text)
            columns[round(placed.line.x / _GRID)] += len(placed.line.text) > _PROSE_CHARS
    if not sizes:
        return Style(1.0, False)
    left = min(placed.line.x for placed in lines)
    right = max(placed.line.right for placed in lines)
    return Style(
        size=sizes.most_common(1)[0][0] or 1.0,
        bold=bold.most_common(1)[0][0],
        left=left,
        middle=(left + right) / 2,
        width=right - left,
        columns=frozenset(column for column, count in columns.items() if count >= 3),
    )


def _page_styles(lines: Sequence[PlacedLine]) -> dict[int, Style]:
    """Each page's style; a page that holds little follows the document, an annex in larger type its own."""
    whole = body_style(lines)
    styles = {}
    for page, group in groupby(lines, key=lambda placed: placed.page):
        on_page = list(group)
        own = body_style(on_page)
        prose = sum(not placed.row for placed in on_page)
        size = max(whole.size, own.size) if prose >= _OWN_STYLE_LINES else whole.size
        styles[page] = replace(own, size=size, bold=whole.bold and own.bold)
    return styles


def find_headings(
    lines: Sequence[PlacedLine], pages: int, outline: Sequence[tuple[str, int, int]] = ()
) -> tuple[Heading, ...]:
    """Headings in order. ``outline``: bookmarks as (title, level from 1, page from 1); they outrank what type tells."""
    styles = _page_styles(lines)
    running = _running_lines(lines, pages)
    bookmarks = _bookmark_lines(lines, outline)
    found: list[tuple[tuple[int, ...], list[PlacedLine]]] = []
    for index, placed in enumerate(lines):
        if index in bookmarks:
            rank: tuple[int, ...] | None = (0, bookmarks[index])
        elif index in running:
            continue
        else:
            rank = _rank(lines, index, styles[placed.page])
        if rank is None:
            continue
        if found and _continues(found[-1][1], found[-1][0], placed, rank, index in bookmarks):
            found[-1][1].append(placed)
        else:
            found.append((rank, [placed]))
    return _levelled([(rank, group) for rank, group in found if len(group) <= MAX_LINES])


def _levelled(found: Sequence[tuple[tuple[int, ...], list[PlacedLine]]]) -> tuple[Heading, ...]:
    """Ranks become levels: one below the nearest heading before it that ranks higher.

    A title on the first page that outranks all that follows encloses nothing: it names the document, not a section.
    """
    highest_inside = min((rank for rank, group in found if group[0].page > 1), default=(0,))
    headings: list[Heading] = []
    stack: list[tuple[int, ...]] = []
    for rank, group in found:
        while stack and stack[-1] >= rank:
            stack.pop()
        level = len(stack) + 1
        if group[0].page > 1 or rank >= highest_inside:
            stack.append(rank)
        headings.append(
            Heading(
                title=squeeze(" ".join(placed.line.text for placed in group))[:MAX_CHARS],
                level=level,
                start_offset=group[0].start,
                end_offset=group[-1].end,
                page=group[0].page,
            )
        )
    return tuple(headings)


def _running_lines(lines: Sequence[PlacedLine], pages: int) -> frozenset[int]:
    """Indices of lines that stand at the edge of many pages: headers, footers, page numbers."""
    by_page: dict[int, list[int]] = {}
    for index, placed in enumerate(lines):
        by_page.setdefault(placed.page, []).append(index)
    edges = {page: {*indices[:_EDGE], *indices[-_EDGE:]} for page, indices in by_page.items()}
    count: Counter[str] = Counter()
    for indices in edges.values():
        count.update({_pattern(lines[index].line.text) for index in indices})
    often = max(3, min(8, pages // 5))
    return frozenset(
        index
        for indices in edges.values()
        for index in indices
        if count[_pattern(lines[index].line.text)] >= often or not _LETTERS.search(lines[index].line.text)
    )


def _pattern(text: str) -> str:
    return re.sub(r"\d+", "#", squeeze(text)).lower()


def _bookmark_lines(lines: Sequence[PlacedLine], outline: Sequence[tuple[str, int, int]]) -> dict[int, int]:
    """Line index → level of the bookmarks whose title begins a line of the page they lead to."""
    first_of_page: dict[int, int] = {}
    for index, placed in enumerate(lines):
        first_of_page.setdefault(placed.page, index)
    matched: dict[int, int] = {}
    for title, level, page in outline:
        wanted = _letters(title)
        index = first_of_page.get(page, len(lines))
        while wanted and index < len(lines) and lines[index].page == page:
            here = _letters(lines[index].line.text)
            if here and index not in matched and (here == wanted or (len(here) > 8 and wanted.startswith(here))):
                matched[index] = level
                break
            index += 1
    return matched


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()


def _rank(lines: Sequence[PlacedLine], index: int, body: Style) -> tuple[int, ...] | None:
    """What the line would rank as a heading (smaller is higher), or None when it is none."""
    placed = lines[index]
    line, text = placed.line, placed.line.text
    if line.size < body.size * _STEPS[0] and not line.bold and not text.isupper() and _numbering(text) is None:
        return None
    letters = len(_LETTERS.findall(text))
    if placed.row or len(text) > MAX_CHARS or letters < 3 or letters * 2 < len(text.replace(" ", "")):
        return None
    if _NO_HEADING.search(text) or text[0].islower():
        return None
    size = sum(line.size >= body.size * step for step in _STEPS)
    bold = line.bold and not body.bold
    capitals = text.isupper()
    numbering = _numbering(text)
    if numbering is not None and _CONTENTS_ENTRY.search(text):
        return None
    if numbering is None and not _aligned(line, body):
        return None
    if not (size or bold) and not _isolated(lines, index, numbering is not None or capitals):
        return None
    if not size and (_inside_table(lines, index) or (text.endswith(".") and (numbering is None or not bold))):
        return None
    if not (size or bold) and (text[-1].isdigit() or (numbering is None and not (capitals and letters > 6))):
        return None
    emphasis = 0 if bold and capitals else 1 if bold and not line.italic else 2 if bold else 3
    return (1, -size, 9 if numbering is None else numbering, emphasis)


def _aligned(line: Line, body: Style) -> bool:
    """Whether the line begins where the page's text or a column of prose does, or is centred: unlike table cells."""
    if line.x - body.left < body.width * 0.1 or round(line.x / _GRID) in body.columns:
        return True
    return abs((line.x + line.right) / 2 - body.middle) < body.width * 0.04


def _numbering(text: str) -> int | None:
    """0 for a part, 1 for an item or article, 2 + depth for 1, 1.1, 1.1.1; None without a number."""
    if _PART.match(text):
        return 0
    if _ITEM.match(text):
        return 1
    numbered = _NUMBERED.match(text)
    return None if numbered is None else 2 + numbered[1].count(".")


def _isolated(lines: Sequence[PlacedLine], index: int, marked: bool) -> bool:
    """Whether a line of plain type stands alone and is ``marked`` as a heading by a number or capitals."""
    after = index + 1 == len(lines) or lines[index + 1].gap_before or lines[index + 1].page != lines[index].page
    return marked and lines[index].gap_before and after and len(lines[index].line.text) < 90


def _inside_table(lines: Sequence[PlacedLine], index: int) -> bool:
    """Whether rows of a table stand close on both sides, or right below: a column's or group's name, no heading."""
    near = (
        [placed.row for placed in lines[max(0, index - 2) : index]],
        [placed.row for placed in lines[index + 1 : index + 3]],
    )
    below = bool(near[1]) and near[1][0] and not lines[index + 1].gap_before
    return (any(near[0]) and any(near[1])) or below


def _continues(
    group: list[PlacedLine], rank: tuple[int, ...], placed: PlacedLine, rank_here: tuple[int, ...], bookmarked: bool
) -> bool:
    """Whether the line goes on with the heading that the line before began."""
    last = group[-1]
    adjacent = placed.page == last.page and placed.start - last.end <= 1 and not placed.gap_before
    same_type = placed.line.size == last.line.size and placed.line.bold == last.line.bold
    unnumbered = bookmarked is False and _numbering(placed.line.text) is None
    follows = rank_here[0] != rank[0] or rank_here[1] == rank[1]
    return adjacent and same_type and unnumbered and follows
