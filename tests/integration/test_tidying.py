"""Upkeep deletes what is past its time, and one step that breaks keeps no other from its work."""

import datetime as dt

import pytest
from django.db.models.functions import Now

from apps.inference.models import ModelCall
from workers import tidying

pytestmark = pytest.mark.django_db


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
