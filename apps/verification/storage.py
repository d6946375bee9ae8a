"""Ledgers in the database, and as the contract shows them. Callers hold the transaction."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, Q

from apps.verification.coverage import summary, summary_of_counts
from apps.verification.models import Claim, Ledger, LedgerEntry
from apps.verification.risks import RiskFlag, Ruled
from apps.verification.succession import inherited
from apps.verification.types import (
    Check,
    ClaimDraft,
    ClaimType,
    Decision,
    Evidence,
    Importance,
    Stance,
    Summary,
    Thresholds,
    Verdict,
)

Data = dict[str, Any]
NEEDED = Q(requires_citation=True)
COUNTS = {
    "minor": Count("id", filter=~NEEDED),
    "unchecked": Count("id", filter=NEEDED & Q(entry__isnull=True)),
    **{verdict.value: Count("id", filter=NEEDED & Q(entry__verdict=verdict.value)) for verdict in Verdict},
}


@transaction.atomic
def ledger_open(
    *, workspace_id: UUID | str, turn_id: UUID | str, cycle: int, claims: Iterable[ClaimDraft], thresholds: Thresholds
) -> Ledger:
    """A fresh ledger for one version of a turn's text; an earlier one of the same turn and cycle is replaced.

    ``claims``: all of the text's, or none yet.
    """
    ledger_drop(turn_id=turn_id, cycle=cycle)
    ledger = Ledger.objects.create(
        workspace_id=workspace_id, turn_id=turn_id, cycle=cycle, thresholds=asdict(thresholds)
    )
    claims_add(ledger=ledger, claims=claims, whole=True)
    return ledger


def ledger_drop(*, turn_id: UUID | str, cycle: int) -> None:
    """Forget what was found out about one version of a turn's text."""
    Ledger.objects.filter(turn_id=turn_id, cycle=cycle).delete()


def claims_add(*, ledger: Ledger, claims: Iterable[ClaimDraft], position: int = 0, whole: bool = False) -> list[Claim]:
    """Store claims from ``position`` on in the order of the text; those that a revision left as they were are judged.

    Such rows have an ``entry``. ``whole``: these are all of the text's claims.
    """
    rows = [_claim_row(ledger, place, claim) for place, claim in enumerate(claims, position)]
    entries = inherited(ledger, rows, whole=whole)
    Claim.objects.bulk_create(rows)
    LedgerEntry.objects.bulk_create(entries)
    return rows


def kept_of(rows: Iterable[Claim]) -> list[LedgerEntry]:
    """The verdicts that these claims have from the text before, in the order of the text."""
    entries = LedgerEntry.objects.filter(claim__in=list(rows), kept=True)
    return list(entries.select_related("claim").order_by("claim__position"))


def _claim_row(ledger: Ledger, position: int, claim: ClaimDraft) -> Claim:
    return Claim(
        ledger=ledger,
        position=position,
        claim_text=claim.claim_text,
        claim_type=claim.claim_type.value,
        importance=claim.importance.value,
        requires_citation=claim.requires_citation,
        start_offset=claim.start_offset,
        end_offset=claim.end_offset,
        citations=list(claim.citations),
        under=claim.under,
    )


def claim_draft(row: Claim) -> ClaimDraft:
    """A stored claim as the value the Judge is given."""
    return ClaimDraft(
        claim_text=row.claim_text,
        claim_type=ClaimType(row.claim_type),
        importance=Importance(row.importance),
        requires_citation=row.requires_citation,
        start_offset=row.start_offset,
        end_offset=row.end_offset,
        citations=tuple(row.citations),
        under=row.under,
    )


@transaction.atomic
def entry_record(*, claim_id: UUID | str, decision: Decision) -> LedgerEntry:
    """Store the verdict on a claim in place of an earlier one. The decision settles whether the claim is minor."""
    values = {
        "verdict": decision.verdict.value,
        "reason": decision.reason,
        "confidence_score": decision.confidence,
        "evidence": [_evidence_data(held) for held in decision.evidence],
        "suggested_key": decision.suggested_key,
        "notes": decision.notes,
        "checks": [asdict(check) for check in decision.checks],
        "judge": decision.judge,
        "searched": None,  # of the verdict that is replaced
    }
    Claim.objects.filter(id=claim_id).update(requires_citation=not decision.minor)
    entry, _ = LedgerEntry.objects.update_or_create(claim_id=claim_id, defaults=values)
    return entry


def _evidence_data(held: Evidence) -> Data:
    return {**asdict(held), "stance": held.stance.value}


def decision_of(entry: LedgerEntry) -> Decision:
    """A stored entry as the value it was made from."""
    return Decision(
        verdict=Verdict(entry.verdict),
        reason=entry.reason,
        confidence=entry.confidence_score,
        evidence=tuple(Evidence(**{**held, "stance": Stance(held["stance"])}) for held in entry.evidence),
        checks=tuple(Check(**check) for check in entry.checks),
        suggested_key=entry.suggested_key,
        notes=entry.notes,
        minor=not entry.claim.requires_citation,
        judge=entry.judge,
    )


def ruled_of(ledger: Ledger) -> list[Ruled]:
    """The claims of a ledger with what was decided on them, in the order of the text."""
    return [
        Ruled(
            claim_id=str(row.id),
            claim_text=row.claim_text,
            importance=Importance(row.importance),
            decision=decision_of(row.entry) if hasattr(row, "entry") else None,
        )
        for row in ledger.claims.select_related("entry")
    ]


