"""The server that forks for each file: imported once, and never in the way of what a file's process must be."""

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from apps.documents.extraction import ExtractionError, Limits, children, extract
from apps.documents.extraction.confinement import run_confined
from apps.documents.extraction.folders import reading_folder
from apps.documents.extraction.wire import RESULT, read_result
from tests.unit.extraction_files import SAMPLES

CHILD = "apps.documents.extraction.child"
NOTE = SAMPLES / "staff-note.md"


@pytest.fixture
def _no_server() -> None:
    """As in a process that has read nothing yet."""
    before = vars(children._here).pop("server", None)
    if before is not None:
        before.end()


def server() -> children._Server:
    return children._here.server


def read(path: Path = NOTE, kind: str = "plain", **wishes: Any) -> str:
    """By a fork, whatever the kind: those that take long to import are in the first test."""
    with reading_folder() as folder:
        words = (kind, str(path), path.name)
        run_confined(CHILD, *words, doing="Reading", limits=Limits(), folder=folder, forked=True, **wishes)
        return read_result(folder / RESULT).text


@pytest.mark.usefixtures("_no_server")
def test_one_server_reads_what_is_read_one_after_another():
    first = extract(NOTE, filename=NOTE.name, limits=Limits())
    began = server().process.pid
    assert extract(NOTE, filename=NOTE.name, limits=Limits()) == first
    handbook = extract(SAMPLES / "hr-handbook.docx", filename="hr-handbook.docx", limits=Limits())
    assert len(handbook.headings) > len(first.headings) > 0
    assert server().process.pid == began
    assert len(list(Path(f"/proc/{began}/task").iterdir())) == 1, "what forks has one thread"


def test_who_is_refused_leaves_the_server_for_the_next(tmp_path: Path):
    text = read()
    began = server().process.pid
    empty = tmp_path / "empty.txt"
    empty.write_text(" ")
    with pytest.raises(ExtractionError, match="no text"):
        read(empty)
    assert (read(), server().process.pid) == (text, began)


def test_a_server_that_was_killed_is_replaced():
    text = read()
    server().process.kill()
    server().process.wait()
    assert read() == text


def test_a_server_that_is_killed_with_its_order_unread_is_told_as_its_child_would_be():
    text = read()
    at_work = server().process
    at_work.send_signal(signal.SIGSTOP)

    def kill() -> bool:  # asked once the order is out
        at_work.kill()
        return False

    with pytest.raises(ExtractionError) as error:
        read(should_stop=kill)
    assert (error.value.code, error.value.retryable) == ("killed", True)
    assert read() == text


def test_a_server_that_is_killed_at_work_is_told_as_its_child_would_be(tmp_path: Path):
    text = read()
    endless = tmp_path / "pipe.txt"
    os.mkfifo(endless)  # which nobody writes to
    at_work = server().process
    killer = threading.Timer(0.3, at_work.kill)
    killer.start()
    with pytest.raises(ExtractionError) as error:
        read(endless)
    assert (error.value.code, error.value.retryable) == ("killed", True)
    assert read() == text
    assert server().process is not at_work


def test_reading_that_nobody_wants_ends_server_and_child(tmp_path: Path):
    text = read()
    at_work = server().process
    children_of = Path(f"/proc/{at_work.pid}/task/{at_work.pid}/children")
    endless = tmp_path / "pipe.txt"
    os.mkfifo(endless)  # which nobody writes to
    seen: list[str] = []

    def stop() -> bool:
        seen.extend(children_of.read_text().split())
        return bool(seen)

    with pytest.raises(ExtractionError) as error:
        read(endless, should_stop=stop)
    assert error.value.code == "cancelled"
    assert at_work.returncode == 0, "it reaped its child"
    assert not Path(f"/proc/{seen[0]}").exists()
    assert read() == text


def test_a_server_that_stands_still_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    text = read()
    at_work, stopped = server(), []
    at_work.orders.settimeout(0.5)
    monkeypatch.setattr(children, "PATIENCE", 0.5)
    endless = tmp_path / "pipe.txt"
    os.mkfifo(endless)

    def stand_still() -> bool:
        child = Path(f"/proc/{at_work.process.pid}/task/{at_work.process.pid}/children").read_text().split()
        if child and not stopped:
            at_work.process.send_signal(signal.SIGSTOP)
            os.kill(int(child[0]), signal.SIGKILL)
            stopped.append(child)
        return False

    with pytest.raises(ExtractionError) as error:
        read(endless, should_stop=stand_still)
    assert (error.value.code, error.value.retryable) == ("killed", True)
    assert read() == text


@pytest.mark.usefixtures("_no_server")
def test_a_server_without_orders_ends_and_the_next_order_begins_another(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(children, "_SERVER", f"{__package__}.hasty_fork_server")
    text = read()
    assert server().process.wait(20) == 0
    assert read() == text


def test_threads_have_servers_of_their_own():
    both_read = threading.Barrier(2)

    def of_thread(_: int) -> tuple[str, int]:
        found = read(), server().process.pid
        both_read.wait(30)
        return found

    with ThreadPoolExecutor(2) as threads:
        both = list(threads.map(of_thread, range(2)))
    assert {text for text, _ in both} == {read()}
    assert len({server().process.pid, *(pid for _, pid in both)}) == 3


def test_a_fork_of_this_process_does_not_order_from_its_parents_server():
    text = read()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            parents = server().process.pid
            status = 0 if read() == text and server().process.pid != parents else 1
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    assert read() == text


def test_a_reader_that_cannot_be_imported_is_told():
    text = read()
    with pytest.raises(ExtractionError, match="No module named") as error:
        read(kind="nothing_of_the_kind")
    assert error.value.code == "crashed"
    assert read() == text
