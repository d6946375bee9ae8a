"""Who did what, when, from where. Rows are added, and removed when they are old; never changed."""

from django.db import models
from django.db.models.functions import Now

from apps.workspaces.models import Workspace


class AuditEntry(models.Model):
    """One act. Names stand beside the keys: an entry outlives the person, the token and the workspace."""

    at = models.DateTimeField(db_default=Now(), db_index=True)
    actor = models.ForeignKey("accounts.User", null=True, on_delete=models.SET_NULL, related_name="+")
    actor_email = models.CharField(max_length=254, blank=True)  # empty: a command or the upkeep
    token_id = models.UUIDField(null=True)  # the token the request carried; null: a login or no request
    token_name = models.CharField(max_length=100, blank=True)
    workspace = models.ForeignKey(Workspace, null=True, on_delete=models.SET_NULL, related_name="+")
    workspace_name = models.CharField(max_length=200, blank=True)
    action = models.CharField(max_length=60)  # document.uploaded, member.removed, …
    object_type = models.CharField(max_length=40, blank=True)
    object_id = models.CharField(max_length=64, blank=True)
    object_label = models.CharField(max_length=300, blank=True)
    request_id = models.CharField(max_length=64, blank=True)
    ip = models.GenericIPAddressField(null=True)
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["workspace", "-id"], name="audit_of_workspace"),
            models.Index(fields=["action", "object_label", "at"], name="audit_of_object"),
        ]

    def __str__(self) -> str:
        return f"{self.action} by {self.actor_email or 'nobody'}"
