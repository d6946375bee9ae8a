"""Labelled claims and questions as the built-in cast sees them, for measuring and fitting. Reads ../shared/data."""

import gzip
import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from apps.agents.judge.evidence import Measures, candidates, claimed_of
from apps.agents.judge.evidence import measure as measure_claim
from apps.agents.reading.context import read_context
from apps.inference.memory import SentenceMemory
from apps.verification.types import ContextChunk

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
PIECE = 2500  # characters of evidence that make one passage
LONGEST = 9000  # characters of evidence that are read


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A claim, whether its evidence supports it, and what the Judge measures on each window."""

    source: str
    supported: bool
    label: str
    claim: str
    measures: tuple[Measures, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question of xquad; paragraphs[paragraph] answers it at ``start``."""

    question: str
    paragraph: int
    start: int
    article: int


def passage(content: str, title: str = "") -> ContextChunk:
    """A passage of its own document."""
    digest = hashlib.sha256(f"{title}\n{content}".encode()).hexdigest()
    return ContextChunk(
        chunk_id=digest, key=digest[:12], document_id=title or digest, title=title, filename=title, content=content
    )


def claims_in(split: str, *, per_set: int, memory: SentenceMemory, seed: int = 0) -> Iterator[Labelled]:
    """``per_set`` claims of each set of ``split`` (``train`` or ``dev``), the same ones for the same seed."""
    for path in sorted((DATA / "verification" / split).glob("*.jsonl.gz")):
        with gzip.open(path, "rt") as lines:
            rows = [json.loads(line) for line in lines]
        rows = [row for row in rows if row["label"] != "generic" and 2 < len(row["claim"].split()) < 80]
        random.Random(seed).shuffle(rows)
        for row in rows[:per_set]:
            yield _labelled(row, path.name.split(".")[0], memory)


def _labelled(row: dict[str, str], source: str, memory: SentenceMemory) -> Labelled:
    evidence = str(row["evidence"])[:LONGEST]
    pieces = [evidence[start : start + PIECE] for start in range(0, len(evidence), PIECE)] or [""]
    context = read_context(tuple(passage(piece, "evidence") for piece in pieces))
    claim = claimed_of(row["claim"])
    windows = candidates(claim, context)
    return Labelled(
        source=source,
        supported=row["label"] == "supported",
        label=row["label"],
        claim=row["claim"],
        measures=measure_claim(claim, windows, context, memory),
    )


def xquad() -> tuple[list[str], list[Asked]]:
    """The paragraphs, and the questions with the place of their answer."""
    articles = json.loads((DATA / "retrieval" / "xquad.en.json").read_text())["data"]
    paragraphs: list[str] = []
    asked = []
    for number, article in enumerate(articles):
        for paragraph in article["paragraphs"]:
            for qa in paragraph["qas"]:
                start = qa["answers"][0]["answer_start"]
                asked.append(Asked(question=qa["question"], paragraph=len(paragraphs), start=start, article=number))
            paragraphs.append(paragraph["context"])
    return paragraphs, asked
