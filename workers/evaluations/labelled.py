"""Claims with evidence and a label, as published sets have them: any folder of ``*.jsonl.gz``."""

import gzip
import json
import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

SUFFIX = ".jsonl.gz"


class Label(StrEnum):
    """What the evidence says of the claim. ``unsupported``: contradicted or not enough, the set does not say which."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_ENOUGH = "not_enough"
    UNSUPPORTED = "unsupported"
    PARTIAL = "partial"  # a part of the claim is supported: counts as not supported
    GENERIC = "generic"  # nothing that could be true or false: not measured


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A claim held against its evidence. ``set_name``: the file's, without its ending."""

    id: str
    set_name: str
    claim: str
    evidence: str
    label: Label

    @property
    def is_supported(self) -> bool:
        return self.label is Label.SUPPORTED


class Unreadable(Exception):
    """A folder or a line that cannot be used; says which and why in one line."""


def sets_in(folder: Path) -> tuple[Path, ...]:
    """The files of a folder, by name. Raises Unreadable where there are none."""
    if not folder.is_dir():
        raise Unreadable(f"there is no folder {str(folder)!r}")
    found = tuple(sorted(folder.glob(f"*{SUFFIX}")))
    if not found:
        raise Unreadable(f"{str(folder)!r} has no file that ends in {SUFFIX}")
    return found


def examples_in(path: Path, *, most: int | None = None, seed: int = 0) -> tuple[Example, ...]:
    """The examples of a file in its order; of more than ``most`` a sample, the same for the same ``seed``.

    Those without factual content are left out. Raises Unreadable with the number of the line.
    """
    name = path.name.removesuffix(SUFFIX)
    found = [one for one in _lines(path, name) if one.label is not Label.GENERIC]
    if most is None or len(found) <= most:
        return tuple(found)
    chosen = sorted(random.Random(f"{name} {seed}").sample(range(len(found)), most))
    return tuple(found[number] for number in chosen)


def _lines(path: Path, name: str) -> Iterator[Example]:
    number = 0
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _example(json.loads(line), name, number)
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise Unreadable(f"{path.name}, line {number + isinstance(error, OSError | EOFError)}: {error}") from error


def _example(row: Any, name: str, number: int) -> Example:
    """Raises ValueError that says what is wrong."""
    if not isinstance(row, dict):
        raise ValueError("not an object")
    for key in ("claim", "evidence", "label"):
        if not isinstance(row.get(key), str) or (key != "evidence" and not row[key].strip()):
            raise ValueError(f"no text under {key!r}")
    if row["label"] not in set(Label):
        raise ValueError(f"unknown label {row['label']!r}: known are {', '.join(Label)}")
    return Example(
        id=str(row.get("id") or f"{name}-{number}"),
        set_name=name,
        claim=" ".join(row["claim"].split()),
        evidence=row["evidence"],
        label=Label(row["label"]),
    )


def by_set(examples: Sequence[Example]) -> dict[str, list[int]]:
    """Name of each set → the places of its examples."""
    found: dict[str, list[int]] = {}
    for place, example in enumerate(examples):
        found.setdefault(example.set_name, []).append(place)
    return found
