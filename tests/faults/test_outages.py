"""Faults 11–13: Redis and PostgreSQL stand still, go away, come back, have no room, or find a deadlock."""

import threading
import time
from collections.abc import Iterator

import psycopg
import pytest
import requests

from tests.faults.conftest import POLICY, QUESTION, pdf
from tests.faults.hurting import Proxy, crash_postgres, postgres_down, stopped
from tests.faults.stack import Stack
from tests.live import eventually
from tests.person import ENDED

RECOVERY_SECONDS = 15.0  # what FAULTS.md allows after Redis is back
DEADLOCKS_TRIED = 3
ANSWER_SECONDS = 25.0  # longer than any wait of ours that an answer may hang on; shorter than for ever


@pytest.fixture(scope="module")
def proxy() -> Iterator[Proxy]:
    made = Proxy(("127.0.0.1", 0))
    yield made
    made.end()


@pytest.fixture(scope="module")
def stack(proxy: Proxy) -> Iterator[Stack]:
    made = Stack(
        redis_through=proxy,
        PHASE_LEASE_SECONDS="4",
        PHASE_MAX_ATTEMPTS="8",
        DATABASE_POOL_SIZE="4",
    )
    try:
        yield made
    finally:
        made.end()


class Caller:
    """Calls the API again and again, and notes what came back and how long it took."""

    def __init__(self, stack: Stack, workspace: str) -> None:
        self.stack, self.workspace = stack, workspace
        self.person = stack.person()
        self.answers: list[tuple[str, int, float]] = []
        self.accepted: list[dict] = []

    def round(self) -> None:
        """One of each kind of call."""
        self.call("GET", f"/workspaces/{self.workspace}/documents")
        asked = self.call("POST", f"/workspaces/{self.workspace}/sessions", json={"query": QUESTION})
        if asked is not None and asked.status_code == 202:
            self.accepted.append(asked.json())

    def call(self, method: str, path: str, **values: object) -> requests.Response | None:
        begun = time.monotonic()
        answer = self.person.call(method, path, **values)
        self.answers.append((f"{method} {path}", answer.status_code, time.monotonic() - begun))
        return answer

    def ready(self) -> int:
        """What the probe says."""
        return requests.get(f"{self.stack.base}/readyz", timeout=30).status_code

    def assert_prompt_and_honest(self, *allowed: int) -> None:
        """Each call was answered, none late, and none as if it were our mistake."""
        assert self.answers
        assert {status for _, status, _ in self.answers} <= set(allowed), self.answers
        assert max(seconds for _, _, seconds in self.answers) < ANSWER_SECONDS, self.answers


@pytest.fixture
def caller(stack: Stack, library_of_two: str) -> Caller:
    clear(stack)
    return Caller(stack, library_of_two)


def clear(stack: Stack) -> None:
    """Forget what was ordered, and who came where."""
    for mark in stack.orders.iterdir():
        mark.unlink()


@pytest.mark.parametrize("seconds", [6, pytest.param(60, marks=pytest.mark.full)])
def test_while_redis_stands_still_the_api_answers_and_work_goes_on_soon_after(caller: Caller, seconds: int):
    end = time.monotonic() + seconds
    with stopped(caller.stack.redis().info("server")["process_id"]):
        while time.monotonic() < end:
            caller.round()
            time.sleep(seconds / 6)
        assert caller.ready() == 503
    back = time.monotonic()
    assert eventually(lambda: caller.ready() == 200, RECOVERY_SECONDS)
    assert eventually(lambda: begun(caller), RECOVERY_SECONDS), "nobody works"
    assert time.monotonic() - back <= RECOVERY_SECONDS
    caller.assert_prompt_and_honest(200, 202)
    assert len(caller.accepted) > 2
    assert {caller.stack.finished(one)["status"] for one in caller.accepted} == {"completed"}


def begun(caller: Caller) -> bool:
    """Whether the oldest of the accepted sessions is under way or has ended."""
    return caller.person.get(f"/sessions/{caller.accepted[0]['id']}")["status"] in ENDED | {"processing"}


def test_connections_to_redis_that_are_half_open_are_noticed_within_seconds(caller: Caller, proxy: Proxy):
    left = proxy.half_open()
    assert left >= 2, "workers and web hold connections"
    caller.round()
    assert eventually(lambda: begun(caller), RECOVERY_SECONDS), "the workers are deaf"
    caller.assert_prompt_and_honest(200, 202)
    assert caller.stack.finished(caller.accepted[0])["status"] == "completed"