def ledger_finish(
    ledger: Ledger, *, risk_flags: Sequence[RiskFlag] = (), follow_up_questions: Sequence[str] = ()
) -> Ledger:
    """Store what a finished ledger tells beside its entries."""
    ledger.risk_flags = [asdict(flag) for flag in risk_flags]
    ledger.follow_up_questions = list(follow_up_questions)
    ledger.save(update_fields=["risk_flags", "follow_up_questions"])
    return ledger


def searched_record(searched: Mapping[str, Data]) -> None:
    """Store for each of these claims what was searched for it (see ``LedgerEntry.searched``), unless it was found."""
    rows = list(
        LedgerEntry.objects.filter(claim_id__in=searched, verdict=Verdict.NOT_FOUND.value, searched__isnull=True)
    )
    for entry in rows:
        entry.searched = searched[str(entry.claim_id)]
    LedgerEntry.objects.bulk_update(rows, ["searched"])


def ledger_summary(ledger: Ledger) -> Summary:
    """Counts as they now stand. Claims that need no citation are minor; others without an entry are unchecked."""
    return _summed(ledger.claims.aggregate(**COUNTS))


def summaries_before(turn_id: UUID, *, cycle: int) -> dict[int, Summary]:
    """What each version of a turn's text before ``cycle`` came to, by its cycle, in order.

    None of them is without a claim: it would not have been revised.
    """
    if not cycle:
        return {}
    claims = Claim.objects.filter(ledger__turn_id=turn_id, ledger__cycle__lt=cycle).order_by("ledger__cycle")
    return {each["cycle"]: _summed(each) for each in claims.values(cycle=F("ledger__cycle")).annotate(**COUNTS)}


def _summed(counted: Data) -> Summary:
    counts = {verdict: counted[verdict.value] for verdict in Verdict}
    return summary_of_counts(counts, unchecked=counted["unchecked"], minor=counted["minor"])


def _summary_of(rows: list[Claim]) -> Summary:
    """The same counts from claims that were read with their entries."""
    needed = [row for row in rows if row.requires_citation]
    decisions = [decision_of(row.entry) if hasattr(row, "entry") else None for row in needed]
    return summary(decisions, minor=len(rows) - len(needed))


def summary_as_dict(of: Summary) -> Data:
    """The contract's ``summary``."""
    return asdict(of)


def claims_as_dicts(ledger: Ledger) -> list[Data]:
    """The contract's ``claims``, in the order of the text."""
    return [claim_as_dict(row) for row in ledger.claims.all()]


def claim_as_dict(row: Claim) -> Data:
    """One claim of the contract."""
    shown = ("claim_text", "claim_type", "importance", "requires_citation", "start_offset", "end_offset", "citations")
    values = {name: getattr(row, name) for name in shown}
    return {"id": str(row.id), "lineage_id": str(row.lineage_id), "position": row.position, **values}


def entry_as_dict(entry: LedgerEntry, *, existing_documents: Collection[str] | None = None) -> Data:
    """One entry of the contract; evidence of a document outside ``existing_documents`` says ``source_deleted``.

    None does not ask: of an entry that has just been judged.
    """
    evidence = [
        {**held, "source_deleted": existing_documents is not None and held["document_id"] not in existing_documents}
        for held in entry.evidence
    ]
    return {
        "claim_id": str(entry.claim_id),
        "verdict": entry.verdict,
        "reason": entry.reason,
        "confidence_score": entry.confidence_score,
        "chunk_ids": list(dict.fromkeys(held["chunk_id"] for held in evidence)),
        "evidence": evidence,
        "evidence_snippet": evidence[0]["quote"] if evidence else "",
        "suggested_key": entry.suggested_key,
        "notes": entry.notes,
        "checks": entry.checks,
        "judge": entry.judge,
        "searched": entry.searched,
    }


def ledger_as_dict(ledger: Ledger, *, existing_documents: Collection[str]) -> Data:
    """The contract's ``ledger``. ``existing_documents``: ids of documents that are still there."""
    rows = list(ledger.claims.select_related("entry"))  # one read: the summary counts the very entries beside it
    entries = [row.entry for row in rows if hasattr(row, "entry")]
    return {
        "id": str(ledger.id),
        "cycle": ledger.cycle,
        "entries": [entry_as_dict(entry, existing_documents=existing_documents) for entry in entries],
        "summary": summary_as_dict(_summary_of(rows)),
        "risk_flags": ledger.risk_flags,
        "follow_up_questions": ledger.follow_up_questions,
        "thresholds": ledger.thresholds,
    }


def problems_of(ledger: Ledger) -> list[Data]:
    """What a revision has to mend, in the order of the text: every judged claim that counts and is not supported."""
    rows = ledger.claims.filter(requires_citation=True, entry__isnull=False).exclude(
        entry__verdict=Verdict.SUPPORTED.value
    )
    return [
        {
            "claim_text": row.claim_text,
            "start_offset": row.start_offset,
            "end_offset": row.end_offset,
            "verdict": row.entry.verdict,
            "reason": row.entry.reason,
            "suggested_key": row.entry.suggested_key,
        }
        for row in rows.select_related("entry")
    ]
