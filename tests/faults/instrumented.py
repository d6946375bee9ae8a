"""The real Celery app with marks in it: a test can hold a phase at a given moment, or kill its process there.

Started as `celery -A tests.faults.instrumented worker`. Orders are files in FAULTS_DIR:
``hold-PHASE-MOMENT`` keeps every process that reaches the moment there until the file is gone,
``kill-PHASE-MOMENT`` lets the next process that reaches it take the file and die by SIGKILL.
Moments: ``begin`` (claimed, nothing done), ``told`` (an event or checkpoint was committed), ``end`` (done, not
committed), ``ring`` (committed, the worker of this phase not told yet). Every arrival leaves a file
``at-PHASE-MOMENT-PID``. ``segfault-PHASE-MOMENT`` lets every process that reaches the moment die by SIGSEGV.

CLOCK_AHEAD (seconds) sets what Python takes for the time; LACKS names phases that this worker's code does not know.
"""

import ctypes
import dataclasses
import os
import signal
import time
from pathlib import Path
from typing import Any

import django

from tests.faults import skewed_clock
from veritydraft.processes.loading import loading

skewed_clock.set_ahead()  # before anything takes the real one
with loading():
    django.setup()

from apps.runs import bells, leases  # noqa: E402
from apps.runs.registry import PHASES, Phase  # noqa: E402
from apps.runs.types import PhaseResult  # noqa: E402
from workers.celery import app  # noqa: E402, F401 - Celery looks for it here

ORDERS = Path(os.environ["FAULTS_DIR"])
HOLD_SECONDS = 60.0


def arrive(phase: str, moment: str) -> None:
    """Leave a mark; die or wait when a test has ordered so."""
    (ORDERS / f"at-{phase}-{moment}-{os.getpid()}").touch()
    try:
        (ORDERS / f"kill-{phase}-{moment}").unlink()
    except FileNotFoundError:
        pass
    else:
        os.kill(os.getpid(), signal.SIGKILL)
    if (ORDERS / f"segfault-{phase}-{moment}").exists():
        ctypes.string_at(0)
    hold = ORDERS / f"hold-{phase}-{moment}"
    end = time.monotonic() + HOLD_SECONDS
    while hold.exists() and time.monotonic() < end:
        time.sleep(0.01)


def marked(phase: Phase) -> Phase:
    """The phase with its moments marked."""

    def run(ctx: Any) -> PhaseResult:
        arrive(phase.name, "begin")
        result = phase.run(ctx)
        arrive(phase.name, "end")
        return result

    return dataclasses.replace(phase, run=run)


for name in os.environ.get("LACKS", "").split():
    del PHASES._items[name]
for name in PHASES.names():
    PHASES._items[name] = marked(PHASES.get(name))

_record, _ring = leases.record, bells.ring_worker


def record(lease: Any, **values: Any) -> None:
    """The real one, then the moment ``told``."""
    _record(lease, **values)
    arrive(lease.key.name, "told")


def ring_worker(**bell: Any) -> None:
    """The moment ``ring``, then the real one."""
    arrive(bell["key"].split(":")[0], "ring")
    _ring(**bell)


leases.record = record
bells.ring_worker = ring_worker
