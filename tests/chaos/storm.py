"""Kills processes of a running stack at random moments, as a seed says. The stack itself brings them back."""

import contextlib
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.live import LiveStack
from veritydraft.embedded.processes import is_alive

LONGEST_WAIT = 4.0  # shares of the mean pause between two kills


class Storm:
    """A thread that kills; ``killed`` counts what. Between two kills lies a pause of random length."""

    def __init__(self, stack: LiveStack, *, seed: int, kills_per_minute: float) -> None:
        self.stack = stack
        self.chance = random.Random(seed)
        self.mean_pause = 60.0 / kills_per_minute
        self.killed: Counter[str] = Counter()
        self.last_at = time.monotonic()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._rage, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """No kill happens after this has returned."""
        self._stop.set()
        self._thread.join()

    def _rage(self) -> None:
        # the order of the victims' kinds and the pauses follow from the seed; who is there to be hit does not
        while not self._stop.wait(min(self.chance.expovariate(1 / self.mean_pause), LONGEST_WAIT * self.mean_pause)):
            kind = self.chance.choices(list(VICTIMS), weights=[weight for weight, _ in VICTIMS.values()])[0]
            with contextlib.suppress(OSError, IndexError, ValueError):
                VICTIMS[kind][1](self)
                self.killed[kind] += 1
                self.last_at = time.monotonic()

    def worker(self) -> None:
        """A worker with its whole pool."""
        os.killpg(self.chance.choice(self._leaders("processes.worker")), signal.SIGKILL)

    def pool_process(self) -> None:
        """One process of a pool."""
        leaders = set(self._leaders("processes.worker"))
        os.kill(self.chance.choice([pid for pid in self.stack.pids("processes.worker") if pid not in leaders]), 9)

    def web(self) -> None:
        """The web process."""
        os.killpg(self.chance.choice(self._leaders("processes.web")), signal.SIGKILL)

    def scheduler(self) -> None:
        """The scheduler."""
        os.killpg(self.chance.choice(self._leaders("processes.scheduler")), signal.SIGKILL)

    def redis(self) -> None:
        """Redis, with all that it remembers."""
        os.kill(int((self.stack.data_dir / "redis" / "redis.pid").read_text()), signal.SIGKILL)

    def postgres(self) -> None:
        """PostgreSQL, shut down in the mode ``immediate``."""
        os.kill(self._postmaster(), signal.SIGQUIT)

    def database_connection(self) -> None:
        """One process of PostgreSQL's; it then cuts every other connection too, and recovers."""
        parent = self._postmaster()
        pids = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        os.kill(int(self.chance.choice(pids)), signal.SIGKILL)

    def _postmaster(self) -> int:
        pid = int((self.stack.data_dir / "postgres" / "postmaster.pid").read_text().split()[0])
        if not is_alive(pid):
            raise ValueError("PostgreSQL is not back yet")
        return pid

    def _leaders(self, words: str) -> list[int]:
        return [pid for pid in self.stack.pids(words) if os.getpgid(pid) == pid]


# kind: (how often, by which method)
VICTIMS: dict[str, tuple[int, Callable[[Storm], None]]] = {
    "worker": (6, Storm.worker),
    "pool process": (5, Storm.pool_process),
    "web": (3, Storm.web),
    "Redis": (3, Storm.redis),
    "PostgreSQL": (2, Storm.postgres),
    "database connection": (2, Storm.database_connection),
    "scheduler": (1, Storm.scheduler),
}
