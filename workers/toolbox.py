"""Puts together what phases are handed: models by the settings, limits, the extraction sandbox."""

import functools
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage

from apps.agents.contracts import Judge, Skeptic, Writer
from apps.agents.registry import judge_for, skeptic_for, writer_for
from apps.core.engines import BUILTIN
from apps.core.errors import NO_ROOM, StorageUnavailable
from apps.documents.extraction import ExtractionError, Limits, extract
from apps.documents.extraction.folders import reading_folder
from apps.documents.models import Document
from apps.documents.sniffing import MARKDOWN, TEXT, sniff
from apps.documents.types import Extracted
from apps.drafting.verifying import with_headings_marked
from apps.inference.calling import CallScope, calls_for
from apps.inference.contracts import Embedder, ModelError
from apps.inference.embedders import count_tokens, get_embedder
from apps.runs.context import PhaseContext
from apps.runs.storable import storable
from apps.runs.types import PhaseError

COPY_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextLimits:
    """How much a mode retrieves and keeps (spec section 3)."""

    retrieve: int
    keep: int
    context_tokens: int


class Toolbox:
    """What a phase may use. Models are loaded on first use, once per process."""

    def around(self, ctx: PhaseContext) -> AbstractContextManager[None]:
        """Model calls that a phase makes are made for its run, and are closed when the phase is lost."""

        def note(error: ModelError) -> None:
            ctx.note_error(PhaseError(error.code, error.message, retryable=error.retryable))

        return calls_for(
            CallScope(
                workspace_id=ctx.workspace_id,
                run_id=ctx.run_id,
                phase=str(ctx.key),
                stopped=lambda: ctx.superseded,
                note=note,
            )
        )

    @property
    def coverage_gate(self) -> float:
        return settings.COVERAGE_GATE

    def limits(self, mode: str) -> ContextLimits:
        """Limits of a mode: a draft's for each of its sections, an answer's for every other."""
        if mode == "draft":
            return ContextLimits(
                retrieve=settings.DRAFT_RETRIEVE, keep=settings.DRAFT_KEEP, context_tokens=settings.DRAFT_CONTEXT_TOKENS
            )
        return ContextLimits(
            retrieve=settings.ANSWER_RETRIEVE, keep=settings.ANSWER_KEEP, context_tokens=settings.ANSWER_CONTEXT_TOKENS
        )

    def embedder(self, model: str) -> Embedder:
        return get_embedder(model)

    def count_tokens(self, texts: list[str]) -> list[int]:
        return count_tokens(texts)

    def writer(self) -> Writer:
        return writer_for(settings.WRITER_MODEL, embedder=get_embedder(BUILTIN))

    def writers(self) -> tuple[Writer, ...]:
        """The Writer, and who takes over when its model fails."""
        fallback = settings.WRITER_FALLBACK_MODEL
        if fallback == settings.WRITER_MODEL or settings.WRITER_MODEL == BUILTIN:
            return (self.writer(),)
        return self.writer(), writer_for(fallback, embedder=get_embedder(BUILTIN))

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
        limits = _reading_limits(settings.MAX_TEXT_CHARS)
        with _copied(lambda: document.file.open("rb")) as path:
            return extract(
                path, filename=document.filename, limits=limits, on_progress=on_progress, should_stop=should_stop
            )

    def text_of(self, stored: str, filename: str, *, should_stop: Callable[[], bool]) -> str:
        """The text of a stored file that is to be verified, read in a process of its own; raises ExtractionError.

        Markdown and plain text as they are, other formats with their headings marked as Markdown does.
        """
        limits = _reading_limits(settings.MAX_VERIFY_CHARS)
        with _copied(lambda: default_storage.open(stored, "rb")) as path:
            with path.open("rb") as file:
                formatted = sniff(file, filename) not in (MARKDOWN, TEXT)
            name = filename if formatted else "text.txt"
            extracted = extract(path, filename=name, limits=limits, should_stop=should_stop)
        return storable(with_headings_marked(extracted) if formatted else extracted.text)


def _reading_limits(max_chars: int) -> Limits:
    return Limits(
        max_pages=settings.MAX_PAGES,
        max_chars=max_chars,
        memory_bytes=settings.EXTRACTION_MEMORY_BYTES,
        seconds=settings.EXTRACTION_SECONDS,
    )


@contextmanager
def _copied(opened: Callable[[], File]) -> Iterator[Path]:
    """Stored bytes in a folder of our own. Raises ExtractionError."""
    with reading_folder() as folder:
        path = folder / "document"
        _fetch(opened, path)
        yield path


def _fetch(opened: Callable[[], File], path: Path) -> None:
    """Copy the stored bytes to a path of our own. Raises ExtractionError."""
    try:
        with opened() as source, path.open("wb") as target:
            while block := source.read(COPY_BYTES):
                target.write(block)
    except FileNotFoundError:
        raise ExtractionError("file_missing", "The stored file is missing.") from None
    except StorageUnavailable as error:
        message = "The stored file cannot be fetched at the moment."
        raise ExtractionError("storage_unavailable", message, retryable=True) from error
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        raise ExtractionError("no_room", "There is no room to read the file at the moment.", retryable=True) from error


@functools.cache
def toolbox() -> Toolbox:
    """The process's own."""
    return Toolbox()
