"""How long a turn took beside the models it asked: the spec's targets are for what VerityDraft adds to them.

The overhead of a span is the part of it in which no call of an endpoint's model was under way. The built-in engine
makes no such call: all its time is overhead. All moments are the database's own.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from apps.inference.models import ModelCall
from apps.runs.models import PhaseRun, PhaseState, Run
from apps.verification.coverage import timing_targets
from apps.verification.models import LedgerEntry

Span = tuple[dt.datetime, dt.datetime]


def timing_targets_of(
    run: Run, *, mode: str, began: dt.datetime | None, first: dt.datetime | None, ended: dt.datetime
) -> list[dict[str, Any]]:
    """The timings of a finished run against their targets. ``first``: when readers got the first words."""
    calls = list(ModelCall.objects.filter(run_id=run.id))
    to_first = [_until(call, call.first_token_ms) for call in calls]
    whole = [_until(call, None) for call in calls]
    return timing_targets(
        mode=mode,
        first_token_ms=_beside(began, first, to_first),
        total_ms=_beside(began, ended, whole),
        verification_ms=_verification_ms(run, calls),
    )


def overhead_ms(start: dt.datetime, end: dt.datetime, spans: Iterable[Span]) -> float:
    """Milliseconds from ``start`` to ``end`` that lie in none of ``spans``, which may overlap one another."""
    free, reached = dt.timedelta(), start
    for begun, done in sorted(spans):
        if begun > reached:
            free += min(begun, end) - min(reached, end)
        reached = max(reached, done)
    free += max(end - reached, dt.timedelta())
    return free / dt.timedelta(milliseconds=1)


def _beside(start: dt.datetime | None, end: dt.datetime | None, spans: Iterable[Span]) -> float | None:
    return None if start is None or end is None else round(overhead_ms(start, end, spans), 1)


def _until(call: ModelCall, milliseconds: int | None) -> Span:
    """When a call was open; with ``milliseconds`` only its first so many."""
    begun = call.at - dt.timedelta(milliseconds=call.duration_ms)
    return begun, begun + dt.timedelta(milliseconds=call.duration_ms if milliseconds is None else milliseconds)


def _verification_ms(run: Run, calls: list[ModelCall]) -> float | None:
    """The Judge's own time per verdict, its batches added up; None where nothing was judged."""
    judged = LedgerEntry.objects.filter(claim__ledger__turn_id=run.subject_id, kept=False).count()
    phases = PhaseRun.objects.filter(run=run, name="judge", state=PhaseState.DONE, started_at__isnull=False)
    own = [
        overhead_ms(
            phase.started_at, phase.finished_at, [_until(call, None) for call in calls if _made_in(call, phase)]
        )
        for phase in phases
    ]
    return round(sum(own) / judged, 1) if judged and own else None


def _made_in(call: ModelCall, phase: PhaseRun) -> bool:
    return call.phase == f"{phase.name}:{phase.cycle}:{phase.index}"
