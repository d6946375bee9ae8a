"""HTML, through ``unstructured``."""

from pathlib import Path

import lxml.html
from lxml import etree

from apps.documents.extraction import unasked  # noqa: F401 - it has to be there before what follows is imported

# isort: split
from unstructured.partition.html import partition_html

from apps.documents.errors import ExtractionError
from apps.documents.extraction.cleaning import raised
from apps.documents.extraction.contract import EXTRACTORS, Limits, Progress
from apps.documents.extraction.elements import assemble, blocks_of, left_out, struck_out
from apps.documents.sniffing import decode_text
from apps.documents.types import Extracted

# What ``unstructured`` would drop although a reader sees it, and what it is read as instead.
_READ_AS = {
    "main": "div",  # with it in place everything outside it would be dropped
    "details": "div",
    "figure": "div",
    "form": "div",
    "fieldset": "div",
    "dialog": "div",
    "menu": "ul",
    "summary": "p",
    "figcaption": "p",
    "caption": "p",
    "legend": "p",
    "label": "span",
    "button": "span",
}
_STRUCK = ("del", "s", "strike")
_NO_TEXT = ("script", "style", "template", "noscript", "nav", "select", "textarea", "svg", "iframe", "object", "head")


@EXTRACTORS.register("html")
def read_html(path: Path, *, filename: str, limits: Limits, progress: Progress) -> Extracted:
    """Text in reading order without navigation and scripts; headings from h1 … h6. Raises ExtractionError."""
    return extracted_from_html(decode_text(path.read_bytes()), filename=filename)


def extracted_from_html(source: str, *, filename: str) -> Extracted:
    """The text of a page. Raises ExtractionError: "empty_document" for none, "nested_too_deep" for half a page."""
    parser = lxml.html.HTMLParser(encoding="utf-8", remove_pis=True)
    try:
        root = lxml.html.document_fromstring(source.encode(), parser=parser)
    except etree.ParserError:
        _refuse_cut_off(parser)
        raise ExtractionError("empty_document", "There is no text in the file.") from None
    _refuse_cut_off(parser)
    title = root.findtext(".//title")
    struck = _without_struck(root)
    prepare(root)
    wanted = " ".join(root.itertext())
    blocks = blocks_of(partition_html(text=etree.tostring(root, encoding="unicode", method="html"), languages=[""]))
    notices = (*left_out(wanted, blocks), *struck_out(struck))
    return assemble(blocks, title=title, filename=filename, notices=notices)


def _without_struck(root: etree._Element) -> list[str]:
    """Takes out what is struck out, which the page no longer says; returns that. Words that it parted stay apart."""
    for styled in root.iterfind(".//*[@style]"):
        if "line-through" in styled.get("style", ""):
            styled.tag = _STRUCK[0]
    found = []
    for element in root.iter(*_STRUCK):
        text = "".join(element.itertext())
        found.append(text)
        if text != text.strip() or element.find(".//br") is not None:
            element.tail = f" {element.tail or ''}"
    etree.strip_elements(root, *_STRUCK, with_tail=False)
    return found


def _refuse_cut_off(parser: lxml.html.HTMLParser) -> None:
    """At its limit of depth the parser stops without an error and would give the text before it for the whole."""
    if any(entry.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for entry in parser.error_log):
        raise ExtractionError(
            "nested_too_deep", "The elements of the file are nested deeper (256 levels) than can be read in full."
        )


def prepare(root: etree._Element) -> None:
    """Changes the tree so that all that a reader sees is read, with the numbers of ordered lists and raised figures."""
    etree.strip_elements(root, *_NO_TEXT, etree.Comment, with_tail=False)
    for above in root.iter("sup"):
        for node in above.iter():
            node.text = node.text and raised(node.text)
            if node is not above:
                node.tail = node.tail and raised(node.tail)
    for caption in list(root.iter("caption")):  # a table's name stands before it, not in a cell
        table = caption.getparent()
        if table is not None and table.tag == "table" and table.getparent() is not None:
            caption.tail = None
            table.addprevious(caption)
    for element in root.iter(*_READ_AS):
        element.tag = _READ_AS[element.tag]
    for ordered in root.iter("ol"):
        start = ordered.get("start", "1")
        number = int(start) if start.isdecimal() else 1
        for item in ordered.iterchildren("li"):
            item.text = f"{number}. {(item.text or '').lstrip()}"
            number += 1
