"""The steps of a draft: its outline, the passages of each section, the sections side by side, the whole text."""

from collections.abc import Container, Iterator
from dataclasses import asdict
from itertools import zip_longest

from apps.agents.contracts import (
    Outline,
    OutlineTask,
    Problem,
    RevisionTask,
    Section,
    SectionKind,
    SectionTask,
    Writer,
)
from apps.agents.reading.words import content_words
from apps.agents.writer.builtin import nothing_found
from apps.drafting.allotment import allotted
from apps.drafting.composition import composed, lead, opening
from apps.drafting.models import Turn
from apps.drafting.passages import context_of, entry_of, shown
from apps.drafting.section_telling import SectionTelling, told
from apps.inference.calling import closed_when_left
from apps.inference.contracts import ModelError
from apps.retrieval.context import retrieve_context
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.storable import storable
from apps.runs.types import Data, EventDraft, PhaseResult
from apps.verification.citations import cited_keys, filter_citations
from apps.verification.models import Ledger
from apps.verification.storage import problems_of
from apps.verification.types import ContextChunk, Mode
from apps.workspaces.models import Workspace
from workers.phases.answer import written
from workers.phases.failures import as_phase_error, model_failures, nothing_written
from workers.phases.sources import context, retrieved
from workers.phases.write import written_by
from workers.queues import VERIFY, always, queue_of

COMPARED = 6  # documents named in a request, up to which each is searched for each section
KEPT = ("model", "prompts", "stood_in", "removed_citations")  # of a section as long as it stands as it was written


@phase("outline", queue=queue_of("writer"), deadline=900)
def outline(ctx: PhaseContext) -> PhaseResult:
    """What the draft will consist of, planned from an overview of what the documents have."""
    task = OutlineTask(query=ctx.inputs["query"], chunks=context(ctx), verification=_mode(ctx))
    first, *others = ctx.tools.writers()
    waiting = [first, *others]
    while True:
        writer = waiting.pop(0)
        try:
            plan = writer.outline(task)
        except ModelError as error:
            ctx.check()
            if not waiting:
                raise as_phase_error(error) from error
            ctx.note_error(as_phase_error(error))
        else:
            stood_in = [] if writer is first else [writer.name]
            by = {"model": writer.name, "prompts": dict(writer.prompts), "stood_in": stood_in}
            return PhaseResult(artifact={**asdict(plan), **by})


