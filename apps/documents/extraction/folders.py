"""Where a document lies while it is read: a folder that goes with its process, however that ends."""

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PREFIX = "veritydraft-reading-"
YOUNG_SECONDS = 60.0  # one that is younger may be about to be held


@contextmanager
def reading_folder() -> Iterator[Path]:
    """An empty folder, removed at the end. Those of processes that were killed on this machine are removed first."""
    remove_left()
    with tempfile.TemporaryDirectory(prefix=PREFIX) as name:
        held = os.open(name, os.O_RDONLY)
        try:
            fcntl.flock(held, fcntl.LOCK_EX)  # the kernel lets go of it when we are killed
            yield Path(name)
        finally:
            os.close(held)


def remove_left() -> None:
    """Remove every reading folder that nobody holds."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        try:
            found = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError:  # gone meanwhile, or somebody else's
            continue
        try:
            if time.time() - os.fstat(found).st_mtime > YOUNG_SECONDS:
                fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:  # held by a process that reads
            continue
        finally:
            os.close(found)
