"""Files to read, made on the spot: good ones with known facts, and bad ones of every sort."""

import io
import struct
import zipfile
import zlib
from pathlib import Path

import docx
import pytest
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
FILINGS = Path(__file__).resolve().parents[3] / "shared" / "data" / "documents" / "sec_filings"
# data sets are no part of the project: a clone without them beside it goes without these tests, and says so
needs_filings = pytest.mark.skipif(not FILINGS.exists(), reason=f"the shared filings are not there ({FILINGS})")
_BODY = "word/document.xml"


def pdf(
    pages: list[list[tuple[str, int, bool]]], *, title: str = "", password: str | None = None, outline: bool = False
):
    """A PDF of lines (text, size, bold), one below the other. ``password``: encrypted with it, "" included."""
    buffer = io.BytesIO()
    encryption = None if password is None else StandardEncryption(password, ownerPassword="owner", strength=128)
    canvas = Canvas(buffer, pagesize=A4, encrypt=encryption, invariant=True)
    canvas.setTitle(title)
    for number, lines in enumerate(pages):
        y = 780.0
        for index, (text, size, bold) in enumerate(lines):
            canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
            canvas.drawString(60, y, text)
            if outline and index == 0:
                canvas.bookmarkPage(f"p{number}")
                canvas.addOutlineEntry(text, f"p{number}", 0)
            y -= size * 1.3
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def scanned_pdf(*, text_pages: int = 0, pictures: int = 2) -> bytes:
    """Pages with text, then pages that are pictures."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=True)
    for _ in range(text_pages):
        canvas.drawString(60, 700, "This page has a text layer.")
        canvas.showPage()
    picture = ImageReader(Image.new("L", (40, 60), 200))
    for _ in range(pictures):
        canvas.drawImage(picture, 0, 0, *A4)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def raw_pdf(*objects: bytes, trailer: bytes = b"") -> bytes:
    """A PDF of the given objects, numbered from 1; the first is the catalogue."""
    body, offsets = b"%PDF-1.7\n", []
    for number, item in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    xref = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    xref += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    end = b"trailer\n<< /Size %d /Root 1 0 R %s >>\n" % (len(objects) + 1, trailer)
    return body + xref + end + b"startxref\n%d\n%%%%EOF" % len(body)


def empty_pdf() -> bytes:
    """A PDF without a page."""
    return raw_pdf(b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>")


def looped_pdf() -> bytes:
    """A PDF whose cross-reference table names itself as its predecessor and whose page tree contains itself."""
    return raw_pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>",
        trailer=b"/Prev 120",
    )


def emoji_pdf() -> bytes:
    """A PDF whose letters A stand for a character beyond the basic plane, in a line with a wide gap."""
    cmap = (
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"
        b"1 begincodespacerange <00> <FF> endcodespacerange\n"
        b"3 beginbfchar <41> <D83DDE42> <42> <0042> <43> <0043> endbfchar endcmap end end"
    )
    content = b"BT /F1 12 Tf 20 100 Td (BAC) Tj 200 0 Td (AB) Tj ET"
    return raw_pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(cmap), cmap),
    )


def bomb_pdf(megabytes: int) -> bytes:
    """A small PDF whose one page unpacks to very much drawing."""
    packer = zlib.compressobj(9)
    piece = b"0 0 m 1 1 l S\n" * 74_899
    stream = b"".join(packer.compress(piece) for _ in range(megabytes)) + packer.flush()
    content = b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream)
    return raw_pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R >>",
        content,
    )


def word(build) -> bytes:
    """A DOCX; ``build`` is given the python-docx document."""
    document = docx.Document()
    build(document)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def bomb_docx(megabytes: int) -> bytes:
    """A small ZIP archive that calls itself a DOCX and unpacks to very much."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w", force_zip64=True) as member:
            for _ in range(megabytes):
                member.write(b" " * 1024 * 1024)
    return buffer.getvalue()


def lying_docx(megabytes: int) -> bytes:
    """A DOCX that unpacks to very much, while its ZIP directory claims that it is a few kilobytes."""
    data = bytearray(_with_body(b'<?xml version="1.0"?>' + b" " * megabytes * 1024 * 1024 + b"<x/>"))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        member = archive.getinfo(_BODY)
    entry = data.rindex(b"PK\x01\x02", 0, data.rindex(_BODY.encode()))
    struct.pack_into("<I", data, entry + 24, 4096)  # APPNOTE.TXT 4.3.12: the uncompressed size
    struct.pack_into("<I", data, member.header_offset + 22, 4096)
    return bytes(data)


def entities_docx() -> bytes:
    """A small DOCX whose XML entities would unfold to gigabytes."""
    levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 11))
    return _with_body(
        f'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY e0 "much">{levels}]>'
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        "<w:body><w:p><w:r><w:t>&e10;</w:t></w:r></w:p></w:body></w:document>".encode()
    )


def _with_body(body: bytes) -> bytes:
    """A DOCX, whole but for the part that holds its text."""
    whole = io.BytesIO(word(lambda document: document.add_paragraph("x")))
    buffer = io.BytesIO()
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in source.namelist():
            archive.writestr(name, body if name == _BODY else source.read(name))
    return buffer.getvalue()
