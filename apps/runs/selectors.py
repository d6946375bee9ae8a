"""Questions about runs and their events."""

import datetime as dt
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from apps.runs.events import envelope
from apps.runs.models import Artifact, Event, PhaseRun, Run, RunState, Stream
from apps.runs.types import PhaseKey, RunSnapshot


def database_now() -> dt.datetime:
    """The database's clock: the one that all machines share."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0]


def events_after(*, stream_id: UUID, after: int = 0, limit: int = 200) -> list[dict[str, Any]]:
    """Envelopes with seq > ``after`` in order, at most ``limit``."""
    rows = Event.objects.filter(stream_id=stream_id, seq__gt=after).order_by("seq")[:limit]
    return [envelope(event) for event in rows]


def last_seq(*, stream_id: UUID) -> int:
    """The newest seq of a stream; 0 when nothing was told yet."""
    return Stream.objects.filter(id=stream_id).values_list("seq", flat=True).first() or 0


def runs_of(*, subject_kind: str, subject_id: UUID) -> QuerySet[Run]:
    """Runs that worked for one subject, newest first."""
    return Run.objects.filter(subject_kind=subject_kind, subject_id=subject_id).order_by("-created_at")


def active_run_of(*, subject_kind: str, subject_id: UUID) -> Run | None:
    """The run that works for the subject now."""
    return runs_of(subject_kind=subject_kind, subject_id=subject_id).filter(state=RunState.ACTIVE).first()


def snapshot_of(run: Run) -> RunSnapshot:
    """The stored state from which the next phases follow."""
    phases = PhaseRun.objects.filter(run=run).values_list("name", "cycle", "index", "state")
    artifacts = Artifact.objects.filter(run=run).values_list("name", "cycle", "index", "data")
    return RunSnapshot(
        inputs=run.inputs,
        states={PhaseKey(name, cycle, index): state for name, cycle, index, state in phases},
        artifacts={PhaseKey(name, cycle, index): data for name, cycle, index, data in artifacts},
    )


def phase_errors(run: Run) -> list[dict[str, Any]]:
    """Every failed attempt of every phase, in order, also of those that succeeded later."""
    rows = PhaseRun.objects.filter(run=run).order_by("created_at", "name", "cycle", "index")
    return [
        {"phase": f"{row.name}:{row.cycle}:{row.index}", **error}
        for row in rows.only("name", "cycle", "index", "errors")
        for error in row.errors
    ]
