"""Sentences that readers wrote about passages of real documents, as sets for `manage.py evaluate judge`.

    python -m tests.benchmarks.reader_claims --out FOLDER [--invented] [--data DIR]
    manage.py evaluate judge --data FOLDER

Half of them are borne out, in other words, condensed or concluded; half are wrong in one thing that looks right.
`reader_claims.jsonl` has the claims and where their passages stand: a page of a filing (counted from 1) or a paragraph
of xquad, and from which character on how many; in filings all white space counts as one space. With ``--invented`` the
sets are those of `invented_claims.jsonl`: passages that two readers invented, and claims in another order of their
words (``arranged``), or with a denial in other words (``denied``), half of each not borne out.
"""

import argparse
import gzip
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium

from tests.benchmarks.cast_data import DATA
from workers.evaluations.labelled import SUFFIX

CLAIMS = Path(__file__).with_name("reader_claims.jsonl")
INVENTED = Path(__file__).with_name("invented_claims.jsonl")
XQUAD = "xquad"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a passage stands. ``page``: of a filing, or "article.paragraph" of xquad, these counted from 0."""

    source: str
    page: int | str
    start: int
    length: int
    digest: str  # the first 16 digits of its SHA-256

    def passage(self, data: Path) -> str:
        """Raises ValueError where another text stands there."""
        found = text_of(data, self.source, self.page)[self.start : self.start + self.length]
        if digest_of(found) != self.digest:
            raise ValueError(f"{self.source}, {self.page}: another text stands there")
        return found


def digest_of(passage: str) -> str:
    return sha256(passage.encode()).hexdigest()[:16]


@cache
def text_of(data: Path, source: str, page: int | str) -> str:
    """A paragraph or a page; words that a line's end divides are whole."""
    if source == XQUAD:
        article, paragraph = map(int, str(page).split("."))
        articles = json.loads((data / "retrieval" / "xquad.en.json").read_text("utf-8"))["data"]
        return str(articles[article]["paragraphs"][paragraph]["context"])
    with pdfium.PdfDocument(data / "documents" / "sec_filings" / f"{source}.pdf") as filing:
        text = filing[int(page) - 1].get_textpage().get_text_range().replace("\r\n", "\n")
    return re.sub(r"\s+", " ", re.sub(r"-\n(?=[a-z])", "", text))


def rows(data: Path, *, invented: bool = False) -> Iterator[tuple[str, dict[str, str]]]:
    """Set and example, as `*.jsonl.gz` has it; see above for ``invented``."""
    for number, line in enumerate((INVENTED if invented else CLAIMS).read_text("utf-8").splitlines(), start=1):
        row: dict[str, Any] = json.loads(line)
        passage = row["evidence"] if invented else Place(**row["place"]).passage(data)
        for at, (claim, label) in enumerate(row["claims"], start=1):
            yield row["set"], {"id": f"{number}-{at}", "claim": claim, "evidence": passage, "label": label}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reader_claims", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the sets")
    parser.add_argument("--invented", action="store_true", help="the claims on invented passages")
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args(arguments)
    sets: dict[str, list[str]] = defaultdict(list)
    for name, row in rows(options.data, invented=options.invented):
        sets[name].append(json.dumps(row, ensure_ascii=False))
    options.out.mkdir(parents=True, exist_ok=True)
    for name, lines in sets.items():
        path = options.out / f"{name}{SUFFIX}"
        with gzip.open(path, "wt", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        print(f"{path}: {len(lines)} claims")
    return 0


if __name__ == "__main__":
    sys.exit(main())
