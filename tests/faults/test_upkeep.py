"""Upkeep in real processes: by the workers alone, and by the scheduler's bell alone."""

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.conftest import started
from tests.faults.stack import ROOT, Stack
from tests.live import eventually

BEGUN_LONG_AGO = """
INSERT INTO workers_upkeep (name, rung_at, begun_at) VALUES ('tidy', now() + %s::interval, now() - interval '2 hours')
ON CONFLICT (name) DO UPDATE SET rung_at = excluded.rung_at, begun_at = excluded.begun_at
"""
JUST_BEGUN = "SELECT begun_at > now() - interval '1 minute' FROM workers_upkeep"


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    with started() as made:
        yield made


@pytest.fixture(autouse=True)
def no_process_of_others(stack: Stack) -> Iterator[None]:
    before = list(stack.processes)
    yield
    for process in stack.processes:
        if process not in before and process.poll() is None:
            process.terminate()
            process.wait(30)


def probe(data_dir: Path) -> int:
    """The exit status of the scheduler's probe."""
    command = [sys.executable, "-m", "veritydraft.processes.ringing"]
    return subprocess.run(command, env={**os.environ, "DATA_DIR": str(data_dir)}, cwd=ROOT, check=False).returncode


def orphan(stack: Stack) -> Path:
    """A file that no document names, and that no upload is still writing."""
    path = stack.data_dir / "files" / "documents" / str(uuid.uuid4()) / "left-behind"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"bytes")
    long_ago = time.time() - 2 * 3600
    os.utime(path, (long_ago, long_ago))
    return path


def test_workers_tidy_by_themselves_where_no_scheduler_runs(stack: Stack):
    left = orphan(stack)
    stack.sql(BEGUN_LONG_AGO, "-2 hours")

    stack.start_real_worker("export", "upkeep")

    assert eventually(lambda: not left.exists(), 30)
    assert stack.sql(JUST_BEGUN) == [(True,)]


def test_what_the_scheduler_rings_for_is_done_by_a_worker(stack: Stack):
    left = orphan(stack)
    stack.sql(BEGUN_LONG_AGO, "2 hours")  # no worker's timer rings any more
    stack.start_real_worker("export", "upkeep")
    time.sleep(2)
    assert left.exists()

    folder = stack.folder / "scheduler"
    beat = stack.start("beat", "-m", "tests.faults.quick_beat", DATA_DIR=str(folder))

    assert eventually(lambda: not left.exists(), 30), stack.said(beat)
    assert probe(folder) == 0
    elsewhere = stack.folder / "no scheduler here"
    elsewhere.mkdir()
    assert probe(elsewhere) == 1
    assert "workers.tidy" in stack.said(beat)
    assert stack.sql(JUST_BEGUN) == [(True,)]
