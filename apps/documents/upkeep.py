"""Files that no document names: what a process that was killed between file and row leaves behind."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

from django.core.files.storage import Storage
from django.utils import timezone

from apps.documents.models import Document

FOLDER = "documents"
OLDER_THAN = timedelta(hours=1)  # an upload in progress has its file before its row


def orphan_files_remove(*, older_than: timedelta = OLDER_THAN) -> int:
    """Deletes stored files without a document; returns how many. To be run now and then."""
    storage: Storage = Document._meta.get_field("file").storage
    limit = timezone.now() - older_than
    removed = 0
    for workspace, names in _stored(storage):
        known = set(Document.objects.filter(workspace_id=workspace).values_list("file", flat=True))
        for name in names:
            if name not in known and storage.get_modified_time(name) < limit:
                storage.delete(name)
                removed += 1
    return removed


def _stored(storage: Storage) -> Iterator[tuple[UUID, list[str]]]:
    """(workspace id, names of its files); a folder of another name is none of ours."""
    try:
        folders, _ = storage.listdir(FOLDER)
    except FileNotFoundError:
        return
    for folder in folders:
        with contextlib.suppress(ValueError):
            _, files = storage.listdir(f"{FOLDER}/{folder}")
            yield UUID(folder), [f"{FOLDER}/{folder}/{name}" for name in files]
