"""Ledgers know their turn by id alone (their room lies to the left); they go with it."""

from typing import Any

from django.db.models.signals import post_delete
from django.dispatch import receiver

from apps.drafting.models import Turn
from apps.verification.models import Ledger


@receiver(post_delete, sender=Turn)
def ledgers_go_with_their_turn(instance: Turn, **_: Any) -> None:
    Ledger.objects.filter(turn_id=instance.id).delete()
