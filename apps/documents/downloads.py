"""Handing out original bytes so that no browser takes them for a page of ours."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import FileResponse, HttpRequest, StreamingHttpResponse

from apps.core.errors import Problem
from apps.documents.models import Document

PIECE = 256 * 1024
MISSING = "The stored file of this document is missing."
SAFE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, no-store",
}


def original_bytes(document: Document, request: HttpRequest) -> StreamingHttpResponse:
    """The file as it was uploaded, always as a download. Raises Problem ``not-found`` when the storage has lost it."""
    try:
        file = document.file.open("rb")
    except FileNotFoundError:
        raise Problem("not-found", MISSING) from None
    response = FileResponse(
        file,
        as_attachment=True,
        filename=document.filename,
        content_type=document.media_type or "application/octet-stream",
        headers=SAFE_HEADERS,
    )
    response["Content-Length"] = document.size
    if isinstance(request, ASGIRequest):
        # an ordinary iterator would be read into memory to its end before the first byte leaves
        response.streaming_content = _pieces(file)
    return response


def original_copied(document: Document, path: Path) -> None:
    """Copies the file as it was uploaded to ``path``. Raises Problem ``not-found`` when the storage has lost it."""
    try:
        with document.file.open("rb") as source, path.open("wb") as target:
            shutil.copyfileobj(source, target, PIECE)
    except FileNotFoundError:
        raise Problem("not-found", MISSING) from None


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    read = sync_to_async(file.read)
    while piece := await read(PIECE):
        yield piece
