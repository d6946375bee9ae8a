"""Draws a page with pdfium and lays the highlight over it with Pillow. Only ever called in the confined process."""

import ctypes
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops, ImageDraw

from apps.documents.errors import ExtractionError
from apps.documents.pictures.matching import Match, PageText

MAX_PIXELS = 8_000_000  # of a picture: three A4 pages of 1,400 pixels' width one above the other
MAX_SIDE = 8_000
MAX_CHARACTERS = 100_000  # of a page that are looked at for the passage
YELLOW = (255, 236, 92)
_SAME_LINE = 0.5  # of the lower one's height that two boxes share
_WIDE_GAP = 2.0  # heights: what lies further apart is another cell or column


@dataclass(frozen=True, slots=True)
class Box:
    """Pixels, growing to the right and downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def joins(self, other: "Box") -> bool:
        """Whether ``other`` goes on in the same line."""
        shared = min(self.bottom, other.bottom) - max(self.top, other.top)
        height = min(self.bottom - self.top, other.bottom - other.top)
        gap = max(other.left - self.right, self.left - other.right)
        return shared > height * _SAME_LINE and gap < height * _WIDE_GAP

    def with_(self, other: "Box") -> "Box":
        """The box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def draw_page(
    path: Path, *, number: int, width: int, passages: Sequence[tuple[str, str]]
) -> tuple[Image.Image, str | None]:
    """The page ``number`` (from 1), ``width`` pixels wide unless that makes it too large, and how much was highlighted.

    ``passages``: (what the page says before it, the passage). None is said where there are none, else ``exact`` (all of
    them, character for character), ``partial`` or ``none``. Raises ExtractionError.
    """
    try:
        document = pypdfium2.PdfDocument(path)
        document.init_forms()
        page = document[number - 1]
        wide, high = page.get_size()
        image = page.render(scale=scale_for(wide, high, width), limit_image_cache=True).to_pil().convert("RGB")
    except (pypdfium2.PdfiumError, IndexError):
        raise ExtractionError("corrupt_pdf", "The page is damaged and cannot be drawn.") from None
    if not passages:
        return image, None
    matches, boxes = _found(page, image.size, passages)
    if boxes:
        image = _highlighted(image, boxes)
    if not boxes:
        return image, "none"
    return image, "exact" if all(match.whole for match in matches) else "partial"


def scale_for(wide: float, high: float, width: int) -> float:
    """Pixels per point, so that the picture is ``width`` wide or, if that were too large, as large as it may be."""
    wide, high = max(wide, 0.1), max(high, 0.1)  # a page may say that it has no size
    return min(width / wide, math.sqrt(MAX_PIXELS / (wide * high)), MAX_SIDE / max(wide, high))


def _found(
    page: pypdfium2.PdfPage, size: tuple[int, int], passages: Sequence[tuple[str, str]]
) -> tuple[list[Match], list[Box]]:
    """Where the passages lie in the picture, line by line."""
    textpage = page.get_textpage()
    count = min(textpage.count_chars(), MAX_CHARACTERS)
    text = PageText([_character(textpage.raw, index) for index in range(count)])
    matches = [text.find(passage, before=before) for before, passage in passages]
    boxes: list[Box] = []
    for match in matches:
        for run in match.ranges:
            boxes += _lines(_boxes(page, textpage.raw, size, run))
    return matches, boxes


def _character(raw: pdfium.FPDF_TEXTPAGE, index: int) -> str:
    code = pdfium.FPDFText_GetUnicode(raw, index)
    return chr(code) if 0 < code < 0x110000 else ""


def _boxes(page: pypdfium2.PdfPage, raw: pdfium.FPDF_TEXTPAGE, size: tuple[int, int], run: range) -> Iterator[Box]:
    """Boxes of the characters that show something, as high as their font's lines."""
    rectangle = pdfium.FS_RECTF()
    for index in run:
        if _character(raw, index).strip() and pdfium.FPDFText_GetLooseCharBox(raw, index, rectangle):
            x1, y1 = _pixel(page, size, rectangle.left, rectangle.top)
            x2, y2 = _pixel(page, size, rectangle.right, rectangle.bottom)
            if x1 != x2 and y1 != y2:
                yield Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def _pixel(page: pypdfium2.PdfPage, size: tuple[int, int], x: float, y: float) -> tuple[int, int]:
    """A point of the page in the picture, the page's rotation and crop box taken into account."""
    across, down = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDF_PageToDevice(page, 0, 0, *size, 0, x, y, across, down)
    return across.value, down.value


def _lines(boxes: Iterable[Box]) -> list[Box]:
    """Neighbours in a line as one box."""
    lines: list[Box] = []
    for box in boxes:
        if lines and lines[-1].joins(box):
            lines[-1] = lines[-1].with_(box)
        else:
            lines.append(box)
    return lines


def _highlighted(image: Image.Image, boxes: Sequence[Box]) -> Image.Image:
    """The picture as if a text marker had gone over the boxes: dark letters stay dark."""
    mask = Image.new("L", image.size)
    pen = ImageDraw.Draw(mask)
    for box in boxes:
        pen.rectangle((box.left, box.top, box.right, box.bottom), fill=255)
    marked = ImageChops.multiply(image, Image.new("RGB", image.size, YELLOW))
    return Image.composite(marked, image, mask)
