"""Faults 1–5, 7, 8, 16: workers die, stop, and are told twice, with real processes; beside it a socket is idle."""

import json
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.faults.conftest import POLICY, QUESTION, pdf
from tests.faults.stack import Stack
from tests.live import eventually
from workers.queues import VERIFY

pytestmark = pytest.mark.usefixtures("no_marks_of_others")

ANSWER_PHASES = ("retrieve", "write", "skeptic", "judge", "revise", "finalize")
INGEST_PHASES = ("extract", "chunk", "embed", "index")
IDLE_SECONDS = 17.0  # longer than any timeout on the way to Redis


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """A socket on which nothing is said."""

    workspace: str
    socket: ClientConnection
    since: float


@pytest.fixture(scope="module", autouse=True)
def idle(stack: Stack) -> Iterator[Idle]:
    """Open from the first test of this module to the last."""
    workspace = stack.person().workspace("Idle")
    url = f"{stack.base.replace('http', 'ws')}/ws/workspaces/{workspace}/"
    with connect(url, additional_headers=stack.person().headers, ping_interval=None) as socket:
        yield Idle(workspace=workspace, socket=socket, since=time.monotonic())


def left_orders(stack: Stack) -> list[str]:
    return sorted(path.name for path in stack.orders.glob("kill-*"))


@pytest.mark.parametrize(
    "moment", ["told", *(pytest.param(each, marks=pytest.mark.full) for each in ("begin", "end", "ring"))]
)
def test_an_answer_survives_a_worker_killed_in_each_of_its_phases(stack: Stack, library_of_two: str, moment: str):
    told_nothing = {"skeptic", "finalize"} if moment == "told" else set()
    first_has_no_worker = {"retrieve"} if moment == "ring" else set()
    phases = [phase for phase in ANSWER_PHASES if phase not in told_nothing | first_has_no_worker]
    for phase in phases:
        stack.order("kill", phase, moment)

    session = stack.finished(stack.person().ask(library_of_two, QUESTION), within=180)

    assert session["status"] == "completed", session["errors"]
    assert left_orders(stack) == [], "every kill was carried out"
    assert session["claims"]


@pytest.mark.parametrize(
    "moment", ["told", *(pytest.param(each, marks=pytest.mark.full) for each in ("begin", "end", "ring"))]
)
def test_a_document_survives_a_worker_killed_in_each_step(stack: Stack, library_of_two: str, moment: str):
    phases = INGEST_PHASES[1:] if moment == "ring" else INGEST_PHASES
    for phase in phases:
        stack.order("kill", phase, moment)
    workspace = stack.person().workspace(f"Killed at {moment}")

    document = stack.person().read_through(stack.person().upload(workspace, pdf(POLICY), "policy.pdf"), within=180)

    assert document["status"] == "ready", document
    assert left_orders(stack) == []
    counts = stack.sql(
        "SELECT count(*), count(DISTINCT chunk_index),"
        " (SELECT count(*) FROM documents_embedding WHERE workspace_id = %s)"
        " FROM documents_chunk WHERE workspace_id = %s",
        workspace,
        workspace,
    )[0]
    assert counts[0] == counts[1] == counts[2] == document["chunk_count"]


def test_a_worker_that_was_stopped_past_its_lease_is_refused_when_it_goes_on(stack: Stack, library_of_two: str):
    hold = stack.order("hold", "write", "end")
    asked = stack.person().ask(library_of_two, QUESTION)
    stopped = stack.arrived("write", "end")
    os.kill(stopped, signal.SIGSTOP)
    hold.unlink()

    assert eventually(lambda: len(list(stack.orders.glob("at-write-end-*"))) > 1, 30)
    session = stack.finished(asked)
    os.kill(stopped, signal.SIGCONT)

    # it goes on to other work, which shows that it has tried to commit what it held
    again = stack.finished(stack.person().ask(library_of_two, QUESTION))
    after = stack.finished(asked)
    assert session["status"] == again["status"] == "completed"
    assert after == session, "nothing of the stale worker was taken"
    fences = stack.sql(
        "SELECT fence FROM runs_phaserun p JOIN runs_run r ON r.id = p.run_id WHERE session_id = %s AND name = 'write'",
        session["id"],
    )
    assert fences[0][0] == 3, "taken, taken away, and taken again"


def test_one_message_five_times_and_a_later_phases_message_first_change_nothing(stack: Stack, library_of_two: str):
    from workers.celery import app

    hold = stack.order("hold", "write", "begin")
    asked = stack.person().ask(library_of_two, QUESTION)
    stack.arrived("write", "begin")
    run = stack.sql("SELECT id FROM runs_run WHERE session_id = %s", asked["id"])[0][0]
    with app.connection_for_write(stack.urls.redis) as connection:
        for key in ["finalize:0:0", "judge:0:0", *["write:0:0"] * 5, *["retrieve:0:0"] * 5]:
            app.send_task("workers.run_phase", args=[str(run), key], queue=VERIFY, connection=connection)
    hold.unlink()

    session = stack.finished(asked)

    assert session["status"] == "completed"
    attempts = stack.sql("SELECT name, attempt FROM runs_phaserun WHERE run_id = %s", run)
    assert all(attempt == 1 for _, attempt in attempts), attempts


def test_a_socket_that_was_idle_for_seventeen_seconds_is_still_open(stack: Stack, library_of_two: str, idle: Idle):
    time.sleep(max(0.0, idle.since + IDLE_SECONDS - time.monotonic()))
    stack.person().upload(idle.workspace, pdf(POLICY), "policy.pdf")
    event = json.loads(idle.socket.recv(timeout=10))
    assert (event["type"], event["seq"]) == ("document_progress", 1)
