"""Ways to hurt what a stack depends on: processes that stand still, servers that stay down, connections half open."""

import contextlib
import os
import select
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.stack import Stack
from veritydraft.embedded.processes import is_alive

PIECE = 65536


@contextmanager
def stopped(*pids: int) -> Iterator[None]:
    """The processes stand still: they hold their connections, and the kernel takes new ones for them, unanswered."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def postmaster(stack: Stack) -> int:
    """PostgreSQL's first process."""
    return int((stack.data_dir / "postgres" / "postmaster.pid").read_text().split()[0])


def guardian(stack: Stack) -> int:
    """The process that starts services again when they die."""
    wanted = ["veritydraft.embedded.guardian", str(stack.data_dir)]
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if entry.read_bytes().decode(errors="replace").split("\0")[-3:-1] == wanted:
                return int(entry.parent.name)
    raise AssertionError("no guardian is at work")


@contextmanager
def postgres_down(stack: Stack) -> Iterator[None]:
    """PostgreSQL was shut down in the mode ``immediate`` and is not there; afterwards it is started again."""
    with stopped(guardian(stack)):
        crash_postgres(stack, wait=True)
        yield


def crash_postgres(stack: Stack, *, wait: bool = False) -> None:
    """What ``pg_ctl stop -m immediate`` does: no checkpoint, no goodbye; the guardian starts it again."""
    pid = postmaster(stack)
    os.kill(pid, signal.SIGQUIT)
    while wait and is_alive(pid):
        threading.Event().wait(0.05)


class Proxy:
    """A TCP proxy on loopback whose connections can be left half open: no byte passes, and nobody is told."""

    def __init__(self, target: tuple[str, int]) -> None:
        self.target = target
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self._dead: set[socket.socket] = set()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._ended = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def half_open(self) -> int:
        """From now on nothing passes on the connections there are; new ones work. Returns how many were left so."""
        self._dead = {each for pair in self._pairs for each in pair}
        return len(self._pairs)

    def end(self) -> None:
        """Close everything."""
        self._ended.set()
        self.listening.close()
        for pair in self._pairs:
            for each in pair:
                each.close()

    def _accept(self) -> None:
        while not self._ended.is_set():
            try:
                client, _ = self.listening.accept()
                server = socket.create_connection(self.target)
            except OSError:
                continue
            self._pairs.append((client, server))
            threading.Thread(target=self._pass_on, args=(client, server), daemon=True).start()

    def _pass_on(self, client: socket.socket, server: socket.socket) -> None:
        other = {client: server, server: client}
        with contextlib.suppress(OSError, ValueError):
            while not self._ended.is_set():
                readable, _, _ = select.select([client, server], [], [], 0.2)
                if client in self._dead:
                    self._ended.wait()  # neither read nor closed: whoever waits for an answer waits for ever
                    return
                for each in readable:
                    piece = each.recv(PIECE)
                    if not piece:
                        return
                    other[each].sendall(piece)
        client.close()
        server.close()
