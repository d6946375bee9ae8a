"""Fault 17: the same request sent twice, at once, to several web processes, or to one that is killed meanwhile."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
import requests

from tests.faults.conftest import POLICY, QUESTION, pdf
from tests.faults.stack import Stack
from tests.live import eventually
from tests.person import Person

AT_ONCE = 12
REPLAYED = "Idempotent-Replayed"


@pytest.fixture
def people(stack: Stack) -> list[Person]:
    """The same person at two web processes."""
    first = stack.person()
    return [first, Person(base_url=stack.start_web(), token=first.token, library=first.library)]


def rows(stack: Stack, table: str, key: str, value: str) -> int:
    """How many rows of a table have a value."""
    return stack.sql(f"SELECT count(*) FROM {table} WHERE {key} = %s", value)[0][0]


def at_once(people: list[Person], send: Any) -> list[requests.Response]:
    """The answers to one request sent ``AT_ONCE`` times in the same moment, spread over the web processes."""
    barrier = threading.Barrier(AT_ONCE)

    def one(number: int) -> requests.Response:
        barrier.wait()
        return send(people[number % len(people)])

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, range(AT_ONCE)))


def assert_done_once(answers: list[requests.Response], send: Any, people: list[Person]) -> dict[str, Any]:
    """One request was answered as the first, the others as it was or with the word to come back; then all agree."""
    done = [answer for answer in answers if answer.status_code == 202]
    late = [answer for answer in answers if answer.status_code == 409]
    assert len(done) + len(late) == len(answers), [answer.text for answer in answers]
    assert sum(REPLAYED not in answer.headers for answer in done) == 1
    assert all(int(answer.headers["Retry-After"]) >= 1 for answer in late)
    again = [send(person) for person in people]
    assert all((answer.status_code, answer.headers[REPLAYED]) == (202, "true") for answer in again)
    shown = [answer.json() for answer in [*done, *again]]
    assert all(each == shown[0] for each in shown)
    return shown[0]


def test_a_question_sent_many_times_at_once_over_two_web_processes_is_one_run(stack: Stack, people: list[Person]):
    workspace = people[0].workspace()

    def send(person: Person) -> requests.Response:
        path, key = f"/workspaces/{workspace}/sessions", {"Idempotency-Key": "the one question"}
        return person.call("POST", path, json={"query": QUESTION}, headers=key)

    session = assert_done_once(at_once(people, send), send, people)

    assert rows(stack, "drafting_session", "workspace_id", workspace) == 1
    assert rows(stack, "runs_run", "session_id", session["id"]) == 1
    assert [event["type"] for event in people[0].events(session["id"])][:1] == ["session_created"]


def test_an_upload_sent_many_times_at_once_is_one_document(stack: Stack, people: list[Person]):
    workspace, content = people[0].workspace(), pdf(POLICY)

    def send(person: Person) -> requests.Response:
        file, key = {"file": ("policy.pdf", content)}, {"Idempotency-Key": "the one file"}
        return person.call("POST", f"/workspaces/{workspace}/documents", files=file, headers=key)

    document = assert_done_once(at_once(people, send), send, people)

    assert document["duplicate"] is False
    assert rows(stack, "documents_document", "workspace_id", workspace) == 1
    assert rows(stack, "runs_run", "subject_id", document["id"]) == 1


@contextmanager
def no_key_can_be_stored(stack: Stack) -> Iterator[psycopg.Connection]:
    """Requests with a key do all their work and then wait, before they can commit it."""
    with psycopg.connect(stack.urls.database) as connection:
        connection.execute("LOCK TABLE accounts_idempotencykey IN SHARE MODE")
        yield connection


def test_a_web_process_killed_before_the_commit_leaves_neither_the_session_nor_the_key(
    stack: Stack, people: list[Person]
):
    here, there = people
    workspace = here.workspace()
    killed_soon, path = stack.web, f"/workspaces/{workspace}/sessions"
    values = {"json": {"query": QUESTION}, "headers": {"Idempotency-Key": "killed"}}
    lost: list[Exception] = []

    def send() -> None:
        try:
            there.call("POST", path, **values)
        except requests.ConnectionError as error:
            lost.append(error)

    with no_key_can_be_stored(stack):
        thread = threading.Thread(target=send)
        thread.start()
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT%'"
        with psycopg.connect(stack.urls.database, autocommit=True) as looking:
            assert eventually(lambda: looking.execute(waiting).fetchone()[0] == 1, 30), "the request did not get there"
        meanwhile = here.call("POST", path, **values)
        os.killpg(killed_soon.pid, signal.SIGKILL)
        thread.join()
    assert lost
    assert (meanwhile.status_code, meanwhile.headers["Retry-After"]) == (409, "1")

    answers: list[requests.Response] = []

    def accepted() -> bool:
        answers.append(here.call("POST", path, **values))
        return answers[-1].status_code == 202

    assert eventually(accepted, 30), answers[-1].text
    assert REPLAYED not in answers[-1].headers
    assert rows(stack, "drafting_session", "workspace_id", workspace) == 1
    assert rows(stack, "runs_run", "workspace_id", workspace) == 1
