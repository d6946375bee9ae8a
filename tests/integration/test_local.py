"""Work from the command line: several commands at once, and workers that come and go."""

import threading
from typing import Any

import pytest
from django.db import connection

from apps.accounts.models import User
from apps.runs import bells, sweeper
from apps.runs.models import RunState, Worker
from apps.workspaces.models import Workspace
from tests.integration import runs_fixture
from tests.integration.runs_fixture import TOY, toy_run
from workers import local

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_first_commands_at_once_make_one_owner_and_one_workspace():
    barrier, found = threading.Barrier(4), []

    def command() -> None:
        barrier.wait()
        found.append(local.workspace_named("Mine").pk)
        connection.close()

    threads = [threading.Thread(target=command) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 4
    assert len(set(found)) == User.objects.count() == Workspace.objects.count() == 1


def test_a_run_whose_workers_go_away_is_done_by_the_command_that_waits_for_it(settings: Any):
    runs_fixture.register()
    TOY.__init__()
    settings.SWEEP_SECONDS = 0.1
    bells.silence()
    run = toy_run(Workspace.objects.create(name="Alice's"))
    sweeper.sign_in(name="w1", queues=["ingest", "verify"])
    assert local.stack_runs()
    going = threading.Timer(0.3, lambda: (Worker.objects.all().delete(), connection.close()))
    going.start()

    assert local.finish(run.id) == RunState.COMPLETED
    going.join()
    assert TOY.ran, "by this process"
    bells.silence(False)