@phase("gather", queue=always(VERIFY), deadline=120)
def gather(ctx: PhaseContext) -> PhaseResult:
    """The passages that one section may be written from, best first.

    Where the request names several documents each of them is searched, and has its best passage before one has its
    second: a comparison is to speak of all. So is each that an introduction tells of.
    """
    workspace = Workspace.objects.get(id=ctx.workspace_id)
    limits = ctx.tools.limits(ctx.inputs["mode"])
    plan = _plan(ctx)
    introduces = plan.sections[ctx.key.index].kind is SectionKind.INTRODUCTION
    named = _introduced(ctx, plan) if introduces else ctx.artifact("retrieve")["named"]
    apart = (1 if introduces else 2) <= len(named) <= COMPARED
    each = [[document] for document in named] if apart else [ctx.inputs["document_ids"] or None]
    with model_failures():
        found = [
            retrieve_context(
                workspace_id=workspace.id,
                query=plan.sections[ctx.key.index].brief,
                document_ids=documents,
                retrieve=limits.retrieve,
                keep=-(-limits.keep // len(each)),
                token_budget=limits.context_tokens // len(each),
                embedder=ctx.tools.embedder(workspace.embedding_model),
                topic=True,
            )
            for documents in each
        ]
    turns = (hit for turn in zip_longest(*(one.chunks for one in found)) for hit in turn if hit is not None)
    return PhaseResult(artifact={"chunks": [entry_of(hit) for hit in turns][: limits.keep]})


@phase("allot", queue=always(VERIFY), deadline=120)
def allot(ctx: PhaseContext) -> PhaseResult:
    """Which section tells of which passage; with it the text begins."""
    plan = _plan(ctx)
    overview = [entry["key"] for entry in ctx.artifact("retrieve")["chunks"]]
    body = {
        index: [entry["key"] for entry in ctx.artifact("gather", 0, index)["chunks"]]
        for index, section in enumerate(plan.sections)
        if section.kind is SectionKind.BODY
    }
    owner = allotted(overview, body, closing=len(plan.sections) - 1)
    found = {"chunks": shown(retrieved(ctx)["chunks"]), "searched": ctx.artifact("retrieve")["searched"]}
    told_first = [
        EventDraft(type="retrieval_complete", payload=found),  # once more, with what was found for the sections
        EventDraft(type="generation_started", payload={"attempt": 1, "cycle": 0}),
    ]
    return PhaseResult(artifact={"owner": owner}, events=[*told_first, *told("", opening(plan.title))])


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
    """One section again, with what did not hold mended; readers are told of it with the whole text."""
    cycle, plan = ctx.key.cycle, _plan(ctx)
    earlier = written(ctx, cycle - 1)
    part, ledger = earlier["parts"][ctx.key.index], Ledger.objects.get(turn_id=ctx.subject_id, cycle=cycle - 1)
    report = Turn.objects.values_list("skeptic_report", flat=True).get(id=ctx.subject_id)
    problems = [problem for problem in problems_of(ledger) if part["start"] <= problem["start_offset"] < part["end"]]
    missing = [line for line in report.get("missing", ()) if _place_for(line, plan) == ctx.key.index]
    task = RevisionTask(
        query=plan.sections[ctx.key.index].brief,
        text=earlier["text"][part["start"] : part["end"]],
        problems=tuple(_within(problem, part["start"]) for problem in problems),
        chunks=_chunks(ctx, plan, also={problem["suggested_key"] for problem in problems}),
        verification=_mode(ctx),
        missing=tuple(missing),
        contradictions=tuple(report.get("contradictions", ())),
    )
    return written_by(ctx, lambda writer, _: _MendedPage(ctx, task, writer), lambda writer: writer.revise(task))


@phase("assemble", queue=always(VERIFY), deadline=120)
def assemble(ctx: PhaseContext) -> PhaseResult:
    """The draft as one text: its sections as they were written, or with those that were mended."""
    cycle, plan = ctx.key.cycle, _plan(ctx)
    earlier = written(ctx, cycle - 1) if cycle else None
    pages = [_page_of(ctx, place, earlier) for place in range(len(plan.sections))]
    headings = [section.heading for section in plan.sections]
    text, parts = composed(plan.title, [(heading, page["text"]) for heading, page in zip(headings, pages, strict=True)])
    if not pages:
        text = f"{text}\n\n{nothing_found(ctx.inputs['query'])}"
    planned = ctx.artifact("outline")
    stood_in = [name for page in (planned, *pages) for name in page["stood_in"]]
    artifact: Data = {
        "text": text,
        "parts": [asdict(part) for part in parts],
        "pages": [{name: page[name] for name in KEPT} for page in pages],
        "model": pages[0]["model"] if pages else planned["model"],
        "prompts": {name: digest for page in pages for name, digest in page["prompts"].items()},
        "stood_in": list(dict.fromkeys(stood_in)),
        "removed_citations": [removed for page in pages for removed in page["removed_citations"]],
        "changed": earlier is None or text != earlier["text"],
        "claims": None,
    }
    if not artifact["changed"]:
        return PhaseResult(artifact=artifact)

    def project() -> None:
        Turn.objects.filter(id=ctx.subject_id).update(response=text, cycle=cycle, skeptic_report={})

    return PhaseResult(
        artifact=artifact, events=_told_at_once(text, cycle) if cycle or not pages else [], project=project
    )


def _told_at_once(text: str, cycle: int) -> list[EventDraft]:
    kind = "revision_started" if cycle else "generation_started"
    return [EventDraft(type=kind, payload={"attempt": 1, "cycle": cycle}), *told("", text, cycle=cycle)]


def _page_of(ctx: PhaseContext, place: int, earlier: Data | None) -> Data:
    """A section as it was written or mended; else as it stood in the text before."""
    if earlier is None:
        return ctx.artifact("section", 0, place)
    part = earlier["parts"][place]
    as_before = {"text": earlier["text"][part["start"] : part["end"]], **earlier["pages"][place]}
    return ctx.artifact_or_none("mend", ctx.key.cycle, place) or as_before


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
        artifact: Data = {
            "text": body,
            "model": self.writer.name,
            "prompts": dict(self.writer.prompts),
            "stood_in": [self.writer.name] if stands_in else [],
            "removed_citations": list(self.telling.removed),
        }
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
            body = _body(self.ctx, index)
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
        return PhaseResult(
            artifact={
                "text": body.strip(),
                "model": self.writer.name,
                "prompts": dict(self.writer.prompts),
                "stood_in": [self.writer.name] if stands_in else [],
                "removed_citations": list(removed),
            }
        )


def _within(problem: Data, start: int) -> Problem:
    """A problem of the whole text as one of the section that begins at ``start``."""
    moved = {name: problem[name] - start for name in ("start_offset", "end_offset")}
    return Problem(**{**problem, **moved})


def _mode(ctx: PhaseContext) -> Mode:
    return Mode(ctx.inputs["verification"])


def _plan(ctx: PhaseContext) -> Outline:
    planned = ctx.artifact("outline")
    sections = tuple(
        Section(heading=each["heading"], brief=each["brief"], kind=SectionKind(each["kind"]))
        for each in planned["sections"]
    )
    return Outline(title=planned["title"], sections=sections, gaps=tuple(planned["gaps"]))


def _task(ctx: PhaseContext) -> SectionTask:
    plan, owner = _plan(ctx), ctx.artifact("allot")["owner"]
    index = ctx.key.index
    closing = plan.sections[index].kind is SectionKind.CLOSING
    chunks = _chunks(ctx, plan)
    return SectionTask(
        query=ctx.inputs["query"],
        outline=plan,
        index=index,
        chunks=chunks,
        elsewhere=frozenset(chunk.key for chunk in chunks if owner.get(chunk.key, index) != index),
        text=(_text_until(ctx, plan, index) or "") if closing else "",
        verification=_mode(ctx),
    )


def _place_for(line: str, plan: Outline) -> int:
    """The section of the body that a missing point belongs to: its topic has most words in common with it."""
    words = set(content_words(line))
    body = [place for place, each in enumerate(plan.sections) if each.kind is SectionKind.BODY]
    topics = {place: f"{plan.sections[place].heading} {plan.sections[place].brief}" for place in body}
    return max(body, key=lambda place: len(words.intersection(content_words(topics[place]))), default=0)


def _chunks(ctx: PhaseContext, plan: Outline, *, also: Container[str] = ()) -> tuple[ContextChunk, ...]:
    """What the section may cite: what was gathered for it, and but in the body the overview; the closing also what the
    sections before it cite. ``also``: keys of what was found for another section and is needed in this one."""
    own = _own_chunks(ctx, plan)
    known = {entry["key"] for entry in own}
    others = retrieved(ctx)["chunks"] if also else []
    return context_of(own + [entry for entry in others if entry["key"] in also and entry["key"] not in known])


def _own_chunks(ctx: PhaseContext, plan: Outline) -> list[Data]:
    kind = plan.sections[ctx.key.index].kind
    if kind is SectionKind.CLOSING:
        keys = set(cited_keys(_text_until(ctx, plan, ctx.key.index) or ""))
        own = [each for each in retrieved(ctx)["chunks"] if each["key"] in keys]
    else:
        own = ctx.artifact("gather", 0, ctx.key.index)["chunks"]
    if kind is SectionKind.BODY:
        return own
    overview = ctx.artifact("retrieve")["chunks"]
    known = {entry["key"] for entry in overview}
    found = overview + [entry for entry in own if entry["key"] not in known]
    if kind is SectionKind.CLOSING:
        return found
    introduced = set(_introduced(ctx, plan))
    return [entry for entry in found if entry["document_id"] in introduced]


def _introduced(ctx: PhaseContext, plan: Outline) -> list[str]:
    """The documents that an introduction tells of: those named, else those that the first passages found are from.

    One passage for each section and one for the request as a whole: what is searched for has its best ones first.
    """
    found = ctx.artifact("retrieve")
    first = found["chunks"][: len(plan.sections) - 1]
    return found["named"] or list(dict.fromkeys(entry["document_id"] for entry in first))


def _body(ctx: PhaseContext, index: int) -> str | None:
    """A section's text; None while it is not whole."""
    whole = ctx.artifact_or_none("section", 0, index)
    return whole and whole["text"]


def _text_before(ctx: PhaseContext, task: SectionTask) -> str | None:
    return _text_until(ctx, task.outline, task.index)


def _text_until(ctx: PhaseContext, plan: Outline, index: int) -> str | None:
    """The draft up to a section; None while one of those before it is not whole."""
    text = opening(plan.title)
    for place in range(index):
        body = _body(ctx, place)
        if body is None:
            return None
        text += lead(plan.sections[place].heading) + body
    return text
