"""How an Extracted travels from the child process to its parent: JSON, so that nothing in it can run."""

import json
from pathlib import Path
from typing import Any

from apps.documents.errors import ExtractionError
from apps.documents.types import Extracted, Heading, Notice, PageSpan

RESULT = "result.json"


def write_result(path: Path, extracted: Extracted) -> None:
    """Writes ``extracted`` to ``path``."""
    write_data(
        path,
        {
            "text": extracted.text,
            "title": extracted.title,
            "pages": [[page.start_offset, page.end_offset, page.has_text] for page in extracted.pages],
            "headings": [[h.title, h.level, h.start_offset, h.end_offset, h.page] for h in extracted.headings],
            "notices": [[notice.code, notice.message, list(notice.pages)] for notice in extracted.notices],
        },
    )


def write_error(path: Path, error: ExtractionError) -> None:
    """Writes ``error`` to ``path``."""
    write_data(path, {"error": error.code, "message": error.message, "retryable": error.retryable})


def read_result(path: Path) -> Extracted:
    """What the child wrote. Raises its ExtractionError, or ValueError when the file is no result."""
    data = read_data(path)
    return Extracted(
        text=data["text"],
        title=data["title"],
        pages=tuple(
            PageSpan(number=number, start_offset=start, end_offset=end, has_text=has_text)
            for number, (start, end, has_text) in enumerate(data["pages"], 1)
        ),
        headings=tuple(
            Heading(title=title, level=level, start_offset=start, end_offset=end, page=page)
            for title, level, start, end, page in data["headings"]
        ),
        notices=tuple(
            Notice(code=code, message=message, pages=tuple(pages)) for code, message, pages in data["notices"]
        ),
    )


def read_data(path: Path) -> dict[str, Any]:
    """What the child wrote, whatever its work. Raises its ExtractionError."""
    data: dict[str, Any] = json.loads(path.read_bytes())
    if "error" in data:
        raise ExtractionError(data["error"], data["message"], retryable=data["retryable"])
    return data


def write_data(path: Path, data: dict[str, Any]) -> None:
    """Writes what ``read_data`` reads."""
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
