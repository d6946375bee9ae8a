"""The supervisor: restarts with growing pauses, ends its children politely, then firmly."""

import io
import os
import signal
import sys
import threading
import time
from pathlib import Path

from tests.live import eventually
from veritydraft.embedded.processes import is_alive
from veritydraft.supervisor import Child, Supervisor

POLITE = "import signal, sys, time; signal.signal(signal.SIGTERM, lambda *_: (print('bye', flush=True), sys.exit())); "
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
WAIT = "print('up', flush=True); time.sleep(600)"


def run_until(*children: Child, stop_when: str, signals: int = 1, patience: float = 10.0) -> tuple[str, float]:
    """Runs the children until the output has ``stop_when``, then sends Ctrl-C: the output, the seconds to the end."""
    output = io.StringIO()
    keeper = Supervisor(children=children, env=dict(os.environ), output=output, patience=patience)
    stopped_at = []

    def interrupt() -> None:
        eventually(lambda: output.getvalue().count(stop_when) >= len(children))
        stopped_at.append(time.monotonic())
        for _ in range(signals):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.3)

    thread = threading.Thread(target=interrupt)
    thread.start()
    keeper.run()
    seconds = time.monotonic() - stopped_at[0]
    thread.join()
    return output.getvalue(), seconds


def child(name: str, code: str) -> Child:
    return Child(name=name, command=[sys.executable, "-c", code])


def test_children_are_asked_to_end_and_their_output_bears_their_names() -> None:
    one, two = child("one", POLITE + WAIT), child("two", POLITE + WAIT)
    output, _ = run_until(one, two, stop_when="up")
    assert "one │ up" in output
    assert "two │ up" in output
    assert output.count("bye") == 2
    assert one.process.returncode == two.process.returncode == 0


def test_a_child_that_will_not_end_is_killed_with_all_it_started(tmp_path: Path) -> None:
    pid_file = tmp_path / "grandchild"
    fork = f"import os; pid = os.fork(); pid and open({str(pid_file)!r}, 'w').write(str(pid)); "
    stubborn = child("stubborn", STUBBORN + fork + WAIT)
    _, seconds = run_until(stubborn, stop_when="up", patience=1.0)
    assert 1 <= seconds < 8
    assert stubborn.process.returncode == -signal.SIGKILL
    assert eventually(lambda: not is_alive(int(pid_file.read_text())))


def test_a_second_ctrl_c_ends_the_patience() -> None:
    _, seconds = run_until(child("stubborn", STUBBORN + WAIT), stop_when="up", signals=2)
    assert seconds < 8  # of the ten it would have been given


def test_a_child_that_fails_is_started_again_with_growing_pauses() -> None:
    failing = child("failing", "print('up'); raise SystemExit(7)")
    output, _ = run_until(failing, stop_when="starting again in 2 s")
    assert [line.rpartition("in ")[2] for line in output.splitlines() if "status 7" in line] == ["0.5 s", "1 s", "2 s"]
    assert output.count("│ up") >= 2  # the last one may still be on its way


def test_what_happens_every_second_happens_while_children_run() -> None:
    calls: list[float] = []
    keeper = Supervisor(
        children=[child("one", POLITE + WAIT)],
        env=dict(os.environ),
        output=io.StringIO(),
        every_second=lambda: calls.append(time.monotonic()),
    )
    threading.Timer(2.5, os.kill, (os.getpid(), signal.SIGTERM)).start()
    keeper.run()
    assert 2 <= len(calls) <= 4
