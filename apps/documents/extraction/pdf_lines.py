"""Lines of a PDF page with what their type looks like, read from pdfium."""

import ctypes
import re
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from apps.documents.extraction.cleaning import clean

_BOLD = re.compile(rb"bold|black|heavy|demi|cmbx|sfbx|-medi\b", re.IGNORECASE)
_ITALIC = re.compile(rb"italic|oblique|slanted", re.IGNORECASE)
_NAME_BYTES = 128


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page. Sizes and positions in points; ``y`` is the baseline and grows upwards, ``right`` is where
    the last character begins."""

    text: str
    size: float
    bold: bool  # from its first to its last character, as far as both ends tell
    italic: bool
    x: float
    y: float
    right: float = 0.0


class LineReader:
    """Reads a page at a time; keeps the C buffers so that a line costs a handful of calls and no allocation."""

    def __init__(self) -> None:
        self._name = ctypes.create_string_buffer(_NAME_BYTES)
        self._flags = ctypes.c_int()
        self._matrix = pdfium.FS_MATRIX()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._styles: dict[bytes, tuple[bool, bool]] = {}

    def lines(self, page: pypdfium2.PdfPage) -> list[Line]:
        """The page's lines in reading order, without empty ones."""
        textpage = page.get_textpage()
        try:
            text = textpage.get_text_range()
            aligned = textpage.count_chars() == len(text)
            found = []
            position = 0
            for piece in text.split("\r\n"):
                cleaned = clean(piece).strip()
                if cleaned:
                    lead = len(piece) - len(piece.lstrip())
                    last = position + len(piece.rstrip()) - 1
                    found.append(self._line(textpage.raw, cleaned, position + lead, last, aligned))
                position += len(piece) + 2
            return found
        finally:
            textpage.close()

    def _line(self, raw: pdfium.FPDF_TEXTPAGE, text: str, first: int, last: int, aligned: bool) -> Line:
        if not aligned:  # pdfium leaves some characters out of the text, and adds some
            first = max(0, pdfium.FPDFText_GetCharIndexFromTextIndex(raw, first))
            last = max(first, pdfium.FPDFText_GetCharIndexFromTextIndex(raw, last))
        bold, italic = self._style(raw, first)
        if bold or italic:
            bold_end, italic_end = self._style(raw, last)
            bold, italic = bold and bold_end, italic and italic_end
        size = pdfium.FPDFText_GetFontSize(raw, first)
        if pdfium.FPDFText_GetMatrix(raw, first, self._matrix):
            size *= max(abs(self._matrix.d), abs(self._matrix.b)) or 1.0
        pdfium.FPDFText_GetCharOrigin(raw, last, self._x, self._y)
        right = self._x.value
        pdfium.FPDFText_GetCharOrigin(raw, first, self._x, self._y)
        return Line(text, round(size, 1), bold, italic, self._x.value, self._y.value, right)

    def _style(self, raw: pdfium.FPDF_TEXTPAGE, index: int) -> tuple[bool, bool]:
        """(bold, italic) of the character, told by its font's name."""
        self._name.value = b""
        pdfium.FPDFText_GetFontInfo(raw, index, self._name, _NAME_BYTES, self._flags)
        name = self._name.value
        if name not in self._styles:
            self._styles[name] = bool(_BOLD.search(name)), bool(_ITALIC.search(name))
        return self._styles[name]
