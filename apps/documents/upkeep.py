"""Files that no document names: what a process that was killed between file and row leaves behind."""

import contextlib
from collections.abc import Callable, Iterator
from datetime import timedelta
from uuid import UUID

from django.core.files.storage import Storage

from apps.documents.models import Document
from apps.runs.selectors import database_now

FOLDER = "documents"
OLDER_THAN = timedelta(hours=1)  # an upload in progress has its file before its row


def orphan_files_remove(*, older_than: timedelta = OLDER_THAN) -> int:
    """Deletes stored files without a document; returns how many. To be run now and then."""
    storage: Storage = Document._meta.get_field("file").storage
    return orphans_remove(storage, FOLDER, known=_documents, older_than=older_than)


def orphans_remove(storage: Storage, folder: str, *, known: Callable[[UUID], set[str]], older_than: timedelta) -> int:
    """Deletes what lies in ``folder/WORKSPACE/`` and is none of the names ``known`` for it; returns how many."""
    limit = database_now() - older_than  # a worker whose clock is fast would take the files of uploads in progress
    removed = 0
    for workspace, names in _stored(storage, folder):
        wanted = known(workspace)
        for name in names:
            with contextlib.suppress(FileNotFoundError):  # two machines may tidy at once
                if name not in wanted and storage.get_modified_time(name) < limit:
                    storage.delete(name)
                    removed += 1
    return removed


def _documents(workspace_id: UUID) -> set[str]:
    return set(Document.objects.filter(workspace_id=workspace_id).values_list("file", flat=True))


def _stored(storage: Storage, top: str) -> Iterator[tuple[UUID, list[str]]]:
    """(workspace id, names of its files); a folder of another name is none of ours."""
    try:
        folders, _ = storage.listdir(top)
    except FileNotFoundError:
        return
    for folder in folders:
        with contextlib.suppress(ValueError):
            _, files = storage.listdir(f"{top}/{folder}")
            yield UUID(folder), [f"{top}/{folder}/{name}" for name in files]
