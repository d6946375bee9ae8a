"""Who gets which phase: claims in turn between workspaces, and leases that ran out given back. Database time."""

import json
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import JSONField

from apps.runs.advance import appending_for
from apps.runs.models import Run
from apps.runs.prepared import Call, Prepared, Rows, Value, conclude, send
from apps.runs.registry import PHASES, PIPELINES, SUBJECTS
from apps.runs.types import Data, PhaseKey

# a lease that goes beyond the deadline was renewed up to it: the worker lived, the phase hung, and that is an attempt
LATE = "lease_until > deadline_at"
LOST = f"""losses = losses + CASE WHEN {LATE} THEN 0 ELSE 1 END,
    errors = errors || jsonb_build_array(jsonb_build_object(
        'attempt', attempt, 'retryable', true, 'at', now(),
        'code', CASE WHEN {LATE} THEN 'deadline' ELSE 'worker_lost' END,
        'message', CASE WHEN {LATE} THEN 'the phase was not done by its deadline'
                        ELSE 'the worker was not heard of before its lease ended' END))"""
RELEASE = f"""
UPDATE runs_phaserun SET state = 'ready', fence = fence + 1, lease_until = NULL, available_at = now(), rung_at = NULL,
    {LOST}
WHERE id IN (
    SELECT id FROM runs_phaserun WHERE state = 'running' AND lease_until < now()
    ORDER BY lease_until LIMIT %(limit)s FOR UPDATE SKIP LOCKED
)
"""
CLAIM = """
{chosen}
UPDATE runs_phaserun AS phase
SET state = 'running', fence = fence + 1, attempt = attempt + 1, worker = %(worker)s,
    started_at = statement_timestamp(), lease_until = statement_timestamp() + make_interval(secs => %(lease)s),
    deadline_at = statement_timestamp() + make_interval(secs => (%(deadlines)s::jsonb ->> phase.name)::float)
FROM runs_run AS run
WHERE phase.id = (SELECT id FROM chosen) AND run.id = (SELECT run_id FROM chosen) AND run.state = 'active'
RETURNING phase.id, phase.fence, phase.attempt, phase.name, phase.cycle, phase.index, phase.progress, {run}
"""
RUN = [field.attname for field in Run._meta.concrete_fields]  # read along with the claim: one round trip less
JSON_OF_RUN = {field.attname for field in Run._meta.concrete_fields if isinstance(field, JSONField)}
THIS = """WITH chosen AS MATERIALIZED (
    SELECT id, run_id FROM runs_phaserun
    WHERE run_id = %(run)s AND name = %(name)s AND cycle = %(cycle)s AND index = %(index)s
      AND state = 'ready' AND available_at <= statement_timestamp()
      AND attempt - losses < %(attempts)s AND losses < %(losses)s
      AND %(pipelines)s::jsonb ? (SELECT run.pipeline FROM runs_run AS run WHERE run.id = %(run)s)
    FOR UPDATE SKIP LOCKED
)"""
# The oldest ready phase of the workspace that has the fewest under way in this queue; among equals that of the one
# served longest ago. The workspaces that wait, and since when, are found by hops over the index (a "loose scan"): the
# cost grows with their number, not with that of the phases. Bounds on both sides instead of an equation: only the index
# ``phase_turn`` then has the order, and no statistics talk the planner into walking through other tenants' work. What
# nearly every phase meets stands in a CASE, which the planner takes for met by half of them: it would else expect a
# single phase, and read and sort all of the workspace's to find it.
NEXT = """WITH RECURSIVE waiting (workspace_id, since) AS (
    (SELECT workspace_id, available_at FROM runs_phaserun WHERE queue = %(queue)s AND state = 'ready'
     ORDER BY workspace_id, available_at LIMIT 1)
    UNION ALL
    SELECT hop.workspace_id, hop.available_at
    FROM waiting
    CROSS JOIN LATERAL (
        SELECT workspace_id, available_at FROM runs_phaserun
        WHERE queue = %(queue)s AND state = 'ready' AND workspace_id > waiting.workspace_id
        ORDER BY workspace_id, available_at LIMIT 1
    ) AS hop
), busy AS (
    SELECT workspace_id, count(*) AS phases FROM runs_phaserun WHERE queue = %(queue)s AND state = 'running'
    GROUP BY workspace_id
), chosen AS MATERIALIZED (
    SELECT phase.id, phase.run_id
    FROM (
        SELECT waiting.workspace_id
        FROM waiting
        LEFT JOIN busy ON busy.workspace_id = waiting.workspace_id
        LEFT JOIN LATERAL (
            SELECT served.started_at FROM runs_phaserun AS served
            WHERE served.queue = %(queue)s AND served.workspace_id = waiting.workspace_id
              AND served.started_at IS NOT NULL
            ORDER BY served.started_at DESC LIMIT 1
        ) AS last ON true
        WHERE waiting.since <= statement_timestamp()
        ORDER BY coalesce(busy.phases, 0), last.started_at NULLS FIRST, waiting.since
    ) AS turn
    CROSS JOIN LATERAL (
        SELECT ready.id, ready.run_id FROM runs_phaserun AS ready
        WHERE ready.queue = %(queue)s AND ready.state = 'ready'
          AND (ready.workspace_id, ready.available_at) >= (turn.workspace_id, '-infinity')
          AND (ready.workspace_id, ready.available_at) <= (turn.workspace_id, statement_timestamp())
          AND CASE WHEN ready.losses < %(losses)s AND ready.attempt - ready.losses < %(attempts)s
                    AND %(deadlines)s::jsonb ? ready.name
              THEN (SELECT run.state = 'active' AND %(pipelines)s::jsonb ? run.pipeline
                    FROM runs_run AS run WHERE run.id = ready.run_id)
              ELSE false END
        ORDER BY ready.workspace_id, ready.available_at LIMIT 1 FOR UPDATE OF ready SKIP LOCKED
    ) AS phase
    LIMIT 1
)"""
_RUN_COLUMNS = ", ".join(f"run.{column}" for column in RUN)
BEGIN_RUN = Prepared(
    "begin_run",
    "UPDATE runs_run SET begun_at = now() WHERE id = %(run)s AND begun_at IS NULL AND state = 'active' RETURNING id",
)
TAKE_THIS = Prepared("take_this_phase", CLAIM.format(chosen=THIS, run=_RUN_COLUMNS))
TAKE_NEXT = Prepared("take_next_phase", CLAIM.format(chosen=NEXT, run=_RUN_COLUMNS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to work on one phase, as long as its fence is the newest."""

    phase_id: UUID
    run: Run
    key: PhaseKey
    fence: int
    attempt: int
    progress: Data


HOST = socket.gethostname()


def worker_name() -> str:
    """Host and process, as shown beside what it holds."""
    return f"{HOST}:{os.getpid()}"


def claim(*, run_id: UUID, key: PhaseKey) -> Lease | None:
    """Take just this phase when it is ready; None when there is nothing to take.

    What this code does not know (yet, or no longer) is left alone: a pipeline silently, a phase with UnknownKindError.
    """
    PHASES.get(key.name)
    return leased(*send(TAKE_THIS({"run": run_id, **key._asdict(), **_limits()})))


def claim_next(*, queue: str) -> Lease | None:
    """Take the ready phase of ``queue`` whose turn it is; None when there is nothing to take.

    Workspaces take turns: the one with the fewest phases under way goes first, among equals the one that was served
    longest ago, and in it the phase that waits longest.
    Phases and pipelines that this code does not know are left to workers that do.
    """
    return leased(*send(take_next(queue=queue)))


def take_next(*, queue: str) -> Call:
    """The statement of ``claim_next``, to be sent along with a transaction's last; it waits for no lock."""
    return TAKE_NEXT({"queue": queue, **_limits()})


def _limits() -> dict[str, Value]:
    deadlines, pipelines = _known(PHASES.names(), PIPELINES.names())
    return {
        "worker": worker_name(),
        "lease": settings.PHASE_LEASE_SECONDS,
        "deadlines": deadlines,
        "attempts": settings.PHASE_MAX_ATTEMPTS,
        "losses": settings.PHASE_MAX_LOSSES,
        "pipelines": pipelines,
    }


@lru_cache(maxsize=1)
def _known(phases: tuple[str, ...], pipelines: tuple[str, ...]) -> tuple[str, str]:
    """As JSON: the deadline of each phase, and the pipelines."""
    return json.dumps({name: PHASES.get(name).deadline for name in phases}), json.dumps(pipelines)


def leased(taken: Rows) -> Lease | None:
    """The lease that a statement has taken. Outside of its transaction: a run that begins locks rows of its own."""
    if not taken:
        return None
    phase_id, fence, attempt, name, cycle, index, progress, *columns = taken[0]
    run = Run.from_db("default", RUN, _converted(columns))
    if run.begun_at is None:
        _begin(run)
    key = PhaseKey(name, cycle, index)
    return Lease(phase_id=phase_id, run=run, key=key, fence=fence, attempt=attempt, progress=json.loads(progress))


def _begin(run: Run) -> None:
    """Tell of a run's first claim, once: a worker that dies right after its claim leaves that to the next.

    Where nobody was told, it may be lost with the machine for the same reason.
    """
    with transaction.atomic():
        (begun,) = send(BEGIN_RUN({"run": run.id}))
        told = appending_for(run, SUBJECTS.get(run.subject_kind).started(run)) if begun else []
        conclude(*told, durable=bool(told))


def _converted(columns: Sequence[Any]) -> list[Any]:
    """A row as the model reads it: JSON comes as text."""
    return [json.loads(value) if name in JSON_OF_RUN else value for name, value in zip(RUN, columns, strict=True)]


def release_lost(*, limit: int) -> int:
    """Take phases from workers that were not heard of before their leases ended; returns how many."""
    with connection.cursor() as cursor:
        cursor.execute(RELEASE, {"limit": limit})
        return cursor.rowcount
