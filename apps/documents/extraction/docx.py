"""DOCX, through ``unstructured``."""

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import docx
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.opc.exceptions import OpcError
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph
from lxml import etree

from apps.documents.extraction import unasked  # noqa: F401 - it has to be there before what follows is imported

# isort: split
from unstructured.partition.docx import partition_docx

from apps.documents.errors import ExtractionError
from apps.documents.extraction.cleaning import raised, squeeze
from apps.documents.extraction.contract import EXTRACTORS, Limits, Progress
from apps.documents.extraction.elements import Block, assemble, blocks_of, left_out, struck_out
from apps.documents.types import Extracted

_MAX_MEMBERS = 5000
_MAX_BASES = 20  # styles that one is based on, one on another
_MAX_RATIO = 200  # inflated bytes for each stored one, over the whole file; text packs 5 to 20 times
_HEADING_STYLE = re.compile(r"heading\s*(\d)", re.IGNORECASE)
_UNWRAPPED = [qn(name) for name in ("w:sdt", "w:sdtContent", "w:ins", "w:smartTag", "w:customXml", "w:moveTo")]
_REMOVED = [qn(name) for name in ("w:del", "w:moveFrom", "w:sdtPr", "w:sdtEndPr", "w:customXmlPr", "w:smartTagPr")]
_NOTES = (("word/footnotes.xml", "w:footnote"), ("word/endnotes.xml", "w:endnote"))


@EXTRACTORS.register("docx")
def read_docx(path: Path, *, filename: str, limits: Limits, progress: Progress) -> Extracted:
    """Text in order, tables row by row, then foot- and endnotes; headings by style. Raises ExtractionError."""
    _check_container(path, limits)
    try:
        document = docx.Document(str(path))
        struck = _prepare(document)
        buffer = io.BytesIO()
        document.save(buffer)
        notes = list(_notes(path))
    except (
        OpcError, KeyError, ValueError, AttributeError, TypeError, IndexError, EOFError, NotImplementedError,
        etree.LxmlError, zipfile.BadZipFile, zlib.error,
    ) as error:  # fmt: skip  # python-docx takes the parts' structure for granted
        raise ExtractionError("corrupt_file", "The DOCX file is damaged and cannot be read.") from error
    wanted = "\n".join(_paragraph_text(paragraph) for paragraph in document.element.body.iter(qn("w:p")))
    elements = partition_docx(file=buffer, languages=[""], include_page_breaks=False)
    blocks = [*blocks_of(elements, _styled_headings(document)), *(Block(note) for note in notes)]
    notices = (*left_out(wanted, blocks), *struck_out(struck))
    return assemble(blocks, title=document.core_properties.title, filename=filename, notices=notices)


def _check_container(path: Path, limits: Limits) -> None:
    """Looks at the ZIP directory before anything is inflated."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        raise ExtractionError("corrupt_file", "The DOCX file is damaged and cannot be opened.") from None
    inflated = sum(member.file_size for member in members)
    stored = sum(member.compress_size for member in members)
    too_dense = inflated > 8 * 1024 * 1024 and inflated > stored * _MAX_RATIO
    if len(members) > _MAX_MEMBERS or inflated > limits.max_inflated_bytes or too_dense:
        raise ExtractionError(
            "zip_bomb",
            f"The file would unpack to {inflated // 1024**2} MB in {len(members)} parts, which is not accepted.",
        )
    if any(member.flag_bits & 0x1 for member in members):
        raise ExtractionError("corrupt_file", "The DOCX file is encrypted.")


def _prepare(document: Document) -> list[str]:
    """Brings to the surface what python-docx does not look into: content controls, insertions, text boxes, raised
    figures. Takes out what is struck out, and returns that."""
    body = document.element.body
    etree.strip_elements(body, *_REMOVED, with_tail=False)
    # A drawing is there twice, the second time for old programs.
    etree.strip_elements(body, "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback", with_tail=False)
    etree.strip_tags(body, *_UNWRAPPED)
    for box in list(body.iter(qn("w:txbxContent"))):
        holder = next((ancestor for ancestor in box.iterancestors(qn("w:p"))), None)
        if holder is None:
            continue
        for paragraph in reversed(list(box)):
            holder.addnext(paragraph)
    raising = _styles_with(document, lambda style: style.font.superscript)
    striking = _styles_with(document, lambda style: style.font.strike or style.font.double_strike)
    for run in body.iter(qn("w:r")):
        if not _is_struck(run, striking) and _is_raised(run, raising):
            for node in run.iter(qn("w:t")):
                node.text = raised(node.text or "")
    return _without_struck(body, striking)


def _styles_with(document: Document, has: Callable[[Any], bool | None]) -> frozenset[str]:
    """Ids of the styles of characters and paragraphs that are so by themselves or by what they are based on."""
    found = set()
    for style in document.styles:
        own, at = (style if style.type in (WD_STYLE_TYPE.CHARACTER, WD_STYLE_TYPE.PARAGRAPH) else None), 0
        while own is not None and has(own) is None and at < _MAX_BASES:
            own, at = own.base_style, at + 1
        found |= {style.style_id} if own is not None and has(own) else set()
    return frozenset(found)


def _without_struck(body: etree._Element, styles: Collection[str]) -> list[str]:
    """Takes out the runs that are struck out and returns what they say. Words that they parted stay apart."""
    struck = []
    for run in list(body.iter(qn("w:r"))):
        text = _paragraph_text(run) if _is_struck(run, styles) else ""
        if not text:
            continue
        struck.append(text)
        for child in list(run):
            if child.tag != qn("w:rPr"):
                run.remove(child)
        if text != text.strip():
            blank = etree.SubElement(run, qn("w:t"))
            blank.text = " "
            blank.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    return struck


def _is_struck(run: etree._Element, styles: Collection[str]) -> bool:
    """By its own format, else by its style or its paragraph's: one of those ``styles`` that strike out."""
    own = [run.find(f"{qn('w:rPr')}/{qn(tag)}") for tag in ("w:strike", "w:dstrike")]
    set_here = [mark.get(qn("w:val"), "true") not in ("0", "false", "off") for mark in own if mark is not None]
    if set_here:
        return any(set_here)
    paragraph = next(run.iterancestors(qn("w:p")), None)
    of_paragraph = None if paragraph is None else paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
    return _has_style(run, styles) or (of_paragraph is not None and of_paragraph.get(qn("w:val")) in styles)


