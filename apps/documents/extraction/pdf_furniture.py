"""Running headers and footers: what stands at the same place of many pages says nothing about the page. Pure."""

import re
from collections import Counter
from collections.abc import Sequence

from apps.core.sentences import is_table_row
from apps.documents.extraction.pdf_lines import Line

_EDGE = 3  # lines from the top and the bottom of a page
_ALWAYS = 6  # pages: as often as this is often in any document
_GRID = 4.0  # points that a place may differ by
_LONGEST = 110
_PAGE_NUMBER = re.compile(
    r"\W*(?:page\s*)?(?:[A-Z]{1,2}-)?(?:(\d{1,4})|[ivxlc]{1,6})(?:\s*(?:of|/)\s*\d{1,4})?\W*", re.IGNORECASE
)
# A table's head that is repeated on each page of the table is no furniture.
_TABLE_HEAD = re.compile(
    r"\bin (?:millions|thousands|billions)\b|\b(?:months|weeks|years?|quarters?) ended\b", re.IGNORECASE
)


def without_furniture(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """Pages without their running headers, footers and page numbers; a page that has nothing else keeps them."""
    count: Counter[tuple[str, int]] = Counter()
    places = [_edges(lines, number) for number, lines in enumerate(pages)]
    for page in places:
        count.update(set(page.values()))
    often = min(_ALWAYS, max(3, -(-len(pages) // 2)))
    kept = []
    for lines, page in zip(pages, places, strict=True):
        body = [line for index, line in enumerate(lines) if index not in page or count[page[index]] < often]
        kept.append(body or list(lines))
    return kept


def _edges(lines: Sequence[Line], page: int) -> dict[int, tuple[str, int]]:
    """Index → (what it says with figures left open, where it stands) of the lines that might be furniture.

    A bare number is a page's when it runs with the pages, wherever it stands; it says how far it is ahead of them.
    """
    order = sorted(range(len(lines)), key=lambda index: lines[index].y)
    outer = {*order[:_EDGE], *order[-_EDGE:]}
    found: dict[int, tuple[str, int]] = {}
    for index in outer:
        text = lines[index].text
        number = _PAGE_NUMBER.fullmatch(text)
        if number and number[1]:
            found[index] = ("page", int(number[1]) - page)
        elif (pattern := _pattern(text)) is not None:
            found[index] = (pattern, round(lines[index].y / _GRID))
    return found


def _pattern(text: str) -> str | None:
    if _PAGE_NUMBER.fullmatch(text):
        return "#"
    if (
        len(text) > _LONGEST
        or _TABLE_HEAD.search(text)
        or (is_table_row(text) and not re.search(r"\bpage\b", text, re.I))
    ):
        return None
    return re.sub(r"\d+", "#", " ".join(text.split())).lower()
