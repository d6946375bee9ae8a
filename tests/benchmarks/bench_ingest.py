"""Ten filings from upload to ready, through the command line and the embedded services.

    python -m tests.benchmarks.bench_ingest [FOLDER]

Prints wall seconds, pages and chunks per second, and the largest resident set of any process of the run. The peer to
hold it against is another indexer over the same files on the same machine; the figure alone says little.
"""

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
FILINGS = ROOT.parent / "shared" / "data" / "documents" / "sec_filings"
SAMPLE_SECONDS = 0.2


def watch(pid: int, peaks: dict[str, int], done: threading.Event) -> None:
    """The largest resident set per process name, and of all together, while the run lasts."""
    root = psutil.Process(pid)
    while not done.wait(SAMPLE_SECONDS):
        total = 0
        for process in [root, *root.children(recursive=True)]:
            try:
                size, name = process.memory_info().rss, " ".join(process.cmdline()[1:4])
            except psutil.Error:
                continue
            total += size
            peaks[name] = max(peaks.get(name, 0), size)
        peaks["all processes"] = max(peaks.get("all processes", 0), total)


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FILINGS
    files = sorted(folder.glob("*.pdf"))
    if not files:
        print(f"no PDF in {folder}: nothing measured")
        return 0
    with tempfile.TemporaryDirectory(prefix="veritydraft-bench-") as data:
        env = {**os.environ, "DATA_DIR": data}
        command = [sys.executable, str(ROOT / "manage.py"), "ingest", "--workspace", "Bench", *map(str, files)]
        subprocess.run([sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0"], env=env, check=True)
        began = time.perf_counter()
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        peaks: dict[str, int] = {}
        done = threading.Event()
        threading.Thread(target=watch, args=(process.pid, peaks, done), daemon=True).start()
        lines = process.communicate()[0].splitlines()
        done.set()
        seconds = time.perf_counter() - began
    report(lines, seconds, peaks)
    return process.returncode


def report(lines: list[str], seconds: float, peaks: dict[str, int]) -> None:
    print("\n".join(lines))
    pages, chunks = (
        sum(int(n) for line in lines for n in re.findall(rf"(\d+) {unit}", line)) for unit in ("pages", "chunks")
    )
    rates = f"{pages / seconds:.1f} pages/s, {chunks / seconds:.1f} chunks/s"
    print(f"{seconds:.1f} s for {pages} pages and {chunks} chunks: {rates}")
    for name, size in sorted(peaks.items(), key=lambda item: -item[1])[:6]:
        print(f"{size / 2**20:8.0f} MiB  {name}")


if __name__ == "__main__":
    sys.exit(main())
