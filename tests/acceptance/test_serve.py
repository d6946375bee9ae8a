"""`manage.py serve` and `manage.py worker`: everything runs in one terminal, and nothing outlives it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live import LiveStack, eventually, running
from tests.scratch import scratch_folder
from veritydraft.embedded import wait_until_stopped
from veritydraft.parsing import BASE_DIR


@pytest.fixture(scope="module")
def live_stack() -> Iterator[LiveStack]:
    """One whose processes may be killed."""
    with running() as stack:
        yield stack


def test_the_site_answers_and_every_queue_has_its_workers(live_stack: LiveStack) -> None:
    assert live_stack.answers()
    live_stack.wait_for_workers()
    for kind in (
        "processes.web",
        "processes.scheduler",
        "verify prefork",
        "ingest prefork",
        "llm threads 8",
        "export,upkeep",
    ):
        assert live_stack.pids(kind), kind
    assert f"ready at {live_stack.base_url}/" in live_stack.log


def test_people_can_be_made_and_use_the_api(live_stack: LiveStack) -> None:
    token = live_stack.person("alice@example.org")
    workspace = live_stack.workspace(token, "Lending")
    status, body = live_stack.request("GET", f"/api/v1/workspaces/{workspace}", token=token)
    assert (status, body["name"], body["role"]) == (200, "Lending", "owner")
    assert live_stack.request("GET", f"/api/v1/workspaces/{workspace}")[0] == 401


def test_a_killed_web_process_is_replaced_and_no_caller_is_refused(live_stack: LiveStack) -> None:
    (killed,) = live_stack.pids("processes.web")
    os.kill(killed, signal.SIGKILL)
    # the socket stays open in serve: a call waits for the next web process instead of being refused
    assert live_stack.request("GET", "/healthz")[0] == 200
    (web,) = live_stack.pids("processes.web")
    assert web != killed


def test_a_killed_worker_takes_its_pool_along_and_is_replaced(live_stack: LiveStack) -> None:
    live_stack.wait_for_workers()
    before = live_stack.pids("ingest prefork")
    assert len(before) == 2  # the worker and the one process of its pool
    (worker,) = (pid for pid in before if os.getpgid(pid) == pid)  # numbers begin again: its pool's may be smaller
    os.kill(worker, signal.SIGKILL)
    assert eventually(lambda: not set(before) & set(live_stack.pids("ingest prefork")))
    assert eventually(lambda: len(live_stack.pids("ingest prefork")) == 2)


def test_killed_services_and_guardian_come_back(live_stack: LiveStack) -> None:
    for pid in (*live_stack.pids("embedded.guardian"), *server_pids(live_stack)):
        os.kill(pid, signal.SIGKILL)
    token = eventually(lambda: attempt_person(live_stack), 60)
    assert token
    assert live_stack.request("GET", "/api/v1/workspaces", token=token)[0] == 200
    assert eventually(lambda: live_stack.pids("embedded.guardian"))


def server_pids(stack: LiveStack) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = entry.read_bytes()
        except OSError:  # it has ended since
            continue
        if b"bin/postgres" in line and os.fsencode(stack.data_dir) in line:
            found.append(int(entry.parent.name))
    return found


def attempt_person(stack: LiveStack) -> str | None:
    try:
        return stack.person(f"p{time.monotonic_ns()}@example.org")
    except AssertionError:
        return None


@pytest.fixture
def folder() -> Iterator[Path]:
    made = scratch_folder("serve")
    yield made / "data"
    assert wait_until_stopped(made / "data")
    shutil.rmtree(made)


def test_ctrl_c_ends_everything_with_status_0(folder: Path) -> None:
    stack = LiveStack(data_dir=folder, from_nothing=True).start()
    stack.wait_for_workers()
    assert len(stack.processes()) > 8
    assert stack.interrupt() == 0
    assert eventually(lambda: not stack.processes() and not server_pids(stack), 10), stack.processes()
    assert "Traceback" not in stack.log


def test_ctrl_c_right_after_the_start_ends_everything_too(folder: Path) -> None:
    stack = LiveStack(data_dir=folder).start(wait=False)
    eventually(lambda: stack.pids("processes.worker"))
    assert stack.interrupt() == 0
    assert eventually(lambda: not stack.processes() and not server_pids(stack), 10), stack.processes()


def test_a_taken_port_is_told_in_one_line(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        stack = LiveStack(data_dir=folder, port=taken.getsockname()[1]).start(wait=False)
        assert stack.process.wait(60) == 1
    (line,) = stack.log.splitlines()
    assert f"127.0.0.1:{stack.port}" in line
    assert "--port" in line


def test_of_two_stacks_on_one_folder_one_schedules(live_stack: LiveStack) -> None:
    second = LiveStack(data_dir=live_stack.data_dir, extra_env={"SECOND": "1"})
    env = {**second.env, "PORT": str(second.port)}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=BASE_DIR,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert any("ready at" in line for line in process.stdout)
        assert second.answers()
        assert len(live_stack.pids("processes.scheduler")) == 2
        holders = [line for line in Path("/proc/locks").read_text().splitlines() if inode(live_stack) in line]
        assert len([line for line in holders if "->" not in line]) == 1
        assert len([line for line in holders if "->" in line]) == 1
    finally:
        process.terminate()
        process.communicate(timeout=60)
    assert process.returncode == 0
    assert live_stack.answers()


def inode(stack: LiveStack) -> str:
    return f":{(stack.data_dir / 'scheduler.lock').stat().st_ino} "


def test_a_worker_takes_the_named_queues_in_the_right_pools(live_stack: LiveStack) -> None:
    process = subprocess.Popen(
        [sys.executable, "manage.py", "worker", "llm", "verify", "ingest"],
        cwd=BASE_DIR, env=live_stack.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        # a child shows its parent's words until it has become what it is
        assert eventually(lambda: len(workers_of(process.pid)) == 3)
        lines = sorted(workers_of(process.pid))
        assert [(pool, queues) for _, pool, _, queues in lines] == [
            ("prefork", "ingest"),
            ("threads", "llm"),
            ("prefork", "verify"),
        ]
    finally:
        process.terminate()
        process.communicate(timeout=60)
    assert process.returncode == 0


def workers_of(pid: int) -> list[list[str]]:
    """Name, pool, size and queues of each worker that the process has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    words = (Path(f"/proc/{child}/cmdline").read_bytes().decode().split("\0") for child in children)
    return [line[4:-1] for line in words if "veritydraft.processes.worker" in line]


def test_an_unknown_queue_is_refused(live_stack: LiveStack) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "worker", "gpu"],
        cwd=BASE_DIR,
        env=live_stack.env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "ingest" in done.stderr


def test_a_killed_serve_leaves_no_process_behind(live_stack: LiveStack) -> None:
    live_stack.kill()  # the last of this module: nobody asks it any more
    assert eventually(lambda: not live_stack.processes() and not server_pids(live_stack), 10), live_stack.processes()
