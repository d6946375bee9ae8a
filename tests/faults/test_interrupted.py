"""Ctrl-C in a command that works by itself: it hands back what is under way, and ends while the database still runs."""

import contextlib
import os
import pty
import signal
import subprocess
import sys
import termios
import threading
from pathlib import Path

from tests.live import eventually
from veritydraft.embedded import wait_until_stopped
from veritydraft.parsing import BASE_DIR

SENTENCES = 6000  # some 200 passages: embedding them takes many batches


def heed_interrupts() -> None:
    """A shell's background job ignores Ctrl-C, and all that it starts; a command at a terminal does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def copy(terminal: int, log: Path) -> None:
    """What is printed on the terminal, into a file, up to where nobody has it open any more."""
    with log.open("wb", buffering=0) as file, contextlib.suppress(OSError):  # EIO says that the last one has closed it
        while printed := os.read(terminal, 65536):
            file.write(printed)


def test_an_interrupted_ingest_hands_back_what_it_was_at(tmp_path: Path):
    words = "The maximum loan-to-value ratio for property number {} is {} per cent of the appraised value.\n\n"
    document, log = tmp_path / "long.txt", tmp_path / "ingest.log"
    document.write_text("".join(words.format(number, number % 90) for number in range(SENTENCES)))
    own = {"DATABASE_URL", "REDIS_URL"}
    env = {name: value for name, value in os.environ.items() if name not in own}
    env |= {"DATA_DIR": str(tmp_path / "data"), "LOG_LEVEL": "INFO", "OMP_NUM_THREADS": "1"}
    terminal, its_end = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    log.touch()
    ingest = subprocess.Popen(
        [sys.executable, "manage.py", "ingest", "--workspace", "W", str(document)],
        cwd=BASE_DIR, env=env, stdout=its_end, stderr=its_end, start_new_session=True, preexec_fn=heed_interrupts,
    )  # fmt: skip
    os.close(its_end)
    reading = threading.Thread(target=copy, args=(terminal, log), daemon=True)
    reading.start()
    try:
        assert eventually(lambda: "(embed)" in log.read_text(errors="replace")), log.read_text(errors="replace")
        ingest.send_signal(signal.SIGINT)
        assert ingest.wait(120) == 1  # it ends what it embeds at the moment; machines are noisy
    finally:
        ingest.kill()
        reading.join(30)
        os.close(terminal)
    said = log.read_text(errors="replace")
    assert any("embed:0:0" in line and "is left to others" in line for line in said.splitlines()), said
    assert "Traceback" not in said, said
    assert wait_until_stopped(tmp_path / "data")
