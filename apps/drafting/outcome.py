"""What a finished turn carries beside its text: citations with quotes, figures against their targets, warnings."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from apps.documents.models import Chunk
from apps.drafting.models import Turn
from apps.inference.usage import usage_of
from apps.runs.models import Artifact, PhaseRun, PhaseState
from apps.verification.citations import cited_keys, find_citations
from apps.verification.coverage import citations_per_paragraph, is_critical_gap, paragraph_count, targets
from apps.verification.models import Ledger
from apps.verification.rules import Reason
from apps.verification.types import ContextChunk, Summary

Warned = tuple[str, str]  # code, message

TEXTS = ("write", "revise", "assemble")  # the phases that leave a whole text; one of them does in each cycle


def named_keys(text: str, ledger: Ledger | None, *, foreign: bool) -> list[str]:
    """What is listed as cited, in order: by the anchors of the text, and of a foreign one also by its ledger's quotes.

    There the passages count as cited that were found for its claims.
    """
    keys = list(cited_keys(text))
    if foreign and ledger is not None:
        evidence = ledger.claims.filter(entry__isnull=False).values_list("entry__evidence", flat=True)
        keys += [held["key"] for each in evidence for held in each]
    return list(dict.fromkeys(keys))


def citations_of(
    *,
    keys: Sequence[str],
    context: tuple[ContextChunk, ...],
    retrieved: Sequence[dict[str, Any]],
    ledger: Ledger | None,
    workspace_id: Any,
) -> list[dict[str, Any]]:
    """Citations numbered in their order, each with the quote held against its claim and every place of its text.

    ``retrieved``: what was kept of each passage; a citation whose document was deleted meanwhile is made of that.
    """
    sources = {entry["key"]: entry for entry in reversed(retrieved)}
    sources |= {chunk.key: asdict(chunk) for chunk in reversed(context)}
    keys = [key for key in keys if key in sources]
    quotes = _quotes(ledger)
    places = _places(keys, workspace_id)
    return [_citation(number, sources[key], quotes.get(key), places[key]) for number, key in enumerate(keys, start=1)]


def _quotes(ledger: Ledger | None) -> dict[str, dict[str, Any]]:
    """The first supporting quote per key, else the first of any stance."""
    best: dict[str, dict[str, Any]] = {}
    if ledger is None:
        return best
    for claim in ledger.claims.select_related("entry").filter(entry__isnull=False):
        for evidence in claim.entry.evidence:
            held = best.get(evidence["key"])
            if held is None or (held["stance"] != "supports" and evidence["stance"] == "supports"):
                best[evidence["key"]] = evidence
    return best


def _places(keys: list[str], workspace_id: Any) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    rows = (
        Chunk.objects.filter(workspace_id=workspace_id, key__in=keys)
        .select_related("document")
        .order_by("document_id", "chunk_index")
    )
    for chunk in rows.defer("search", "content"):
        found[chunk.key].append(
            {
                "chunk_id": str(chunk.id),
                "document_id": str(chunk.document_id),
                "filename": chunk.document.filename,
                "page": chunk.page_number,
            }
        )
    return found


def _citation(
    number: int, source: dict[str, Any], quote: dict[str, Any] | None, places: list[dict[str, Any]]
) -> dict[str, Any]:
    held = quote or {**source, "quote": None}
    shown = ("chunk_id", "document_id", "page", "page_end", "start_offset", "end_offset", "quote")
    return {
        "key": source["key"],
        "number": number,
        "filename": source.get("filename", ""),
        "title": source.get("title", ""),
        "heading_path": list(source.get("heading_path", ())),
        **{name: held.get(name) for name in shown},
        "places": places,
    }


def metrics_of(
    *,
    run_id: Any,
    turn: Turn,
    summary: Summary | None,
    citations: list[dict[str, Any]],
    gate: float,
    foreign: bool = False,
) -> dict[str, Any]:
    """A turn's figures beside their targets. The built-in engine uses no tokens and costs nothing.

    ``summary``: what its ledger comes to.
    ``foreign``: the text was written elsewhere and owes nobody our citations.
    """
    usage = usage_of(run_id)
    total = summary.total_claims if summary else 0
    anchors, paragraphs = len(find_citations(turn.response)), paragraph_count(turn.response)
    return {
        "token_usage": usage.tokens,
        "cost": usage.cost,
        "evidence_coverage": summary.evidence_coverage if summary else None,
        "found_ratio": summary.found_ratio if summary else None,
        "unsupported_claim_count": total - summary.supported if summary else None,
        "revision_cycles": turn.cycle,
        "citation_count": len(citations),
        "citations_per_paragraph": citations_per_paragraph(turn.response),
        "targets": targets(summary, citations=None if foreign else anchors, paragraphs=paragraphs, coverage_gate=gate),
    }


def warnings_of(
    *,
    run_id: Any,
    turn: Turn,
    ledger: Ledger | None,
    summary: Summary | None,
    retrieved: dict[str, Any],
    gone: int,
    foreign: bool = False,
    gate: float | None = None,
) -> list[dict[str, str]]:
    """What a reader should know of how the text came to be. ``gone``: passages deleted since they were retrieved.

    ``summary``: what the ledger comes to. ``foreign``: the text was written elsewhere, and its claims were searched for
    one by one. ``gate``: the coverage that the text was to reach, where it was revised for that.
    """
    failed = set(PhaseRun.objects.filter(run_id=run_id, state=PhaseState.FAILED).values_list("name", flat=True))
    text = _written(run_id, turn.cycle)
    warnings = [
        *_of_sources(retrieved, gone, foreign=foreign),
        *_of_agents(failed, text),
        *_of_taking_apart(failed, ledger, unchecked=summary.unchecked if summary else 0),
        *_of_writing(failed, text),
        *(_of_reading(run_id) if foreign else ()),
        *_of_coverage(summary, gate),
        *_of_critical_gaps(ledger),
    ]
    return [{"code": code, "message": message} for code, message in warnings]


def _of_sources(retrieved: dict[str, Any], gone: int, *, foreign: bool) -> Iterator[Warned]:
    if not retrieved["chunks"]:
        unmatched = "any claim of the text" if foreign else "the question; no passage could be cited"
        yield "NO_MATCHES", f"Nothing in the documents matches {unmatched}."
    if gone:
        work = "text was being verified" if foreign else "answer was being made"
        yield "SOURCES_DELETED", f"{gone} of the passages were deleted while the {work}."


def _of_agents(failed: set[str], text: dict[str, Any]) -> Iterator[Warned]:
    """Whose work another one did."""
    if text.get("stood_in"):
        names = " and ".join(text["stood_in"])
        yield "WRITER_FALLBACK", f"The Writer's model failed; {names} wrote in its place."
    if "skeptic" in failed:
        taken = text.get("claims") is not None
        who = "the claims had been taken already" if taken else "the Judge's side took the claims"
        who = "nobody could take the claims" if "claims" in failed else who
        yield "SKEPTIC_SKIPPED", f"The Skeptic failed and was skipped; {who}."


def _of_taking_apart(failed: set[str], ledger: Ledger | None, *, unchecked: int) -> Iterator[Warned]:
    """What of the text was not verified."""
    if ledger is None or ("claims" in failed and not ledger.claims.exists()):
        yield "LEDGER_PARTIAL", "The text was not taken apart into claims; nothing of it was verified."
    elif "claims" in failed:
        told = "The text was taken apart in part only; what comes after the last claim was not verified."
        yield "LEDGER_PARTIAL", told
    if unchecked:
        who = "search" if "search" in failed and "judge" not in failed else "Judge"
        yield "LEDGER_PARTIAL", f"The {who} failed; {unchecked} claims that it did not reach are unchecked."


def _of_writing(failed: set[str], text: dict[str, Any]) -> Iterator[Warned]:
    if failed & {"revise", "mend"}:
        yield "REVISION_FAILED", "Something could not be revised; there the text stands as it was written before."
    removed = text.get("removed_citations", [])
    if removed:
        yield "CITATIONS_REMOVED", f"{len(removed)} citations named no retrieved passage and were removed."


def _of_coverage(summary: Summary | None, gate: float | None) -> Iterator[Warned]:
    coverage = summary.evidence_coverage if summary else None
    if coverage is not None and gate is not None and coverage < gate:
        told = f"{coverage:.0%} of the claims are supported, below the {gate:.0%} aimed at; the others are flagged."
        yield "COVERAGE_BELOW_GATE", told


def _of_critical_gaps(ledger: Ledger | None) -> Iterator[Warned]:
    gaps = _critical_gaps_left(ledger)
    if Reason.CONFLICT in gaps:
        yield "SOURCES_CONFLICT", "The documents contradict each other on a critical claim; read both quotes."
    if gaps - {Reason.CONFLICT}:
        yield "CRITICAL_GAP", "A critical claim is not supported by the evidence; see the ledger."


def _of_reading(run_id: Any) -> Iterator[Warned]:
    """What of a text written elsewhere was left aside."""
    read = Artifact.objects.filter(run_id=run_id, name__in=("skeptic", "claims")).first()
    if read and read.data["passed_over"]:
        told = f"{read.data['passed_over']} lines of tables, code or lists of references were not judged."
        yield "PARTS_NOT_JUDGED", told
    if read and read.data["unknown_citations"]:
        told = f"{read.data['unknown_citations']} citations of the text name no passage of these documents; ignored."
        yield "UNKNOWN_CITATIONS", told


def _written(run_id: Any, cycle: int) -> dict[str, Any]:
    """What the Writer left of the final text."""
    written = Artifact.objects.filter(run_id=run_id, name__in=TEXTS, cycle=cycle).first()
    return written.data if written else {}


def _critical_gaps_left(ledger: Ledger | None) -> set[str]:
    """The reasons for which critical claims of the final text do not hold."""
    if ledger is None:
        return set()
    rows = ledger.claims.filter(entry__isnull=False).values_list("importance", "entry__verdict", "entry__reason")
    return {reason for importance, verdict, reason in rows if is_critical_gap(importance, verdict)}
