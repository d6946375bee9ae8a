"""A document's file goes with its row, whoever deletes it: a person, or a workspace with all that is in it."""

import logging
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver

from apps.documents.models import Document

log = logging.getLogger(__name__)


@receiver(post_delete, sender=Document)
def file_goes_with_its_document(instance: Document, **_: Any) -> None:
    """After the commit: a rolled back deletion must find its file again."""
    storage, name = instance.file.storage, instance.file.name
    if name:
        transaction.on_commit(lambda: _delete(storage, name))


def _delete(storage: Any, name: str) -> None:
    try:
        storage.delete(name)
    except OSError:  # the rows are gone; upkeep removes files that no row names
        log.exception("could not delete %s", name)
