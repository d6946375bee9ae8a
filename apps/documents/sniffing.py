"""What kind of file this is, told by its bytes. A name only decides between kinds of text."""

import codecs
import re
import zipfile
from dataclasses import dataclass
from pathlib import PurePath
from typing import BinaryIO

from apps.documents.errors import ExtractionError


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A format; ``name`` is the extractor's."""

    name: str
    media_type: str


PDF = Kind(name="pdf", media_type="application/pdf")
DOCX = Kind(name="docx", media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document")
HTML = Kind(name="html", media_type="text/html")
MARKDOWN = Kind(name="markdown", media_type="text/markdown")
TEXT = Kind(name="plain", media_type="text/plain")

_PDF_WITHIN = 1024  # bytes in which "%PDF-" may begin (ISO 32000-1, annex H.3.4.1)
_HEAD = 65536
_BLOCK = 1024 * 1024
_MAX_ODD = 0.02  # share of control characters that a text may have
_HTML_START = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_HTML_TAG = re.compile(r"<(?:p|div|h[1-6]|table|body|span|br|a|ul|ol|li|article|section|main)\b[^<>]*>", re.IGNORECASE)
_MARKDOWN_SIGN = re.compile(r"^(?:#{1,6} \S|\|(?:\s*:?-+:?\s*\|)+\s*$|```)", re.MULTILINE)
_ODD = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_NAMED = {
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".txt": TEXT,
    ".text": TEXT,
}
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ACCEPTED = "Accepted are PDF, DOCX, HTML, Markdown and plain text."


def sniff(file: BinaryIO, filename: str) -> Kind:
    """The kind of ``file``, which must be seekable and is rewound.

    Raises ExtractionError with the code ``empty_file``, ``unsupported_type`` or ``invalid_encoding``.
    """
    file.seek(0)
    try:
        head = file.read(_HEAD)
        if not head:
            raise ExtractionError("empty_file", "The file is empty.")
        if b"%PDF-" in head[:_PDF_WITHIN]:
            return PDF
        if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
            return _container(file)
        if head.startswith(_OLD_OFFICE):
            raise ExtractionError(
                "unsupported_type", f"This is an old Office file; save it as DOCX or PDF. {_ACCEPTED}"
            )
        if head.startswith(b"{\\rtf"):
            raise ExtractionError("unsupported_type", f"RTF is not read; save it as DOCX or PDF. {_ACCEPTED}")
        return _text_kind(_decoded(file, head), filename)
    finally:
        file.seek(0)


def encoding_of(head: bytes) -> str:
    """The encoding of a text that begins with ``head``: UTF-8 unless a byte order mark says UTF-16."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return "utf-8-sig"


def decode_text(data: bytes) -> str:
    """``data`` as text. Raises ExtractionError("invalid_encoding")."""
    try:
        return data.decode(encoding_of(data))
    except UnicodeDecodeError as error:
        raise _bad_encoding(error.start) from None


def _container(file: BinaryIO) -> Kind:
    file.seek(0)
    try:
        with zipfile.ZipFile(file) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise ExtractionError("unsupported_type", f"The file is a damaged ZIP archive. {_ACCEPTED}") from None
    if "word/document.xml" in names:
        return DOCX
    raise ExtractionError("unsupported_type", f"The file is a ZIP archive, but no DOCX. {_ACCEPTED}")


def _decoded(file: BinaryIO, head: bytes) -> str:
    """The head as text, after the whole file was found to be text."""
    if encoding_of(head) == "utf-8-sig" and _binary(head):
        raise ExtractionError("unsupported_type", f"The file is of a type that is not read. {_ACCEPTED}")
    decoder = codecs.getincrementaldecoder(encoding_of(head))()
    file.seek(0)
    position, first = 0, ""
    try:
        while block := file.read(_BLOCK):
            text = decoder.decode(block)
            first = first or text[:_HEAD]
            position += len(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise _bad_encoding(position + error.start) from None
    if len(_ODD.findall(first)) > len(first) * _MAX_ODD:
        raise ExtractionError("unsupported_type", f"The file is of a type that is not read. {_ACCEPTED}")
    return first


def _binary(head: bytes) -> bool:
    """Whether bytes that no text has are frequent."""
    return sum(head.count(byte) for byte in (*range(9), *range(14, 27), 127)) > len(head) * _MAX_ODD


def _bad_encoding(position: int) -> ExtractionError:
    return ExtractionError(
        "invalid_encoding", f"The text is not valid UTF-8 (near byte {position}). Save it as UTF-8 and upload it again."
    )


def _text_kind(head: str, filename: str) -> Kind:
    named = _NAMED.get(PurePath(filename.replace("\\", "/")).suffix.lower())
    if _HTML_START.match(head) or (named is HTML and _HTML_TAG.search(head)):
        return HTML
    if named in (MARKDOWN, TEXT):
        return named
    return MARKDOWN if len(_MARKDOWN_SIGN.findall(head)) >= 2 else TEXT
