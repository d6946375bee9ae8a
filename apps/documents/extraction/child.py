"""The process that reads one file: ``python -m apps.documents.extraction.child KIND PATH FILENAME LIMITS PARENT``.

It knows nothing of Django or the database. Progress goes to standard output, one JSON list a line; the result is the
file ``RESULT`` in its working directory.
"""

import ctypes
import json
import os
import resource
import signal
import sys
from importlib import import_module
from pathlib import Path

from apps.documents.errors import ExtractionError
from apps.documents.extraction.contract import EXTRACTORS, Limits
from apps.documents.extraction.wire import RESULT, write_error, write_result

_PR_SET_PDEATHSIG = 1
_BYTES_PER_CHARACTER = 8  # of JSON, headings and pages included: bounds what the child may write
_CPU_GRACE = 5


def tie_to(parent: int) -> None:
    """From now on the kernel kills this process when its parent dies."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it died before the line above took hold
        sys.exit(1)


def confine(limits: Limits, parent: int) -> None:
    """Bounds memory, CPU time and written bytes, and ties this process's life to its parent's."""
    tie_to(parent)
    seconds = int(limits.seconds) + _CPU_GRACE
    written = limits.max_chars * _BYTES_PER_CHARACTER
    for what, bound in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, written),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        value = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(what, (value, value))


def report(done: int, total: int) -> None:
    """Tells the parent how many pages are done."""
    print(json.dumps([done, total]), flush=True)


def prepare(kind: str, *_: str) -> None:
    """Imports what reads this kind: what a fork server does before it forks."""
    import_module(f"apps.documents.extraction.{kind}")


def main(kind: str, path: str, filename: str, limits_json: str, parent: str) -> None:
    """Reads the file and writes the result or the error."""
    limits = Limits(**json.loads(limits_json))
    confine(limits, int(parent))
    result = Path(RESULT)
    try:
        prepare(kind)
        extracted = EXTRACTORS.get(kind)(Path(path), filename=filename, limits=limits, progress=report)
        if len(extracted.text) > limits.max_chars:
            raise ExtractionError("text_too_long", f"The text is longer than {limits.max_chars} characters.")
        if not extracted.text.strip():
            raise ExtractionError("empty_document", "There is no text in the file.")
        write_result(result, extracted)
    except ExtractionError as error:
        write_error(result, error)
    except MemoryError:
        write_error(result, ExtractionError("memory_exceeded", "Reading the file took more memory than is allowed."))


if __name__ == "__main__":
    main(*sys.argv[1:])
