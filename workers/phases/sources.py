"""The passages of a turn as its phases need them: for a text written here, section by section, or written elsewhere."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from apps.drafting.passages import context_of
from apps.drafting.verifying import MODE as FOREIGN
from apps.runs.context import PhaseContext
from apps.runs.types import Data
from apps.verification.citations import cited_keys
from apps.verification.models import Claim, Ledger
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
        return {"chunks": distinct(entry for claim in claims for entry in claim["chunks"])}
    found = ctx.artifact("retrieve")
    if not is_draft(ctx):
        return found
    sections = (entry for each in ctx.artifacts("gather") for entry in each["chunks"])
    return {**found, "chunks": distinct([*found["chunks"], *sections, *introducing_late(ctx)])}


def introducing_late(ctx: PhaseContext) -> list[Data]:
    """What was found to introduce documents once it was known which the sections tell of; nothing before that."""
    return list((ctx.artifact_or_none("allot") or {}).get("introducing", ()))


def distinct(entries: Iterable[Data]) -> list[Data]:
    """Passages as they were found, each once."""
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
    found = [search for place in _places_of(rows, parts) for search in _searches_for(ctx, place, parts)]
    keys = {key for row in rows for key in row.citations} | _keys_of(found)
    return context_of([entry for entry in retrieved(ctx)["chunks"] if entry["key"] in keys])


def searches_by_claim(ctx: PhaseContext, ledger: Ledger | None) -> dict[str, Data]:
    """Claim id → ``chunks`` and ``searched`` of what was searched for it: for itself alone in a text written elsewhere;
    of a draft for the section it stands in, its citations with that. Without a claim whose searches did not note
    what they went through."""
    if is_foreign(ctx):
        return {each["claim_id"]: each for batch in ctx.artifacts("search") for each in batch["claims"]}
    if ledger is None or not is_draft(ctx):
        return {}
    parts, entries = ctx.artifact("assemble", ledger.cycle)["parts"], retrieved(ctx)["chunks"]
    found = {}
    for place, own in _places_of(ledger.claims.all(), parts).items():
        searches = _searches_for(ctx, place, parts)
        searched = _searched_in_all(searches)
        if searched is None:
            continue
        for row in own:
            keys = {*row.citations, *_keys_of(searches)}
            chunks = [entry for entry in entries if entry["key"] in keys]
            found[str(row.id)] = {"chunks": chunks, "searched": searched}
    return found


def _places_of(rows: Iterable[Claim], parts: Sequence[Data]) -> dict[int, list[Claim]]:
    """Section → the claims that stand in it."""
    found: dict[int, list[Claim]] = defaultdict(list)
    for row in rows:
        for place, part in enumerate(parts):
            if part["start"] <= row.start_offset < part["end"]:
                found[place].append(row)
    return found


def _searches_for(ctx: PhaseContext, place: int, parts: Sequence[Data]) -> list[Data]:
    """What was searched for a section; introduction and closing are written from the overview too."""
    own = ctx.artifact_or_none("gather", 0, place)
    overview = [ctx.artifact("retrieve")] if place in {0, len(parts) - 1} else []
    return [*([] if own is None else [own]), *overview]


def _keys_of(searches: Iterable[Data]) -> set[str]:
    return {entry["key"] for search in searches for entry in search["chunks"]}


def _searched_in_all(searches: Sequence[Data]) -> Data | None:
    """Several searches as one: what the overview went through holds what any other did. None where none says it."""
    each = [search["searched"] for search in searches if "searched" in search]
    if not each:
        return None
    return {
        "queries": list(dict.fromkeys(query for one in each for query in one["queries"])),
        "documents": max(one["documents"] for one in each),
        "chunks": max(one["chunks"] for one in each),
        "nearest": [place for one in each for place in one["nearest"]],
    }
