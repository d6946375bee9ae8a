"""Plain text, kept as it is: a quote from it is then the file's own words, line ends included."""

import re
from collections.abc import Iterator
from pathlib import Path

from apps.core.sentences import is_table_row
from apps.documents.extraction.cleaning import clean, squeeze
from apps.documents.extraction.contract import EXTRACTORS, Limits, Progress
from apps.documents.extraction.titles import title_from_filename, title_heading
from apps.documents.sniffing import decode_text
from apps.documents.types import Extracted, Heading

_LONGEST = 90
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+[^\W\d_]")
_DIVISION = re.compile(
    r"(?:part|chapter|article|section|item|annex|appendix|schedule)\s+(?:\d+[A-Z]?|[IVXL]+|[A-Z])\b", re.IGNORECASE
)
_UNDERLINE = re.compile(r"\s*([=\-~_*])\1{2,}\s*")
_SENTENCE_END = re.compile(r"[.!?;:,]$")


@EXTRACTORS.register("plain")
def read_text(path: Path, *, filename: str, limits: Limits, progress: Progress) -> Extracted:
    """The text itself; lines alone in capitals, numbered or underlined are headings. Raises ExtractionError."""
    text = clean(decode_text(path.read_bytes())).strip("\n")
    headings = tuple(_headings(text))
    title = next((heading.title for heading in headings[:1] if title_heading(heading.title)), None)
    return Extracted(text=text, headings=headings, title=title or title_from_filename(filename))


def _headings(text: str) -> Iterator[Heading]:
    """Heading lines with their levels: a document's divisions above numbered ones above the rest."""
    before, position = "", 0
    lines = text.split("\n")
    for index, line in enumerate(lines):
        after = lines[index + 1] if index + 1 < len(lines) else ""
        level = _level(line.strip(), before, after)
        if level:
            start = position + len(line) - len(line.lstrip())
            end = position + len(line.rstrip())
            yield Heading(title=squeeze(line), level=level, start_offset=start, end_offset=end)
        position += len(line) + 1
        before = line


def _level(line: str, before: str, after: str) -> int:
    """The level of a heading line, 0 for any other line."""
    letters = sum(character.isalpha() for character in line)
    if letters < 3 or len(line) > _LONGEST or is_table_row(line):
        return 0
    underlined = _UNDERLINE.fullmatch(after)
    if underlined:
        return 1 if underlined[1] == "=" else 2
    if before.strip() and not _UNDERLINE.fullmatch(before):
        return 0
    if _SENTENCE_END.search(line):
        return 0
    numbered = _NUMBERED.match(line)
    if _DIVISION.match(line):
        return 1
    if numbered and (not after.strip() or len(line) < len(after)):
        return 2 + numbered[1].count(".")
    return 1 if line.isupper() and letters > 3 else 0
