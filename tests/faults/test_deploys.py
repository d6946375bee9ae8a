"""Faults 18, 21, 25: workers are told to stop, old code beside new, wrong clocks, two schedulers or none.

Leases last a minute here: whatever goes on sooner was handed over, and not taken from a worker that was given up.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.faults.conftest import POLICY, QUESTION, pdf
from tests.faults.stack import ROOT, Stack
from tests.live import eventually

LEASE_SECONDS = 60.0
GRACE_SECONDS = 0.5
LONG = "".join(
    f"The maximum loan-to-value ratio for property number {number} is {number % 90} per cent of its value.\n\n"
    for number in range(1200)
).encode()


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    made = Stack(
        PHASE_LEASE_SECONDS=str(LEASE_SECONDS),
        SHUTDOWN_GRACE_SECONDS=str(GRACE_SECONDS),
    )
    try:
        yield made
    finally:
        made.end()


@pytest.fixture(autouse=True)
def no_worker_of_others(stack: Stack) -> Iterator[None]:
    before = list(stack.processes)
    yield
    for process in stack.processes:
        if process not in before:
            process.kill()
            process.wait()
    for mark in stack.orders.iterdir():
        mark.unlink()


def phases_of(stack: Stack, subject: str) -> list[tuple[Any, ...]]:
    """(name, state, attempt, losses, errors) of a subject's phases, in the order in which they came."""
    return stack.sql(
        "SELECT p.name, p.state, p.attempt, p.losses, p.errors FROM runs_phaserun p"
        " JOIN runs_run r ON r.id = p.run_id WHERE r.subject_id = %s ORDER BY p.created_at",
        subject,
    )


def under_way(stack: Stack, subject: str, phase: str) -> bool:
    """Whether the phase has begun to tell of its progress."""
    told = "SELECT 1 FROM runs_event WHERE payload->>'document_id' = %s AND payload->>'stage' = %s"
    return len(stack.sql(told, subject, phase)) > 1


@pytest.mark.parametrize("pool", ["prefork", pytest.param("threads", marks=pytest.mark.full)])
def test_a_worker_told_to_stop_hands_back_what_it_cannot_finish_and_another_goes_on_at_once(stack: Stack, pool: str):
    alice = stack.person()
    if pool == "prefork":
        leaving = stack.start("command", "manage.py", "worker", "ingest")  # as an operator starts it
    else:
        leaving = stack.start_real_worker("ingest", pool=pool)
    document = alice.upload(alice.workspace(f"Leaving {pool}"), LONG, "long.txt")
    assert eventually(lambda: under_way(stack, document["id"], "embed")), stack.said(leaving)

    leaving.send_signal(signal.SIGTERM)
    assert leaving.wait(30) == 0
    name, state, attempt, losses, errors = phases_of(stack, document["id"])[-1]
    assert (name, state, attempt, losses, errors) == ("embed", "ready", 0, 0, []), stack.said(leaving)
    done = stack.sql("SELECT count(*) FROM documents_embedding e JOIN documents_chunk c ON c.id = e.chunk_id"
                     " WHERE c.document_id = %s", document["id"])[0][0]  # fmt: skip
    assert done, "what was embedded stays"

    stack.start_real_worker("ingest")
    assert eventually(lambda: phases_of(stack, document["id"])[-1][2] > 0, LEASE_SECONDS / 2), "nobody goes on"
    assert all(attempt == 1 and not errors for _, _, attempt, _, errors in phases_of(stack, document["id"]))
    assert alice.call("DELETE", f"/documents/{document['id']}").status_code == 204


def test_a_worker_told_to_stop_finishes_what_is_nearly_done_and_takes_nothing_new(stack: Stack):
    alice = stack.person()
    hold = stack.order("hold", "chunk", "end")
    leaving = stack.start_marked_worker("--pool", "prefork", "-c", "1", SHUTDOWN_GRACE_SECONDS="30")
    documents = [alice.upload(alice.workspace(f"W{number}"), pdf(POLICY), "policy.pdf") for number in range(3)]
    stack.arrived("chunk", "end")
    leaving.send_signal(signal.SIGTERM)
    assert eventually(lambda: "Warm shutdown" in stack.said(leaving))
    before = {document["id"]: phases_of(stack, document["id"]) for document in documents}
    hold.unlink()
    assert leaving.wait(30) == 0

    after = {document["id"]: phases_of(stack, document["id"]) for document in documents}
    finished = [key for key in after if ("chunk", "done") in [phase[:2] for phase in after[key]]]
    assert len(finished) == 1
    assert begun(after) == begun(before)
    assert not [phase for phases in after.values() for phase in phases if phase[1] == "running"]

    stack.start_real_worker("ingest")
    for document in documents:
        assert alice.read_through(document)["status"] == "ready"
        assert all(attempt == 1 for _, _, attempt, _, _ in phases_of(stack, document["id"]))


