"""Seconds a DOCX and a Markdown file: by a fork of a server that has imported their readers, and by a process each.

``python -m tests.benchmarks.bench_reading [--rounds N]``. Both read the samples in turn; the server is there already,
as from a second file on. The ratio is of the medians.
"""

import argparse
import statistics
import time
from pathlib import Path

from apps.documents.extraction.confinement import run_confined
from apps.documents.extraction.contract import Limits
from apps.documents.extraction.folders import reading_folder
from apps.documents.sniffing import sniff

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
FILES = ("hr-handbook.docx", "mortgage-conduct-regulation.md", "staff-note.md")


def seconds(path: Path, *, forked: bool) -> float:
    """One reading, from the order to the result."""
    with path.open("rb") as file:
        kind = sniff(file, path.name).name
    began = time.perf_counter()
    with reading_folder() as folder:
        words = (kind, str(path), path.name)
        run_confined(
            "apps.documents.extraction.child", *words, doing="Reading", limits=Limits(), folder=folder, forked=forked
        )
    return time.perf_counter() - began


def main() -> None:
    """Prints each file's medians and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    for path in (SAMPLES / name for name in FILES):
        seconds(path, forked=True)
        both = [(seconds(path, forked=True), seconds(path, forked=False)) for _ in range(rounds)]
        forks, started = (statistics.median(each) for each in zip(*both, strict=True))
        print(f"{path.name:32} forked {forks:6.3f} s   started {started:6.3f} s   ratio {started / forks:5.1f}")


if __name__ == "__main__":
    main()