def _is_raised(run: etree._Element, styles: Collection[str]) -> bool:
    """By its own format, else by its style: one of those ``styles`` that raise."""
    own = run.find(f"{qn('w:rPr')}/{qn('w:vertAlign')}")
    if own is not None:
        return own.get(qn("w:val")) == "superscript"
    return _has_style(run, styles)


def _has_style(run: etree._Element, styles: Collection[str]) -> bool:
    style = run.find(f"{qn('w:rPr')}/{qn('w:rStyle')}")
    return style is not None and style.get(qn("w:val")) in styles


def _paragraph_text(paragraph: etree._Element) -> str:
    return "".join(
        node.text or "" if node.tag == qn("w:t") else " " for node in paragraph.iter(qn("w:t"), qn("w:tab"), qn("w:br"))
    )


def _styled_headings(document: Document) -> list[tuple[str, int]]:
    """Headings in order as (text, level): by style or outline level; where there are none, short bold paragraphs."""
    paragraphs = [Paragraph(element, document) for element in document.element.body.iterchildren(qn("w:p"))]
    styled = [(p.text, level) for p in paragraphs if squeeze(p.text) and (level := _heading_level(p))]
    if styled:
        return styled
    return [(p.text, 1) for p in paragraphs if _all_bold(p) and 3 <= len(squeeze(p.text)) <= 100]


def _heading_level(paragraph: Paragraph) -> int:
    """1 … 9, 0 for running text."""
    style = paragraph.style
    outline = paragraph._p.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}")
    while outline is None and style is not None:
        named = _HEADING_STYLE.match(style.name or "")
        if named:
            return int(named[1])
        if (style.name or "").lower() == "title":
            return 1
        outline = style.element.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}")
        style = style.base_style
    value = outline.get(qn("w:val"), "9") if outline is not None else "9"
    return int(value) + 1 if value.isdecimal() and int(value) < 9 else 0


def _all_bold(paragraph: Paragraph) -> bool:
    runs = [run for run in paragraph.runs if run.text.strip()]
    return bool(runs) and all(run.bold for run in runs) and not paragraph.text.rstrip().endswith((".", ",", ";"))


def _notes(path: Path) -> Iterator[str]:
    """Foot- and endnotes, each as a paragraph."""
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        for member, tag in _NOTES:
            if member not in names:
                continue
            root = etree.fromstring(archive.read(member), etree.XMLParser(resolve_entities=False, no_network=True))
            etree.strip_elements(root, *_REMOVED, with_tail=False)
            _without_struck(root, ())
            for note in root.iter(qn(tag)):
                text = squeeze(" ".join(_paragraph_text(paragraph) for paragraph in note.iter(qn("w:p"))))
                if text:
                    yield text
