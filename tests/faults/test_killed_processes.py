"""Faults 6 and 9: whole workers killed at random, readers and pool processes that crash each time."""

import contextlib
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from apps.documents.extraction.folders import PREFIX
from tests.faults.conftest import POLICY, QUESTION, pdf
from tests.faults.stack import Stack, kill_group
from tests.live import eventually
from tests.traces import readers_in

SEED = int(os.environ.get("FAULTS_SEED", "0")) or random.randrange(1, 10**6)


@pytest.fixture
def temporary(stack: Stack) -> Path:
    """Where this stack's workers put temporary files, by which their readers are known."""
    folder = stack.data_dir / "tmp"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def no_worker_of_others(stack: Stack) -> Iterator[None]:
    for mark in stack.orders.iterdir():
        mark.unlink()
    yield
    for process in stack.processes:
        if process is not stack.web:
            kill_group(process)
            process.wait()


@contextmanager
def readers_die(temporary: Path, number: int) -> Iterator[set[int]]:
    """Each reader of this stack gets the signal as soon as it is seen; gives who got it."""
    struck: set[int] = set()
    stop = threading.Event()

    def strike() -> None:
        while not stop.wait(0.01):
            for pid in readers_in(temporary):
                if pid not in struck:
                    with contextlib.suppress(OSError):
                        os.kill(pid, number)
                        struck.add(pid)

    thread = threading.Thread(target=strike)
    thread.start()
    try:
        yield struck
    finally:
        stop.set()
        thread.join()


def pool_of(worker: subprocess.Popen[bytes]) -> list[int]:
    """The processes of a worker's pool."""
    return [int(pid) for pid in Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()]


@pytest.mark.parametrize(("number", "code", "times"), [(signal.SIGKILL, "killed", 2), (signal.SIGSEGV, "crashed", 1)])
def test_a_reader_that_dies_each_time_ends_the_document_with_a_reason(
    stack: Stack, temporary: Path, number: int, code: str, times: int
):
    alice = stack.person()
    worker = stack.start_real_worker("ingest", TMPDIR=str(temporary), PHASE_MAX_ATTEMPTS="2")
    workspace, pool = alice.workspace(f"Readers {code}"), pool_of(worker)
    with readers_die(temporary, number) as struck:
        document = alice.read_through(alice.upload(workspace, pdf(POLICY), "policy.pdf"))
    assert (document["status"], len(struck)) == ("error", times), document
    assert document["error_code"] == code, document
    assert document["error_reason"]

    assert alice.call("POST", f"/documents/{document['id']}/reprocess").status_code == 202
    assert alice.read_through(document)["status"] == "ready"
    assert pool_of(worker) == pool, "the pool lost nobody"
    left = [path.name for path in temporary.iterdir() if path.name.startswith(PREFIX)]
    assert left == [], "and nothing lies about"


def test_a_phase_that_crashes_its_process_each_time_is_given_up_and_the_pool_lives_on(stack: Stack):
    alice = stack.person()
    worker = stack.start_marked_worker("--pool", "prefork", "-c", "2", PHASE_MAX_LOSSES="3")
    poison = stack.order("segfault", "chunk", "begin")
    workspace = alice.workspace("Poison")
    document = alice.read_through(alice.upload(workspace, pdf(POLICY), "policy.pdf"))
    assert document["status"] == "error", document
    assert document["error_code"] == "worker_lost", document
    assert len(list(stack.orders.glob("at-chunk-begin-*"))) == 3, "as often as it may, and no more"
    poison.unlink()

    assert alice.call("POST", f"/documents/{document['id']}/reprocess").status_code == 202
    assert alice.read_through(document)["status"] == "ready"
    assert worker.poll() is None
    assert eventually(lambda: len(pool_of(worker)) == 2)


@pytest.mark.parametrize("kills", [10, pytest.param(100, marks=pytest.mark.full)])
def test_workers_killed_at_random_with_all_they_started_lose_nothing(stack: Stack, kills: int):
    chance = random.Random(SEED)
    print(f"FAULTS_SEED={SEED}")
    alice = stack.person()
    workers = [stack.start_real_worker(pool="prefork", wait=False, PHASE_MAX_LOSSES="50") for _ in range(3)]
    workspace = alice.workspace(f"Killed {kills} times")
    document = alice.read_through(alice.upload(workspace, pdf(POLICY), "policy.pdf"))
    asked: list[dict[str, Any]] = []
    for number in range(kills):
        while len(stack.sql(UNFINISHED, workspace)) < 3:
            asked.append(alice.ask(workspace, QUESTION))
        ready = eventually(lambda: [worker for worker in workers if stack.is_ready(worker)])
        assert eventually(lambda: stack.sql(RUNNING, workspace))
        time.sleep(chance.random() / 2)
        victim = chance.choice(ready)
        kill_group(victim)
        workers.remove(victim)
        if number < kills - 1:
            workers.append(stack.start_real_worker(pool="prefork", wait=False, PHASE_MAX_LOSSES="50"))
    sessions = [stack.finished(one) for one in asked]
    assert {session["status"] for session in sessions} == {"completed"}
    assert all(session["citations"] for session in sessions)
    assert alice.get(f"/documents/{document['id']}")["status"] == "ready"
    assert stack.sql(LOST, workspace)[0][0], "the kills met work under way"


LOST = "SELECT sum(losses) FROM runs_phaserun WHERE workspace_id = %s"
RUNNING = "SELECT 1 FROM runs_phaserun WHERE workspace_id = %s AND state = 'running'"
UNFINISHED = "SELECT 1 FROM runs_run WHERE workspace_id = %s AND state = 'active'"
