"""Celery's door to the work: each task hands over to a service."""

from uuid import UUID

from celery import shared_task

from apps.documents.upkeep import orphan_files_remove
from apps.drafting.services import sessions_expire
from apps.runs.executor import execute
from apps.runs.sweeper import sweep
from apps.runs.types import PhaseKey
from workers.toolbox import toolbox


@shared_task(name="workers.run_phase")
def run_phase(run_id: str, key: str) -> None:
    """Claim, run and commit one phase; finds nothing to claim when the message came twice."""
    execute(run_id=UUID(run_id), key=PhaseKey.parse(key), tools=toolbox())


@shared_task(name="workers.sweep")
def sweep_once() -> None:
    """Ring again for work that nobody took."""
    sweep()


@shared_task(name="workers.tidy")
def tidy() -> None:
    """Delete sessions past their retention, and stored files that no document names."""
    sessions_expire()
    orphan_files_remove()
