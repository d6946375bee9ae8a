"""What upkeep does by the hour. Every step may run anywhere, at any time, twice at once.

The timers of the workers that serve ``upkeep`` ring for it, and so does the scheduler; once an hour for the whole fleet
one of those who hear it tidies.
"""

import datetime as dt
import logging
from collections.abc import Callable

from apps.accounts.services import idempotency_keys_expire
from apps.audit.services import audit_expire
from apps.documents.page_cache import page_cache_tidy
from apps.documents.services import documents_expire
from apps.documents.upkeep import orphan_files_remove
from apps.documents.vector_indexes import vector_indexes_tidy
from apps.documents.vectors import old_vectors_remove
from apps.drafting.services import sessions_expire
from apps.drafting.verify_files import verify_files_remove
from apps.feedback.services import feedback_expire
from apps.inference.usage import model_calls_expire
from apps.runs import bells
from workers import turns
from workers.queues import UPKEEP

logger = logging.getLogger(__name__)
TASK = "workers.tidy"
CHORE = "tidy"
EVERY = dt.timedelta(hours=1)
AGAIN = dt.timedelta(minutes=5)  # when nobody has begun by then, the bell was lost
STEPS: tuple[Callable[[], object], ...] = (
    documents_expire,
    sessions_expire,
    feedback_expire,
    idempotency_keys_expire,
    audit_expire,
    model_calls_expire,
    orphan_files_remove,
    verify_files_remove,
    page_cache_tidy,
    old_vectors_remove,
    vector_indexes_tidy,
)


def ring_when_due() -> None:
    """Tell a worker of the fleet to tidy, unless that was begun within the hour or rung for a moment ago."""
    if turns.due_unheard(CHORE, every=EVERY, again=AGAIN):
        bells.ring_for(TASK, queue=UPKEEP)


def tidy_in_turn() -> None:
    """Every step, unless somebody of the fleet began with them within the hour."""
    if turns.taken(CHORE, every=EVERY):
        tidy_all()


def tidy_all() -> None:
    """Every step; one that breaks does not keep the others from theirs."""
    for step in STEPS:
        try:
            step()
        except Exception:
            logger.exception("%s broke", step.__name__)
