"""What readers say of sessions. It outlives them: it is kept for as long as feedback is, and knows them by id alone."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.core.models import UUIDModel
from apps.workspaces.models import Workspace


class SessionFeedback(UUIDModel):
    """One reader's word on one turn of a session."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    session_id = models.UUIDField(db_index=True)
    turn_id = models.UUIDField()
    author = models.ForeignKey("accounts.User", null=True, on_delete=models.SET_NULL, related_name="+")
    feedback_type = models.CharField(max_length=20)
    comment = models.TextField(blank=True)

    class Meta:
        verbose_name = "feedback"
        verbose_name_plural = "feedback"

    def __str__(self) -> str:
        return f"{self.feedback_type} on session {str(self.session_id)[:8]}"


class ClaimCorrection(UUIDModel):
    """What should have been said of one claim, with all it takes to judge the claim again once its session is gone.

    Of documents only the quotes that were cited are copied; they go with their document, and so does a claim that says
    no more than the document's own words.
    """

    feedback = models.ForeignKey(SessionFeedback, on_delete=models.CASCADE, related_name="corrections")
    position = models.IntegerField()
    issue = models.CharField(max_length=20)
    expected_verdict = models.CharField(max_length=20, blank=True)
    explanation = models.TextField(blank=True)
    # [{chunk_id, key, document_id}]: what the claim should have been held against
    correct_passages = models.JSONField(default=list)
    # the claim as it stood in the ledger; nothing of it with a missing claim
    claim_id = models.UUIDField(null=True)
    claim_text = models.TextField(blank=True)
    claim_type = models.CharField(max_length=20, blank=True)
    importance = models.CharField(max_length=20, blank=True)
    requires_citation = models.BooleanField(default=True)
    citations = models.JSONField(default=list)  # keys that its sentence cites
    # what was ruled at the time; an empty verdict is that of a claim nobody judged
    verdict_given = models.CharField(max_length=20, blank=True)
    reason_given = models.CharField(max_length=40, blank=True)
    confidence_given = models.FloatField(null=True)
    judge = models.CharField(max_length=200, blank=True)
    evidence = models.JSONField(default=list)  # as in the ledger; a quote is empty once its document is gone
    # what it was ruled by
    mode = models.CharField(max_length=20, blank=True)
    verification = models.CharField(max_length=20, blank=True)
    passages = models.JSONField(default=list)  # [{chunk_id, key, document_id}]: what the Judge could look at
    document_ids = ArrayField(models.UUIDField(), default=list)  # every document that is named above

    class Meta:
        constraints = [models.UniqueConstraint(fields=["feedback", "position"], name="one_correction_per_position")]
        ordering = ["feedback", "position"]

    def __str__(self) -> str:
        return f"{self.issue}: {self.claim_text[:60] or self.explanation[:60]}"
