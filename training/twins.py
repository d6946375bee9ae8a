"""Passages written for training, each with a twin in which some facts are others, and claims with a label under both.

A line of JSON a passage, in any ``*.jsonl`` of a folder: ``passage``; ``edits``, pairs of an old text that occurs once
in it, as it is behind the edits before, and a new one, which yield the twin; ``claims``, each of text, label under the
passage, label under the twin and what kind of claim it is. Labels: s supported, c contradicted, n not enough, u only
known not to be supported.
"""

import gzip
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from training.mistakes import Unusable
from workers.evaluations.labelled import SUFFIX, Example, Label, Unreadable

SET = "written"
LABELS = {"s": Label.SUPPORTED, "c": Label.CONTRADICTED, "n": Label.NOT_ENOUGH, "u": Label.UNSUPPORTED}


def written(*folders: Path) -> list[Example]:
    """Every claim against its passage and against its twin, each under an id of its own.

    Raises Unreadable that says which file or line, and why; Unusable where a folder is given twice.
    """
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise Unusable("a folder of passages is given twice")
    found = []
    for number, folder in enumerate(folders):
        paths = sorted(folder.glob("*.jsonl"))
        if not paths:
            raise Unreadable(f"{str(folder)!r} has no file that ends in .jsonl")
        found += [replace(one, id=f"{number}-{one.id}") for path in paths for one in _examples(path)]
    return found


def drawn(examples: Sequence[Example], *, most: int, seed: int) -> list[Example]:
    """All claims of at most so many passages, and of their twins; in the order given."""
    passages = list(dict.fromkeys(map(_passage, examples)))
    taken = set(random.Random(f"{seed} passages").sample(passages, min(most, len(passages))))
    return [one for one in examples if _passage(one) in taken]


def _passage(example: Example) -> str:
    """Its name without the claim's number and side."""
    return example.id.rpartition("-")[0]


def _examples(path: Path) -> Iterator[Example]:
    try:
        lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path.name}: {error}") from error
    for number, line in enumerate(lines, start=1):
        try:
            yield from _pairs(json.loads(line), f"{path.stem}-{number}")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Unreadable(f"{path.name}, line {number}: {error!r}") from error


def _pairs(row: Any, name: str) -> Iterator[Example]:
    """Raises ValueError, KeyError, TypeError or AttributeError where the line is no such passage."""
    passages = (row["passage"], twin_of(row["passage"], row["edits"]))
    if passages[0] == passages[1]:
        raise ValueError("the twin is the passage")
    for at, (claim, *labels, _kind) in enumerate(row["claims"], start=1):
        if not isinstance(claim, str) or not claim.strip():
            raise ValueError(f"claim {at} is no text")
        for which, passage, label in zip("ab", passages, labels, strict=True):
            yield Example(id=f"{name}-{at}{which}", set_name=SET, claim=claim, evidence=passage, label=LABELS[label])


def twin_of(passage: str, edits: list[list[str]]) -> str:
    """The passage with each old text exchanged for the new one. Raises ValueError where one occurs not just once."""
    for old, new in edits:
        if passage.count(old) != 1:
            raise ValueError(f"{old!r} occurs {passage.count(old)} times")
        passage = passage.replace(old, new)
    return passage


def save_set(examples: Sequence[Example], folder: Path) -> str:
    """Writes them as the published sets are kept, so that what measures those measures them; a line about it.

    Raises Unusable where the folder cannot be written.
    """
    path = folder / f"{SET}{SUFFIX}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "wt", encoding="utf-8") as file:
            for one in examples:
                row = {"id": one.id, "claim": one.claim, "evidence": one.evidence, "label": one.label.value}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    except OSError as error:
        raise Unusable(f"{str(path)!r} cannot be written: {error}") from error
    return f"{path}: {len(examples)} claims"
