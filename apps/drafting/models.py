"""Questions asked of a workspace and what came of them."""

from django.db import models

from apps.core.models import UUIDModel
from apps.workspaces.models import Workspace


class SessionStatus(models.TextChoices):
    PENDING = "pending"  # accepted; no worker has begun
    PROCESSING = "processing"  # a worker is or will be at one of its phases
    COMPLETED = "completed"  # text and ledger are final
    ERROR = "error"  # ended without a text that could be verified; errors say why
    CANCELLED = "cancelled"  # somebody ended it


class Session(UUIDModel):
    """A conversation with the documents of one workspace; its event stream has the same id."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="sessions")
    author = models.ForeignKey("accounts.User", null=True, on_delete=models.SET_NULL, related_name="+")
    query = models.TextField()
    mode = models.CharField(max_length=20, default="answer")
    verification = models.CharField(max_length=20, default="strict")
    settings = models.JSONField(default=dict, blank=True)
    document_ids = models.JSONField(default=list, blank=True)
    status = models.CharField(max_length=20, choices=SessionStatus, default=SessionStatus.PENDING)
    completed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.query[:80]


class Turn(UUIDModel):
    """One question of a session with its answer."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="turns")
    index = models.IntegerField(default=0)
    # whose pipeline it goes through; empty: the session's
    mode = models.CharField(max_length=20, blank=True, default="", db_default="")
    query = models.TextField()
    # the same without the conversation, with companies by their names; empty: as it was asked
    standalone_query = models.TextField(blank=True, default="", db_default="")
    status = models.CharField(max_length=20, choices=SessionStatus, default=SessionStatus.PENDING)
    response = models.TextField(blank=True)
    cycle = models.IntegerField(default=0)  # which version of the text the response is
    citations = models.JSONField(
        default=list
    )  # [{key, number, chunk_id, document_id, filename, page, …, quote}] in order of appearance
    # what was set into the text that readers were told: [{offset (in that text), marker}]; claims count with them
    flags = models.JSONField(default=list, db_default=[])
    skeptic_report = models.JSONField(default=dict)
    metrics = models.JSONField(default=dict)
    warnings = models.JSONField(default=list)  # [{code, message}]
    errors = models.JSONField(default=list)  # [{phase, attempt, code, message}], repeated attempts too
    completed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "index"], name="one_turn_per_index")]
        ordering = ["session", "index"]

    def __str__(self) -> str:
        return self.query[:80]
