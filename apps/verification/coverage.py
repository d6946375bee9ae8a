"""What a ledger adds up to: counts, coverage, targets, gaps. Formulas and targets are the spec's sections 5 and 8."""

import operator
import re
from collections.abc import Iterable
from typing import Any

from apps.verification.citations import find_citations
from apps.verification.types import Decision, Importance, Summary, Verdict

CITATIONS_PER_PARAGRAPH, CONTRADICTED, NOT_FOUND = 1.5, 0.02, 0.05  # seed 000, 12.1; the gate is a setting
FIRST_TOKEN_MS, VERIFICATION_MS = 500.0, 200.0  # seed 000, 12.2: as overhead over the models (spec section 8)
TOTAL_MS = {"answer": 15_000.0, "draft": 60_000.0}
COMPARE = {">=": operator.ge, "<=": operator.le, "<": operator.lt}


def summary(decisions: Iterable[Decision | None], *, minor: int = 0) -> Summary:
    """Counts over the decisions of one ledger; None is an unchecked claim, ``minor`` are claims counted elsewhere."""
    counts = dict.fromkeys(Verdict, 0)
    unchecked = 0
    for decision in decisions:
        if decision is None:
            unchecked += 1
        elif decision.minor:
            minor += 1
        else:
            counts[decision.verdict] += 1
    return summary_of_counts(counts, unchecked=unchecked, minor=minor)


def summary_of_counts(counts: dict[Verdict, int], *, unchecked: int, minor: int) -> Summary:
    """From counts: evidence_coverage = supported / total, found_ratio = supported / (supported + not_found)."""
    supported, not_found = counts[Verdict.SUPPORTED], counts[Verdict.NOT_FOUND]
    total = sum(counts.values()) + unchecked
    return Summary(
        total_claims=total,
        supported=supported,
        weak=counts[Verdict.WEAK],
        contradicted=counts[Verdict.CONTRADICTED],
        not_found=not_found,
        unchecked=unchecked,
        evidence_coverage=_ratio(supported, total),
        found_ratio=_ratio(supported, supported + not_found),
        minor_claims=minor,
    )


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def citations_per_paragraph(text: str) -> float | None:
    """Citation anchors per paragraph (blocks between blank lines; headings do not count); None without a paragraph."""
    return _ratio(len(find_citations(text)), paragraph_count(text))


def paragraph_count(text: str) -> int:
    """Blocks between blank lines that are more than headings."""
    blocks = (block.strip() for block in re.split(r"\n\s*\n", text))
    return sum(1 for block in blocks if block and not all(line.startswith("#") for line in block.splitlines()))


def targets(
    of: Summary | None, *, citations: int | None, paragraphs: int, coverage_gate: float = 0.85
) -> list[dict[str, Any]]:
    """What a text is to be, against what it is: ``[{name, value, target, comparison, met}]``.

    ``citations`` counts anchors; None for a text that is not to have any, since it was written elsewhere. ``value`` and
    ``met`` are None when there is nothing to measure: a text without a claim (nothing was found) owes no citation.
    """
    of = of or summary(())
    density = _ratio(citations, paragraphs) if of.total_claims and citations is not None else None
    return [
        _target("evidence_coverage", of.evidence_coverage, ">=", coverage_gate),
        _target("citations_per_paragraph", density, ">=", CITATIONS_PER_PARAGRAPH),
        _target("contradicted_rate", _ratio(of.contradicted, of.total_claims), "<=", CONTRADICTED),
        _target("not_found_rate", _ratio(of.not_found, of.total_claims), "<=", NOT_FOUND),
    ]


def timing_targets(
    *, mode: str, first_token_ms: float | None, total_ms: float | None, verification_ms: float | None
) -> list[dict[str, Any]]:
    """How long it may take beside the models that are asked, in the same form; a text written elsewhere is not waited
    for, so that only its verification has a target."""
    verification = _target("verification_overhead_ms_per_claim", verification_ms, "<", VERIFICATION_MS)
    if mode not in TOTAL_MS:
        return [verification]
    return [
        _target("first_token_overhead_ms", first_token_ms, "<", FIRST_TOKEN_MS),
        _target("total_overhead_ms", total_ms, "<", TOTAL_MS[mode]),
        verification,
    ]


def _target(name: str, value: float | None, comparison: str, target: float) -> dict[str, Any]:
    met = None if value is None else COMPARE[comparison](value, target)
    return {"name": name, "value": value, "target": target, "comparison": comparison, "met": met}


def is_critical_gap(importance: str, verdict: str) -> bool:
    """Whether the text may not stand as it is: a critical claim that is not found or contradicted."""
    return importance == Importance.CRITICAL and verdict in (Verdict.NOT_FOUND, Verdict.CONTRADICTED)