def test_a_crash_of_postgres_in_the_middle_of_work_loses_and_doubles_nothing(caller: Caller):
    stack = caller.stack
    hold = stack.order("hold", "write", "told")
    caller.round()
    stack.arrived("write", "told")
    crash_postgres(stack)
    hold.unlink()
    while not caller.accepted[1:]:
        caller.round()
        time.sleep(0.2)
    caller.assert_prompt_and_honest(200, 202, 503)
    assert {stack.finished(one)["status"] for one in caller.accepted} == {"completed"}


@pytest.mark.parametrize("seconds", [5, pytest.param(60, marks=pytest.mark.full)])
def test_while_postgres_is_down_callers_are_told_so_and_work_goes_on_after(caller: Caller, seconds: int):
    stack = caller.stack
    hold = stack.order("hold", "judge", "begin")
    caller.round()
    stack.arrived("judge", "begin")
    said = len(caller.answers)
    end = time.monotonic() + seconds
    with postgres_down(stack):
        hold.unlink()
        caller.round()
        assert caller.ready() == 503
        time.sleep(max(0.0, end - time.monotonic()))
    assert {status for _, status, _ in caller.answers[said:]} == {503}
    assert eventually(lambda: caller.ready() == 200, RECOVERY_SECONDS)
    caller.round()
    caller.assert_prompt_and_honest(200, 202, 503)
    assert {stack.finished(one)["status"] for one in caller.accepted} == {"completed"}
    assert all(worker.poll() is None for worker in stack.workers), "the workers are those from before"


def test_while_the_server_takes_no_more_connections_callers_are_told_so(caller: Caller):
    stack = caller.stack
    caller.round()
    taken: list[psycopg.Connection] = []
    stop = threading.Event()

    def take_all() -> None:
        while not stop.is_set():
            try:
                taken.append(psycopg.connect(stack.urls.database))
            except psycopg.OperationalError:
                stop.wait(0.05)

    stack.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
              " AND backend_type = 'client backend'")  # fmt: skip
    thread = threading.Thread(target=take_all)
    thread.start()
    try:
        assert eventually(lambda: caller.ready() == 503)
        caller.answers.clear()
        caller.round()
        caller.assert_prompt_and_honest(200, 202, 503)  # now and then the pool snatches one
    finally:
        stop.set()
        thread.join()
        for connection in taken:
            connection.close()
    assert eventually(lambda: caller.ready() == 200, RECOVERY_SECONDS)
    caller.round()
    assert {stack.finished(one)["status"] for one in caller.accepted} == {"completed"}


def test_a_deadlock_costs_one_attempt(caller: Caller):
    for _ in range(DEADLOCKS_TRIED):
        session = deadlocked(caller)
        assert session["status"] == "completed"
        if not any(error["code"] == "worker_lost" for error in session["errors"]):
            break  # the machine stood still for longer than a lease: there was no deadlock then
    assert any("deadlock detected" in error["message"] for error in session["errors"]), session["errors"]


def deadlocked(caller: Caller) -> dict:
    """A session whose worker was brought into a deadlock when it came to the end of its phase; as it ended."""
    stack = caller.stack
    clear(stack)
    hold = stack.order("hold", "write", "end")
    caller.round()
    asked = caller.accepted[-1]
    stack.arrived("write", "end")
    database = stack.urls.database
    with psycopg.connect(database) as other, psycopg.connect(database, autocommit=True) as looking:
        other.execute("SET deadlock_timeout = '1h'")  # the other side finds it, and is the one that is broken off
        phase = "SELECT p.id FROM runs_phaserun p JOIN runs_run r ON r.id = p.run_id WHERE r.session_id = %s"
        other.execute(phase + " AND name = 'write' FOR UPDATE OF p", [asked["id"]])
        hold.unlink()
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%finish%'"
        # it looks for a deadlock once, after it has waited for a second: by then there has to be one
        worker_waits = eventually(lambda: looking.execute(waiting).fetchone()[0], every=0.01)
        assert worker_waits, "the worker waits for the phase, and has the run"
        other.execute("SELECT id FROM runs_run WHERE session_id = %s FOR UPDATE", [asked["id"]])
    return stack.finished(asked)


def test_a_document_uploaded_beside_all_this_is_read(caller: Caller):
    workspace = caller.person.workspace("After the storm")
    assert caller.person.read_through(caller.person.upload(workspace, pdf(POLICY), "policy.pdf"))["status"] == "ready"
