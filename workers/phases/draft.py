"""The steps of a draft: its outline, the passages of each section, the whole text."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict
from itertools import zip_longest

from apps.agents.contracts import Outline, OutlineTask, SectionKind
from apps.agents.writer.builtin import nothing_found
from apps.agents.writer.parts.repeated import without_repeats, without_retellings, without_what_closes
from apps.agents.writer.revision import without_gaps
from apps.core.engines import BUILTIN
from apps.drafting.allotment import allotted
from apps.drafting.composition import composed, opening
from apps.drafting.models import Turn
from apps.drafting.passages import entry_of, searched_of, shown
from apps.drafting.telling import told
from apps.inference.contracts import ModelError
from apps.retrieval.context import MOST_NAMED, retrieve_context
from apps.retrieval.meant import documents_meant
from apps.retrieval.openings import WHAT_IT_IS, opening_passages
from apps.retrieval.requests.request import unnamed
from apps.retrieval.scope import searched_scope
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.types import Data, EventDraft, PhaseResult
from apps.verification.citations import cited_keys
from apps.workspaces.models import Workspace
from workers.phases.answer import written
from workers.phases.draft_introduction import passages_introducing
from workers.phases.draft_plan import documents_meant_by, may_be_introduced, mode_of, plan_of
from workers.phases.failures import as_phase_error, model_failures
from workers.phases.sources import context, context_of_text, distinct, retrieved
from workers.phases.whole import headings_of, own_passages, with_each, with_own_part
from workers.queues import VERIFY, always, queue_of

KEPT = ("model", "prompts", "stood_in", "removed_citations")  # of a section as long as it stands as it was written


@phase("outline", queue=queue_of("writer"), deadline=900)
def outline(ctx: PhaseContext) -> PhaseResult:
    """What the draft will consist of, planned from an overview of what the documents have that it is about."""
    whole = ctx.artifact("retrieve").get("whole", {})
    meant = whole.get("documents") or _documents_meant(ctx)
    chunks = context(ctx)
    own = tuple(chunk for chunk in chunks if str(chunk.document_id) in meant)
    task = OutlineTask(
        query=ctx.inputs["query"],
        chunks=with_each(own, meant) if own else chunks,
        verification=mode_of(ctx),
        parts=headings_of(whole),
    )
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
            gaps = [*plan.gaps, *whole.get("gaps", ())]
            return PhaseResult(artifact={**asdict(plan), **by, "gaps": gaps, "meant": meant})


def _documents_meant(ctx: PhaseContext) -> list[str]:
    asked = ctx.artifact("retrieve")
    scope = searched_scope(workspace_id=ctx.workspace_id, document_ids=ctx.inputs["document_ids"] or None)
    called = asked.get("called", {})
    return list(documents_meant(ctx.inputs["query"], named=asked["named"], called=called, scope=scope))


@phase("gather", queue=always(VERIFY), deadline=120)
def gather(ctx: PhaseContext) -> PhaseResult:
    """The passages that one section may be written from, best first.

    Of the documents that the request is about each is searched, and no other, and each has its best passage before one
    has its second: a comparison is to speak of all. In a document of its own no other's name is looked for, and its own
    only for the introduction, which tells what each is. What begins such a document's own section on it comes first.
    """
    workspace = Workspace.objects.get(id=ctx.workspace_id)
    limits = ctx.tools.limits(ctx.inputs["mode"])
    plan, asked = plan_of(ctx), ctx.artifact("retrieve")
    section = plan.sections[ctx.key.index]
    introduces = section.kind is SectionKind.INTRODUCTION
    telling = WHAT_IT_IS if introduces else [section.heading]
    meant = may_be_introduced(ctx) if introduces else documents_meant_by(ctx)
    apart = 0 < len(meant) <= MOST_NAMED
    each = [[document] for document in meant] if apart else [meant or ctx.inputs["document_ids"] or None]
    names = [
        _names_in(asked.get("called", {}), but=documents if introduces else ()) if apart else () for documents in each
    ]
    begins = [opening_passages(document_ids=documents or asked["named"], topics=telling) for documents in each]
    own = [own_passages(asked.get("whole", {}), section.heading, documents) for documents in each]
    with model_failures():
        found = [
            retrieve_context(
                workspace_id=workspace.id,
                query=unnamed(section.brief, names=strange, asked=ctx.inputs["query"]),
                document_ids=documents,
                retrieve=limits.retrieve,
                keep=-(-limits.keep // len(each)),
                token_budget=limits.context_tokens // len(each),
                embedder=ctx.tools.embedder(workspace.embedding_model),
                topic=True,
                first=(*opening, *passages),
            )
            for documents, strange, opening, (passages, _) in zip(each, names, begins, own, strict=True)
        ]
    found = [with_own_part(one, passages, alone=alone) for one, (passages, alone) in zip(found, own, strict=True)]
    # of several each has a passage, so that the Writer knows whom it finds nothing on
    several = [one.chunks or (one.nearest[:1] if meant and not introduces else ()) for one in found]
    turns = (hit for turn in zip_longest(*several) for hit in turn if hit is not None)
    kept = [entry_of(hit) for hit in turns][: limits.keep]
    return PhaseResult(artifact={"chunks": kept, "searched": searched_of(*found)})


def _names_in(called: Mapping[str, Sequence[str]], *, but: Container[str]) -> set[str]:
    """The words that name documents, but for those that name one of ``but``."""
    kept = {word for document, words in called.items() if document in but for word in words}
    return {word for words in called.values() for word in words} - kept


@phase("allot", queue=always(VERIFY), deadline=120)
def allot(ctx: PhaseContext) -> PhaseResult:
    """Which section tells of which passage; with it the text begins."""
    plan = plan_of(ctx)
    overview = [entry["key"] for entry in ctx.artifact("retrieve")["chunks"]]
    body = {
        index: [entry["key"] for entry in ctx.artifact("gather", 0, index)["chunks"]]
        for index, section in enumerate(plan.sections)
        if section.kind is SectionKind.BODY
    }
    owner = allotted(overview, body, closing=len(plan.sections) - 1)
    late = passages_introducing(ctx, plan, owner)
    entries = distinct([*retrieved(ctx)["chunks"], *late])
    found = {"chunks": shown(entries), "searched": ctx.artifact("retrieve")["searched"]}
    told_first = [
        EventDraft(type="retrieval_complete", payload=found),  # once more, with what was found for the sections
        EventDraft(type="generation_started", payload={"attempt": 1, "cycle": 0}),
    ]
    return PhaseResult(
        artifact={"owner": owner, "introducing": late}, events=[*told_first, *told("", opening(plan.title))]
    )


@phase("assemble", queue=always(VERIFY), deadline=120)
def assemble(ctx: PhaseContext) -> PhaseResult:
    """The draft as one text: its sections as they were written, or with those that were mended."""
    cycle, plan = ctx.key.cycle, plan_of(ctx)
    earlier = written(ctx, cycle - 1) if cycle else None
    written_apart = [_page_of(ctx, place, earlier) for place in range(len(plan.sections))]
    pages = _once(ctx, plan, written_apart)
    silent = _silent(plan, pages)
    filled = set(earlier.get("silent", ())).difference(silent) if earlier else set()
    if filled:
        topics = [plan.sections[place].heading for place in sorted(filled)]
        pages[-1] = {**pages[-1], "text": without_gaps(pages[-1]["text"], topics)}
    headings = [section.heading for section in plan.sections]
    text, parts = composed(plan.title, [(heading, page["text"]) for heading, page in zip(headings, pages, strict=True)])
    if not pages:
        absent = ctx.artifact("retrieve").get("whole", {}).get("gaps", ())
        text = f"{text}\n\n{' '.join(absent) or nothing_found(ctx.inputs['query'])}"
    planned = ctx.artifact("outline")
    stood_in = [name for page in (planned, *pages) for name in page["stood_in"]]
    artifact: Data = {
        "text": text,
        "parts": [asdict(part) for part in parts],
        "silent": silent,
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
        artifact=artifact,
        events=_told_at_once(text, cycle) if cycle or pages != written_apart or not pages else [],
        project=project,
    )


def _once(ctx: PhaseContext, plan: Outline, pages: Sequence[Data]) -> list[Data]:
    """The sections without what the built-in Writer, which writes them side by side, tells in two of them.

    Its closing may end on what a section can spare: of the first text it is taken out there.
    """
    documents = {entry["key"]: entry["document_id"] for entry in retrieved(ctx)["chunks"]}
    closes = bool(pages) and plan.sections[-1].kind is SectionKind.CLOSING and pages[-1]["model"] == BUILTIN
    if closes and not ctx.key.cycle:
        spared = without_what_closes([page["text"] for page in pages], documents)
        pages = [{**page, "text": text} for page, text in zip(pages, spared, strict=True)]
    own = [place for place, page in enumerate(pages) if page["model"] == BUILTIN]
    whole = "whole" in ctx.artifact("retrieve")
    texts = without_repeats([pages[place]["text"] for place in own], documents, nearly=whole)
    texts = without_retellings(texts, context_of_text(ctx, "\n\n".join(texts)))
    bodies = dict(zip(own, texts, strict=True))
    return [{**page, "text": bodies.get(place, page["text"])} for place, page in enumerate(pages)]


def _silent(plan: Outline, pages: Sequence[Data]) -> list[int]:
    """Places of the sections of the body that tell nothing out of the documents."""
    each = zip(plan.sections, pages, strict=True)
    return [
        place
        for place, (section, page) in enumerate(each)
        if section.kind is SectionKind.BODY and not cited_keys(page["text"])
    ]


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
