"""Processes that work on one strange file: started for it, or forked by a server that has imported what it takes."""

import contextlib
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from apps.documents.extraction.contract import Limits

ERRORS = "stderr"  # the file in its folder that a child's errors go to
PATIENCE = 5.0  # seconds for a server to tell of a child that is at its end, and to end itself
_SERVER = "apps.documents.extraction.fork_server"
_ROOT = Path(__file__).resolve().parents[3]
_here = threading.local()


class Child(Protocol):
    """Who works on a file. ``output``: the descriptor that it writes progress to, and closes when it ends."""

    output: int

    def seen_peak(self) -> int:
        """Bytes that it is seen to have resident at most, 0 where :meth:`wait` tells."""

    def wait(self) -> tuple[int, int]:
        """How it ended (as ``Popen.returncode``), and the bytes that it had resident at most, 0 for no more than we."""

    def end(self) -> None:
        """Kills it unless it was waited for, and lets go of what was held for it."""


class Started:
    """``python -m MODULE ARGUMENT… LIMITS PARENT`` in ``folder``, in a session of its own."""

    def __init__(self, module: str, arguments: Sequence[str], limits: Limits, folder: Path) -> None:
        words = (*arguments, _json(limits), str(os.getpid()))
        with (folder / ERRORS).open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", module, *words],
                cwd=folder, env=_environment(folder), start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
            )  # fmt: skip
        self.output = self._process.stdout.fileno()

    def seen_peak(self) -> int:
        """Since it began its own program."""
        try:
            told = Path(f"/proc/{self._process.pid}/status").read_text()
        except OSError:
            return 0
        found = re.search(r"^VmHWM:\s+(\d+) kB", told, re.MULTILINE)
        return int(found[1]) * 1024 if found else 0

    def wait(self) -> tuple[int, int]:
        """The kernel hands a parent's high-water mark down to what it starts, so that one below ours says nothing."""
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        inherited = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return self._process.returncode, 0 if usage.ru_maxrss <= inherited else usage.ru_maxrss * 1024

    def end(self) -> None:
        """With all of its session."""
        if self._process.returncode is None:
            _kill(self._process)
        self._process.stdout.close()


class Forked:
    """The same by a fork of this thread's server, which begins with the first. Who ends it early ends the server."""

    def __init__(self, module: str, arguments: Sequence[str], limits: Limits, folder: Path) -> None:
        order = {"module": module, "arguments": arguments, "limits": _json(limits), "folder": str(folder)}
        self.output, output = os.pipe()
        try:
            with (folder / ERRORS).open("wb") as errors:
                self._server = _ordered(json.dumps(order).encode(), [output, errors.fileno()])
        except BaseException:
            os.close(self.output)
            raise
        finally:
            os.close(output)
        self._waited_for = False

    def seen_peak(self) -> int:
        """The server tells."""
        return 0

    def wait(self) -> tuple[int, int]:
        """That of the server where this did not outlive its child."""
        told = b""
        with contextlib.suppress(OSError):  # one that was killed with its order unread is a connection reset
            told = self._server.orders.recv(1024)
        self._waited_for = bool(told)
        if not told:
            return self._server.end(patience=PATIENCE) or -signal.SIGKILL, 0
        answer = json.loads(told)
        return os.waitstatus_to_exitcode(answer["status"]), answer["peak"] * 1024

    def end(self) -> None:
        """With its server, for it may be anything but done with this."""
        os.close(self.output)
        if not self._waited_for:
            self._server.end()


class _Server:
    """Ends with the thread that began it."""

    def __init__(self) -> None:
        self.orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.pid = os.getpid()
            self.orders.settimeout(PATIENCE)
            self.process = subprocess.Popen(
                [sys.executable, "-m", _SERVER, str(theirs.fileno()), str(self.pid)],
                cwd="/", env=_environment(Path(tempfile.gettempdir())),
                pass_fds=(theirs.fileno(),), start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip

    def lives(self) -> bool:
        """Whether it is there, and ours: a fork of this process has its parent's."""
        return self.pid == os.getpid() and self.process.poll() is None

    def end(self, *, patience: float = 0.0) -> int:
        """With the child that it waits for, which it reaps; its exit status. ``patience``: seconds to end by itself."""
        self.orders.close()
        if not self._ends_within(patience):
            self.process.terminate()
            if not self._ends_within(PATIENCE):
                _kill(self.process)
        return self.process.returncode

    def _ends_within(self, seconds: float) -> bool:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        return self.process.returncode is not None


def _ordered(order: bytes, descriptors: list[int]) -> _Server:
    """The server that has got the order; another where that of before has ended for want of any."""
    server = getattr(_here, "server", None)
    if server is not None and server.lives():
        with contextlib.suppress(OSError):
            socket.send_fds(server.orders, [order], descriptors)
            return server
    _here.server = server = _Server()
    socket.send_fds(server.orders, [order], descriptors)
    return server


def _kill(process: subprocess.Popen[bytes]) -> None:
    """What still runs of its session."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _json(limits: Limits) -> str:
    return json.dumps(asdict(limits))


def _environment(folder: Path) -> dict[str, str]:
    """One that holds no secret of ours."""
    return {
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
