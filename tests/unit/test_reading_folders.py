"""Copies of documents that a killed process leaves are removed by the next one that reads."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from apps.documents.extraction.folders import PREFIX, reading_folder

HOLDS = """
import time
from apps.documents.extraction.folders import reading_folder
with reading_folder() as folder:
    (folder / "document").write_text("confidential")
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)


@pytest.fixture
def reader() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen([sys.executable, "-c", HOLDS], stdout=subprocess.PIPE, text=True)
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def grown_old(folder: Path) -> Path:
    os.utime(folder, (0, 0))
    return folder


def test_it_is_gone_at_the_end_also_after_an_error() -> None:
    def broken(folder: Path) -> None:
        (folder / "document").write_text("words")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), reading_folder() as folder:
        broken(folder)
    assert not folder.exists()


def test_that_of_a_killed_process_is_removed_when_the_next_begins(reader: subprocess.Popen[str]) -> None:
    left = grown_old(Path(reader.stdout.readline().strip()))
    reader.send_signal(signal.SIGKILL)
    reader.wait()
    assert (left / "document").exists()

    with reading_folder():
        assert not left.exists()


def test_that_of_a_process_that_reads_is_left_alone_however_old(reader: subprocess.Popen[str]) -> None:
    held = grown_old(Path(reader.stdout.readline().strip()))

    with reading_folder():
        assert (held / "document").read_text() == "confidential"


def test_one_that_was_made_just_now_and_links_are_left_alone(tmp_path: Path) -> None:
    young = tmp_path / f"{PREFIX}young"
    young.mkdir()
    elsewhere = grown_old_with_a_file(tmp_path / "elsewhere")
    (tmp_path / f"{PREFIX}link").symlink_to(elsewhere)

    with reading_folder():
        assert young.exists()
    assert (elsewhere / "file").exists()


def grown_old_with_a_file(folder: Path) -> Path:
    folder.mkdir()
    (folder / "file").write_text("not ours")
    return grown_old(folder)
