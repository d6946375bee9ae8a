"""What a ledger adds up to: counts, coverage, targets, gaps, risks. Formulas and targets are the spec's section 5."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from apps.verification.citations import find_citations
from apps.verification.types import Decision, Importance, Stance, Summary, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """A claim and what was decided on it; ``decision`` is None while it is unchecked."""

    claim_id: str
    claim_text: str
    importance: Importance
    decision: Decision | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskFlag:
    """Something a reader should look at before relying on the text."""

    code: str  # critical_unsupported, single_source, source_conflict, number_mismatch, modality_shift
    claim_id: str
    message: str


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


def targets(of: Summary, *, citations: int, paragraphs: int, coverage_gate: float = 0.85) -> list[dict[str, Any]]:
    """The four figures every session shows, against what is aimed at: ``[{name, value, target, comparison, met}]``.

    ``citations`` counts anchors. ``value`` and ``met`` are None when there is nothing to measure.
    """
    return [
        _target("evidence_coverage", of.evidence_coverage, coverage_gate, at_least=True),
        _target("citations_per_paragraph", _ratio(citations, paragraphs), 1.5, at_least=True),
        _target("contradicted_rate", _ratio(of.contradicted, of.total_claims), 0.02, at_least=False),
        _target("not_found_rate", _ratio(of.not_found, of.total_claims), 0.05, at_least=False),
    ]


def _target(name: str, value: float | None, target: float, *, at_least: bool) -> dict[str, Any]:
    met = None if value is None else (value >= target if at_least else value <= target)
    return {"name": name, "value": value, "target": target, "comparison": ">=" if at_least else "<=", "met": met}


def is_critical_gap(importance: str, verdict: str) -> bool:
    """Whether the text may not stand as it is: a critical claim that is not found or contradicted."""
    return importance == Importance.CRITICAL and verdict in (Verdict.NOT_FOUND, Verdict.CONTRADICTED)


def risk_flags(ruled: Iterable[Ruled]) -> tuple[RiskFlag, ...]:
    """What to look at first, in the order of the claims. Unchecked and minor claims raise none."""
    return tuple(
        RiskFlag(code=code, claim_id=one.claim_id, message=f"{why}: {_shortened(one.claim_text)}")
        for one in ruled
        if one.decision is not None and not one.decision.minor
        for code, why in _risks(one.importance, one.decision)
    )


def _risks(importance: Importance, decision: Decision) -> list[tuple[str, str]]:
    risks = []
    checks = {check.name for check in decision.checks}
    if importance is Importance.CRITICAL and decision.verdict is not Verdict.SUPPORTED:
        risks.append(("critical_unsupported", "The text rests on a claim that is not supported"))
    if decision.reason == "conflict":
        risks.append(("source_conflict", "The sources disagree"))
    if "number_lint" in checks:
        risks.append(("number_mismatch", "A figure or date differs from the source"))
    if "modality_lint" in checks:
        risks.append(("modality_shift", "The source says it less or more strictly"))
    sources = {held.document_id for held in decision.evidence if held.stance is Stance.SUPPORTS}
    if importance is Importance.CRITICAL and decision.verdict is Verdict.SUPPORTED and len(sources) == 1:
        risks.append(("single_source", "Only one document supports it"))
    return risks


def follow_up_questions(ruled: Iterable[Ruled], *, limit: int = 5) -> tuple[str, ...]:
    """What to ask next so that open claims can be settled, the most important first."""
    order = list(Importance)
    open_claims = [one for one in ruled if one.decision is not None and not one.decision.minor]
    questions = []
    for one in sorted(open_claims, key=lambda one: order.index(one.importance)):
        question = _question(one)
        if question:
            questions.append(question)
    return tuple(dict.fromkeys(questions))[:limit]


def _question(one: Ruled) -> str | None:
    told = _shortened(one.claim_text)
    if one.decision.reason == "conflict":
        return f"Which source is to be followed on this: {told}?"
    if one.decision.verdict is Verdict.CONTRADICTED:
        return f"What do the documents say instead of this: {told}?"
    if one.decision.verdict is Verdict.NOT_FOUND:
        return f"Which document would show this: {told}?"
    return None


def _shortened(text: str, limit: int = 160) -> str:
    plain = " ".join(text.split()).rstrip(".?!")
    return plain if len(plain) <= limit else plain[: limit - 1].rsplit(" ", 1)[0] + "…"
