"""Kills processes of a running stack at random moments, as a seed says. The stack itself brings them back.

One of each kind dies first, in random order, so that no run passes without PostgreSQL or Redis having been killed; then
anybody, some kinds more often than others.
"""

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
LOOK_AGAIN = 0.2  # seconds until another try at one of the first who was not there to be hit
PATIENCE = 60.0  # seconds that the first of each kind may take beyond the time of the storm


class Storm:
    """A thread that kills; ``killed`` counts what. Between two kills lies a pause of random length.

    ``seconds``: how long it is to rage; the first of each kind are spread so that they fit in.
    """

    def __init__(self, stack: LiveStack, *, seed: int, kills_per_minute: float, seconds: float) -> None:
        self.stack = stack
        self.chance = random.Random(seed)
        self.mean_pause = 60.0 / kills_per_minute
        self.first_pause = min(self.mean_pause, seconds / len(VICTIMS))
        self.killed: Counter[str] = Counter()
        self.last_at = time.monotonic()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._rage, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """No kill happens after this has returned; first those who are still to die of the first of each kind."""
        self._stop.set()
        self._thread.join()

    def _rage(self) -> None:
        # the order of the victims' kinds and the pauses follow from the seed; who is there to be hit does not
        for kind in self.chance.sample(list(VICTIMS), len(VICTIMS)):
            self._stop.wait(self.chance.uniform(0.5, 1.0) * self.first_pause)
            self._insist(kind)
        while not self._stop.wait(min(self.chance.expovariate(1 / self.mean_pause), LONGEST_WAIT * self.mean_pause)):
            self._kill(self.chance.choices(list(VICTIMS), weights=[weight for weight, _ in VICTIMS.values()])[0])

    def _insist(self, kind: str) -> None:
        """Kill one of this kind as soon as there is one; once the storm is to stop, not for ever."""
        end = None
        while not self._kill(kind):
            if self._stop.wait(LOOK_AGAIN):
                end = end or time.monotonic() + PATIENCE
                if time.monotonic() > end:
                    return
                time.sleep(LOOK_AGAIN)

    def _kill(self, kind: str) -> bool:
        """Whether one of this kind was there to be hit."""
        try:
            VICTIMS[kind][1](self)
        except (OSError, IndexError, ValueError):
            return False
        self.killed[kind] += 1
        self.last_at = time.monotonic()
        return True

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
