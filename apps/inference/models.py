"""Every call that was made of a model: what it used, what it cost, how it ended."""

from django.db import models
from django.db.models.functions import Now

from apps.workspaces.models import Workspace


class ModelCall(models.Model):
    """One request to an endpoint, written when it ends; money is spent whatever becomes of the phase that asked."""

    workspace = models.ForeignKey(Workspace, null=True, on_delete=models.CASCADE, related_name="+")
    run_id = models.UUIDField(null=True, db_index=True)
    phase = models.CharField(max_length=60, blank=True)
    role = models.CharField(max_length=20)  # writer, skeptic, judge, embedding
    model = models.CharField(max_length=200)
    outcome = models.CharField(max_length=40, default="ok")  # ok, aborted, or a ModelError's code
    input_tokens = models.IntegerField(default=0)
    output_tokens = models.IntegerField(default=0)
    estimated = models.BooleanField(default=False)  # the endpoint told no usage; tokens were counted here
    cost = models.DecimalField(max_digits=14, decimal_places=8, null=True)  # US dollars; null without a price
    first_token_ms = models.IntegerField(null=True)
    duration_ms = models.IntegerField(default=0)
    at = models.DateTimeField(db_default=Now(), db_index=True)

    def __str__(self) -> str:
        return f"{self.role} {self.model}: {self.outcome}"
