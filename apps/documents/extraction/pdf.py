"""PDF, read with pdfium."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from apps.documents.errors import ExtractionError
from apps.documents.extraction.cleaning import squeeze
from apps.documents.extraction.contract import EXTRACTORS, Limits, Progress
from apps.documents.extraction.hyphens import is_cut, mend, vocabulary
from apps.documents.extraction.pdf_furniture import without_furniture
from apps.documents.extraction.pdf_headings import body_style, find_headings
from apps.documents.extraction.pdf_layout import PlacedLine, lay_out
from apps.documents.extraction.pdf_lines import Line, LineReader
from apps.documents.extraction.titles import sane_title, title_from_filename, title_heading
from apps.documents.types import Extracted, Heading, Notice

REPORT_EVERY = 8  # pages
_FRONT_LINES = 40  # where a title page's title is looked for
_OUTLINE_DEPTH = 6
_MAX_BOOKMARKS = 5000
_LOOKED_AT = 1024 * 1024
_EMPTY_TREE = re.compile(rb"/Type\s*/Pages\b[^<>]{0,200}/Count\s+0\b|/Count\s+0\b[^<>]{0,200}/Type\s*/Pages\b")


@EXTRACTORS.register("pdf")
def read_pdf(path: Path, *, filename: str, limits: Limits, progress: Progress) -> Extracted:
    """Text page by page in reading order, headings, title. Raises ExtractionError."""
    document = _open(path, limits)
    pages, unreadable = _read_pages(document, limits, progress)
    if not any(pages):
        if len(unreadable) == len(pages):
            raise ExtractionError("corrupt_pdf", "None of the PDF's pages can be read: the file is damaged.")
        raise ExtractionError(
            "no_text", "The PDF has no text layer: its pages are pictures (a scan?). Run OCR on it first."
        )
    layout = lay_out(without_furniture(_mended(pages)))
    headings = find_headings(layout.lines, len(pages), _outline(document))
    return Extracted(
        text=layout.text,
        pages=layout.pages,
        headings=headings,
        title=_title(document, headings, layout.lines, filename),
        notices=_notices(pages, unreadable),
    )


def _open(path: Path, limits: Limits) -> pypdfium2.PdfDocument:
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise ExtractionError("encrypted_pdf", "The PDF is encrypted and asks for a password.") from None
        if error.err_code == pdfium.FPDF_ERR_SECURITY:
            raise ExtractionError("encrypted_pdf", "The PDF is encrypted in a way that cannot be read.") from None
        if _EMPTY_TREE.search(path.read_bytes()[:_LOOKED_AT]):  # pdfium calls a PDF without pages damaged
            raise ExtractionError("no_pages", "The PDF has no pages.") from None
        raise ExtractionError("corrupt_pdf", "The PDF is damaged and cannot be opened.") from None
    if len(document) == 0:
        raise ExtractionError("no_pages", "The PDF has no pages.")
    if len(document) > limits.max_pages:
        raise ExtractionError(
            "too_many_pages", f"The PDF has {len(document)} pages; at most {limits.max_pages} are accepted."
        )
    return document


def _read_pages(
    document: pypdfium2.PdfDocument, limits: Limits, progress: Progress
) -> tuple[list[list[Line]], tuple[int, ...]]:
    """Lines of each page, and the numbers of pages that pdfium cannot load."""
    reader = LineReader()
    pages: list[list[Line]] = []
    unreadable: list[int] = []
    characters = 0
    total = len(document)
    for index in range(total):
        try:
            page = document[index]
        except pypdfium2.PdfiumError:
            pages.append([])
            unreadable.append(index + 1)
            continue
        pages.append(reader.lines(page))
        page.close()
        characters += sum(len(line.text) for line in pages[-1])
        if characters > limits.max_chars:
            raise ExtractionError("text_too_long", f"The text is longer than {limits.max_chars} characters.")
        if (index + 1) % REPORT_EVERY == 0 or index + 1 == total:
            progress(index + 1, total)
    return pages, tuple(unreadable)


def _mended(pages: Sequence[Sequence[Line]]) -> Sequence[Sequence[Line]]:
    """Pages without marks of words cut at a line end."""
    if not any(is_cut(line.text) for lines in pages for line in lines):
        return pages
    known = vocabulary(line.text for lines in pages for line in lines)
    return [
        [replace(line, text=mend(line.text, known)) if is_cut(line.text) else line for line in lines] for lines in pages
    ]


def _outline(document: pypdfium2.PdfDocument) -> list[tuple[str, int, int]]:
    """Bookmarks that lead to a page: (title, level, page)."""
    found = []
    for item in document.get_toc(max_depth=_OUTLINE_DEPTH):
        destination = item.get_dest()
        page = None if destination is None else destination.get_index()
        if page is not None:
            found.append((squeeze(item.get_title()), item.level + 1, page + 1))
        if len(found) >= _MAX_BOOKMARKS:
            break
    return found


def _title(
    document: pypdfium2.PdfDocument, headings: Sequence[Heading], lines: Sequence[PlacedLine], filename: str
) -> str:
    """The metadata's title when sane, else the largest type on the first page, else the file's name."""
    title = sane_title(document.get_metadata_value("Title"))
    if title:
        return title
    front = [placed for placed in lines[:_FRONT_LINES] if placed.page == lines[0].page]
    large = body_style(lines).size * 1.3
    sizes = {placed.start: placed.line.size for placed in front if placed.line.size >= large}
    candidates = [heading for heading in headings if heading.start_offset in sizes and title_heading(heading.title)]
    if candidates:
        return title_heading(max(candidates, key=lambda heading: sizes[heading.start_offset]).title) or ""
    return title_from_filename(filename)


def _notices(pages: Sequence[Sequence[Line]], unreadable: tuple[int, ...]) -> tuple[Notice, ...]:
    notices = []
    bare = tuple(number for number, lines in enumerate(pages, 1) if not lines and number not in unreadable)
    if bare:
        notices.append(
            Notice(
                code="scanned_pages",
                message="These pages have no text layer; nothing on them can be cited.",
                pages=bare,
            )
        )
    if unreadable:
        notices.append(
            Notice(code="unreadable_pages", message="These pages are damaged and were left out.", pages=unreadable)
        )
    return tuple(notices)
