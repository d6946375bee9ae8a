"""Runs an extractor in a process of its own: bounded in memory and time, and dead when its parent is."""

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from apps.documents.errors import ExtractionError
from apps.documents.extraction.contract import Limits, Progress
from apps.documents.extraction.wire import RESULT, read_result
from apps.documents.sniffing import sniff
from apps.documents.types import Extracted

_ROOT = Path(__file__).resolve().parents[3]
_LOOK_EVERY = 0.2  # seconds between looks at the clock and at should_stop
_STDERR_SHOWN = 2000
_TIMED_OUT = "Reading the file took longer than {seconds:g} seconds."
_MEMORY = "Reading the file took more memory than is allowed."
# What native code does when an allocation fails is to end the process; this much of the limit resident tells it apart.
_MEMORY_SHARE = 0.4
_OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "out of memory", "Out of memory", "Cannot allocate memory")


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
    with tempfile.TemporaryDirectory(prefix="extraction-") as folder:
        process = _start(kind.name, path.resolve(), filename, limits, Path(folder))
        try:
            _follow(process, limits, on_progress, should_stop)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        finally:
            _end(process)
        return _outcome(process.returncode, usage.ru_maxrss * 1024, Path(folder), limits)


def _start(kind: str, path: Path, filename: str, limits: Limits, folder: Path) -> subprocess.Popen[bytes]:
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
    arguments = [kind, str(path), filename, json.dumps(asdict(limits)), str(os.getpid())]
    with (folder / "stderr").open("wb") as errors:
        return subprocess.Popen(
            [sys.executable, "-m", "apps.documents.extraction.child", *arguments],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )


def _follow(
    process: subprocess.Popen[bytes],
    limits: Limits,
    on_progress: Progress | None,
    should_stop: Callable[[], bool] | None,
) -> None:
    """Passes progress on until the child closes its output. Raises when time is up or nobody wants the result."""
    deadline = time.monotonic() + limits.seconds
    pending = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if should_stop is not None and should_stop():
                raise ExtractionError("cancelled", "Reading the file was cancelled.")
            left = deadline - time.monotonic()
            if left <= 0:
                raise ExtractionError("timed_out", _TIMED_OUT.format(seconds=limits.seconds))
            if not selector.select(min(left, _LOOK_EVERY)):
                continue
            piece = os.read(process.stdout.fileno(), 65536)
            if not piece:
                return
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


def _outcome(code: int, peak: int, folder: Path, limits: Limits) -> Extracted:
    """The child's result, or why there is none."""
    errors = (folder / "stderr").read_bytes()[-_STDERR_SHOWN:].decode("utf-8", "replace")
    result = folder / RESULT
    if code == 0 and result.exists():
        return read_result(result)
    if code == -signal.SIGXCPU:
        raise ExtractionError("timed_out", _TIMED_OUT.format(seconds=limits.seconds))
    if any(word in errors for word in _OUT_OF_MEMORY) or peak > limits.memory_bytes * _MEMORY_SHARE:
        raise ExtractionError("memory_exceeded", _MEMORY)
    if code == -signal.SIGKILL:
        raise ExtractionError("killed", "Reading the file was stopped by the system.", retryable=True)
    last = errors.strip().splitlines()[-1:] or [f"exit status {code}"]
    raise ExtractionError("crashed", f"Reading the file failed: {last[0][:300]}")
