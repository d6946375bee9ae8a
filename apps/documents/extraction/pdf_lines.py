"""Lines of a PDF page with what their type looks like, read from pdfium."""

import ctypes
import re
from dataclasses import dataclass, replace

import pypdfium2
import pypdfium2.raw as pdfium

from apps.documents.extraction.cleaning import clean
from apps.documents.extraction.pdf_raised import (
    SMALLER,
    Glyph,
    begins_with_stroke,
    closed_up,
    is_raised,
    lowered_end,
    raised_mark,
    stands_above,
    with_raised,
)

_BOLD = re.compile(rb"bold|black|heavy|demi|cmbx|sfbx|-medi\b", re.IGNORECASE)
_ITALIC = re.compile(rb"italic|oblique|slanted", re.IGNORECASE)
_NAME_BYTES = 128
_CURRENCIES = frozenset("$€£¥")  # set apart from their figures in tables
_WORDS = re.compile(r"\S+")
# of groups of three behind commas nothing is raised
_FIGURE = re.compile(r"(?<![\d,.])(?!\d{1,3}(?:,\d{3})+(?![\d,.]*\d))\d(?:[\d,.]*\d)?")
_OPENING = re.compile(r"\s*[(\d][\d(),;\s–-]*(?=\S)")  # where the mark of a note may begin a line
_AROUND = 8  # characters on either side of a small figure that tell whether it is raised
CELL_GAP = "   "  # white space only: the words stay those of the page
# In sizes of type. Characters of prose are 0.4 to 0.6 wide, of capitals 0.7; a line much wider than that holds cells.
_SPARSE = 0.75
# From the beginning of a word's last character to the next word; 0.6 to 1.4 in prose, justified or not.
_WIDE_GAP = 2.0
_MARK_GAP = 1.5  # likewise, to a mark behind a line
_SAME_LEVEL = 0.2  # of a line's pieces
_LEVEL = 0.05  # a figure that stands further from its line's level is looked at more closely


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


def _put(lines: list[Line], line: Line) -> None:
    """Adds the line; pdfium ends one at a raised figure, before it or behind it, though the text goes on."""
    joint = _joint(lines[-1], line) if lines else None
    if joint is not None:
        last = lines[-1]
        mark = raised_mark(line.text) if stands_above(line, last) else None
        before = lowered_end(last.text) if begins_with_stroke(line.text) else last.text
        text = closed_up(before + joint + (mark or line.text))
        bold, italic = last.bold and (line.bold or bool(mark)), last.italic and (line.italic or bool(mark))
        lines[-1] = replace(last, text=text, right=line.right, bold=bold, italic=italic)
    elif line.text:
        lines.append(line)


def _joint(last: Line, line: Line) -> str | None:
    """What stands between two lines that a raised figure parted; None for two of the page's own."""
    gap = line.x - last.right
    if gap <= 0 or not line.text:
        return None
    if stands_above(line, last):
        return "" if gap < _MARK_GAP * last.size and raised_mark(line.text) else None
    if abs(line.y - last.y) > _SAME_LEVEL * last.size or abs(line.size - last.size) > _SAME_LEVEL * last.size:
        return None
    if is_raised(line.text[0]):
        return "" if gap < _MARK_GAP * last.size else None
    if not is_raised(last.text[-1]):
        return None
    return CELL_GAP if gap > _WIDE_GAP * last.size else "" if line.text[0] in ",.;:)%/⁄" else " "


