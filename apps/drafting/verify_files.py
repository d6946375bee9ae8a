"""Files whose text is to be verified: kept from the moment they are accepted until their turn has ended, not longer."""

import logging
from datetime import timedelta
from typing import Any

from django.core.files import File
from django.core.files.storage import default_storage
from django.db import transaction

from apps.documents.upkeep import OLDER_THAN, orphans_remove
from apps.runs.models import Run, RunState

log = logging.getLogger(__name__)
FOLDER = "verify"


def verify_file_keep(*, workspace_id: Any, turn_id: Any, file: File) -> str:
    """Store the bytes; returns the name they are found by. Raises OSError."""
    file.seek(0)
    return default_storage.save(f"{FOLDER}/{workspace_id}/{turn_id}", file)


def verify_file_forget(run: Run) -> None:
    """Delete the file that ``run`` reads, if it reads one, once this transaction is committed."""
    name = run.inputs.get("file")
    if name:
        transaction.on_commit(lambda: verify_file_delete(name))


def verify_file_delete(name: str) -> None:
    """Delete a file now; where that fails it is left to upkeep."""
    try:
        default_storage.delete(name)
    except OSError:
        log.exception("could not delete %s", name)


def verify_files_remove(*, older_than: timedelta = OLDER_THAN) -> int:
    """Delete stored files that no run under way is to read; returns how many."""
    return orphans_remove(default_storage, FOLDER, known=_wanted, older_than=older_than)


def _wanted(workspace_id: Any) -> set[str]:
    runs = Run.objects.filter(workspace_id=workspace_id, state=RunState.ACTIVE, inputs__has_key="file")
    return set(runs.values_list("inputs__file", flat=True))
