"""A document's page as a picture, a passage of it highlighted."""

import hashlib
import json
import re
import threading
import time
from dataclasses import asdict

from django.conf import settings
from django.db.models.functions import Substr

from apps.core.errors import Problem
from apps.documents.chunking import KEY_DIGITS
from apps.documents.downloads import original_copied
from apps.documents.errors import ExtractionError
from apps.documents.extraction import Limits
from apps.documents.extraction.folders import reading_folder
from apps.documents.models import Chunk, Document, DocumentStatus, DocumentText, Page
from apps.documents.page_cache import page_cache_forget, page_cache_store, page_cache_tidy, page_cached
from apps.documents.pictures import Picture, Wanted, draw

MEDIA_TYPE = "application/pdf"  # the only format that has pages
KEY_PATTERN = rf"^[0-9a-f]{{{KEY_DIGITS}}}$"
WAIT_SECONDS = 5.0  # for a place among those that draw: a reader turns several pages at once
TIDY_SECONDS = 3600.0
_DRAWN_BY = 1  # to be raised when pictures come out otherwise than before
_CHARACTERS = 4_000_000  # bounds what the child may write: 32 MB, the largest picture uncompressed is 24


def page_wanted(*, document: Document, number: int, key: str | None, width: int) -> Wanted:
    """What is to be drawn. ``key``: the citation key of the passage to highlight.

    Raises Problem ``not-found`` for a document, page or passage that is not there, ``conflict`` before it is read.
    """
    if document.media_type != MEDIA_TYPE:
        raise Problem("not-found", "This document has no pages: only PDFs have pictures of pages.")
    if document.status != DocumentStatus.READY:
        raise Problem("conflict", "The document has not been read through; its pages can be seen once it is ready.")
    pages = document.page_count or 0
    if not 1 <= number <= pages:
        raise Problem("not-found", f"There is no page {number}: the document has the pages 1 to {pages}.")
    passages = () if key is None else _passages(document, number, key)
    return Wanted(number=number, width=width, passages=passages)


def fingerprint(document: Document, wanted: Wanted) -> str:
    """The same for what gives the same picture; 64 hexadecimal digits."""
    told = json.dumps([_DRAWN_BY, document.sha256, asdict(wanted)])
    return hashlib.sha256(told.encode()).hexdigest()


def page_picture(*, document: Document, wanted: Wanted) -> Picture:
    """The picture, drawn now or before.

    Raises Problem ``page-not-drawn`` (422) for a page that cannot be drawn within bounds, ``not-found`` when the file
    or, meanwhile, the document is gone, ``unavailable`` when too many are being drawn.
    """
    name = fingerprint(document, wanted)
    picture = page_cached(document_id=document.pk, fingerprint=name)
    if picture is None:
        with _places:
            picture = _drawn(document, wanted)
        page_cache_store(document_id=document.pk, fingerprint=name, picture=picture)
        if not Document.objects.filter(pk=document.pk).exists():  # deleted while it was drawn
            page_cache_forget(document_id=document.pk)
            raise Problem("not-found", "The document was deleted.")
        _tidying.now_and_then()
    return picture


def _passages(document: Document, number: int, key: str) -> tuple[tuple[str, str], ...]:
    """(what the page says before it, its part on this page) of every passage with that key; repeated ones share it."""
    known = re.fullmatch(KEY_PATTERN, key) and Chunk.objects.filter(document=document, key=key)
    if not known:
        raise Problem("not-found", f"There is no passage {key!r} in this document.")
    page = Page.objects.filter(document=document, number=number).first()
    passages = []
    for chunk in known.order_by("chunk_index").only("content", "start_offset", "end_offset") if page else ():
        start, end = max(chunk.start_offset, page.start_offset), min(chunk.end_offset, page.end_offset)
        if start < end:
            part = chunk.content[start - chunk.start_offset : end - chunk.start_offset]
            passages.append((_text(document, page.start_offset, start), part))
    if not any(part.strip() for _, part in passages):
        raise Problem("not-found", f"The passage {key!r} is not on page {number}.")
    return tuple(passages)


def _text(document: Document, start: int, end: int) -> str:
    """A piece of the document's text; the rest of it stays in the database."""
    rows = DocumentText.objects.filter(document=document).annotate(piece=Substr("text", start + 1, end - start))
    return rows.values_list("piece", flat=True).first() or ""


def _drawn(document: Document, wanted: Wanted) -> Picture:
    limits = Limits(memory_bytes=settings.PAGE_MEMORY_BYTES, seconds=settings.PAGE_SECONDS, max_chars=_CHARACTERS)
    try:
        with reading_folder() as folder:
            original_copied(document, folder / "document")
            return draw(folder / "document", wanted, limits=limits)
    except ExtractionError as error:
        if error.retryable:
            raise Problem("unavailable", error.message, headers={"Retry-After": str(int(WAIT_SECONDS))}) from error
        raise Problem("page-not-drawn", error.message, title="The page cannot be drawn", status=422) from error


class _Places:
    """So many pages as ``PAGES_AT_ONCE`` are drawn by this process at a time; others wait a little."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._taken = 0

    def __enter__(self) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: self._taken < settings.PAGES_AT_ONCE, WAIT_SECONDS):
                wait = str(int(WAIT_SECONDS))
                raise Problem("unavailable", "Many pages are being drawn; try again.", headers={"Retry-After": wait})
            self._taken += 1

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._taken -= 1
            self._changed.notify()


class _Tidying:
    """Tidies this machine's pictures by the hour, for no worker may run where they lie."""

    def __init__(self) -> None:
        self._next = 0.0

    def now_and_then(self) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + TIDY_SECONDS
            page_cache_tidy()


_places = _Places()
_tidying = _Tidying()
