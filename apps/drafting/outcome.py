"""What a finished turn carries beside its text: citations with quotes, figures against their targets, warnings."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from apps.documents.models import Chunk
from apps.drafting.models import Turn
from apps.runs.models import Artifact, PhaseRun, PhaseState
from apps.verification.citations import find_citations
from apps.verification.coverage import citations_per_paragraph, is_critical_gap, paragraph_count, targets
from apps.verification.models import Ledger
from apps.verification.rules import Reason
from apps.verification.storage import ledger_summary
from apps.verification.types import ContextChunk


def citations_of(
    *,
    text: str,
    context: tuple[ContextChunk, ...],
    retrieved: Sequence[dict[str, Any]],
    ledger: Ledger | None,
    workspace_id: Any,
) -> list[dict[str, Any]]:
    """Citations numbered as they appear, each with the quote held against its claim and every place of its text.

    ``retrieved``: what was kept of each passage; a citation whose document was deleted meanwhile is made of that.
    """
    keys = list(dict.fromkeys(citation.key for citation in find_citations(text)))
    sources = {entry["key"]: entry for entry in reversed(retrieved)}
    sources |= {chunk.key: asdict(chunk) for chunk in reversed(context)}
    quotes = _quotes(ledger)
    places = _places(keys, workspace_id)
    return [
        _citation(number, sources[key], quotes.get(key), places[key])
        for number, key in enumerate(keys, start=1)
        if key in sources
    ]


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


def metrics_of(*, turn: Turn, ledger: Ledger | None, citations: list[dict[str, Any]], gate: float) -> dict[str, Any]:
    """A turn's figures beside their targets. The built-in engine uses no tokens and costs nothing."""
    summary = ledger_summary(ledger) if ledger else None
    total = summary.total_claims if summary else 0
    anchors, paragraphs = len(find_citations(turn.response)), paragraph_count(turn.response)
    return {
        "token_usage": {"writer": 0, "skeptic": 0, "judge": 0},
        "cost": 0.0,
        "evidence_coverage": summary.evidence_coverage if summary else None,
        "found_ratio": summary.found_ratio if summary else None,
        "unsupported_claim_count": total - summary.supported if summary else None,
        "revision_cycles": turn.cycle,
        "citation_count": len(citations),
        "citations_per_paragraph": citations_per_paragraph(turn.response),
        "targets": targets(summary, citations=anchors, paragraphs=paragraphs, coverage_gate=gate) if total else [],
    }


def warnings_of(
    *, run_id: Any, turn: Turn, ledger: Ledger | None, retrieved: dict[str, Any], gone: int
) -> list[dict[str, str]]:
    """What a reader should know of how the text came to be. ``gone``: passages deleted since they were retrieved."""
    failed = set(PhaseRun.objects.filter(run_id=run_id, state=PhaseState.FAILED).values_list("name", flat=True))
    warnings = []
    if not retrieved["chunks"]:
        warnings.append(("NO_MATCHES", "Nothing in the documents matches the question; no passage could be cited."))
    if gone:
        warnings.append(("SOURCES_DELETED", f"{gone} of the passages were deleted while the answer was being made."))
    if "skeptic" in failed:
        who = "nobody could take the claims" if "claims" in failed else "the Judge's side took the claims"
        warnings.append(("SKEPTIC_SKIPPED", f"The Skeptic failed and was skipped; {who}."))
    if ledger is None:
        warnings.append(("LEDGER_PARTIAL", "The text was not taken apart into claims; nothing of it was verified."))
    elif "judge" in failed:
        warnings.append(("LEDGER_PARTIAL", "The Judge failed; claims that it did not reach are unchecked."))
    if "revise" in failed:
        warnings.append(("REVISION_FAILED", "A critical gap could not be revised; the text stands as first written."))
    removed = _removed_citations(run_id, turn.cycle)
    if removed:
        warnings.append(("CITATIONS_REMOVED", f"{len(removed)} citations named no retrieved passage and were removed."))
    gaps = _critical_gaps_left(ledger)
    if Reason.CONFLICT in gaps:
        warnings.append(
            ("SOURCES_CONFLICT", "The documents contradict each other on a critical claim; read both quotes.")
        )
    if gaps - {Reason.CONFLICT}:
        warnings.append(("CRITICAL_GAP", "A critical claim is not supported by the evidence; see the ledger."))
    return [{"code": code, "message": message} for code, message in warnings]


def _removed_citations(run_id: Any, cycle: int) -> list[str]:
    written = Artifact.objects.filter(run_id=run_id, name="revise" if cycle else "write", cycle=cycle).first()
    return written.data["removed_citations"] if written else []


def _critical_gaps_left(ledger: Ledger | None) -> set[str]:
    """The reasons for which critical claims of the final text do not hold."""
    if ledger is None:
        return set()
    rows = ledger.claims.filter(entry__isnull=False).values_list("importance", "entry__verdict", "entry__reason")
    return {reason for importance, verdict, reason in rows if is_critical_gap(importance, verdict)}
