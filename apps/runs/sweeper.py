"""What makes the system come back by itself: rings again for work nobody took, and ends what nobody can finish.

Every worker runs it on a timer; any number of sweepers may run at once.
"""

import datetime as dt
import logging

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, Q, Value
from django.db.models.functions import Coalesce, Greatest, Least, Now

from apps.runs import bells, leases
from apps.runs.models import PhaseRun, RunState, Worker
from apps.runs.types import PhaseKey

logger = logging.getLogger(__name__)
BATCH = 200
SHARE_OF_WAIT = 4  # after a quarter of the time it has waited a phase is rung for again
LONGEST_PAUSE = dt.timedelta(minutes=5)
FORGET_WORKER_SECONDS = 60


def sweep() -> int:
    """One pass; returns how many phases were rung for or given up."""
    return give_up_stranded() + ring_again()


def ring_again() -> int:
    """Ring for phases that are ready or whose lease ran out and for which nobody was rung lately.

    The longer one has waited, the longer until the next bell: behind a backlog the queue would fill with doubles.
    """
    quiet = dt.timedelta(seconds=max(2 * settings.SWEEP_SECONDS, settings.PHASE_LEASE_SECONDS / 2))
    waited = ExpressionWrapper(Now() - Coalesce("lease_until", "available_at"), output_field=DurationField())
    share = ExpressionWrapper(waited / SHARE_OF_WAIT, output_field=DurationField())
    pause = Greatest(Value(quiet), Least(share, Value(max(quiet, LONGEST_PAUSE))))
    unheard = Q(rung_at__isnull=True) | Q(rung_at__lt=ExpressionWrapper(Now() - pause, output_field=DateTimeField()))
    with transaction.atomic():
        rows = list(
            PhaseRun.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(leases.waiting(), unheard, run__state=RunState.ACTIVE, attempt__lt=settings.PHASE_MAX_ATTEMPTS)
            .order_by("available_at")[:BATCH]
        )
        PhaseRun.objects.filter(id__in=[row.id for row in rows]).update(rung_at=Now())
    for row in rows:
        bells.ring_worker(run_id=row.run_id, key=str(PhaseKey(row.name, row.cycle, row.index)), queue=row.queue)
    return len(rows)


def give_up_stranded() -> int:
    """End phases that nobody will take any more; one whose end breaks does not keep the others from theirs."""
    rows = PhaseRun.objects.filter(leases.stranded(), run__state=RunState.ACTIVE).order_by("available_at")
    ids = list(rows.values_list("id", flat=True)[:BATCH])
    for phase_id in ids:
        try:
            leases.give_up(phase_id=phase_id)
        except OperationalError:
            raise
        except Exception:
            logger.exception("phase %s could not be given up", phase_id)
    return len(ids)


def sign_in(*, name: str, queues: list[str]) -> None:
    """Note that a worker lives, and forget those not heard of for long."""
    Worker.objects.update_or_create(name=name, defaults={"queues": queues, "seen_at": Now()})
    Worker.objects.filter(seen_at__lt=Now() - dt.timedelta(seconds=FORGET_WORKER_SECONDS)).delete()


def sign_out(*, name: str) -> None:
    """A worker ends in good order."""
    Worker.objects.filter(name=name).delete()


def live_queues() -> set[str]:
    """Queues that some worker heard of lately takes work from."""
    alive = dt.timedelta(seconds=max(3 * settings.SWEEP_SECONDS, 5))
    rows = Worker.objects.filter(seen_at__gte=Now() - alive).values_list("queues", flat=True)
    return {queue for queues in rows for queue in queues}
