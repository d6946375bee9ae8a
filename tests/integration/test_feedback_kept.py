"""What feedback keeps of a claim and of documents: all that judging it again takes, and no word that should be gone."""

from uuid import UUID

import pytest
from django.urls import reverse

from apps.accounts.models import User
from apps.documents.models import Chunk, Document
from apps.documents.services import document_delete
from apps.drafting.models import Session
from apps.drafting.services import session_delete
from apps.feedback.models import ClaimCorrection, SessionFeedback
from apps.feedback.services import feedback_give
from apps.feedback.types import Correction, Issue
from apps.runs.models import Artifact
from apps.verification.models import Claim
from apps.workspaces.models import Membership, Workspace
from apps.workspaces.services import workspace_delete
from tests.integration.answer_fixture import PASSAGES, Cast, FindsNothing, Says, answered, ask
from tests.integration.conftest import client_of
from tests.integration.test_draft import GOOD, Drafts
from workers.toolbox import Toolbox

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session(workspace: Workspace, document: Document, alice: User) -> Session:
    """Answered by the built-in cast from a document of two passages; alice is an owner there."""
    Membership.objects.create(workspace=workspace, user=alice, role="owner")
    session, run = ask(workspace)
    shown = answered(session, run, Toolbox())
    assert shown["ledger"]["summary"]["supported"] == 1
    return session


def claim_of(session: Session) -> Claim:
    return Claim.objects.select_related("entry").get(ledger__turn_id=session.turns.get().pk, ledger__cycle=0)


def test_all_that_the_claim_was_judged_by_is_kept(session: Session, document: Document, alice: User) -> None:
    claim = claim_of(session)
    correction = Correction(issue=Issue.WRONG_VERDICT, claim_id=claim.pk, expected_verdict="contradicted")
    feedback_give(session=session, author=alice, feedback_type="incorrect", corrections=[correction])
    kept = ClaimCorrection.objects.get()
    chunks = Chunk.objects.filter(document=document)
    assert {place["chunk_id"] for place in kept.passages} <= {str(chunk.pk) for chunk in chunks}
    assert claim.entry.evidence[0]["chunk_id"] in {place["chunk_id"] for place in kept.passages}
    assert (kept.claim_text, kept.citations, kept.evidence) == (claim.claim_text, claim.citations, claim.entry.evidence)
    assert (kept.verdict_given, kept.judge, kept.mode, kept.verification) == (
        "supported",
        "builtin",
        "answer",
        "strict",
    )
    assert kept.document_ids == [document.pk]


def test_of_a_draft_what_was_found_for_the_claims_section_is_kept(workspace: Workspace, document: Document) -> None:
    session, run = ask(workspace, mode="draft")
    shown = answered(session, run, Cast(writer=Drafts(*GOOD), judge=FindsNothing()))
    assert shown["flags"], "the claims stand behind flags, and not where they were written"
    cap, fee = (chunk.key for chunk in Chunk.objects.filter(document=document).order_by("chunk_index"))
    entries = {entry["key"]: entry for entry in Artifact.objects.get(run=run, name="retrieve").data["chunks"]}
    assert set(entries) == {cap, fee}
    for index, key in enumerate((cap, cap, fee)):  # introduction, limits, fees
        Artifact.objects.filter(run=run, name="gather", index=index).update(data={"chunks": [entries[key]]})

    claims = [claim for claim in shown["claims"] if claim["requires_citation"]]
    wrong = {"issue": Issue.WRONG_VERDICT, "expected_verdict": "weak"}
    corrections = [Correction(**wrong, claim_id=UUID(claim["id"])) for claim in claims]
    feedback_give(session=session, author=None, feedback_type="incorrect", corrections=corrections)

    kept = [{place["key"] for place in row.passages} for row in ClaimCorrection.objects.order_by("position")]
    assert kept == [{cap, fee}, {cap}, {fee}]


def test_feedback_outlives_its_session(session: Session, alice: User) -> None:
    claim = claim_of(session)
    correction = Correction(issue=Issue.WRONG_VERDICT, claim_id=claim.pk, expected_verdict="weak")
    feedback_give(session=session, author=alice, feedback_type="incorrect", corrections=[correction])
    where = reverse("session-feedback", args=[session.pk])
    session_delete(session=session)
    kept = ClaimCorrection.objects.get()
    assert (kept.claim_id, kept.claim_text) == (claim.pk, claim.claim_text)
    assert client_of(alice).get(where).status_code == 404


def test_a_document_that_goes_takes_its_words_along(session: Session, document: Document, alice: User) -> None:
    claim = claim_of(session)
    assert claim.claim_text.rstrip(".") in PASSAGES[0]  # the built-in Writer copies
    correction = Correction(issue=Issue.WRONG_VERDICT, claim_id=claim.pk, expected_verdict="weak", explanation="Mine.")
    feedback_give(session=session, author=alice, feedback_type="incorrect", comment="Ours.", corrections=[correction])
    document_delete(document=document)
    kept = ClaimCorrection.objects.select_related("feedback").get()
    assert [held["quote"] for held in kept.evidence] == [""]
    assert kept.evidence[0]["document_id"] == str(document.pk)
    assert kept.claim_text == ""
    assert (kept.explanation, kept.feedback.comment) == ("Mine.", "Ours.")
    later = feedback_give(session=session, author=alice, feedback_type="incorrect", corrections=[correction])
    again = later.corrections.get()
    assert (again.claim_text, [held["quote"] for held in again.evidence]) == ("", [""])


def test_a_claim_in_the_writers_own_words_stays_when_its_document_goes(
    workspace: Workspace, document: Document, alice: User
) -> None:
    session, run = ask(workspace)
    answered(session, run, Cast(writer=Says("Investment property loans stop at a ratio of 75% [cite:{key}].")))
    claim = claim_of(session)
    correction = Correction(issue=Issue.WRONG_VERDICT, claim_id=claim.pk, expected_verdict="weak")
    feedback_give(session=session, author=alice, feedback_type="incorrect", corrections=[correction])
    document_delete(document=document)
    kept = ClaimCorrection.objects.get()
    assert kept.claim_text == claim.claim_text
    assert not any(held["quote"] for held in kept.evidence)


def test_another_document_takes_no_words_that_are_not_its_own(
    session: Session, document: Document, workspace: Workspace, alice: User
) -> None:
    correction = Correction(issue=Issue.WRONG_VERDICT, claim_id=claim_of(session).pk, expected_verdict="weak")
    feedback_give(session=session, author=alice, feedback_type="incorrect", corrections=[correction])
    before = ClaimCorrection.objects.values().get()
    document_delete(document=Document.objects.create(workspace=workspace, sha256="1" * 64, size=1, status="ready"))
    assert ClaimCorrection.objects.values().get() == before


def test_a_workspace_that_goes_takes_its_feedback_along(session: Session, workspace: Workspace, alice: User) -> None:
    correction = Correction(issue=Issue.WRONG_VERDICT, claim_id=claim_of(session).pk, expected_verdict="weak")
    feedback_give(session=session, author=alice, feedback_type="incorrect", corrections=[correction])
    workspace_delete(workspace=workspace)
    assert not SessionFeedback.objects.exists()
    assert not ClaimCorrection.objects.exists()
