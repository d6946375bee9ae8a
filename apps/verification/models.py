"""What was claimed, and what the evidence says of it."""

from django.contrib.postgres.functions import RandomUUID
from django.db import models

from apps.core.models import UUIDModel
from apps.workspaces.models import Workspace


class Ledger(UUIDModel):
    """The verdicts on one version (cycle) of one text; ``turn_id`` names the turn it was written for."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    turn_id = models.UUIDField()
    cycle = models.IntegerField(default=0)
    thresholds = models.JSONField(default=dict)
    risk_flags = models.JSONField(default=list)  # [{code, severity, claim_ids, message}], the gravest first
    follow_up_questions = models.JSONField(default=list)  # that the documents answer

    class Meta:
        constraints = [models.UniqueConstraint(fields=["turn_id", "cycle"], name="one_ledger_per_cycle")]


class Claim(UUIDModel):
    """One thing the text says; the offsets are exact in that version's response."""

    ledger = models.ForeignKey(Ledger, on_delete=models.CASCADE, related_name="claims")
    position = models.IntegerField()
    claim_text = models.TextField()
    claim_type = models.CharField(max_length=20)
    importance = models.CharField(max_length=20)
    requires_citation = models.BooleanField(default=True)
    start_offset = models.IntegerField()
    end_offset = models.IntegerField()
    citations = models.JSONField(default=list)  # keys the claim's sentence cites
    under = models.TextField(blank=True, db_default="")  # the head of its list, where that turns its sense
    lineage_id = models.UUIDField(db_default=RandomUUID())  # the same for what is one claim through all revisions

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ledger", "position"], name="one_claim_per_position")]
        ordering = ["ledger", "position"]


class LedgerEntry(UUIDModel):
    """The verdict on one claim. A claim without an entry is unchecked, which is a state and never a verdict."""

    claim = models.OneToOneField(Claim, on_delete=models.CASCADE, related_name="entry")
    verdict = models.CharField(max_length=20)
    reason = models.CharField(max_length=40, blank=True)
    confidence_score = models.FloatField()
    evidence = models.JSONField(default=list)
    suggested_key = models.CharField(max_length=12, blank=True)
    notes = models.TextField(blank=True)
    checks = models.JSONField(default=list)
    judge = models.CharField(max_length=200, default="builtin")
    kept = models.BooleanField(db_default=False)  # from the text before, in which the very same claim was judged
    # of a claim that was not found: {queries, documents, chunks, nearest: [{chunk_id, key, document_id, page,
    # similarity}]}, similarity being the claim's to the passage
    searched = models.JSONField(null=True, blank=True)
