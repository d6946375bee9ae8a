"""Pages a second: the PDF extractor against bare pypdfium2 reading the same facts (text and font sizes).

``python -m tests.benchmarks.bench_extraction [--rounds N] [PDF …]``; without names, the shared filings. Both read each
file in turn. Counted are CPU seconds, of child processes too, so that a busy machine falsifies little; the ratio is of
the medians. Aim: 0.6.
"""

import argparse
import os
import statistics
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from apps.documents.extraction.contract import Limits
from apps.documents.extraction.pdf import read_pdf
from apps.documents.extraction.sandbox import extract

FILINGS = Path(__file__).resolve().parents[3] / "shared" / "data" / "documents" / "sec_filings"


def bare(path: Path) -> int:
    """Text of each page and the font size at the head of each line; returns the number of lines."""
    document = pypdfium2.PdfDocument(path)
    lines = 0
    for page in document:
        textpage = page.get_textpage()
        position = 0
        for line in textpage.get_text_range().split("\r\n"):
            pdfium.FPDFText_GetFontSize(textpage.raw, position)
            position += len(line) + 2
            lines += 1
        textpage.close()
        page.close()
    document.close()
    return lines


def ours(path: Path) -> int:
    """The extractor without its process: text, pages, headings, cells, title."""
    return len(read_pdf(path, filename=path.name, limits=Limits(), progress=lambda done, total: None).text)


def confined(path: Path) -> int:
    """The extractor as it is used: in a process of its own."""
    return len(extract(path, filename=path.name, limits=Limits()).text)


def seconds(read: Callable[[Path], int], path: Path) -> float:
    """CPU seconds that one reading takes, those of finished children included."""
    began = sum(os.times()[:4])
    read(path)
    return sum(os.times()[:4]) - began


def measure(paths: list[Path], rounds: int) -> dict[str, float]:
    """Pages a second for each way of reading, over all files, from the median of the rounds."""
    ways = {"bare pypdfium2": bare, "extractor": ours, "extractor in its process": confined}
    totals: dict[str, list[float]] = {name: [] for name in ways}
    pages = 0
    for path in paths:
        pages += len(pypdfium2.PdfDocument(path))
    for _ in range(rounds):
        spent = dict.fromkeys(ways, 0.0)
        for path in paths:
            for name, read in ways.items():
                spent[name] += seconds(read, path)
        for name, total in spent.items():
            totals[name].append(total)
    return {name: pages / statistics.median(each) for name, each in totals.items()}


def main() -> None:
    """Prints pages a second and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    paths = options.files or sorted(FILINGS.glob("*.pdf"))
    if not paths:
        parser.exit(message=f"no filings under {FILINGS}; nothing measured\n")
    speeds = measure(paths, options.rounds)
    base = speeds["bare pypdfium2"]
    for name, speed in speeds.items():
        print(f"{name:26} {speed:7.0f} pages/s   ratio {speed / base:.2f}")


if __name__ == "__main__":
    main()
