"""Base models."""

import uuid

from django.db import models
from django.utils import timezone


class UUIDModel(models.Model):
    """A row known by a random UUID and the moment it came to be (UTC)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        abstract = True
