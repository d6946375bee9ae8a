"""What documents do when others act.

A document's file and the pictures of its pages go with its row, whoever deletes it: a person, or a workspace with all
that is in it. A workspace that is to be searched by another embedding model gets its vectors from here.
"""

import logging
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver

from apps.documents.models import Document
from apps.documents.page_cache import page_cache_forget
from apps.documents.switching import embedding_switch
from apps.workspaces.models import Workspace
from apps.workspaces.signals import embedding_model_wanted

log = logging.getLogger(__name__)


@receiver(post_delete, sender=Document)
def file_goes_with_its_document(instance: Document, **_: Any) -> None:
    """After the commit: a rolled back deletion must find its file again."""
    storage, name = instance.file.storage, instance.file.name
    if name:
        transaction.on_commit(lambda: _delete(storage, name))


@receiver(post_delete, sender=Document)
def pictures_of_pages_go_with_their_document(instance: Document, **_: Any) -> None:
    """Those on this machine, after the commit; other machines' go when they tidy."""
    pk = instance.pk  # Django takes it from the instance
    transaction.on_commit(lambda: page_cache_forget(document_id=pk))


@receiver(embedding_model_wanted)
def the_wanted_model_is_switched_to(workspace: Workspace, model: str, by: Any, **_: Any) -> None:
    """In the transaction of who wants it; a Problem refuses the whole change."""
    embedding_switch(workspace=workspace, model=model, by=by)


def _delete(storage: Any, name: str) -> None:
    try:
        storage.delete(name)
    except OSError:  # the rows are gone; upkeep removes files that no row names
        log.exception("could not delete %s", name)