class LineReader:
    """Reads a page at a time; keeps the C buffers so that a line costs a handful of calls and no allocation."""

    def __init__(self) -> None:
        self._name = ctypes.create_string_buffer(_NAME_BYTES)
        self._flags = ctypes.c_int()
        self._matrix = pdfium.FS_MATRIX()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._box = tuple(ctypes.c_double() for _ in ("left", "right", "foot", "head"))
        self._styles: dict[bytes, tuple[bool, bool]] = {}

    def lines(self, page: pypdfium2.PdfPage) -> list[Line]:
        """The page's lines in reading order, without empty ones."""
        textpage = page.get_textpage()
        try:
            text = _code_units(textpage.get_text_range())
            aligned = textpage.count_chars() == len(text)
            found: list[Line] = []
            position = 0
            for piece in text.split("\r\n"):
                if not piece.isspace() and piece:
                    _put(found, self._line(textpage.raw, piece, position, aligned))
                position += len(piece) + 2
            return found
        finally:
            textpage.close()

    def _line(self, raw: pdfium.FPDF_TEXTPAGE, piece: str, start: int, aligned: bool) -> Line:
        head = len(piece) - len(piece.lstrip())
        first, last = start + head, start + len(piece.rstrip()) - 1
        if not aligned:  # pdfium leaves some characters out of the text, and adds some
            first = max(0, pdfium.FPDFText_GetCharIndexFromTextIndex(raw, first))
            last = max(first, pdfium.FPDFText_GetCharIndexFromTextIndex(raw, last))
        bold, italic = self._style(raw, first)
        if bold or italic:
            bold_end, italic_end = self._style(raw, last)
            bold, italic = bold and bold_end, italic and italic_end
        size = self._size(raw, first)
        upright = self._matrix.b == 0
        right = self._origin(raw, last)
        x = self._origin(raw, first)
        y = self._y.value
        shown, text_size = piece, size
        if aligned and upright and (near := self._near_small_figures(raw, piece, start, size, y)):
            glyphs = [self._glyph(raw, start, at) for at in near]
            shown = with_raised(piece, glyphs)
            if shown[head] != piece[head]:  # the mark of a note begins the line
                text = next((one for one in glyphs if shown[one.at] == piece[one.at]), glyphs[0])
                y, text_size = text.y, text.size
        if aligned and right - x > len(piece) * size * _SPARSE:
            shown = self._with_cells(raw, shown, start, size)
        if shown is not piece:
            shown = closed_up(shown)
        return Line(clean(_code_points(shown)).strip(), round(text_size, 1), bold, italic, x, y, right)

    def _near_small_figures(
        self, raw: pdfium.FPDF_TEXTPAGE, piece: str, start: int, size: float, y: float
    ) -> list[int]:
        """Where characters show something around figures that are smaller than the type before them, on another level.

        A call for each figure of a line that is set evenly.
        """
        found: set[int] = set()
        opening = _OPENING.match(piece)
        if opening:
            self._origin(raw, start + opening.end())
            if abs(self._y.value - y) > size * _LEVEL:
                found.update(range(opening.end() + _AROUND))
                size, y = self._size(raw, start + opening.end()), self._y.value
        for match in _FIGURE.finditer(piece, opening.end() if opening else 0):
            index = start + match.end() - 1
            self._origin(raw, index)
            if abs(self._y.value - y) > size * _LEVEL:
                here = self._size(raw, index)
                if here < size * SMALLER:
                    found.update(range(max(0, match.start() - _AROUND), match.end() + _AROUND))
                else:
                    size, y = here, self._y.value
        return [at for at in sorted(found) if at < len(piece) and not piece[at].isspace()]

    def _glyph(self, raw: pdfium.FPDF_TEXTPAGE, start: int, at: int) -> Glyph:
        index = start + at
        x = self._origin(raw, index)
        pdfium.FPDFText_GetCharBox(raw, index, *self._box)
        return Glyph(at=at, size=self._size(raw, index), x=x, right=self._box[1].value, y=self._y.value)

    def _size(self, raw: pdfium.FPDF_TEXTPAGE, index: int) -> float:
        """The character's size; how it is turned is left in ``_matrix``."""
        size = pdfium.FPDFText_GetFontSize(raw, index)
        if pdfium.FPDFText_GetMatrix(raw, index, self._matrix):
            size *= max(abs(self._matrix.d), abs(self._matrix.b)) or 1.0
        return size

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
