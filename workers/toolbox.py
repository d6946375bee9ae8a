"""Puts together what phases are handed: models by the settings, limits, the extraction sandbox."""

import functools
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from apps.agents.contracts import Judge, Skeptic, Writer
from apps.agents.registry import judge_for, skeptic_for, writer_for
from apps.documents.extraction import Limits, extract
from apps.documents.models import Document
from apps.documents.types import Extracted
from apps.inference.contracts import Embedder
from apps.inference.embedders import count_tokens, get_embedder
from apps.verification.types import Thresholds

BUILTIN = "builtin"
COPY_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextLimits:
    """How much a mode retrieves and keeps (spec section 3)."""

    retrieve: int
    keep: int
    context_tokens: int


class Toolbox:
    """What a phase may use. Models are loaded on first use, once per process."""

    thresholds = Thresholds()

    @property
    def coverage_gate(self) -> float:
        return settings.COVERAGE_GATE

    def limits(self, mode: str) -> ContextLimits:
        """Limits of a mode; ``answer`` is the one there is."""
        return ContextLimits(
            retrieve=settings.ANSWER_RETRIEVE, keep=settings.ANSWER_KEEP, context_tokens=settings.ANSWER_CONTEXT_TOKENS
        )

    def embedder(self, model: str) -> Embedder:
        return get_embedder(model)

    def count_tokens(self, texts: list[str]) -> list[int]:
        return count_tokens(texts)

    def writer(self) -> Writer:
        return writer_for(settings.WRITER_MODEL, embedder=get_embedder(BUILTIN))

    def skeptic(self) -> Skeptic:
        return skeptic_for(settings.SKEPTIC_MODEL, embedder=get_embedder(BUILTIN))

    def claim_reader(self) -> Skeptic:
        """Takes claims out of a text when the Skeptic gave up."""
        return skeptic_for(BUILTIN, embedder=get_embedder(BUILTIN))

    def judge(self) -> Judge:
        return judge_for(settings.JUDGE_MODEL, embedder=get_embedder(BUILTIN))

    def extract(
        self, document: Document, *, on_progress: Callable[[int, int], None], should_stop: Callable[[], bool]
    ) -> Extracted:
        """Read a document's file in a process of its own; raises ExtractionError."""
        limits = Limits(
            max_pages=settings.MAX_PAGES,
            max_chars=settings.MAX_TEXT_CHARS,
            memory_bytes=settings.EXTRACTION_MEMORY_BYTES,
            seconds=settings.EXTRACTION_SECONDS,
        )
        with tempfile.TemporaryDirectory(prefix="veritydraft-") as folder:
            path = Path(folder) / "document"
            with document.file.open("rb") as source, path.open("wb") as target:
                while block := source.read(COPY_BYTES):
                    target.write(block)
            return extract(
                path, filename=document.filename, limits=limits, on_progress=on_progress, should_stop=should_stop
            )


@functools.cache
def toolbox() -> Toolbox:
    """The process's own."""
    return Toolbox()
