"""The passages of a turn as its phases need them: for a text written here, section by section, or written elsewhere."""

from collections.abc import Iterable, Sequence

from apps.drafting.passages import context_of
from apps.drafting.verifying import MODE as FOREIGN
from apps.runs.context import PhaseContext
from apps.runs.types import Data
from apps.verification.citations import cited_keys
from apps.verification.models import Claim
from apps.verification.types import ContextChunk

DRAFT = "draft"


def is_foreign(ctx: PhaseContext) -> bool:
    """Whether the text of this run was written elsewhere."""
    return ctx.inputs["mode"] == FOREIGN


def is_draft(ctx: PhaseContext) -> bool:
    """Whether the text of this run has sections, each with passages of its own."""
    return ctx.inputs["mode"] == DRAFT


def retrieved(ctx: PhaseContext) -> Data:
    """What was kept of every passage that was found: for the text, for its sections, or for the claims of another's."""
    if is_foreign(ctx):
        claims = (claim for batch in ctx.artifacts("search") for claim in batch["claims"])
        return {"chunks": _distinct(entry for claim in claims for entry in claim["chunks"])}
    found = ctx.artifact("retrieve")
    if not is_draft(ctx):
        return found
    sections = (entry for each in ctx.artifacts("gather") for entry in each["chunks"])
    return {**found, "chunks": _distinct([*found["chunks"], *sections])}


def _distinct(entries: Iterable[Data]) -> list[Data]:
    first: dict[str, Data] = {}
    for entry in entries:
        first.setdefault(entry["chunk_id"], entry)
    return list(first.values())


def context(ctx: PhaseContext) -> tuple[ContextChunk, ...]:
    """The passages retrieved for the question, with their text; those deleted since are missing."""
    return context_of(ctx.artifact("retrieve")["chunks"])


def context_of_text(ctx: PhaseContext, text: str) -> tuple[ContextChunk, ...]:
    """What a text is to be read with: all that an answer may cite, of a draft what it does cite."""
    if not is_draft(ctx):
        return context(ctx)
    keys = set(cited_keys(text))
    return context_of([entry for entry in retrieved(ctx)["chunks"] if entry["key"] in keys])


def context_of_claims(ctx: PhaseContext, rows: Sequence[Claim]) -> tuple[ContextChunk, ...]:
    """What claims are held against: all that an answer may cite; of a draft what they cite, and what was found for the
    sections they stand in."""
    if not is_draft(ctx):
        return context(ctx)
    parts = ctx.artifact("assemble", ctx.key.cycle)["parts"]
    places = {
        place
        for place, part in enumerate(parts)
        if any(part["start"] <= row.start_offset < part["end"] for row in rows)
    }
    found = [found for place in places if (found := ctx.artifact_or_none("gather", 0, place)) is not None]
    if places & {0, len(parts) - 1}:  # introduction and closing are written from the overview too
        found.append(ctx.artifact("retrieve"))
    keys = {key for row in rows for key in row.citations} | {entry["key"] for each in found for entry in each["chunks"]}
    return context_of([entry for entry in retrieved(ctx)["chunks"] if entry["key"] in keys])
