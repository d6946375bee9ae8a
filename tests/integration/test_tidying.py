"""Upkeep deletes what is past its time, and one step that breaks keeps no other from its work."""

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now

from apps.inference.models import ModelCall
from apps.runs import bells
from workers import tasks, tidying
from workers.celery import app
from workers.models import Upkeep
from workers.queues import ALL

pytestmark = pytest.mark.django_db


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks that a worker was told of."""
    heard: list[str] = []
    monkeypatch.setattr(bells, "ring_for", lambda task, **_: heard.append(task))
    return heard


@pytest.fixture
def tidied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each time that somebody tidied."""
    done: list[int] = []
    monkeypatch.setattr(tidying, "STEPS", (lambda: done.append(1),))
    return done


def last_time(**minutes_ago: int) -> None:
    """When it was last rung for and begun."""
    moments = {name: Now() - dt.timedelta(minutes=minutes) for name, minutes in minutes_ago.items()}
    Upkeep.objects.update_or_create(name=tidying.CHORE, defaults=moments)


def test_rows_of_model_calls_go_when_the_audit_log_of_their_day_goes(settings):
    for days in (1, settings.AUDIT_RETENTION_DAYS + 1):
        ModelCall.objects.create(role="writer", model="m", at=Now() - dt.timedelta(days=days))

    tidying.tidy_all()

    assert ModelCall.objects.count() == 1


def test_a_step_that_breaks_keeps_no_other_from_its_work(monkeypatch):
    done = []

    def breaks() -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(tidying, "STEPS", (breaks, lambda: done.append(1)))
    tidying.tidy_all()
    assert done == [1]


def test_it_is_rung_for_when_an_hour_has_gone_by_and_again_only_when_nobody_began(rung: list[str]):
    tidying.ring_when_due()
    assert rung == [], "a new installation has nothing to tidy"
    last_time(begun_at=59, rung_at=59)
    tidying.ring_when_due()
    assert rung == []
    last_time(begun_at=61, rung_at=61)
    for _ in range(3):
        tidying.ring_when_due()
    assert rung == [tasks.tidy.name]
    last_time(begun_at=66, rung_at=6)
    tidying.ring_when_due()
    assert rung == [tasks.tidy.name] * 2, "the bell was lost"
    tidying.tidy_in_turn()
    last_time(rung_at=6)
    tidying.ring_when_due()
    assert rung == [tasks.tidy.name] * 2


def in_threads(work: Any) -> None:
    """As a fleet does: eight times at once, each on a connection of its own."""

    def once(_: int) -> None:
        try:
            work()
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as fleet:
        list(fleet.map(once, range(16)))


@pytest.mark.django_db(transaction=True)
def test_a_whole_fleet_rings_once_and_tidies_once(rung: list[str], tidied: list[int]):
    in_threads(tidying.ring_when_due)  # whoever comes first makes the row
    assert Upkeep.objects.count() == 1
    last_time(begun_at=61, rung_at=61)
    in_threads(tidying.ring_when_due)
    assert len(rung) == 1
    in_threads(tasks.tidy)
    assert len(tidied) == 1


def test_who_hears_of_it_tidies_unless_somebody_did_within_the_hour(tidied: list[int]):
    last_time(begun_at=61)
    tasks.tidy()
    assert tidied == [1]
    tasks.tidy()
    assert tidied == [1]


def test_what_the_scheduler_rings_for_are_tasks_there_are_on_queues_there_are():
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks
        assert entry["options"]["queue"] in ALL
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} == {tasks.tidy.name, tasks.sweep_once.name}
