"""Lines of pages put together into one text with exact offsets."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from apps.core.sentences import goes_on, is_table_row
from apps.documents.extraction.pdf_lines import Line
from apps.documents.types import PageSpan

PARAGRAPH_GAP = 1.3  # times the document's usual distance between lines: a wider one parts paragraphs
_STILL_NEAR = 2.5  # times that distance: a sentence does not go on over more
_FULL_LINE = 40  # characters; a sentence that runs on over a page has filled its line
_USUAL = 0.3  # the distance that this share of lines stays below: single lines in tables and lists are set wider


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """text[start:end] is the line; ``page`` counts from 1."""

    line: Line
    page: int
    start: int
    end: int
    row: bool  # looks like a row of a table
    gap_before: bool  # stands apart from the line before it


@dataclass(frozen=True, slots=True)
class Layout:
    """A document's text and where its lines and pages lie in it."""

    text: str
    lines: tuple[PlacedLine, ...]
    pages: tuple[PageSpan, ...]


def lay_out(pages: Sequence[Sequence[Line]]) -> Layout:
    """Joins lines by ``\\n`` and paragraphs and pages by an empty line.

    A sentence that runs on over a page's end is not parted when nothing but the page break stands in it.
    """
    usual = usual_leading(pages)
    pieces: list[str] = []
    placed: list[PlacedLine] = []
    spans: list[PageSpan] = []
    position = 0
    for number, lines in enumerate(pages, 1):
        rows = [is_table_row(line.text) for line in lines]
        page_start = None
        for index, line in enumerate(lines):
            if index == 0:
                gap = not (
                    placed and goes_on(placed[-1].line.text, line.text) and len(placed[-1].line.text) > _FULL_LINE
                )
                keep = gap
            else:
                gap = _stands_apart(lines[index - 1], line, usual)
                keep = (gap or _changes_style(lines[index - 1], line)) and not _belongs(lines[index - 1], line, usual)
                keep = keep and not (rows[index] and rows[index - 1])
            if pieces:
                pieces.append("\n\n" if keep else "\n")
                position += len(pieces[-1])
            page_start = position if page_start is None else page_start
            pieces.append(line.text)
            placed.append(PlacedLine(line, number, position, position + len(line.text), rows[index], gap))
            position += len(line.text)
        start = position if page_start is None else page_start
        spans.append(PageSpan(number=number, start_offset=start, end_offset=position, has_text=page_start is not None))
    return Layout("".join(pieces), tuple(placed), tuple(spans))


def usual_leading(pages: Sequence[Sequence[Line]]) -> float:
    """The usual distance between baselines, in sizes of type."""
    ratios = sorted(
        ratio
        for lines in pages
        for above, below in pairwise(lines)
        if below.size > 0 and 0.8 < (ratio := (above.y - below.y) / max(above.size, below.size)) < 3
    )
    return ratios[int(len(ratios) * _USUAL)] if ratios else 1.2


def _stands_apart(above: Line, below: Line, usual: float) -> bool:
    size = max(above.size, below.size, 1.0)
    distance = (above.y - below.y) / size
    return distance > usual * PARAGRAPH_GAP or distance < -0.5  # upwards: another column or box begins


def _belongs(above: Line, below: Line, usual: float) -> bool:
    """Whether a sentence goes on although something small or large in the line moved it away."""
    near = abs(above.y - below.y) < usual * _STILL_NEAR * max(above.size, below.size, 1.0)
    return near and goes_on(above.text, below.text)


def _changes_style(above: Line, below: Line) -> bool:
    return above.bold != below.bold or abs(above.size - below.size) > 0.08 * below.size
