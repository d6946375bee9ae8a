"""Looking at other processes through /proc."""

import os
import signal
import time
from pathlib import Path


def is_alive(pid: int) -> bool:
    """Whether the process runs; one that ended and waits to be collected does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in {"Z", "X"}


def processes_in(folder: Path) -> list[int]:
    """Living processes whose working directory is ``folder``: servers work in their data folder, their children too."""
    numbers = sorted(int(name) for name in os.listdir("/proc") if name.isdigit())
    return [pid for pid in numbers if works_in(pid, folder)]


def works_in(pid: int, folder: Path) -> bool:
    """Whether the process lives and ``folder`` is its working directory."""
    try:
        return os.readlink(f"/proc/{pid}/cwd") == str(folder) and is_alive(pid)
    except OSError:
        return False


def read_pid(path: Path) -> int | None:
    """The number in a pid file's first line."""
    try:
        return int(path.read_text().split("\n", 1)[0])
    except (OSError, ValueError):
        return None


def wait_gone(pid: int, *, seconds: float) -> bool:
    """Whether the process ended within that time."""
    end = time.monotonic() + seconds
    while is_alive(pid):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def stop(pid: int, *, signals: tuple[tuple[signal.Signals, float], ...]) -> None:
    """Sends each signal in turn, waiting so many seconds after it, until the process is gone."""
    for number, seconds in signals:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            return
        if wait_gone(pid, seconds=seconds):
            return
