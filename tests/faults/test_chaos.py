"""The chaos run, short: `python -m tests.chaos` is the long one."""

import random
import shutil

import pytest

from tests.chaos.plan import Plan
from tests.chaos.run import storm_through
from tests.chaos.storm import VICTIMS
from tests.scratch import scratch_folder

SHORT = {"sessions": 30, "uploads": 6, "seconds": 25.0}
LONG = {"sessions": 200, "uploads": 40, "seconds": 300.0, "ends_within": 600.0}


@pytest.mark.parametrize("size", [SHORT, pytest.param(LONG, marks=pytest.mark.full)], ids=["short", "long"])
def test_nothing_is_lost_or_doubled_while_processes_are_killed_at_random(size: dict[str, float]):
    folder = scratch_folder("chaos")
    report = storm_through(Plan(seed=random.randrange(1, 10**6), **size), folder / "data")
    print("\n".join(report.lines()))
    assert report.violations == []
    assert set(report.kills) == set(VICTIMS), "one of each kind, whatever chance says"
    assert report.states["session completed"] == report.plan.sessions
    assert report.states["document ready"] == report.plan.uploads
    shutil.rmtree(folder)  # that of a run that failed stays for whoever wants to know why
