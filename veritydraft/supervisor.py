"""Keeps a handful of child processes running, and leaves none behind."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TextIO

STOP_SECONDS = 10.0  # what a child may take to end; what is cut off is done again when its lease runs out
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
HEALTHY_SECONDS = 30.0  # a child that ran this long starts afresh with the first pause
TICK_SECONDS = 0.2


@dataclass(slots=True, kw_only=True)
class Child:
    """One process to keep running, in a session of its own: the terminal's signals do not reach it."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[str] | None = None
    pause: float = FIRST_PAUSE
    started_at: float = 0.0
    start_at: float = 0.0


@dataclass(slots=True, kw_only=True)
class Supervisor:
    """Starts the children, restarts those that end, and stops all on SIGINT, SIGTERM or SIGHUP.

    ``every_second`` is called about once a second while the children run. ``patience`` (seconds) is what they may take
    to end; a second signal ends it at once.
    """

    children: Sequence[Child]
    env: Mapping[str, str]
    pass_fds: tuple[int, ...] = ()
    every_second: Callable[[], None] = lambda: None
    patience: float = STOP_SECONDS
    output: TextIO = field(default_factory=lambda: sys.stdout)
    _signals: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def say(self, name: str, line: str) -> None:
        """One line of output under a child's name; a closed output is no reason to stop."""
        with self._lock, contextlib.suppress(OSError, ValueError):
            self.output.write(f"{name:>9} │ {line}\n")
            self.output.flush()

    def run(self) -> None:
        """Returns when a signal came and every child is gone."""
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = {number: signal.signal(number, self._on_signal) for number in numbers}
        try:
            next_second = 0.0
            while not self._signals:
                for child in self.children:
                    self._look_after(child)
                if time.monotonic() >= next_second:
                    next_second = time.monotonic() + 1.0
                    self.every_second()
                time.sleep(TICK_SECONDS)
        finally:
            self._stop()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, *_: object) -> None:
        self._signals += 1

    def _look_after(self, child: Child) -> None:
        now = time.monotonic()
        if child.process is None:
            if now >= child.start_at:
                self._start(child)
        elif (status := child.process.poll()) is not None:
            self._kill_group(child.process)  # pool processes of a worker that was killed
            child.process = None
            if now - child.started_at > HEALTHY_SECONDS:
                child.pause = FIRST_PAUSE
            child.start_at = now + child.pause
            self.say(child.name, f"ended with status {status}; starting again in {child.pause:g} s")
            child.pause = min(child.pause * 2, LONGEST_PAUSE)

    def _start(self, child: Child) -> None:
        child.started_at = time.monotonic()
        child.process = subprocess.Popen(
            child.command,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            env=dict(self.env), pass_fds=self.pass_fds, start_new_session=True,
        )  # fmt: skip
        threading.Thread(target=self._relay, args=(child.name, child.process), daemon=True).start()

    def _relay(self, name: str, process: subprocess.Popen[str]) -> None:
        with process.stdout as lines:
            for line in lines:
                if line.strip():
                    self.say(name, line.rstrip())

    def _stop(self) -> None:
        running = [child.process for child in self.children if child.process is not None]
        for process in running:
            process.send_signal(signal.SIGTERM)
        end = time.monotonic() + self.patience
        while any(process.poll() is None for process in running):
            if time.monotonic() > end or self._signals > 1:
                break
            time.sleep(0.05)
        for process in running:
            self._kill_group(process)
            process.wait()

    @staticmethod
    def _kill_group(process: subprocess.Popen[str]) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
