"""Where tests keep what they throw away."""

import shutil
import tempfile
import time
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2 * 1024**3  # bytes
OLD = 6 * 3600.0  # seconds


def scratch_folder(name: str) -> Path:
    """A new folder that every user can enter; in memory where there is room, since databases come by the dozen."""
    for left in MEMORY.glob("veritydraft-*"):  # by test runs that were killed
        if time.time() - left.stat().st_mtime > OLD:
            shutil.rmtree(left, ignore_errors=True)
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    folder = Path(tempfile.mkdtemp(prefix=f"veritydraft-{name}-", dir=MEMORY if roomy else None))
    folder.chmod(0o755)
    return folder
