"""A document that is deleted takes its words along, out of feedback too."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from apps.documents.models import Document
from apps.feedback.copying import texts_of, without_words_of
from apps.feedback.models import ClaimCorrection
from apps.workspaces.models import Workspace


@receiver(pre_delete, sender=Document)
def words_go_with_their_document(instance: Document, origin: Any = None, **_: Any) -> None:
    """Before its passages go: they tell whether a claim is made of them. With a workspace all of its feedback goes."""
    if getattr(origin, "model", type(origin)) is Workspace:
        return
    rows = ClaimCorrection.objects.filter(
        feedback__workspace_id=instance.workspace_id, document_ids__contains=[instance.pk]
    )
    for row in rows:
        without_words_of(row, instance.pk, passages=texts_of(row, instance.pk))
        row.save(update_fields=["evidence", "claim_text"])
