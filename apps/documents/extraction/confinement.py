"""Runs work on a strange file in a process of its own: bounded in memory and time, and dead when its parent is.

What is run is a module whose ``main`` takes its arguments, then the limits as JSON and this process's id, calls
``child.confine`` first and leaves ``RESULT`` in its working directory.
"""

import contextlib
import json
import os
import re
import resource
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from apps.documents.errors import ExtractionError
from apps.documents.extraction.contract import Limits, Progress
from apps.documents.extraction.wire import RESULT

_ROOT = Path(__file__).resolve().parents[3]
_LOOK_EVERY = 0.2  # seconds between looks at the clock and at should_stop
_STDERR_SHOWN = 2000
_TIMED_OUT = "{doing} took longer than {seconds:g} seconds."
_MEMORY = "{doing} took more memory than is allowed."
# What native code does when an allocation fails is to end the process; this much of the limit resident tells it apart.
_MEMORY_SHARE = 0.4
_OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "out of memory", "Out of memory", "Cannot allocate memory")


def run_confined(
    module: str,
    *arguments: str,
    doing: str,
    limits: Limits,
    folder: Path,
    on_progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> None:
    """Runs ``module`` in ``folder`` (a reading folder) and returns once its ``RESULT`` lies there.

    ``doing`` begins the sentences about what went wrong: "Reading the file". Progress and ``should_stop`` are as in
    ``extract``. Raises ExtractionError when time or memory runs out, the child dies, or nobody wants it any more.
    """
    process = _start(module, arguments, limits, folder)
    try:
        seen = _follow(process, doing, limits, on_progress, should_stop)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    finally:
        _end(process)
    _check(process.returncode, max(seen, _own_peak(usage.ru_maxrss)), doing, folder, limits)


def _own_peak(told: int) -> int:
    """Bytes the child had resident at most; 0 where ``told`` (KiB) is no more than what this process had before.

    The kernel hands a parent's high-water mark down to what it starts.
    """
    inherited = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return 0 if told <= inherited else told * 1024


def _seen_peak(pid: int) -> int:
    """Bytes a living process had resident at most since it began its own program; 0 when that cannot be seen."""
    try:
        found = re.search(r"^VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) * 1024 if found else 0


def _start(module: str, arguments: Sequence[str], limits: Limits, folder: Path) -> subprocess.Popen[bytes]:
    """The child, with an environment that holds no secret of ours."""
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": str(_ROOT),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "DO_NOT_TRACK": "1",
        "SCARF_NO_ANALYTICS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    arguments = [*arguments, json.dumps(asdict(limits)), str(os.getpid())]
    with (folder / "stderr").open("wb") as errors:
        return subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )


def _follow(
    process: subprocess.Popen[bytes],
    doing: str,
    limits: Limits,
    on_progress: Progress | None,
    should_stop: Callable[[], bool] | None,
) -> int:
    """Passes progress on until the child closes its output; returns the bytes it was seen to have resident at most.

    Raises when time is up or nobody wants the result.
    """
    deadline = time.monotonic() + limits.seconds
    pending, peak = b"", 0
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if should_stop is not None and should_stop():
                raise ExtractionError("cancelled", f"{doing} was cancelled.")
            left = deadline - time.monotonic()
            if left <= 0:
                raise ExtractionError("timed_out", _TIMED_OUT.format(doing=doing, seconds=limits.seconds))
            peak = max(peak, _seen_peak(process.pid))
            if not selector.select(min(left, _LOOK_EVERY)):
                continue
            piece = os.read(process.stdout.fileno(), 65536)
            if not piece:
                return peak
            *lines, pending = (pending + piece).split(b"\n")
            for line in lines if on_progress is not None else ():
                on_progress(*json.loads(line))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kills what still runs of the child's session and reaps it."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    process.stdout.close()


def _check(code: int, peak: int, doing: str, folder: Path, limits: Limits) -> None:
    """Raises ExtractionError for a child that came to no end of its own."""
    errors = (folder / "stderr").read_bytes()[-_STDERR_SHOWN:].decode("utf-8", "replace")
    if code == 0 and (folder / RESULT).exists():
        return
    if code == -signal.SIGXCPU:
        raise ExtractionError("timed_out", _TIMED_OUT.format(doing=doing, seconds=limits.seconds))
    if any(word in errors for word in _OUT_OF_MEMORY) or peak > limits.memory_bytes * _MEMORY_SHARE:
        raise ExtractionError("memory_exceeded", _MEMORY.format(doing=doing))
    if code == -signal.SIGKILL:
        raise ExtractionError("killed", f"{doing} was stopped by the system.", retryable=True)
    last = errors.strip().splitlines()[-1:] or [f"exit status {code}"]
    raise ExtractionError("crashed", f"{doing} failed: {last[0][:300]}")
