"""Reads a file in a confined process (see ``confinement.py``)."""

from collections.abc import Callable
from pathlib import Path

from apps.documents.extraction.confinement import run_confined
from apps.documents.extraction.contract import Limits, Progress
from apps.documents.extraction.folders import reading_folder
from apps.documents.extraction.wire import RESULT, read_result
from apps.documents.sniffing import sniff
from apps.documents.types import Extracted

_CHILD = "apps.documents.extraction.child"
_BY_UNSTRUCTURED = ("docx", "html", "markdown")  # kinds whose reader takes seconds to import


def extract(
    path: Path,
    *,
    filename: str,
    limits: Limits,
    on_progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Extracted:
    """The text and landmarks of the file at ``path``; its type is told by its content, ``filename`` breaks ties.

    ``on_progress(pages done, pages in all)`` is called in this thread. ``should_stop()`` is asked several times a
    second; True ends the child and raises ExtractionError("cancelled"). Raises ExtractionError for all that can be
    wrong with the file, and never takes more than ``limits`` allow.
    """
    with path.open("rb") as file:
        kind = sniff(file, filename)
    with reading_folder() as folder:
        run_confined(
            _CHILD,
            *(kind.name, str(path.resolve()), filename),
            doing="Reading the file",
            limits=limits,
            folder=folder,
            forked=kind.name in _BY_UNSTRUCTURED,
            on_progress=on_progress,
            should_stop=should_stop,
        )
        return read_result(folder / RESULT)
