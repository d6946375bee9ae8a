"""What the steps of a draft read of each other: the plan, the passages of a section, the text so far."""

from collections.abc import Container, Mapping, Sequence

from apps.agents.contracts import Outline, Section, SectionKind
from apps.drafting.allotment import led_by
from apps.drafting.composition import lead, opening
from apps.drafting.passages import context_of
from apps.retrieval.context import MOST_NAMED
from apps.runs.context import PhaseContext
from apps.runs.types import Data
from apps.verification.citations import cited_keys
from apps.verification.types import ContextChunk, Mode
from workers.phases.sources import introducing_late, retrieved


def mode_of(ctx: PhaseContext) -> Mode:
    """How strictly the draft is verified."""
    return Mode(ctx.inputs["verification"])


def plan_of(ctx: PhaseContext) -> Outline:
    """The outline as it was planned."""
    planned = ctx.artifact("outline")
    sections = tuple(
        Section(heading=each["heading"], brief=each["brief"], kind=SectionKind(each["kind"]))
        for each in planned["sections"]
    )
    return Outline(title=planned["title"], sections=sections, gaps=tuple(planned["gaps"]))


def chunks_for(ctx: PhaseContext, plan: Outline, *, also: Container[str] = ()) -> tuple[ContextChunk, ...]:
    """What the section may cite: what was gathered for it, and but in the body the overview; the closing also what the
    sections before it cite. ``also``: keys of what was found for another section and is needed in this one."""
    own = of_documents_meant(ctx, _own_chunks(ctx, plan))
    known = {entry["key"] for entry in own}
    others = of_documents_meant(ctx, retrieved(ctx)["chunks"]) if also else []
    return context_of(own + [entry for entry in others if entry["key"] in also and entry["key"] not in known])


def _own_chunks(ctx: PhaseContext, plan: Outline) -> list[Data]:
    kind = plan.sections[ctx.key.index].kind
    if kind is SectionKind.CLOSING:
        keys = set(cited_keys(text_until(ctx, plan, ctx.key.index) or ""))
        own = [each for each in retrieved(ctx)["chunks"] if each["key"] in keys]
    else:
        own = ctx.artifact("gather", 0, ctx.key.index)["chunks"]
    if kind is SectionKind.INTRODUCTION:
        own = own + introducing_late(ctx)
    if kind is SectionKind.BODY:
        return own
    overview = ctx.artifact("retrieve")["chunks"]
    known = {entry["key"] for entry in overview}
    found = overview + [entry for entry in own if entry["key"] not in known]
    if kind is SectionKind.CLOSING:
        return found
    documents = set(introduced(ctx, plan, ctx.artifact("allot")["owner"]))
    return [entry for entry in found if entry["document_id"] in documents]


def documents_meant_by(ctx: PhaseContext) -> list[str]:
    """The documents that the request is about and of no other, as the outline found them; none where it may be any.

    Of a run that was planned before outlines told them it is those that the request names.
    """
    planned = ctx.artifact("outline")
    return list(planned["meant"] if "meant" in planned else ctx.artifact("retrieve").get("named", ()))


def of_documents_meant(ctx: PhaseContext, entries: Sequence[Data]) -> list[Data]:
    """``entries`` (passages as they were found) without those of documents that the request is not about."""
    meant = documents_meant_by(ctx)
    return [entry for entry in entries if not meant or entry["document_id"] in meant]


def tells_of_several(ctx: PhaseContext) -> bool:
    """Whether the passages that the draft may cite are from several documents, but for what introduces these."""
    gathered = (entry for found in _gathered(ctx, plan_of(ctx)).values() for entry in found)
    entries = of_documents_meant(ctx, [*ctx.artifact("retrieve")["chunks"], *gathered])
    return len({entry["document_id"] for entry in entries}) > 1


def may_be_introduced(ctx: PhaseContext) -> list[str]:
    """The documents that an introduction is gathered of: those meant, else those of the overview, the best first."""
    found = ctx.artifact("retrieve")["chunks"]
    return documents_meant_by(ctx) or list(dict.fromkeys(entry["document_id"] for entry in found))[:MOST_NAMED]


def introduced(ctx: PhaseContext, plan: Outline, owner: Mapping[str, int]) -> list[str]:
    """The documents that an introduction tells of: those meant, else those that the sections lead with and that it has
    a passage of itself, which no section leads with then.

    ``owner``: passage → section, as allotted.
    """
    found = _gathered(ctx, plan)
    pairs = {index: [(entry["key"], entry["document_id"]) for entry in found[index]] for index in found}
    overview = ctx.artifact("retrieve")["chunks"]
    own = [entry["document_id"] for entry in overview if owner.get(entry["key"]) == 0]
    leading = list(dict.fromkeys([*led_by(owner, pairs), *own]))
    return documents_meant_by(ctx) or leading[:MOST_NAMED] or may_be_introduced(ctx)


def _gathered(ctx: PhaseContext, plan: Outline) -> dict[int, list[Data]]:
    """Section of the body → the passages that were gathered for it, best first."""
    return {
        index: ctx.artifact("gather", 0, index)["chunks"]
        for index, section in enumerate(plan.sections)
        if section.kind is SectionKind.BODY
    }


def body_of(ctx: PhaseContext, index: int) -> str | None:
    """A section's text; None while it is not whole."""
    whole = ctx.artifact_or_none("section", 0, index)
    return whole and whole["text"]


def text_until(ctx: PhaseContext, plan: Outline, index: int) -> str | None:
    """The draft up to a section; None while one of those before it is not whole."""
    text = opening(plan.title)
    for place in range(index):
        body = body_of(ctx, place)
        if body is None:
            return None
        text += lead(plan.sections[place].heading) + body
    return text
