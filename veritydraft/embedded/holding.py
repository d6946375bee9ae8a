"""The users' side: keep the services alive while this process lives."""

import subprocess
import sys
import time
from pathlib import Path

from veritydraft.embedded.errors import EmbeddedError
from veritydraft.embedded.locks import FileLock, guardian_lives, users_lock
from veritydraft.embedded.postgres import postgres_problem
from veritydraft.embedded.redis_server import redis_problem
from veritydraft.embedded.state import (
    READY,
    TAKEN,
    Urls,
    connection_urls,
    make_data_dir,
    naming_the_folder,
    read_access,
    wanted_mark,
)
from veritydraft.parsing import BASE_DIR


class Hold:
    """The services stay up until this is released or the process ends, however it ends. Forked children count."""

    def __init__(self, data_dir: Path, *, services: tuple[str, ...], lock: FileLock) -> None:
        self.data_dir = data_dir
        self.services = services
        self._lock = lock

    @property
    def urls(self) -> Urls:
        """Where the services listen."""
        return connection_urls(self.data_dir)

    @property
    def lock_fd(self) -> int:
        """The descriptor of the users' lock; a program that is started with it (``pass_fds``) is a user as well."""
        return self._lock.fd

    def ensure_guardian(self) -> None:
        """Starts a guardian if somebody killed it; cheap enough to be called every second. Raises EmbeddedError."""
        if not guardian_lives(self.data_dir):
            start_guardian(self.data_dir)

    def release(self) -> None:
        """This process needs the services no more."""
        self._lock.close()

    def release_and_wait(self, *, timeout: float = 70.0) -> None:
        """Lets go and, if this was the last user, returns when the servers have stopped."""
        if self._lock.fd < 0:
            return
        is_last = self._lock.try_alone()
        self._lock.close()
        if is_last:
            wait_until_stopped(self.data_dir, timeout=timeout)


def start_guardian(data_dir: Path) -> int:
    """READY or TAKEN, see :mod:`veritydraft.embedded.guardian`. Raises EmbeddedError when the services do not start."""
    done = subprocess.run(
        (sys.executable, "-m", "veritydraft.embedded.guardian", str(data_dir)),
        cwd=BASE_DIR, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode not in {READY, TAKEN}:
        lines = done.stderr.strip().splitlines()
        raise EmbeddedError(lines[-1] if lines else f"the guardian of {data_dir} ended with status {done.returncode}")
    return done.returncode


def hold(data_dir: Path, *, postgres: bool = True, redis: bool = True, timeout: float = 150.0) -> Hold:
    """Takes part in the services of DATA_DIR, starting them if need be, and returns when they answer.

    Raises EmbeddedError (one line) when they cannot be had within ``timeout`` seconds.
    """
    data_dir = data_dir.absolute()
    make_data_dir(data_dir)
    services = (*(("postgres",) if postgres else ()), *(("redis",) if redis else ()))
    lock = users_lock(data_dir)
    try:
        lock.share()  # waits while a guardian stops the servers
        with naming_the_folder(data_dir):
            for service in services:
                wanted_mark(data_dir, service).touch(mode=0o600)
        _wait(data_dir, services, timeout)
    except BaseException:
        lock.close()
        raise
    return Hold(data_dir, services=services, lock=lock)


def wait_until_stopped(data_dir: Path, *, timeout: float = 30.0) -> bool:
    """Whether the guardian, and with it the servers, ended within that time; call it after the last user let go."""
    end = time.monotonic() + timeout
    while guardian_lives(data_dir):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def _wait(data_dir: Path, services: tuple[str, ...], timeout: float) -> None:
    end = time.monotonic() + timeout
    while True:
        if not guardian_lives(data_dir):
            start_guardian(data_dir)
        problem = _problem(data_dir, services)
        if problem is None:
            return
        if time.monotonic() > end:
            raise EmbeddedError(f"the embedded services of {data_dir} do not answer: {problem}")
        time.sleep(0.1)


def _problem(data_dir: Path, services: tuple[str, ...]) -> str | None:
    """Why a service does not answer, or None."""
    access = read_access(data_dir)
    for service in services:
        if service not in access:
            return f"{service} was not started yet"
        problem = (postgres_problem if service == "postgres" else redis_problem)(access[service])
        if problem is not None:
            return problem
    return None
