"""Has a page drawn in a confined process."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from apps.documents.extraction.confinement import run_confined
from apps.documents.extraction.contract import Limits
from apps.documents.extraction.folders import reading_folder
from apps.documents.extraction.wire import RESULT, read_data

PICTURE = "page.png"
_CHILD = "apps.documents.pictures.child"
_WANTED = "wanted.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A page and what is highlighted on it. ``passages``: (what the page's text says before it, the passage)."""

    number: int  # from 1
    width: int  # pixels; fewer where the page is very high
    passages: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A PNG. ``highlight``: how much of the passages was found on it (exact, partial, none); None when none was asked
    for."""

    png: bytes
    highlight: str | None


def draw(path: Path, wanted: Wanted, *, limits: Limits) -> Picture:
    """The page of the PDF at ``path``. Raises ExtractionError; never takes more than ``limits`` allow."""
    with reading_folder() as folder:
        (folder / _WANTED).write_text(json.dumps(asdict(wanted)), encoding="utf-8")
        arguments = (str(path.resolve()), str(folder / _WANTED))
        run_confined(_CHILD, *arguments, doing="Drawing the page", limits=limits, folder=folder)
        told = read_data(folder / RESULT)
        return Picture(png=(folder / PICTURE).read_bytes(), highlight=told["highlight"])
