"""The sections of a draft: written side by side, each told as soon as those before it are whole, and mended."""

from collections.abc import Iterator

from apps.agents.contracts import Outline, Problem, RevisionTask, SectionKind, SectionTask, Writer
from apps.agents.reading.words import content_words
from apps.drafting.composition import lead
from apps.drafting.models import Turn
from apps.drafting.section_telling import SectionTelling
from apps.drafting.telling import told
from apps.inference.calling import closed_when_left
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.storable import storable
from apps.runs.types import Data, EventDraft, PhaseResult
from apps.verification.citations import cited_keys, filter_citations
from apps.verification.models import Ledger
from apps.verification.storage import problems_of
from workers.phases.answer import written
from workers.phases.draft_plan import body_of, chunks_for, mode_of, plan_of, tells_of_several, text_until
from workers.phases.failures import nothing_written
from workers.phases.write import signed, written_by
from workers.queues import queue_of


@phase("section", queue=queue_of("writer"), deadline=1200)
def section(ctx: PhaseContext) -> PhaseResult:
    """One section, told as soon as those before it are whole."""
    task = _task(ctx)

    def page(writer: Writer, start: int) -> _SectionPage:
        fresh = _SectionPage(ctx, task, writer, start=start)
        fresh.open()
        return fresh

    return written_by(ctx, page, lambda writer: writer.section(task))


@phase("mend", queue=queue_of("writer"), deadline=1200, tolerated=True)
def mend(ctx: PhaseContext) -> PhaseResult:
    """One section again, with what did not hold mended; readers are told of it with the whole text.

    One in which nothing is wrong and nothing missing, or to which nothing could be added, stays as it was written.
    """
    cycle, plan = ctx.key.cycle, plan_of(ctx)
    earlier = written(ctx, cycle - 1)
    part, ledger = earlier["parts"][ctx.key.index], Ledger.objects.get(turn_id=ctx.subject_id, cycle=cycle - 1)
    report = Turn.objects.values_list("skeptic_report", flat=True).get(id=ctx.subject_id)
    problems = [problem for problem in problems_of(ledger) if part["start"] <= problem["start_offset"] < part["end"]]
    missing = [line for line in report.get("missing", ()) if _place_for(line, plan) == ctx.key.index]
    task = RevisionTask(
        query=plan.sections[ctx.key.index].brief,
        text=earlier["text"][part["start"] : part["end"]],
        problems=tuple(_within(problem, part["start"]) for problem in problems),
        chunks=chunks_for(ctx, plan, also={problem["suggested_key"] for problem in problems}),
        verification=mode_of(ctx),
        missing=tuple(missing),
        contradictions=tuple(report.get("contradictions", ())),
        elsewhere=f"{earlier['text'][: part['start']]}\n\n{earlier['text'][part['end'] :]}",
    )
    as_before = PhaseResult(artifact={"text": task.text, **earlier["pages"][ctx.key.index]})
    if not (problems or missing):
        return as_before
    mended = written_by(ctx, lambda writer, _: _MendedPage(ctx, task, writer), lambda writer: writer.revise(task))
    return mended if problems or cited_keys(mended.artifact["text"]) else as_before


class _SectionPage:
    """One start of a section."""

    def __init__(self, ctx: PhaseContext, task: SectionTask, writer: Writer, *, start: int) -> None:
        self.ctx, self.task, self.writer, self.start = ctx, task, writer, start

    @property
    def has_words(self) -> bool:
        return bool(self.telling.body)

    def open(self) -> None:
        """Readers who were told of an earlier start get the draft up to here once more."""
        ctx = self.ctx
        if ctx.progress.get("told"):
            again = {"attempt": self.start, "cycle": 0, "model": self.writer.name}
            before = _text_before(ctx, self.task)
            ctx.emit(
                EventDraft(type="generation_started", payload=again),
                *told("", before or ""),
                progress={"start": self.start, "told": False},
            )
        self.telling = SectionTelling(
            ctx,
            heading=self.task.section.heading,
            allowed=frozenset(chunk.key for chunk in self.task.chunks),
            before=lambda: _text_before(ctx, self.task),
            progress={"start": self.start, "told": True},
        )

    def filled(self, pieces: Iterator[str], *, stands_in: bool) -> PhaseResult:
        """The whole section. Raises ModelError when the Writer does not come to an end."""
        with closed_when_left(pieces):
            for piece in pieces:
                self.ctx.check()
                self.telling.feed(piece)
        body = self.telling.finish()
        if not body:
            raise nothing_written()
        artifact = signed(body, self.writer, stands_in=stands_in, removed=self.telling.removed)
        return PhaseResult(artifact=artifact, project=self._tell)

    def _tell(self) -> list[EventDraft]:
        """With the commit: what of this section was not told, and the sections behind it that are whole already.

        Commits of one run come one after the other: whichever section is the last to be whole tells of both.
        """
        before = _text_before(self.ctx, self.task)
        if before is None:
            return []
        events = self.telling.rest(before)
        text = before + lead(self.task.section.heading) + self.telling.body
        for index in range(self.task.index + 1, len(self.task.outline.sections)):
            body = body_of(self.ctx, index)
            if body is None:
                break
            delta = lead(self.task.outline.sections[index].heading) + body
            events += told(text, delta)
            text += delta
        return events


class _MendedPage:
    """One start of a section that is mended; nobody is told of it before the whole text is."""

    def __init__(self, ctx: PhaseContext, task: RevisionTask, writer: Writer) -> None:
        self.ctx, self.task, self.writer = ctx, task, writer
        self.text = ""

    @property
    def has_words(self) -> bool:
        return bool(self.text.strip())

    def filled(self, pieces: Iterator[str], *, stands_in: bool) -> PhaseResult:
        """The whole section. Raises ModelError when the Writer does not come to an end."""
        with closed_when_left(pieces):
            for piece in pieces:
                self.ctx.check()
                self.text += storable(piece)
        body, _, removed = filter_citations(self.text, {chunk.key for chunk in self.task.chunks})
        if not body.strip():
            raise nothing_written()
        return PhaseResult(artifact=signed(body.strip(), self.writer, stands_in=stands_in, removed=removed))


def _within(problem: Data, start: int) -> Problem:
    """A problem of the whole text as one of the section that begins at ``start``."""
    moved = {name: problem[name] - start for name in ("start_offset", "end_offset")}
    return Problem(**{**problem, **moved})


def _task(ctx: PhaseContext) -> SectionTask:
    plan, owner = plan_of(ctx), ctx.artifact("allot")["owner"]
    index = ctx.key.index
    closing = plan.sections[index].kind is SectionKind.CLOSING
    chunks = chunks_for(ctx, plan)
    return SectionTask(
        query=ctx.inputs["query"],
        outline=plan,
        index=index,
        chunks=chunks,
        elsewhere=frozenset(chunk.key for chunk in chunks if owner.get(chunk.key, index) != index),
        text=(text_until(ctx, plan, index) or "") if closing else "",
        verification=mode_of(ctx),
        several=tells_of_several(ctx),
    )


def _place_for(line: str, plan: Outline) -> int:
    """The section of the body that a missing point belongs to: its topic has most words in common with it."""
    words = set(content_words(line))
    body = [place for place, each in enumerate(plan.sections) if each.kind is SectionKind.BODY]
    topics = {place: f"{plan.sections[place].heading} {plan.sections[place].brief}" for place in body}
    return max(body, key=lambda place: len(words.intersection(content_words(topics[place]))), default=0)


def _text_before(ctx: PhaseContext, task: SectionTask) -> str | None:
    return text_until(ctx, task.outline, task.index)
