"""The verdict as one pure function of what was found (spec sections 4 and 5); ``decide`` gathers the signals.

In order, the first that applies:

1. Contradicted stands above everything: a passage speaks against the claim at least as likely as not, and more
   clearly than any speaks for it; or one does so clearly while another supports it (``conflict``).
2. A minor claim needs no evidence: one that requires no citation and has none, or helpful mode's uncited common
   knowledge. It stands outside the totals; its verdict is ``not_found`` with confidence 0: nothing was shown for it.
3. Support in a cited passage: supported above the upper cut (in helpful mode from the lower cut on: close enough) if
   no deterministic check fired and no passage speaks against it; else weak (``number_mismatch``, ``modality_shift``,
   ``disputed``, ``partial``).
4. Support in an uncited passage alone: weak ``wrong_citation``; in strict mode an uncited claim is ``not_found``
   ``uncited`` all the same, with the key that would serve.
5. Nothing: ``not_found``, ``uncited`` or ``mismatch``.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from apps.verification.types import Mode, Thresholds, Verdict


class Reason(StrEnum):
    """Why a verdict is not a plain one."""

    NONE = ""
    UNCITED = "uncited"  # not found: the sentence cites nothing that was in the context
    MISMATCH = "mismatch"  # not found: it cites passages, and none of them bears it out
    WRONG_CITATION = "wrong_citation"  # weak: another passage bears it out
    PARTIAL = "partial"  # weak: the evidence bears it out in part
    DISPUTED = "disputed"  # weak: supported, but another passage may speak against it
    NUMBER_MISMATCH = "number_mismatch"  # weak or contradicted: a figure, date or unit does not agree
    MODALITY_SHIFT = "modality_shift"  # weak or contradicted: must for may, all for some, a lost "not"
    CONFLICT = "conflict"  # contradicted: one passage supports it, another speaks against it
    MINOR = "minor"  # stands outside the totals


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """Everything the verdict depends on. Scores are 0 … 1 and count locked quotes only."""

    cited: bool  # the sentence cites a passage of the context
    support: float = 0.0  # best score of a supporting quote in a cited passage
    elsewhere: float = 0.0  # the same in passages that are not cited
    contradiction: float = 0.0  # best score of a contradicting quote, wherever it stands
    contradicted_by: Reason = Reason.NONE  # a check that made a near-identical quote a contradiction
    lint: Reason = Reason.NONE  # NUMBER_MISMATCH or MODALITY_SHIFT, if a check fired on the supporting quotes
    requires_citation: bool = True
    common_knowledge: bool = False
    mode: Mode = Mode.STRICT
    thresholds: Thresholds = field(default_factory=Thresholds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """Verdict, why, and how sure. ``from_elsewhere``: its evidence is what the sentence does not cite."""

    verdict: Verdict
    reason: Reason = Reason.NONE
    confidence: float = 0.0
    minor: bool = False
    from_elsewhere: bool = False


def effective_thresholds(mode: Mode, thresholds: Thresholds) -> Thresholds:
    """The cuts a ledger reports: in helpful mode close enough is supported, so both lie at the lower one."""
    if mode is Mode.HELPFUL:
        return Thresholds(supported=thresholds.weak, weak=thresholds.weak)
    return thresholds


def rule(signals: Signals) -> Ruling:
    """The verdict on one claim; see the module for the order of the rules."""
    cuts = signals.thresholds
    best = max(signals.support, signals.elsewhere)
    if signals.contradiction >= cuts.weak and (
        signals.contradiction > best or (best >= cuts.weak and signals.contradiction > cuts.supported)
    ):
        reason = Reason.CONFLICT if best >= cuts.weak else signals.contradicted_by
        return Ruling(verdict=Verdict.CONTRADICTED, reason=reason, confidence=signals.contradiction)
    if not signals.cited and _needs_no_evidence(signals):
        return Ruling(verdict=Verdict.NOT_FOUND, reason=Reason.MINOR, minor=True)
    if signals.cited and signals.support >= cuts.weak:
        return _from_cited(signals)
    if signals.elsewhere >= cuts.weak and (signals.cited or signals.mode is Mode.HELPFUL):
        confidence = min(signals.elsewhere, cuts.supported)
        return Ruling(verdict=Verdict.WEAK, reason=Reason.WRONG_CITATION, confidence=confidence, from_elsewhere=True)
    return Ruling(verdict=Verdict.NOT_FOUND, reason=Reason.MISMATCH if signals.cited else Reason.UNCITED)


def _needs_no_evidence(signals: Signals) -> bool:
    return not signals.requires_citation or (signals.mode is Mode.HELPFUL and signals.common_knowledge)


def _from_cited(signals: Signals) -> Ruling:
    """Support of at least the lower cut in a passage the sentence cites."""
    cuts = signals.thresholds
    enough = signals.mode is Mode.HELPFUL or signals.support > cuts.supported
    weak_because = signals.lint
    if not weak_because and signals.contradiction >= cuts.weak:
        weak_because = Reason.DISPUTED
    if enough and not weak_because:
        return Ruling(verdict=Verdict.SUPPORTED, confidence=signals.support)
    return Ruling(
        verdict=Verdict.WEAK, reason=weak_because or Reason.PARTIAL, confidence=min(signals.support, cuts.supported)
    )
