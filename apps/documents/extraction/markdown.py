"""Markdown, made HTML and read through ``unstructured``."""

import re
from pathlib import Path

import markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import SimpleTagInlineProcessor

from apps.documents.extraction.cleaning import clean
from apps.documents.extraction.contract import EXTRACTORS, Limits, Progress
from apps.documents.extraction.html import extracted_from_html
from apps.documents.sniffing import decode_text
from apps.documents.types import Extracted

_STRUCK = r"(?<![\w/~])(~~)(?=[^\s~])([^~]{1,2000}?)(?<=\S)~~(?![\w/~])"


class _Struck(Extension):
    """``~~words~~`` are struck out, as on GitHub."""

    def extendMarkdown(self, md: markdown.Markdown) -> None:
        md.inlinePatterns.register(SimpleTagInlineProcessor(_STRUCK, "del"), "struck", 70)


_EXTENSIONS = ["tables", "fenced_code", "sane_lists", "def_list", _Struck()]
_FRONT_MATTER = re.compile(r"\A---\n(.*?\n)(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
_FRONT_TITLE = re.compile(r"^title:[ \t]*[\"']?(.*?)[\"']?[ \t]*$", re.MULTILINE | re.IGNORECASE)
# A list that follows a paragraph's line without an empty line is meant as a list, as most renderers have it.
_LIST_AFTER_TEXT = re.compile(
    r"^(?![ \t]*(?:[-*+]|\d+[.)])[ \t]|[ \t]*$|[#>|])(.+)\n(?=(?:[-*+]|\d+[.)])[ \t])", re.MULTILINE
)


@EXTRACTORS.register("markdown")
def read_markdown(path: Path, *, filename: str, limits: Limits, progress: Progress) -> Extracted:
    """The text that the Markdown shows; headings from its own. Raises ExtractionError."""
    source = clean(decode_text(path.read_bytes()))
    front = _FRONT_MATTER.match(source)
    title = _FRONT_TITLE.search(front[1]) if front else None
    body = _LIST_AFTER_TEXT.sub(r"\1\n\n", source[front.end() :] if front else source)
    page = markdown.markdown(body, extensions=_EXTENSIONS)
    head = f"<title>{title[1]}</title>" if title else ""
    return extracted_from_html(f"<html><head>{head}</head><body>{page}</body></html>", filename=filename)
