"""The whole stack as an operator runs it: `manage.py serve` with a folder and a port of its own."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.ready_made import HASTY, PEOPLE, person, ready_made
from tests.scratch import scratch_folder
from veritydraft.embedded import wait_until_stopped
from veritydraft.embedded.processes import is_alive
from veritydraft.embedded.state import free_port
from veritydraft.parsing import BASE_DIR

SHORT = {"PHASE_LEASE_SECONDS": "2", "SWEEP_SECONDS": "0.5"}
START_SECONDS = 90.0


def eventually(what: Callable[[], Any], seconds: float = 90.0, *, every: float = 0.1) -> Any:
    """What the function gives once it is true; the last it gave when the time is up."""
    end = time.monotonic() + seconds
    while not (value := what()) and time.monotonic() < end:
        time.sleep(every)
    return value


@contextlib.contextmanager
def running(**extra_env: str) -> Iterator["LiveStack"]:
    """A stack in a folder of its own, up to the end of the block."""
    folder = scratch_folder("live")
    stack = LiveStack(data_dir=folder / "data", extra_env=extra_env).start()
    yield stack
    stack.cut_off()
    shutil.rmtree(folder)


@dataclass(slots=True, kw_only=True)
class LiveStack:
    """A running `manage.py serve`. ``log`` holds all it printed.

    ``from_nothing``: the folder is empty at the start, else it has its database and knows Alice and Bob.
    """

    data_dir: Path
    port: int = field(default_factory=free_port)
    extra_env: dict[str, str] = field(default_factory=dict)
    postgres_options: str = HASTY
    from_nothing: bool = False
    process: subprocess.Popen[bytes] | None = None
    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return (self.data_dir / "serve.log").read_text(errors="replace")

    @property
    def env(self) -> dict[str, str]:
        """For any command that shall work on this stack."""
        own = {"DATABASE_URL", "REDIS_URL", "PROCESS_ROLE"}
        given = {name: value for name, value in os.environ.items() if name not in own}
        return {
            **given,
            **SHORT,
            "LOG_LEVEL": "INFO",
            **self.extra_env,
            "DATA_DIR": str(self.data_dir),
            "PORT": str(self.port),
        }

    def start(self, *, wait: bool = True) -> "LiveStack":
        """Starts serve in a session of its own, as a terminal would; returns when the site answers."""
        if not (self.from_nothing or (self.data_dir / "postgres").exists()):
            self.tokens |= ready_made(self.data_dir)
        self.data_dir.mkdir(parents=True, exist_ok=True)
        (self.data_dir / "postgres.options").write_text(self.postgres_options)
        with (self.data_dir / "serve.log").open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"],
                cwd=BASE_DIR, env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        if wait:
            eventually(lambda: "ready at" in self.log or self.process.poll() is not None, START_SECONDS)
            assert "ready at" in self.log, self.log
        return self

    def wait_for_workers(self) -> None:
        """Every group of workers takes work."""
        names = ("llm-", "verify-", "ingest-", "export-")
        assert eventually(lambda: all(f"{name}" in self.log and self.ready(name) for name in names)), self.log

    def ready(self, name: str) -> bool:
        """Whether a worker whose node begins with ``name`` said that it is ready."""
        return any(f" {name}" in line and line.endswith(" ready.") for line in self.log.splitlines())

    def interrupt(self) -> int:
        """Ctrl-C; returns the exit status."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(60)

    def kill(self) -> None:
        """kill -9 of the serve process alone."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ends the stack however it stands, and waits for its services."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.kill()
        assert wait_until_stopped(self.data_dir)

    def cut_off(self) -> None:
        """As :meth:`stop`, for who does not look at how it ends: to end in order is work for every process."""
        self.kill()
        assert wait_until_stopped(self.data_dir)
        assert eventually(lambda: not self.processes(), 30), self.processes()

    def processes(self) -> dict[int, str]:
        """Command lines of this stack's living processes: those that carry its DATA_DIR in their environment."""
        mark = os.fsencode(f"DATA_DIR={self.data_dir}\0")
        found = {}
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if entry.name.isdigit() and mark in (entry / "environ").read_bytes() and is_alive(int(entry.name)):
                    found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        return found

    def pids(self, words: str) -> list[int]:
        """Processes of this stack whose command line contains ``words`` (``processes.worker``, ``verify prefork``)."""
        return [pid for pid, line in sorted(self.processes().items()) if words in line]

    def manage(self, *words: str) -> str:
        """What a management command prints."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=BASE_DIR, env=self.env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def person(self, email: str = PEOPLE[0]) -> str:
        """An API token with every scope of that user, who is made on first use."""
        if email not in self.tokens:
            self.tokens[email] = self.manage("shell", "-c", person(email)).split()[-1]
        return self.tokens[email]

    def workspace(self, token: str, name: str = "A workspace") -> str:
        """Makes a workspace owned by the token's user; returns its id."""
        status, body = self.request("POST", "/api/v1/workspaces", token=token, body={"name": name})
        assert status == 201, body
        return body["id"]

    def request(self, method: str, path: str, *, token: str = "", body: Any = None) -> tuple[int, Any]:
        """Status and parsed JSON (None when it is none) of one request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = connection.getresponse()
            text = response.read()
        finally:
            connection.close()
        with contextlib.suppress(ValueError):
            return response.status, json.loads(text)
        return response.status, None

    def answers(self) -> bool:
        """Whether the site says that it is well."""
        try:
            return self.request("GET", "/healthz")[0] == 200
        except (OSError, http.client.HTTPException):
            return False
