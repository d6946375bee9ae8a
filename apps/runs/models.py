"""The durable truth about work: runs, their phases, what each phase produced, and what readers were told."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from apps.core.models import UUIDModel
from apps.workspaces.models import Workspace


class RunState(models.TextChoices):
    ACTIVE = "active"  # has phases that are ready, running or failed but tolerated
    COMPLETED = "completed"  # nothing left to do; terminal
    FAILED = "failed"  # a phase that cannot be done without gave up; terminal
    CANCELLED = "cancelled"  # somebody ended it, or its subject is gone; terminal


class PhaseState(models.TextChoices):
    READY = "ready"  # nobody holds it; a worker may claim it from available_at on
    RUNNING = "running"  # a worker holds the lease until lease_until
    DONE = "done"  # its artifact is committed
    FAILED = "failed"  # gave up after max_attempts or a final error
    VOID = "void"  # its run ended before it was done


class Stream(models.Model):
    """A numbered log of events. Its id is that of the session or the workspace it tells about."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    kind = models.CharField(max_length=20)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    seq = models.BigIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Event(models.Model):
    """Something a reader was told; ``seq`` counts from 1 without a gap inside its stream."""

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="events", db_index=False)
    seq = models.BigIntegerField()
    type = models.CharField(max_length=40)
    session_id = models.UUIDField(null=True)
    turn_id = models.UUIDField(null=True)
    payload = models.JSONField(default=dict)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "seq"], name="one_event_per_seq")]
        ordering = ["stream", "seq"]

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"


class Run(UUIDModel):
    """One piece of work for one subject (a turn, a document), done phase by phase."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    pipeline = models.CharField(max_length=40)
    subject_kind = models.CharField(max_length=40)
    subject_id = models.UUIDField(db_index=True)
    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="runs")
    session_id = models.UUIDField(null=True, blank=True, db_index=True)
    state = models.CharField(max_length=20, choices=RunState, default=RunState.ACTIVE)
    inputs = models.JSONField(default=dict)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.TextField(blank=True)
    begun_at = models.DateTimeField(null=True, blank=True)  # when a worker first took one of its phases
    finished_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.pipeline} {self.id}"


class PhaseRun(UUIDModel):
    """One phase of a run: who holds it, until when, and how often it was tried."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="phases", db_index=False)
    workspace_id = models.UUIDField()  # the run's, here too: work is claimed in turn between workspaces
    name = models.CharField(max_length=40)
    cycle = models.IntegerField(default=0)
    index = models.IntegerField(default=0)
    queue = models.CharField(max_length=20)
    state = models.CharField(max_length=20, choices=PhaseState, default=PhaseState.READY)
    attempt = models.IntegerField(default=0)
    losses = models.IntegerField(default=0, db_default=0)  # attempts that ended with their worker, not with an error
    fence = models.BigIntegerField(default=0)  # grows with each claim; writes under an older one are refused
    available_at = models.DateTimeField(db_default=Now())
    rung_at = models.DateTimeField(null=True, blank=True)  # when a worker was last told
    lease_until = models.DateTimeField(null=True, blank=True)
    deadline_at = models.DateTimeField(null=True, blank=True)  # no renewal of the lease after this
    worker = models.CharField(max_length=200, blank=True)
    progress = models.JSONField(default=dict, db_default={}, blank=True)  # what later phases may already start from
    errors = models.JSONField(default=list, blank=True)  # each failed attempt: {attempt, code, message, retryable, at}
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "name", "cycle", "index"], name="one_phase_per_key")]
        indexes = [
            models.Index(fields=["available_at"], condition=models.Q(state="ready"), name="phase_ready"),
            models.Index(
                fields=["queue", "workspace_id", "available_at"], condition=models.Q(state="ready"), name="phase_turn"
            ),
            models.Index(fields=["lease_until"], condition=models.Q(state="running"), name="phase_running"),
            models.Index(fields=["finished_at"], condition=models.Q(state="failed"), name="phase_failed"),
            models.Index(
                fields=["queue", "workspace_id", "-started_at"],
                condition=models.Q(started_at__isnull=False),
                name="phase_served",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}:{self.cycle}:{self.index} ({self.state})"


class Checkpoint(models.Model):
    """What a phase had finished of its items before it may have been killed."""

    phase = models.ForeignKey(PhaseRun, on_delete=models.CASCADE, related_name="checkpoints", db_index=False)
    item = models.CharField(max_length=80)
    data = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["phase", "item"], name="one_checkpoint_per_item")]


class Artifact(UUIDModel):
    """The immutable output of a finished phase: ids and figures, no document text but cited quotes."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="artifacts", db_index=False)
    name = models.CharField(max_length=40)
    cycle = models.IntegerField(default=0)
    index = models.IntegerField(default=0)
    version = models.IntegerField(default=1)
    data = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "name", "cycle", "index"], name="one_artifact_per_key")]


class Worker(models.Model):
    """A worker process that lives: seen by its own timer, forgotten by the sweeper."""

    name = models.CharField(primary_key=True, max_length=200)
    queues = ArrayField(models.CharField(max_length=20))
    seen_at = models.DateTimeField(db_default=Now())
