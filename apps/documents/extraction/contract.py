"""What a format's module offers and what it is given. Nothing here may need Django: the child process has none."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from apps.core.registry import Registry
from apps.documents.types import Extracted

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much one file may cost. Bytes, seconds, pages and characters."""

    memory_bytes: int = 2048 * MIB  # address space of the child
    seconds: float = 300.0
    max_pages: int = 2000
    max_chars: int = 20_000_000
    max_inflated_bytes: int = 256 * MIB  # of all members of a ZIP container together


Progress = Callable[[int, int], None]  # (pages done, pages in all)


class Extractor(Protocol):
    """Reads one format."""

    def __call__(self, path: Path, *, filename: str, limits: Limits, progress: Progress) -> Extracted:
        """The file's text and landmarks. Raises ExtractionError."""


EXTRACTORS: Registry[Extractor] = Registry("extractor")  # by Kind.name, which is also the module's name
