"""A process that has imported what reading takes and forks for each file: ``python -m … SOCKET PARENT``.

What ``unstructured`` brings along takes two to three CPU seconds to import, a page of Markdown a hundredth to read. The
server opens no file itself; a child of its own does, confined as one that is started for it. An order comes with two
descriptors, the child's output and errors; the answer to it says how the child ended.
"""

import contextlib
import gc
import json
import os
import signal
import socket
import sys
import tempfile
import traceback
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from apps.documents.extraction.child import tie_to

LONGEST = 65536  # bytes of an order
IDLE_SECONDS = 60.0  # then it ends: it holds some 150 MB
_child: list[int] = []  # that works


def main(descriptor: str, parent: str) -> None:
    """Serves one order after another until nobody gives any more."""
    tie_to(int(parent))
    signal.signal(signal.SIGTERM, _end)
    with socket.socket(fileno=int(descriptor)) as orders:
        orders.settimeout(IDLE_SECONDS)
        while True:
            try:
                order, descriptors, _, _ = socket.recv_fds(orders, LONGEST, 2)
            except TimeoutError:
                orders.shutdown(socket.SHUT_RD)  # what has come is read once more; who orders later is refused
                continue
            if not order:
                return
            orders.send(json.dumps(_serve(orders, json.loads(order), *descriptors)).encode())


def _end(*_: object) -> NoReturn:
    """At once, with the child: what is left of it would be for process 1 to reap."""
    with contextlib.suppress(ProcessLookupError, ChildProcessError):  # it has ended just now
        for pid in _child:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    os._exit(0)


def _serve(orders: socket.socket, order: dict[str, Any], output: int, errors: int) -> dict[str, int]:
    """``status`` of the child, as ``wait`` has it, and ``peak``, the KiB that it had resident at most."""
    try:
        module = import_module(order["module"])
        module.prepare(*order["arguments"])
    except Exception:
        os.write(errors, traceback.format_exc().encode())
        sys.exit(1)
    gc.freeze()  # the children share what was imported: nobody looks through it again
    server = os.getpid()
    try:
        pid = os.fork()
    except OSError:  # there is no room for it now: as if it had been killed
        os.kill(server, signal.SIGKILL)
        raise
    _child.append(pid)
    if pid == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        orders.close()
        _become(module, order, server, output, errors)
    os.close(output)
    os.close(errors)
    _, status, usage = os.wait4(pid, 0)
    _child.clear()
    return {"status": status, "peak": usage.ru_maxrss}


def _become(module: ModuleType, order: dict[str, Any], parent: int, output: int, errors: int) -> NoReturn:
    """Does what a process started for this order would do, and ends."""
    status = 1
    try:
        os.dup2(output, sys.stdout.fileno())
        os.dup2(errors, sys.stderr.fileno())
        os.close(output)
        os.close(errors)
        os.chdir(order["folder"])
        os.environ["HOME"] = os.environ["TMPDIR"] = tempfile.tempdir = order["folder"]
        module.main(*order["arguments"], order["limits"], str(parent))
        sys.stdout.flush()
        status = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