def begun(phases: dict[str, list[tuple[Any, ...]]]) -> dict[str, list[str]]:
    """The names of the phases that somebody has taken, by document."""
    return {key: [phase[0] for phase in of if phase[1] in {"running", "done"}] for key, of in phases.items()}


def test_a_worker_with_old_code_leaves_new_phases_to_those_that_know_them(stack: Stack):
    alice = stack.person()
    old = stack.start_marked_worker(LACKS="retrieve")
    workspace = alice.workspace("Old and new")
    document = alice.read_through(alice.upload(workspace, pdf(POLICY), "policy.pdf"))
    assert document["status"] == "ready", "what it knows it does"
    asked = alice.ask(workspace, QUESTION)
    turn = stack.sql("SELECT id FROM drafting_turn WHERE session_id = %s", asked["id"])[0][0]
    other = alice.read_through(alice.upload(workspace, pdf(POLICY[1:]), "other.pdf"))
    assert other["status"] == "ready", "nor does what it does not know hold up the rest"
    assert phases_of(stack, turn) == [("retrieve", "ready", 0, 0, [])]

    stack.start_real_worker("verify", PHASE_LEASE_SECONDS="2")  # its sweeper rings again what the old one heard
    session = stack.finished(asked)
    assert session["status"] == "completed", session["errors"]
    assert old.poll() is None
    assert all(attempt == 1 and not errors for _, _, attempt, _, errors in phases_of(stack, turn))


def test_workers_whose_clocks_are_an_hour_off_take_nothing_from_each_other(stack: Stack):
    alice = stack.person()
    late, early = (stack.start_marked_worker(CLOCK_AHEAD=str(ahead)) for ahead in (-3600, 3600))
    assert eventually(lambda: stack.is_ready(late) and stack.is_ready(early))
    workspace = alice.workspace("Clocks")
    document = alice.read_through(alice.upload(workspace, pdf(POLICY), "policy.pdf"))
    hold = stack.order("hold", "write", "begin")
    asked = [alice.ask(workspace, QUESTION) for _ in range(2)]
    stack.arrived("write", "begin")
    time.sleep(2.0)  # several rounds of both sweepers
    hold.unlink()

    sessions = [stack.finished(one) for one in asked]
    assert {session["status"] for session in sessions} == {"completed"}
    claims = stack.sql("SELECT name, attempt, losses FROM runs_phaserun WHERE workspace_id = %s", workspace)
    assert all((attempt, losses) == (1, 0) for _, attempt, losses in claims), claims
    minutes = "SELECT count(*) FROM runs_event e JOIN runs_stream s ON s.id = e.stream_id WHERE s.workspace_id = %s"
    wrong = " AND e.at NOT BETWEEN now() - interval '10 minutes' AND now()"
    assert stack.sql(minutes + wrong, workspace) == [(0,)], "readers are told the database's time"
    assert (stack.data_dir / "files" / "documents" / workspace / document["id"]).exists()


def probe(stack: Stack, *queues: str) -> int:
    """The exit status of a container's probe."""
    command = [sys.executable, "-m", "veritydraft.processes.alive", *queues]
    return subprocess.run(command, env=stack.env, cwd=ROOT, check=False, capture_output=True).returncode


def test_two_schedulers_do_no_more_than_one_and_none_is_needed(stack: Stack):
    alice = stack.person()
    stack.start_real_worker()
    assert [probe(stack, *words) for words in (("verify", "upkeep"), ("verify", "of-nobody"))] == [0, 1]
    workspace = alice.workspace("Schedulers")
    assert alice.read_through(alice.upload(workspace, pdf(POLICY), "policy.pdf"))["status"] == "ready", "without any"

    folders = [stack.data_dir.parent / f"scheduler{number}" for number in range(2)]
    beats = [stack.start("beat", "-m", "tests.faults.quick_beat", DATA_DIR=str(folder)) for folder in folders]
    assert eventually(lambda: all("workers.sweep" in stack.said(beat) for beat in beats)), stack.said(beats[0])
    asked = [alice.ask(workspace, QUESTION) for _ in range(2)]
    for beat in beats:
        assert beat.poll() is None
    sessions = [stack.finished(one) for one in asked]

    assert {session["status"] for session in sessions} == {"completed"}
    claims = stack.sql("SELECT name, attempt FROM runs_phaserun WHERE workspace_id = %s", workspace)
    assert all(attempt == 1 for _, attempt in claims), claims
    redis = stack.redis()
    assert eventually(lambda: redis.llen("upkeep") == 0), "what they ring for is taken"


def test_a_lost_bell_is_rung_again_without_a_scheduler(stack: Stack):
    alice = stack.person()
    workspace = alice.workspace("No bell")
    document = alice.upload(workspace, pdf(POLICY), "policy.pdf")
    stack.redis().flushall()
    stack.start_real_worker("ingest", PHASE_LEASE_SECONDS="2")
    assert alice.read_through(document)["status"] == "ready"
