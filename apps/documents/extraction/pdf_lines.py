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
_CURRENCIES = frozenset("$€£¥")  # set apart from their figures in tables
_WORDS = re.compile(r"\S+")
CELL_GAP = "   "  # white space only: the words stay those of the page
# In sizes of type. Characters of prose are 0.4 to 0.6 wide, of capitals 0.7; a line much wider than that holds cells.
_SPARSE = 0.75
# From the beginning of a word's last character to the next word; 0.6 to 1.4 in prose, justified or not.
_WIDE_GAP = 2.0


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


def _code_units(text: str) -> str:
    """``text`` as pdfium counts it: characters beyond the basic plane are two."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    return "".join(map(chr, memoryview(text.encode("utf-16-le")).cast("H")))


def _code_points(units: str) -> str:
    """The text again, of which lone halves are dropped."""
    return units if units.isascii() else units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


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
            text = _code_units(textpage.get_text_range())
            aligned = textpage.count_chars() == len(text)
            found = []
            position = 0
            for piece in text.split("\r\n"):
                if not piece.isspace() and piece:
                    found.append(self._line(textpage.raw, piece, position, aligned))
                position += len(piece) + 2
            return [line for line in found if line.text]
        finally:
            textpage.close()

    def _line(self, raw: pdfium.FPDF_TEXTPAGE, piece: str, start: int, aligned: bool) -> Line:
        first = start + len(piece) - len(piece.lstrip())
        last = start + len(piece.rstrip()) - 1
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
        right = self._origin(raw, last)
        x = self._origin(raw, first)
        y = self._y.value
        if aligned and right - x > len(piece) * size * _SPARSE:
            piece = self._with_cells(raw, piece, start, size)
        return Line(clean(_code_points(piece)).strip(), round(size, 1), bold, italic, x, y, right)

    def _with_cells(self, raw: pdfium.FPDF_TEXTPAGE, piece: str, start: int, size: float) -> str:
        """The line with the wide gaps between its cells kept as ``CELL_GAP``."""
        words: list[str] = []
        end = 0.0
        for match in _WORDS.finditer(piece):
            if words:
                gap = self._origin(raw, start + match.start()) - end
                wide = gap > size * _WIDE_GAP and words[-1] not in _CURRENCIES
                words.append(CELL_GAP if wide else " ")
            words.append(match[0])
            end = self._origin(raw, start + match.end() - 1)
        return "".join(words)

    def _origin(self, raw: pdfium.FPDF_TEXTPAGE, index: int) -> float:
        """Where the character begins; its baseline is left in ``_y``."""
        pdfium.FPDFText_GetCharOrigin(raw, index, self._x, self._y)
        return self._x.value

    def _style(self, raw: pdfium.FPDF_TEXTPAGE, index: int) -> tuple[bool, bool]:
        """(bold, italic) of the character, told by its font's name."""
        self._name.value = b""
        pdfium.FPDFText_GetFontInfo(raw, index, self._name, _NAME_BYTES, self._flags)
        name = self._name.value
        if name not in self._styles:
            self._styles[name] = bool(_BOLD.search(name)), bool(_ITALIC.search(name))
        return self._styles[name]
