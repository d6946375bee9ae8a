"""What a file is, told by its bytes."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.documents.errors import ExtractionError
from apps.documents.sniffing import decode_text, sniff
from tests.unit.extraction_files import bomb_docx, empty_pdf, word

PAGE = b"<!DOCTYPE html>\n<html><body><p>Hi</p></body></html>"


def kind(data, filename="file"):
    return sniff(io.BytesIO(data), filename).name


@pytest.mark.parametrize(
    ("data", "filename", "expected"),
    [
        (empty_pdf(), "report.pdf", "pdf"),
        (empty_pdf(), "report.docx", "pdf"),
        (b"\r\n junk before \n" + empty_pdf(), "report.pdf", "pdf"),
        (word(lambda document: document.add_paragraph("Hi")), "letter.pdf", "docx"),
        (PAGE, "page.txt", "html"),
        (b"\xef\xbb\xbf <!-- made by hand -->\n<HTML>", "x", "html"),
        (b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>", "x.xhtml", "html"),
        (b"<p>only a piece</p>", "piece.html", "html"),
        (b"<p>only a piece</p>", "piece.txt", "plain"),
        (b"# Title\n\ntext", "notes.md", "markdown"),
        (b"# Title\n\ntext\n\n## More\n", "notes", "markdown"),
        (b"# not a title in a script\n", "notes.txt", "plain"),
        (b"no headings at all", "README.markdown", "markdown"),
        (b"just text", "data.unknown", "plain"),
        ("caf\u00e9".encode("utf-16"), "x.txt", "plain"),
    ],
)
def test_content_decides_and_the_name_only_between_kinds_of_text(data, filename, expected):
    assert kind(data, filename) == expected


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), "unsupported_type"),
        (b"PK\x03\x04 broken", "unsupported_type"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), "unsupported_type"),
        (b"{\\rtf1 text}", "unsupported_type"),
        (b"caf\xe9 latin one", "invalid_encoding"),
        (b"fine for long " * 200_000 + b"\xff", "invalid_encoding"),
        (b"cut in a character \xe2\x82", "invalid_encoding"),
        ("text".encode("utf-16-le"), "unsupported_type"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(data, code):
    with pytest.raises(ExtractionError) as refused:
        sniff(io.BytesIO(data), "file.txt")
    assert refused.value.code == code
    assert len(refused.value.message) > 15


def test_a_zip_archive_that_is_no_docx_is_refused():
    with pytest.raises(ExtractionError, match="no DOCX"):
        sniff(io.BytesIO(bomb_docx(1).replace(b"word/document.xml", b"word/fragment.xml")), "x.docx")


def test_the_file_is_rewound():
    file = io.BytesIO(PAGE)
    file.read(7)
    sniff(file, "x")
    assert file.tell() == 0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_is_decoded_without_its_byte_order_mark(encoding):
    assert decode_text("a\u00e9\U0001f642".encode(encoding)) == "a\u00e9\U0001f642"


@given(st.binary(max_size=300), st.sampled_from(["x", "x.md", "x.html", "x.pdf", "x.txt"]))
def test_any_bytes_are_a_kind_or_refused(data, filename):
    try:
        outcome = kind(data, filename)
    except ExtractionError as refused:
        outcome = refused.code
    assert outcome in {"pdf", "docx", "html", "markdown", "plain", "empty_file", "unsupported_type", "invalid_encoding"}
