"""Questions about runs and their events."""

import datetime as dt
import json
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from apps.runs.events import envelope
from apps.runs.models import Event, PhaseRun, PhaseState, Run, RunState, Stream
from apps.runs.prepared import Call, Prepared, Rows, send
from apps.runs.registry import PIPELINES
from apps.runs.types import PhaseKey, RunSnapshot

STATES = Prepared(
    "states_of_run",
    """
SELECT phase.name, phase.cycle, phase.index, phase.state, phase.progress, artifact.data
FROM runs_phaserun AS phase
LEFT JOIN runs_artifact AS artifact
  ON artifact.run_id = phase.run_id AND artifact.name = phase.name
 AND artifact.cycle = phase.cycle AND artifact.index = phase.index
 AND (%(reads)s::jsonb IS NULL OR %(reads)s::jsonb ? artifact.name)
WHERE phase.run_id = %(run)s
""",
)


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
    return snapshot_from(run, *send(states_of(run)))


def states_of(run: Run) -> Call:
    """The statement that reads the phases of a run, with the artifacts that its pipeline goes by."""
    reads = PIPELINES.get(run.pipeline).reads
    return STATES({"run": run.id, "reads": None if reads is None else json.dumps(sorted(reads))})


def snapshot_from(run: Run, states: Rows) -> RunSnapshot:
    """The same from rows that were read already."""
    rows = [(PhaseKey(*row[:3]), row[3], json.loads(row[4]), row[5]) for row in states]
    return RunSnapshot(
        inputs=run.inputs,
        states={key: PhaseState(state) for key, state, _, _ in rows},
        artifacts={key: json.loads(data) for key, _, _, data in rows if data is not None},
        progress={key: told for key, _, told, _ in rows if told},
    )


def phase_errors(run: Run) -> list[dict[str, Any]]:
    """Every failed attempt of every phase, in order, also of those that succeeded later."""
    rows = PhaseRun.objects.filter(run=run).order_by("created_at", "name", "cycle", "index")
    return [
        {"phase": f"{row.name}:{row.cycle}:{row.index}", **error}
        for row in rows.only("name", "cycle", "index", "errors")
        for error in row.errors
    ]
