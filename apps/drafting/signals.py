"""What goes with a turn: its ledgers, which know it by id alone (their room lies to the left), and its file."""

from typing import Any

from django.db.models.signals import post_delete
from django.dispatch import receiver

from apps.drafting.models import Turn
from apps.drafting.verify_files import verify_file_forget
from apps.runs.models import Run
from apps.verification.models import Ledger


@receiver(post_delete, sender=Turn)
def ledgers_go_with_their_turn(instance: Turn, **_: Any) -> None:
    Ledger.objects.filter(turn_id=instance.id).delete()


@receiver(post_delete, sender=Run)
def files_go_with_the_run_that_reads_them(instance: Run, **_: Any) -> None:
    verify_file_forget(instance)
