"""Kernel locks on files of DATA_DIR; they end with the processes that hold them, whatever ends those."""

import fcntl
import os
from pathlib import Path

from veritydraft.embedded.state import naming_the_folder


class FileLock:
    """An open file to be locked shared or alone (flock). Forked children share the lock, started programs do not."""

    def __init__(self, path: Path) -> None:
        with naming_the_folder(path.parent):
            self.fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def share(self) -> None:
        """Waits until nobody holds the file alone, then shares it."""
        fcntl.flock(self.fd, fcntl.LOCK_SH)

    def alone(self) -> None:
        """Waits until nobody else holds the file, then takes it alone."""
        fcntl.flock(self.fd, fcntl.LOCK_EX)

    def try_alone(self) -> bool:
        """Takes the file alone if nobody else holds it."""
        return self._try(fcntl.LOCK_EX)

    def try_share(self) -> bool:
        """Shares the file if nobody holds it alone."""
        return self._try(fcntl.LOCK_SH)

    def _try(self, kind: int) -> bool:
        try:
            fcntl.flock(self.fd, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        """Lets go; a second call does nothing."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


def users_lock(data_dir: Path) -> FileLock:
    """Shared by every process that uses the services; alone with the guardian when it stops them."""
    return FileLock(data_dir / "users.lock")


def guardian_lock(data_dir: Path) -> FileLock:
    """Held alone by the guardian for as long as it lives."""
    return FileLock(data_dir / "guardian.lock")


def guardian_lives(data_dir: Path) -> bool:
    """Whether some guardian looks after this DATA_DIR."""
    lock = guardian_lock(data_dir)
    try:
        return not lock.try_share()
    finally:
        lock.close()
