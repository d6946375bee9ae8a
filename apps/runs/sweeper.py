"""What makes the system come back by itself: rings again for work nobody took, and ends what nobody can finish.

Every worker runs it on a timer; any number of sweepers may run at once.
"""

import datetime as dt
import logging
from collections import Counter

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import Q
from django.db.models.functions import Now

from apps.runs import bells, claiming, leases
from apps.runs.models import PhaseRun, RunState, Worker
from apps.runs.types import PhaseKey

logger = logging.getLogger(__name__)
BATCH = 200
FORGET_WORKER_SECONDS = 60


def sweep() -> int:
    """One pass; returns how many phases were rung for or given up."""
    return claiming.release_lost(limit=BATCH) + give_up_stranded() + ring_again()


def ring_again() -> int:
    """Ring for phases that are ready and for which nobody was rung lately; returns how many there are.

    Behind a backlog their bells still wait in the queue: only as many more are struck as are missing there.
    """
    quiet = dt.timedelta(seconds=max(2 * settings.SWEEP_SECONDS, settings.PHASE_LEASE_SECONDS / 2))
    with transaction.atomic():
        rows = list(
            PhaseRun.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(leases.waiting(), ~leases.exhausted(), run__state=RunState.ACTIVE)
            .filter(Q(rung_at__isnull=True) | Q(rung_at__lt=Now() - quiet))
            .order_by("available_at")[:BATCH]
        )
        PhaseRun.objects.filter(id__in=[row.id for row in rows]).update(rung_at=Now())
    unheard = Counter(row.queue for row in rows)
    for row in rows:
        key = str(PhaseKey(row.name, row.cycle, row.index))
        bells.ring_worker(run_id=row.run_id, key=key, queue=row.queue, enough=unheard[row.queue])
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
