"""Claims of a revised text: what stayed is not judged again, what was changed is still the same claim."""

import uuid
from typing import Any

import pytest

from apps.verification.models import Claim, Ledger, LedgerEntry
from apps.verification.storage import claims_add, entry_record, ledger_open
from apps.verification.succession import revisions_of, settle_lineage
from apps.verification.types import ClaimDraft, ClaimType, Decision, Importance, Thresholds, Verdict

pytestmark = pytest.mark.django_db

CAP, LOWER_CAP = (
    "The maximum LTV of an investment property is 75%.",
    "The maximum LTV of an investment property is 70%.",
)
FEE, SOFT_FEE = "The lender shall charge a fee of 2%.", "The lender may charge a fee of 2%."
APPEAL = "A borrower may appeal within 30 days."
KEY = "0123456789ab"


def draft(text: str, *keys: str) -> ClaimDraft:
    return ClaimDraft(
        claim_text=text, claim_type=ClaimType.FACT, importance=Importance.MATERIAL, requires_citation=True,
        start_offset=0, end_offset=len(text), citations=keys,
    )  # fmt: skip


@pytest.fixture
def turn(workspace) -> dict[str, Any]:
    return {"workspace_id": workspace.id, "turn_id": uuid.uuid4(), "thresholds": Thresholds()}


def judge(ledger: Ledger, verdict: Verdict, *positions: int) -> None:
    for row in ledger.claims.filter(position__in=positions):
        entry_record(claim_id=row.id, decision=Decision(verdict=verdict, reason="", confidence=0.9, notes="seen"))


def test_a_claim_that_stayed_keeps_its_verdict_and_is_told_apart_from_one_that_was_judged(turn):
    first = ledger_open(cycle=0, claims=[draft(CAP, KEY), draft(FEE, KEY)], **turn)
    judge(first, Verdict.SUPPORTED, 0)
    judge(first, Verdict.NOT_FOUND, 1)

    second = ledger_open(cycle=1, claims=[draft(SOFT_FEE, KEY), draft(CAP, KEY)], **turn)

    soft, cap = second.claims.all()
    assert not LedgerEntry.objects.filter(claim=soft).exists()
    assert (cap.entry.verdict, cap.entry.notes, cap.entry.kept) == ("supported", "seen", True)
    assert cap.lineage_id == first.claims.get(position=0).lineage_id
    assert first.claims.get(position=0).entry.kept is False


def test_a_claim_with_another_citation_is_judged_again(turn):
    first = ledger_open(cycle=0, claims=[draft(CAP)], **turn)
    judge(first, Verdict.NOT_FOUND, 0)

    second = ledger_open(cycle=1, claims=[draft(CAP, KEY)], **turn)

    assert not LedgerEntry.objects.filter(claim__ledger=second).exists()


def test_a_claim_that_nobody_judged_is_not_taken_for_judged(turn):
    first = ledger_open(cycle=0, claims=[draft(CAP, KEY)], **turn)

    second = ledger_open(cycle=1, claims=[draft(CAP, KEY)], **turn)

    assert second.claims.get().lineage_id == first.claims.get().lineage_id
    assert not LedgerEntry.objects.filter(claim__ledger=second).exists()


def test_a_sentence_that_stands_twice_inherits_once_however_the_claims_come(turn):
    first = ledger_open(cycle=0, claims=[draft(CAP, KEY)], **turn)
    judge(first, Verdict.SUPPORTED, 0)
    second = ledger_open(cycle=1, claims=[draft(CAP, KEY)], **turn)

    claims_add(ledger=second, claims=[draft(CAP, KEY)], position=1)

    assert LedgerEntry.objects.filter(claim__ledger=second).count() == 1
    assert len(set(second.claims.values_list("lineage_id", flat=True))) == 2


def test_every_claim_of_a_first_text_has_a_lineage_of_its_own(turn):
    ledger = ledger_open(cycle=0, claims=[draft(CAP), draft(CAP), draft(FEE)], **turn)
    assert len(set(ledger.claims.values_list("lineage_id", flat=True))) == 3


def test_the_story_of_a_text_names_each_change_and_its_reason(turn):
    first = ledger_open(cycle=0, claims=[draft(CAP, KEY), draft(FEE, KEY), draft(APPEAL, KEY)], **turn)
    judge(first, Verdict.CONTRADICTED, 0)
    judge(first, Verdict.NOT_FOUND, 1)
    judge(first, Verdict.SUPPORTED, 2)
    ledger_open(cycle=1, claims=[draft(LOWER_CAP, KEY), draft(SOFT_FEE, KEY), draft(APPEAL, KEY)], **turn)
    third = [draft(LOWER_CAP, KEY), draft(APPEAL, KEY), draft("Interest is fixed for ten years.", KEY)]
    ledger_open(cycle=2, claims=third, **turn)

    settle_lineage(turn["turn_id"])
    settle_lineage(turn["turn_id"])
    story = revisions_of(turn["turn_id"], until=2)

    told = [[(change["change"], change["before"], change["verdict"]) for change in each["changes"]] for each in story]
    assert [each["cycle"] for each in story] == [1, 2]
    assert told[0] == [("corrected", CAP, "contradicted"), ("softened", FEE, "not_found")]
    assert told[1] == [("added", None, None), ("removed", SOFT_FEE, None)]
    caps = Claim.objects.filter(claim_text__startswith="The maximum").values_list("lineage_id", flat=True)
    assert len(caps) == 3
    assert len(set(caps)) == 1


def test_what_was_found_out_of_other_texts_has_no_part_in_it(turn):
    other = ledger_open(cycle=0, claims=[draft(CAP, KEY)], **{**turn, "turn_id": uuid.uuid4()})
    judge(other, Verdict.SUPPORTED, 0)
    ledger_open(cycle=0, claims=[draft(FEE, KEY)], **turn)

    second = ledger_open(cycle=1, claims=[draft(CAP, KEY)], **turn)

    assert not LedgerEntry.objects.filter(claim__ledger=second).exists()
