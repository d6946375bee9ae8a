"""Giving feedback; how it goes."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from apps.accounts.models import User
from apps.core.auditing import audit
from apps.core.errors import Problem
from apps.documents.models import Chunk, Document
from apps.drafting.holding import session_hold
from apps.drafting.models import Session, Turn
from apps.feedback.copying import artifacts_of, claim_copied, passages_judged, without_words_of_others
from apps.feedback.models import ClaimCorrection, SessionFeedback
from apps.feedback.types import Correction, FeedbackType, Issue
from apps.runs.models import Artifact
from apps.verification.models import Claim
from apps.workspaces.options import FEEDBACK_RETENTION
from apps.workspaces.retention import past_retention
from apps.workspaces.services import workspace_hold

Passage = dict[str, str]


@transaction.atomic
def feedback_give(
    *,
    session: Session,
    author: User | None,
    feedback_type: FeedbackType | str,
    comment: str = "",
    turn_id: UUID | None = None,
    corrections: Sequence[Correction] = (),
) -> SessionFeedback:
    """Keep what a reader says of a turn, the last one unless they name another.

    Raises Problem ``invalid`` naming every field that is off, and ``not-found`` when session or workspace was deleted.
    """
    workspace_hold(workspace=session.workspace)
    if session_hold(session_id=session.pk) is None:
        raise Problem("not-found", "The session was deleted.")
    turns = {turn.pk: turn for turn in session.turns.all()}
    claims = _claims(turns, corrections)
    chunks = _chunks(session, corrections)
    errors = _mistakes(corrections, claims, chunks)
    if turn_id is not None and turn_id not in turns:
        errors["turn_id"] = ["No such turn in this session."]
    if errors:
        told = "; ".join(f"{field}: {messages[0]}" for field, messages in errors.items())
        raise Problem("invalid", told, errors=errors)
    feedback = SessionFeedback.objects.create(
        workspace=session.workspace,
        session_id=session.pk,
        turn_id=turn_id or session.turns.order_by("index").values_list("pk", flat=True).last(),
        author=author,
        feedback_type=FeedbackType(feedback_type).value,
        comment=comment,
    )
    _keep_corrections(feedback, session, turns, claims, chunks, corrections)
    audit(
        action="feedback.given",
        actor=author,
        workspace=session.workspace,
        obj=feedback,
        details={"type": feedback.feedback_type, "session": str(session.pk), "corrections": len(corrections)},
    )
    return feedback


def _claims(turns: Collection[UUID], corrections: Sequence[Correction]) -> dict[UUID, Claim]:
    """The claims of these turns that are corrected, of whichever version of the text."""
    wanted = [one.claim_id for one in corrections if one.claim_id]
    rows = Claim.objects.filter(pk__in=wanted, ledger__turn_id__in=list(turns))
    return {row.pk: row for row in rows.select_related("ledger", "entry")}


def _chunks(session: Session, corrections: Sequence[Correction]) -> dict[UUID, Passage]:
    """The named passages that are in the session's workspace."""
    wanted = {chunk for one in corrections for chunk in one.correct_chunk_ids}
    rows = Chunk.objects.filter(workspace_id=session.workspace_id, pk__in=wanted).only("key", "document_id")
    return {row.pk: {"chunk_id": str(row.pk), "key": row.key, "document_id": str(row.document_id)} for row in rows}


def _mistakes(
    corrections: Sequence[Correction], claims: Collection[UUID], chunks: Collection[UUID]
) -> dict[str, list[str]]:
    """Dotted field → what is wrong with it, of all corrections at once."""
    errors: dict[str, list[str]] = {}
    for index, one in enumerate(corrections):
        at = f"corrections.{index}"
        missing = one.issue is Issue.MISSING_CLAIM
        if missing and one.claim_id:
            errors[f"{at}.claim_id"] = ["A claim that is missing has none; leave it out."]
        elif not missing and not one.claim_id:
            errors[f"{at}.claim_id"] = ["Name the claim."]
        elif not missing and one.claim_id not in claims:
            errors[f"{at}.claim_id"] = ["No such claim in this session."]
        if missing and not one.explanation:
            errors[f"{at}.explanation"] = ["Say which claim is missing."]
        if one.issue is Issue.WRONG_VERDICT and not one.expected_verdict:
            errors[f"{at}.expected_verdict"] = ["Name the verdict that would be right."]
        unknown = [str(chunk) for chunk in one.correct_chunk_ids if chunk not in chunks]
        if unknown:
            errors[f"{at}.correct_chunk_ids"] = [f"No such passage in this workspace: {', '.join(unknown)}."]
        elif one.issue is Issue.WRONG_EVIDENCE and not one.correct_chunk_ids:
            errors[f"{at}.correct_chunk_ids"] = ["Name the passages that would be right."]
    return errors


def _keep_corrections(
    feedback: SessionFeedback,
    session: Session,
    turns: dict[UUID, Turn],
    claims: dict[UUID, Claim],
    chunks: dict[UUID, Passage],
    corrections: Sequence[Correction],
) -> None:
    artifacts: dict[UUID, list[Artifact]] = {}
    rows = []
    for position, one in enumerate(corrections):
        row = ClaimCorrection(
            feedback=feedback,
            position=position,
            issue=one.issue.value,
            expected_verdict=one.expected_verdict,
            explanation=one.explanation,
            correct_passages=[chunks[chunk] for chunk in dict.fromkeys(one.correct_chunk_ids)],
        )
        if one.claim_id:
            claim = claims[one.claim_id]
            turn = turns[claim.ledger.turn_id]
            if turn.pk not in artifacts:
                artifacts[turn.pk] = artifacts_of(session=session, turn=turn)
            passages = passages_judged(artifacts[turn.pk], claim=claim, turn=turn)
            claim_copied(row, claim=claim, session=session, turn=turn, passages=passages)
        named = [*row.correct_passages, *row.passages, *row.evidence]
        row.document_ids = sorted({UUID(place["document_id"]) for place in named})
        rows.append(row)
    alive = _held(session, {document for row in rows for document in row.document_ids})
    for row in rows:
        without_words_of_others(row, alive)
    ClaimCorrection.objects.bulk_create(rows)


def _held(session: Session, document_ids: Collection[UUID]) -> set[UUID]:
    """Those of the documents that are still there, and are not deleted until the transaction ends."""
    rows = Document.objects.filter(workspace_id=session.workspace_id, pk__in=document_ids).order_by("pk")
    return set(rows.select_for_update(no_key=True).values_list("pk", flat=True))


@transaction.atomic
def feedback_delete(*, feedback: SessionFeedback) -> None:
    """Delete what a reader said, with its corrections."""
    audit(action="feedback.deleted", workspace=feedback.workspace, obj=feedback)
    feedback.delete()


def feedback_expire() -> int:
    """Delete feedback past its workspace's retention; returns how many."""
    past = past_retention(option=FEEDBACK_RETENTION, days=settings.FEEDBACK_RETENTION_DAYS)
    counted: dict[str, Any] = SessionFeedback.objects.filter(past).delete()[1]
    return counted.get(SessionFeedback._meta.label, 0)
