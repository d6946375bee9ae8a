"""Pictures of pages that were drawn before, in a folder of this machine: ``DATA_DIR/pages/<document>/<fingerprint>``.

Nothing is served from here without its document's row having been looked at, so other machines need not be told of a
deletion: their copies go with the next tidying.
"""

import contextlib
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from uuid import UUID

from django.conf import settings

from apps.documents.models import Document
from apps.documents.pictures import Picture

log = logging.getLogger(__name__)
KEPT_SECONDS = 30 * 24 * 3600.0  # after it was last asked for
UNFINISHED_SECONDS = 3600.0  # a file that is still being written is younger
_HIGHLIGHTS = {
    "plain": None,
    "exact": "exact",
    "partial": "partial",
    "none": "none",
}  # a file name's ending: what it is
_UNFINISHED = ".part"


def page_cached(*, document_id: UUID, fingerprint: str) -> Picture | None:
    """The picture, if it was drawn before on this machine."""
    for ending, highlight in _HIGHLIGHTS.items():
        path = _folder(document_id) / f"{fingerprint}.{ending}"
        with contextlib.suppress(OSError):
            png = path.read_bytes()
            os.utime(path)  # the ones not asked for go first
            return Picture(png=png, highlight=highlight)
    return None


def page_cache_store(*, document_id: UUID, fingerprint: str, picture: Picture) -> None:
    """Keeps it, whole or not at all; where that fails the next request draws it again."""
    folder = _folder(document_id)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, suffix=_UNFINISHED, delete=False) as file:
            try:
                file.write(picture.png)
                file.flush()
                os.replace(file.name, folder / f"{fingerprint}.{picture.highlight or 'plain'}")
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError:
        log.exception("could not keep the picture of a page")


def page_cache_forget(*, document_id: UUID) -> None:
    """Removes every picture of the document from this machine."""
    shutil.rmtree(_folder(document_id), ignore_errors=True)


def page_cache_tidy() -> int:
    """Removes pictures of documents that are gone, old ones and, above ``PAGE_CACHE_BYTES``, those not asked for
    longest; returns how many files. May run anywhere, twice at once."""
    folders = dict(_folders())
    known = set(Document.objects.filter(pk__in=folders).values_list("pk", flat=True))
    removed = 0
    for document_id in folders.keys() - known:
        removed += len(list(folders[document_id].iterdir()))
        page_cache_forget(document_id=document_id)
    removed += _trim([folders[document_id] for document_id in known])
    return removed


def _trim(folders: Collection[Path]) -> int:
    """Removes what is old or too much; folders that are left empty too."""
    now, kept_bytes, removed = time.time(), 0, 0
    for used, size, path in sorted(_files(folders), key=lambda file: file[0], reverse=True):
        longest = UNFINISHED_SECONDS if path.suffix == _UNFINISHED else KEPT_SECONDS
        kept_bytes += size
        if now - used > longest or kept_bytes > settings.PAGE_CACHE_BYTES:
            path.unlink(missing_ok=True)
            removed += 1
    for folder in folders:
        with contextlib.suppress(OSError):  # not empty, mostly
            folder.rmdir()
    return removed


def _files(folders: Collection[Path]) -> Iterator[tuple[float, int, Path]]:
    """(when it was last asked for, bytes, path)"""
    for folder in folders:
        with contextlib.suppress(FileNotFoundError):
            for path in list(folder.iterdir()):
                with contextlib.suppress(FileNotFoundError):
                    found = path.stat()
                    yield found.st_mtime, found.st_size, path


def _folders() -> Iterator[tuple[UUID, Path]]:
    """(document, its folder); one of another name is none of ours."""
    if not _root().is_dir():
        return
    for folder in list(_root().iterdir()):
        with contextlib.suppress(ValueError):
            yield UUID(folder.name), folder


def _root() -> Path:
    return Path(settings.DATA_DIR) / "pages"


def _folder(document_id: UUID) -> Path:
    return _root() / str(document_id)
