"""Obligation, permission and certainty: what a claim and its source say must, may or will be. Pure."""

from apps.verification.lexicon import content_stems, coverage_of
from apps.verification.wording.faults import ModalityFault, ModalityFinding
from apps.verification.wording.modals import Force, Modal, modals_of


def force_findings(claim: str, source: str) -> list[ModalityFinding]:
    found = []
    theirs = modals_of(source)
    for modal in modals_of(claim):
        others = [other for other in theirs if other.head == modal.head] or _only_pair(theirs, claim, source)
        if not others:
            continue
        faults = [_force_fault(modal, other) for other in others]
        if all(fault is not None for fault in faults):
            found.append(ModalityFinding(fault=faults[0], claimed=_told(modal), source=_told(others[0])))
    return found + _certainty(claim, source, theirs)


def _certainty(claim: str, source: str, theirs: list[Modal]) -> list[ModalityFinding]:
    """ "X causes Y" where the source has "X may cause Y": said as certain what is only possible."""
    if modals_of(claim) or len(theirs) != 1 or theirs[0].denied or coverage_of(claim, source) < 0.7:
        return []
    other = theirs[0]
    if other.text.lower() not in ("may", "might", "could") or other.head not in content_stems(claim):
        return []
    return [ModalityFinding(fault=ModalityFault.FORCE, claimed=other.head, source=_told(other))]


def _only_pair(theirs: list[Modal], claim: str, source: str) -> list[Modal]:
    """With other verbs behind them, modals are compared only where each text has one and the texts are close."""
    return theirs if len(theirs) == 1 and coverage_of(claim, source) >= 0.75 else []


def _told(modal: Modal) -> str:
    return f"{modal.text}{' not' if modal.denied else ''} {modal.head}".strip()


def _force_fault(modal: Modal, other: Modal) -> ModalityFault | None:
    mine, theirs = modal.force, other.force
    if modal.perfect != other.perfect:
        return ModalityFault.FORCE
    if modal.denied and other.denied:
        strict = {Force.MUST, Force.MAY, Force.WILL}  # "may not", "must not" and "will not" forbid alike
        return None if mine == theirs or {mine, theirs} <= strict else ModalityFault.FORCE
    if modal.denied != other.denied:
        return ModalityFault.PERMISSION if modal.head == other.head else None
    if mine == theirs or {mine, theirs} <= {Force.MUST, Force.WILL}:
        return None
    if theirs is Force.WILL and mine is Force.MAY:
        return None  # weaker than the source, and true
    return ModalityFault.FORCE
