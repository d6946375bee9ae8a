"""A tenant and the people in it."""

from django.db import models

from apps.core.models import UUIDModel


class Role(models.TextChoices):
    """What a member may do; each includes the ones before it."""

    VIEWER = "viewer"  # reads and gives feedback
    EDITOR = "editor"  # also uploads, asks, verifies, exports and deletes documents
    OWNER = "owner"  # also manages members, settings and the workspace itself


class Workspace(UUIDModel):
    """One tenant: its documents, sessions and members never meet another's."""

    name = models.CharField(max_length=200)
    settings = models.JSONField(default=dict, blank=True)
    # the one model whose vectors are searched; several may be stored side by side
    embedding_model = models.CharField(max_length=200, default="builtin")
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
