"""Runs work on a strange file in a process of its own: bounded in memory and time, and dead when its parent is.

What is run is a module whose ``main`` takes its arguments, then the limits as JSON and its parent's id, calls
``child.confine`` first and leaves ``RESULT`` in its working directory.
"""

import json
import os
import selectors
import signal
import time
from collections.abc import Callable
from pathlib import Path

from apps.documents.errors import ExtractionError
from apps.documents.extraction.children import ERRORS, Child, Forked, Started
from apps.documents.extraction.contract import Limits, Progress
from apps.documents.extraction.wire import RESULT

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
    forked: bool = False,
    on_progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> None:
    """Runs ``module`` in ``folder`` (a reading folder) and returns once its ``RESULT`` lies there.

    ``doing`` begins the sentences about what went wrong: "Reading the file". ``forked``: by a server that keeps what
    the module's ``prepare`` imports. Progress and ``should_stop`` are as in ``extract``. Raises ExtractionError when
    time or memory runs out, the child dies, or nobody wants it any more.
    """
    child = (Forked if forked else Started)(module, arguments, limits, folder)
    try:
        seen = _follow(child, doing, limits, on_progress, should_stop)
        code, peak = child.wait()
    finally:
        child.end()
    _check(code, max(seen, peak), doing, folder, limits)


def _follow(
    child: Child,
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
        selector.register(child.output, selectors.EVENT_READ)
        while True:
            if should_stop is not None and should_stop():
                raise ExtractionError("cancelled", f"{doing} was cancelled.")
            left = deadline - time.monotonic()
            if left <= 0:
                raise ExtractionError("timed_out", _TIMED_OUT.format(doing=doing, seconds=limits.seconds))
            peak = max(peak, child.seen_peak())
            if not selector.select(min(left, _LOOK_EVERY)):
                continue
            piece = os.read(child.output, 65536)
            if not piece:
                return peak
            *lines, pending = (pending + piece).split(b"\n")
            for line in lines if on_progress is not None else ():
                on_progress(*json.loads(line))


def _check(code: int, peak: int, doing: str, folder: Path, limits: Limits) -> None:
    """Raises ExtractionError for a child that came to no end of its own."""
    errors = (folder / ERRORS).read_bytes()[-_STDERR_SHOWN:].decode("utf-8", "replace")
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
