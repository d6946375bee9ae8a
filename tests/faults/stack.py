"""A whole stack of real processes that a test can hurt: services, web processes, workers that obey orders."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import redis
import requests

from tests.invariants import Library
from tests.live import eventually
from tests.person import Person
from tests.ready_made import HASTY, PEOPLE, person, ready_made
from tests.scratch import scratch_folder
from veritydraft import fleet
from veritydraft.embedded import hold, wait_until_stopped
from veritydraft.embedded.state import free_port
from veritydraft.fleet import Group
from veritydraft.serving import listen

ROOT = Path(__file__).resolve().parents[2]
QUEUES = "ingest,llm,verify,export,upkeep"


class Stack:
    """Starts with services and one web process; workers are started by the test and replaced when they die.

    ``extra_env`` goes to every process. ``redis_through`` is a proxy that all of them reach Redis by. ``durable``: the
    database waits for the disk, as where it matters how long that takes.
    """

    def __init__(self, *, redis_through: Any = None, durable: bool = False, **extra_env: str) -> None:
        self.folder = scratch_folder("stack")
        self.data_dir, self.orders, self.logs = (self.folder / name for name in ("data", "orders", "logs"))
        for each in (self.orders, self.logs):
            each.mkdir()
        self.tokens = ready_made(self.data_dir)
        if not durable:
            (self.data_dir / "postgres.options").write_text(HASTY)
        self.held = hold(self.data_dir)
        self.urls = self.held.urls
        self.env = {
            **os.environ,
            "DATA_DIR": str(self.data_dir),
            "DATABASE_URL": self.urls.database,
            "REDIS_URL": self.urls.redis,
            "DJANGO_SETTINGS_MODULE": "veritydraft.settings",
            "CELERY_SKIP_CHECKS": "1",  # as workers that `serve` starts have it
            "PROCESS_ROLE": "",  # a test that loaded the ASGI application has set it, and workers would share a pool
            "FAULTS_DIR": str(self.orders),
            "PHASE_LEASE_SECONDS": "1.5",
            "SWEEP_SECONDS": "0.4",
            "PHASE_MAX_ATTEMPTS": "6",
            "OMP_NUM_THREADS": "1",
            "PYTHONPATH": str(ROOT),
            "LOG_LEVEL": "INFO",
            **extra_env,
        }
        if redis_through is not None:
            port = urlsplit(self.urls.redis).port
            redis_through.target = ("127.0.0.1", port)
            self.env["REDIS_URL"] = self.urls.redis.replace(f":{port}", f":{redis_through.port}")
        self.processes: list[subprocess.Popen[bytes]] = []
        self.outputs: dict[int, Path] = {}
        self.workers: list[subprocess.Popen[bytes]] = []
        self.replacing = threading.Event()
        self.ending = threading.Event()
        self.library = Library(database_url=self.urls.database, files=self.data_dir / "files")
        self.base = self.start_web()
        threading.Thread(target=self._replace_dead_workers, daemon=True).start()

    # processes

    def manage(self, *words: str) -> str:
        """Run a management command to its end; returns what it printed."""
        command = [sys.executable, str(ROOT / "manage.py"), *words]
        return subprocess.run(command, env=self.env, cwd=ROOT, check=True, capture_output=True, text=True).stdout

    def start(
        self, name: str, *words: str, pass_fds: tuple[int, ...] = (), **extra_env: str
    ) -> subprocess.Popen[bytes]:
        """A Python process of this stack, in a session of its own, its output in a file."""
        log = (self.logs / f"{name}-{len(self.processes)}.log").open("wb")
        process = subprocess.Popen(
            [sys.executable, *words],
            env=self.env | extra_env, cwd=ROOT, stdout=log, stderr=log, start_new_session=True, pass_fds=pass_fds,
        )  # fmt: skip
        self.processes.append(process)
        self.outputs[process.pid] = Path(log.name)
        return process

    def start_real_worker(
        self, *queues: str, pool: str = "prefork", size: int = 1, wait: bool = True, **extra_env: str
    ) -> subprocess.Popen[bytes]:
        """A worker just as `serve` starts it, in a process group of its own; it is not replaced when it dies."""
        group = Group(
            name=f"real{len(self.processes)}", queues=queues or tuple(QUEUES.split(",")), pool=pool, size=size
        )
        worker = self.start(group.name, *fleet.worker_command(group)[1:], **extra_env)
        if wait:
            assert eventually(lambda: self.is_ready(worker)), self.said(worker)
        return worker

    def is_ready(self, worker: subprocess.Popen[bytes]) -> bool:
        """Whether a worker has said that it takes work."""
        return any(line.endswith(" ready.") for line in self.said(worker).splitlines())

    def said(self, process: subprocess.Popen[bytes]) -> str:
        """All that a process has printed."""
        return self.outputs[process.pid].read_text(errors="replace")

    def start_web(self, **extra_env: str) -> str:
        """A further web process, just as `serve` starts it; returns its base URL once it answers."""
        with listen("127.0.0.1", free_port()) as listening:
            base = f"http://127.0.0.1:{listening.getsockname()[1]}"
            words = ("-m", "veritydraft.processes.web", str(os.getpid()), str(listening.fileno()))
            self.web = self.start("web", *words, pass_fds=(listening.fileno(),), **extra_env)

        def answers() -> bool:
            with contextlib.suppress(requests.RequestException):
                return requests.get(f"{base}/healthz", timeout=5).ok
            return False

        assert eventually(answers), "the web process does not answer"
        return base

    def start_workers(self, count: int = 2) -> None:
        """Workers for every queue, one process each; whoever dies is replaced."""
        for _ in range(count):
            self._start_worker()
        self.replacing.set()

    def _start_worker(self) -> subprocess.Popen[bytes]:
        worker = self.start_marked_worker()
        self.workers.append(worker)
        return worker

    def start_marked_worker(self, *options: str, **extra_env: str) -> subprocess.Popen[bytes]:
        """A worker that obeys orders, one process unless ``options`` (Celery's) say otherwise; it is not replaced."""
        name = f"w{len(self.processes)}"
        words = ("-m", "celery", "-A", "tests.faults.instrumented", "worker", "--queues", QUEUES, "-n", f"{name}@%h")
        quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat", "-l", "INFO")
        role = {"PROCESS_ROLE": "worker"}
        return self.start(name, *words, *quiet, *(options or ("--pool", "solo")), **role, **extra_env)

    def _replace_dead_workers(self) -> None:
        while not self.ending.wait(0.1):
            if self.replacing.is_set():
                for worker in [one for one in self.workers if one.poll() is not None]:
                    self.workers.remove(worker)
                    self._start_worker()

    def end(self) -> None:
        """Everything away."""
        self.ending.set()
        self.replacing.clear()
        for process in self.processes:
            kill_group(process)
            process.wait(10)
        self.held.release()
        wait_until_stopped(self.data_dir)
        shutil.rmtree(self.folder, ignore_errors=True)

    # orders to the workers

    def order(self, *words: str) -> Path:
        """``order("hold", "write", "begin")`` or ``order("kill", …)``; the returned file ends a hold when removed."""
        path = self.orders / "-".join(words)
        path.touch()
        return path

    def arrived(self, phase: str, moment: str) -> int:
        """The process that came to a moment; waits for it."""
        found = eventually(lambda: list(self.orders.glob(f"at-{phase}-{moment}-*")))
        assert found, f"nobody came to {phase} {moment}"
        return int(found[0].name.rsplit("-", 1)[1])

    def let_go(self, hold: Path, phase: str, run_id: Any) -> None:
        """End a hold, and wait until its worker has tried to go on with what was taken from it, and was refused."""
        hold.unlink()
        said = f"{phase} of run {run_id} was taken over or has ended"
        assert eventually(lambda: any(said in log.read_text(errors="replace") for log in self.logs.iterdir()), 30), said

    # what can be seen

    def person(self, email: str = PEOPLE[0]) -> Person:
        """That person, who is made on first use, at the web process of the moment."""
        if email not in self.tokens:
            self.tokens[email] = self.manage("shell", "-c", person(email)).split()[-1]
        return Person(base_url=self.base, token=self.tokens[email], library=self.library)

    def sql(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows of a query; committed."""
        with psycopg.connect(self.urls.database) as connection:
            cursor = connection.execute(query, values)
            return cursor.fetchall() if cursor.description else []

    def redis(self) -> redis.Redis:
        return redis.Redis.from_url(self.urls.redis)

    def finished(self, session: dict[str, Any], *, within: float = 90.0) -> dict[str, Any]:
        """The session once it has ended, held against every invariant, with one result per phase."""
        shown = self.person().finished(session, within=within)
        self.assert_one_result_per_phase(session["id"])
        return shown

    def assert_one_result_per_phase(self, session_id: str) -> None:
        """I2: each finished phase has one artifact, nothing is left open, no checkpoint is left over."""
        rows = self.sql(
            "SELECT p.name, p.cycle, p.index, p.state, count(a.id)"
            " FROM runs_phaserun p JOIN runs_run r ON r.id = p.run_id"
            " LEFT JOIN runs_artifact a ON (a.run_id, a.name, a.cycle, a.index) = (p.run_id, p.name, p.cycle, p.index)"
            " WHERE r.session_id = %s GROUP BY p.id",
            session_id,
        )
        for name, cycle, index, state, artifacts in rows:
            assert state in {"done", "failed", "void"}, (name, cycle, index, state)
            assert artifacts == (1 if state == "done" else 0), (name, cycle, index, state, artifacts)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """SIGKILL to a process and all it started; not to whoever has its number by now, when it was waited for already."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
