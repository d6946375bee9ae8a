"""The steps that write: the first text and its revision, told while they are written, their claims taken beside."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from apps.agents.contracts import Problem, RevisionTask, Writer, WriterTask
from apps.drafting.asking_on import conversation_before
from apps.drafting.early_claims import EarlyClaims, progress
from apps.drafting.models import Turn
from apps.drafting.telling import Telling
from apps.inference.calling import closed_when_left
from apps.inference.contracts import ModelError
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.types import Data, EventDraft, PhaseResult
from apps.verification.models import Ledger
from apps.verification.storage import ledger_drop, ledger_open, problems_of
from apps.verification.succession import Earlier
from apps.verification.types import ContextChunk, Mode
from workers.phases.answer import cuts, written
from workers.phases.failures import as_phase_error, nothing_written
from workers.phases.sources import context
from workers.pipelines.verification import JUDGE_BATCH
from workers.queues import queue_of

STARTS = 2  # of one Writer: a stream that broke off is begun once more before another Writer takes over

Ask = Callable[[Writer], Iterator[str]]


@phase("write", queue=queue_of("writer"), deadline=1200)
def write(ctx: PhaseContext) -> PhaseResult:
    """The answer, told as it is written."""
    chunks = context(ctx)
    task = WriterTask(
        query=ctx.inputs["query"],
        asked=ctx.inputs.get("asked", ""),
        chunks=chunks,
        mode=ctx.inputs["mode"],
        verification=Mode(ctx.inputs["verification"]),
        conversation=conversation_before(Turn.objects.get(id=ctx.subject_id)),
    )
    return _written(ctx, chunks, lambda writer: writer.write(task), event="generation_started")


@phase("revise", queue=queue_of("writer"), deadline=1200, tolerated=True)
def revise(ctx: PhaseContext) -> PhaseResult:
    """The text again, with what did not hold mended, softened or taken out."""
    earlier = ctx.key.cycle - 1
    chunks = context(ctx)
    ledger = Ledger.objects.get(turn_id=ctx.subject_id, cycle=earlier)
    turn = Turn.objects.get(id=ctx.subject_id)
    task = RevisionTask(
        query=ctx.inputs["query"],
        text=written(ctx, earlier)["text"],
        problems=tuple(Problem(**problem) for problem in problems_of(ledger)),
        chunks=chunks,
        verification=Mode(ctx.inputs["verification"]),
        missing=tuple(turn.skeptic_report.get("missing", ())),
        contradictions=tuple(turn.skeptic_report.get("contradictions", ())),
        conversation=conversation_before(turn),
    )
    return _written(ctx, chunks, lambda writer: writer.revise(task), event="revision_started")


def _written(ctx: PhaseContext, chunks: tuple[ContextChunk, ...], ask: Ask, *, event: str) -> PhaseResult:
    """The text by the first Writer that brings it to an end; each start begins on a clean page."""

    def page(writer: Writer, start: int) -> _Page:
        fresh = _Page(ctx, writer, chunks, start=start)
        fresh.open(event)
        return fresh

    return written_by(ctx, page, ask)


class Page(Protocol):
    """One start of a text."""

    @property
    def has_words(self) -> bool:
        """Whether readers may have seen any of it."""

    def filled(self, pieces: Iterator[str], *, stands_in: bool) -> PhaseResult:
        """The whole text. Raises ModelError when the Writer does not come to an end."""


def written_by(ctx: PhaseContext, page: Callable[[Writer, int], Page], ask: Ask) -> PhaseResult:
    """Pages by one Writer after the other until one is filled; ``page`` is told how many were begun with it."""
    begun = ctx.progress.get("start", 0)
    writers = ctx.tools.writers()
    turns = [(writer, place > 0) for place, writer in enumerate(writers) for _ in range(STARTS)]
    while True:
        writer, stands_in = turns.pop(0)
        begun += 1
        begun_page = page(writer, begun)
        try:
            return begun_page.filled(ask(writer), stands_in=stands_in)
        except ModelError as error:
            ctx.check()
            if not (error.retryable and begun_page.has_words):
                turns = [turn for turn in turns if turn[0] is not writer]  # the call itself was tried often enough
            if not turns:
                raise as_phase_error(error) from error
            ctx.note_error(as_phase_error(error))


def signed(text: str, writer: Writer, *, stands_in: bool, removed: Iterable[str]) -> Data:
    """A text as it is kept: who wrote it, in whose place or not, and the citations that were taken out of it."""
    return {
        "text": text,
        "model": writer.name,
        "prompts": dict(writer.prompts),
        "stood_in": [writer.name] if stands_in else [],
        "removed_citations": list(removed),
    }


class _Page:
    """One start of a text: what it says and the claims taken out of it."""

    def __init__(self, ctx: PhaseContext, writer: Writer, chunks: tuple[ContextChunk, ...], *, start: int) -> None:
        self.ctx, self.writer, self.chunks, self.start = ctx, writer, chunks, start

    @property
    def has_words(self) -> bool:
        return bool(self.telling.text.strip())

    def open(self, event: str) -> None:
        """Tell readers of the start, and take back whatever an earlier one has left."""
        ctx, cycle = self.ctx, self.ctx.key.cycle
        told = {"attempt": self.start, "cycle": cycle, "model": self.writer.name}
        ids = {"turn_id": ctx.subject_id, "cycle": cycle}
        clean = progress(start=self.start, claims=0)
        ctx.emit(EventDraft(type=event, payload=told), project=lambda: ledger_drop(**ids), progress=clean)
        self.claims = EarlyClaims(
            skeptic=ctx.tools.skeptic(),
            query=ctx.inputs["query"],
            open_ledger=lambda: ledger_open(workspace_id=ctx.workspace_id, **ids, claims=(), thresholds=cuts(ctx)),
            earlier=Earlier(turn_id=ctx.subject_id, cycle=cycle),
            cycle=cycle,
            batch=JUDGE_BATCH,
            start=self.start,
        )
        allowed = frozenset(chunk.key for chunk in self.chunks)
        self.telling = Telling(ctx, allowed=allowed, cycle=cycle, claims=self.claims)

    def filled(self, pieces: Iterator[str], *, stands_in: bool) -> PhaseResult:
        """The whole text. Raises ModelError when the Writer does not come to an end."""
        with closed_when_left(pieces):
            for piece in pieces:
                self.ctx.check()
                self.telling.feed(piece)
        text = self.telling.finish()
        if not text.strip():
            raise nothing_written()
        counted = self.claims.read(text, final=True)
        artifact = signed(text, self.writer, stands_in=stands_in, removed=self.telling.removed) | {
            "claims": self.claims.count if counted else None,
            "pending": self.claims.pending,
            "kept": self.claims.kept,
        }

        def project() -> list[EventDraft]:
            fresh = {"response": text, "cycle": self.ctx.key.cycle, "skeptic_report": {}}
            Turn.objects.filter(id=self.ctx.subject_id).update(**fresh)
            return self.claims.store(final=counted)

        return PhaseResult(artifact=artifact, project=project)
