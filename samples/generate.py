"""Makes the sample PDF and DOCX from ``source/``: ``python samples/generate.py``. The same source gives the same bytes.

The source is a small subset of Markdown: ``#`` headings, paragraphs, and tables whose first row is the header.
"""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from xml.sax.saxutils import escape

import docx
from docx.shared import Pt
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle
from reportlab.platypus.flowables import Flowable

HERE = Path(__file__).resolve().parent
MADE = datetime(2025, 3, 1, tzinfo=UTC)  # stands in the files; a clock would make each run's bytes differ
ZIP_DATE = (2025, 3, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Part:
    """A heading (``level`` from 1), a paragraph (level 0) or a table (``rows``)."""

    text: str = ""
    level: int = 0
    rows: tuple[tuple[str, ...], ...] = ()


def parts_of(source: str) -> Iterator[Part]:
    """The parts of a source text in order."""
    for block in source.strip().split("\n\n"):
        if block.startswith("#"):
            marks, _, title = block.partition(" ")
            yield Part(text=title, level=len(marks))
        elif block.startswith("|"):
            yield Part(
                rows=tuple(tuple(cell.strip() for cell in row.strip("|").split("|")) for row in block.split("\n"))
            )
        else:
            yield Part(text=block)


BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=10.5, leading=15, spaceAfter=7)
CELL = ParagraphStyle("cell", fontName="Helvetica", fontSize=9.5, leading=12)
HEAD = ParagraphStyle("head", parent=CELL, fontName="Helvetica-Bold")
HEADINGS = {
    1: ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=24, leading=30, spaceAfter=18),
    2: ParagraphStyle("chapter", fontName="Helvetica-Bold", fontSize=16, leading=20, spaceAfter=10),
    3: ParagraphStyle("section", fontName="Helvetica-Bold", fontSize=12, leading=15, spaceBefore=8, spaceAfter=5),
}
GRID = TableStyle(
    [
        ("GRID", (0, 0), (-1, -1), 0.4, colors.grey),
        ("BACKGROUND", (0, 0), (-1, 0), colors.whitesmoke),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ]
)


def flowables(parts: Iterator[Part], width: float) -> Iterator[Flowable]:
    """What reportlab lays out; every chapter begins on a new page."""
    for part in parts:
        if part.rows:
            columns = len(part.rows[0])
            cells = [
                [Paragraph(escape(cell), HEAD if index == 0 else CELL) for cell in row]
                for index, row in enumerate(part.rows)
            ]
            first = 0.4 if columns > 2 else 0.55
            widths = [width * first] + [width * (1 - first) / (columns - 1)] * (columns - 1)
            yield Table(cells, colWidths=widths, style=GRID, repeatRows=1)
            yield Spacer(1, 8)
        elif part.level:
            yield PageBreak() if part.level == 2 else CondPageBreak(40 * mm)
            yield Paragraph(escape(part.text), HEADINGS[part.level])
        else:
            yield Paragraph(escape(part.text), BODY)


def make_pdf(source: str, title: str) -> bytes:
    """A PDF with page headers and footers."""

    def decorate(canvas: Canvas, document: SimpleDocTemplate) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(document.leftMargin, A4[1] - 12 * mm, f"Larkmoor Bank · {title}")
        canvas.drawRightString(A4[0] - document.rightMargin, 12 * mm, f"Page {canvas.getPageNumber()}")

    buffer = io.BytesIO()
    document = SimpleDocTemplate(
        buffer,
        pagesize=A4,
        leftMargin=24 * mm,
        rightMargin=24 * mm,
        topMargin=24 * mm,
        bottomMargin=24 * mm,
        title=f"Larkmoor Bank {title}",
        author="Larkmoor Bank",
        invariant=True,
    )
    document.build(list(flowables(parts_of(source), document.width)), onFirstPage=decorate, onLaterPages=decorate)
    return buffer.getvalue()


def make_docx(source: str) -> bytes:
    """A DOCX with Word's own heading styles."""
    document = docx.Document()
    document.styles["Normal"].font.size = Pt(11)
    for part in parts_of(source):
        if part.rows:
            table = document.add_table(rows=0, cols=len(part.rows[0]), style="Table Grid")
            for row in part.rows:
                for cell, text in zip(table.add_row().cells, row, strict=True):
                    cell.text = text
            document.add_paragraph()
        elif part.level:
            document.add_heading(part.text, part.level - 1)
        else:
            document.add_paragraph(part.text)
    properties = document.core_properties
    properties.title, properties.author = "Larkmoor Bank Employee Handbook", "Larkmoor Bank"
    properties.created = properties.modified = MADE.replace(tzinfo=None)
    buffer = io.BytesIO()
    document.save(buffer)
    return with_fixed_dates(buffer.getvalue())


def with_fixed_dates(archive: bytes) -> bytes:
    """The same ZIP archive without the time at which it was made."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            info = zipfile.ZipInfo(name, ZIP_DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, old.read(name))
    return buffer.getvalue()


def make_all(folder: Path = HERE) -> None:
    """Writes both files into ``folder``."""
    policy = (HERE / "source" / "lending-policy.md").read_text(encoding="utf-8")
    handbook = (HERE / "source" / "hr-handbook.md").read_text(encoding="utf-8")
    (folder / "lending-policy.pdf").write_bytes(make_pdf(policy, "Residential Lending Policy"))
    (folder / "hr-handbook.docx").write_bytes(make_docx(handbook))


if __name__ == "__main__":
    make_all()
