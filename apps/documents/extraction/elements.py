"""Elements as ``unstructured`` finds them, put together into one text with exact offsets."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import shorten

import lxml.html
from unstructured.documents.elements import CodeSnippet, Element, ListItem, PageBreak, Table, Title

from apps.documents.extraction.cleaning import clean, squeeze
from apps.documents.extraction.titles import sane_title, title_from_filename, title_heading
from apps.documents.types import Extracted, Heading, Notice

_BULLETS = "-*•‣▪●○◦–·"
_MAX_LEVEL = 9
_SHOWN = 200  # characters of what was left out that a notice shows


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading (``level`` from 1), list item or table as lines of text."""

    text: str
    level: int = 0
    close: bool = False  # follows its predecessor without an empty line


def blocks_of(elements: Iterable[Element], styled: Sequence[tuple[str, int]] | None = None) -> list[Block]:
    """Blocks in order. ``styled``: the headings as (text, level), where a format knows better than the elements."""
    expected = None if styled is None else deque((squeeze(text), level) for text, level in styled)
    blocks: list[Block] = []
    after_item = False
    for element in elements:
        if isinstance(element, PageBreak):
            continue
        level = _level(element, expected)
        text = _text(element, bool(level))
        if not text:
            continue
        item = isinstance(element, ListItem) and not level
        blocks.append(Block(text, level, close=item and after_item))
        after_item = item
    return blocks


def assemble(blocks: Sequence[Block], *, title: str | None, filename: str, notices: Sequence[Notice] = ()) -> Extracted:
    """One text: blocks parted by an empty line, items of a list by a line end. ``title`` is used when it is sane."""
    pieces: list[str] = []
    headings: list[Heading] = []
    position = 0
    for block in blocks:
        if pieces:
            pieces.append("\n" if block.close else "\n\n")
            position += len(pieces[-1])
        end = position + len(block.text)
        if block.level:
            name = squeeze(block.text)
            headings.append(Heading(title=name, level=block.level, start_offset=position, end_offset=end))
        pieces.append(block.text)
        position = end
    first = next((heading.title for heading in headings if title_heading(heading.title)), None)
    return Extracted(
        text="".join(pieces),
        headings=tuple(headings),
        title=sane_title(title) or first or title_from_filename(filename),
        notices=tuple(notices),
    )


def left_out(wanted: str, blocks: Sequence[Block]) -> tuple[Notice, ...]:
    """A notice when words of ``wanted`` are in no block, so that nothing is lost without a word."""
    missing = _words(wanted) - _words("\n".join(block.text for block in blocks))
    if not missing:
        return ()
    shown = ", ".join(sorted(missing)[:8])
    return (
        Notice(
            code="text_left_out", message=f"{missing.total()} words of the file could not be read in place: {shown}"
        ),
    )


def struck_out(texts: Iterable[str]) -> tuple[Notice, ...]:
    """A notice when ``texts``, which the file shows struck out, were left out: it does not say them."""
    words = " ".join(texts).split()
    if not words:
        return ()
    return (Notice(code="struck_out", message=f"Struck out, and so left out: {shorten(' '.join(words), _SHOWN)}"),)


def _words(text: str) -> Counter[str]:
    cut = "".join(character if character.isalnum() else " " for character in text)
    return Counter(word for word in cut.split() if len(word) > 1)


def _level(element: Element, expected: deque[tuple[str, int]] | None) -> int:
    if expected is None:
        depth = element.metadata.category_depth
        return min(_MAX_LEVEL, (depth or 0) + 1) if isinstance(element, Title) else 0
    text = squeeze(element.text)
    if expected and text and text.endswith(expected[0][0]):  # a list label may stand before a numbered heading
        return expected.popleft()[1]
    return 0


def _text(element: Element, heading: bool) -> str:
    if isinstance(element, Table):
        return "\n".join(_rows(element))
    if isinstance(element, CodeSnippet):
        return clean(element.text).strip("\n")
    text = squeeze(clean(element.text))
    if text and isinstance(element, ListItem) and not heading and text[0] not in _BULLETS and not _numbered(text):
        return f"- {text}"
    return text


def _numbered(text: str) -> bool:
    label = text.split(maxsplit=1)[0]
    return label.endswith((".", ")")) and len(label) <= 6 and label.strip("().").isalnum()


def _rows(table: Element) -> Iterable[str]:
    """A table's rows, one a line, cells parted by a bar."""
    markup = table.metadata.text_as_html
    if not markup:
        yield squeeze(clean(table.text))
        return
    for row in lxml.html.fragment_fromstring(markup, create_parent="div").iter("tr"):
        cells = [squeeze(clean(cell.text_content())) for cell in row if cell.tag in ("td", "th")]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield " | ".join(cells)
