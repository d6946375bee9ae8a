"""A tenant and the people in it."""

from django.db import models

from apps.core.models import UUIDModel


class Role(models.TextChoices):
    """What a member may do; each includes the ones before it."""

    VIEWER = "viewer"  # reads and gives feedback
    EDITOR = "editor"  # also uploads, asks, verifies, exports and deletes documents
    OWNER = "owner"  # also manages members, settings and the workspace itself


class EmbeddingState(models.TextChoices):
    """How a workspace's vectors stand to its embedding model."""

    SETTLED = "settled"  # every passage of a ready document has a vector of the active model; no other is wanted
    SWITCHING = "switching"  # a run embeds under another model; searches go on with the active one
    FAILED = "failed"  # that run gave up or was stopped; the active model is what it was


class Workspace(UUIDModel):
    """One tenant: its documents, sessions and members never meet another's."""

    name = models.CharField(max_length=200)
    settings = models.JSONField(default=dict, blank=True)
    # the one model whose vectors are searched; several may be stored side by side
    embedding_model = models.CharField(max_length=200, default="builtin")
    # the switch to another model: where it leads, how far it is, why it ended
    embedding_target = models.CharField(max_length=200, blank=True, default="")
    embedding_state = models.CharField(max_length=20, choices=EmbeddingState, default=EmbeddingState.SETTLED)
    embedding_done = models.IntegerField(default=0)  # passages
    embedding_total = models.IntegerField(default=0)
    embedding_error = models.JSONField(default=dict, blank=True)  # {code, message}
    embedding_changed_at = models.DateTimeField(null=True, blank=True)  # when a switch last began or ended
    members = models.ManyToManyField("accounts.User", through="Membership", related_name="workspaces")

    def __str__(self) -> str:
        return self.name


class Membership(UUIDModel):
    """A user's role in one workspace."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.VIEWER)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "user"], name="one_membership_per_user")]

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.workspace}"
