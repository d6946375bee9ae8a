"""The process that looks after the servers of one DATA_DIR: ``python -m veritydraft.embedded.guardian DATA_DIR``.

The command returns when the wanted services answer (0), when they cannot be started (1, the reason on standard error),
or when another guardian is at work (3); the guardian itself goes on in the background, in a session of its own.
"""

import contextlib
import os
import signal
import sys
import time
import traceback
from dataclasses import replace
from pathlib import Path

from veritydraft.embedded.errors import EmbeddedError
from veritydraft.embedded.locks import FileLock, guardian_lock, users_lock
from veritydraft.embedded.postgres import REFUSED, Postgres, postgres_problem
from veritydraft.embedded.redis_server import RedisServer, redis_problem
from veritydraft.embedded.state import (
    FAILED,
    READY,
    SERVICES,
    TAKEN,
    free_port,
    make_data_dir,
    naming_the_folder,
    port_is_free,
    read_access,
    reserve_access,
    wanted_mark,
    write_access,
)

LOG_LIMIT = 5 * 1024 * 1024  # bytes a log may have when a guardian begins; longer ones are started afresh
TICK_SECONDS = 0.15


class Guardian:
    """Keeps the wanted services of one DATA_DIR running."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self.servers: dict[str, Postgres | RedisServer] = {}
        self.leaving = False

    def tick(self) -> None:
        """Starts what is wanted and does not run. Raises EmbeddedError when it cannot be started."""
        for service in SERVICES:
            if service in self.servers:
                if not self.servers[service].is_running():
                    print(f"{service} is gone; starting it again", flush=True)
                    self.servers[service].start(read_access(self.data_dir)[service])
            elif wanted_mark(self.data_dir, service).exists():
                self.servers[service] = self._begin(service)

    def _begin(self, service: str) -> Postgres | RedisServer:
        server, problem = (
            (Postgres(self.data_dir), postgres_problem)
            if service == "postgres"
            else (RedisServer(self.data_dir), redis_problem)
        )
        access = reserve_access(self.data_dir)[service]
        if server.is_running() and problem(access) is None:
            print(f"{service} is running; adopted", flush=True)  # left by a guardian that was killed
            return server
        server.stop()
        server.prepare(access)
        try:
            self._start_on_a_free_port(server)
        except EmbeddedError as error:
            if REFUSED not in str(error):
                raise
            server.set_password(access)  # services.json was lost, the data were not
            self._start_on_a_free_port(server)
        return server

    def _start_on_a_free_port(self, server: Postgres | RedisServer) -> None:
        for _ in range(5):
            known = read_access(self.data_dir)
            access = known[server.name]
            if not port_is_free(access.port):
                access = replace(access, port=free_port())
                write_access(self.data_dir, {**known, server.name: access})
            try:
                return server.start(access)
            except EmbeddedError:
                if port_is_free(access.port):  # not a race for the port: a real reason
                    raise
        raise EmbeddedError(f"{server.name} found no free port")

    def stop(self) -> None:
        """Stops what runs."""
        for server in self.servers.values():
            server.stop()

    def watch(self, users: FileLock) -> None:
        """Until the last user is gone or SIGTERM came: restarts what dies, and tries again what does not start."""
        while not self.leaving:
            if users.try_alone():
                for service in SERVICES:
                    wanted_mark(self.data_dir, service).unlink(missing_ok=True)
                return
            try:
                self.tick()
            except Exception as error:
                # PostgreSQL may still be cleaning up after a kill, the disk be full for a while: try again
                print(f"{type(error).__name__}: {error}", flush=True)
                time.sleep(0.5)
            time.sleep(TICK_SECONDS)


def take_guardian_lock(data_dir: Path) -> FileLock | None:
    """The lock, or None when another guardian has it; waits out the blink of somebody who looks whether one lives."""
    lock = guardian_lock(data_dir)
    for _ in range(10):
        if lock.try_alone():
            return lock
        time.sleep(0.02)
    lock.close()
    return None


def serve(data_dir: Path, report: int) -> None:
    """The guardian's life; ``report`` is told how the start went: ``0`` or the reason for a failure."""
    lock = take_guardian_lock(data_dir)
    if lock is None:
        os.write(report, str(TAKEN).encode())
        return
    users = users_lock(data_dir)
    guardian = Guardian(data_dir)
    signal.signal(signal.SIGTERM, lambda *_: setattr(guardian, "leaving", True))
    try:
        guardian.tick()
    except Exception as error:
        traceback.print_exc()
        reason = str(error) if isinstance(error, EmbeddedError) else f"{type(error).__name__}: {error}"
        guardian.stop()
        os.write(report, (str(FAILED) + " ".join(reason.split())).encode())
        return
    os.write(report, str(READY).encode())
    os.close(report)
    guardian.watch(users)
    guardian.stop()
    lock.close()  # before the users' lock: whoever gets that next must see that no guardian is left
    users.close()


def detach(data_dir: Path, keep: int) -> None:
    """Leaves the caller's session and its terminal; output goes to ``guardian.log``."""
    os.setsid()
    os.umask(0o077)
    log_path = data_dir / "guardian.log"
    for path in (log_path, data_dir / "postgres.log", data_dir / "redis.log"):
        with contextlib.suppress(OSError):
            if path.stat().st_size > LOG_LIMIT:
                path.unlink()
    log = os.open(log_path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    null = os.open(os.devnull, os.O_RDWR)
    for source, target in ((null, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    os.closerange(3, keep)
    os.closerange(keep + 1, 4096)
    os.chdir("/")
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def main(data_dir: Path) -> int:
    """Forks the guardian and waits for its report; see the module for the exit status."""
    make_data_dir(data_dir)
    reading, writing = os.pipe()
    if os.fork() == 0:
        status = 1
        try:
            with naming_the_folder(data_dir):
                detach(data_dir, writing)
            serve(data_dir, writing)
            status = 0
        except EmbeddedError as error:
            with contextlib.suppress(OSError):
                os.write(writing, (str(FAILED) + str(error)).encode())
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as report:
        told = report.read().decode() or f"{FAILED}the guardian ended without a word; see {data_dir}/guardian.log"
    if told[1:]:
        print(told[1:], file=sys.stderr)
    return int(told[0])


if __name__ == "__main__":
    try:
        sys.exit(main(Path(sys.argv[1]).absolute()))
    except EmbeddedError as failure:
        print(failure, file=sys.stderr)
        sys.exit(FAILED)
