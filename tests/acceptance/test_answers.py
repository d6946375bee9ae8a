"""A question about real documents, from the upload to the verified answer, through everything an operator starts."""

import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import requests

from tests.invariants import Library, assert_session_holds
from tests.live import LiveStack, eventually
from tests.person import Person
from veritydraft.embedded.state import connection_urls
from veritydraft.parsing import BASE_DIR

SAMPLES = BASE_DIR / "samples"
FILES = ("lending-policy.pdf", "hr-handbook.docx", "mortgage-conduct-regulation.md")
ANSWERED = "How many days of paid annual leave do full-time employees receive?"
UNANSWERED = "Which football club won the championship in 1998?"
DISPUTED = "What is the maximum loan-to-value ratio for an investment property?"


def library_of(stack: LiveStack) -> Library:
    return Library(database_url=connection_urls(stack.data_dir).database, files=stack.data_dir / "files")


@pytest.fixture(scope="module")
def alice(live_stack: LiveStack) -> Person:
    token = live_stack.person()
    return Person(base_url=live_stack.base_url, token=token, library=library_of(live_stack))


@pytest.fixture(scope="module")
def workspace(alice: Person) -> str:
    """A workspace in which the three sample documents are ready."""
    workspace = alice.workspace("Asked")
    for name in FILES:
        document = alice.read_through(alice.upload(workspace, (SAMPLES / name).read_bytes(), name))
        assert document["status"] == "ready", document
    return workspace


def test_the_workspace_tells_of_each_step_of_a_document_until_it_is_ready(alice: Person):
    workspace = alice.workspace("Told")
    alice.upload(workspace, (SAMPLES / FILES[0]).read_bytes(), FILES[0])

    events = alice.listen(f"/ws/workspaces/{workspace}/", until=lambda event: event["type"] == "document_ready")

    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    stages = list(dict.fromkeys(e["payload"]["stage"] for e in events if e["type"] == "document_progress"))
    assert stages == ["extract", "chunk", "embed", "index"]
    shares = [event["payload"]["progress"] for event in events if event["type"] == "document_progress"]
    assert shares == sorted(shares)
    assert events[-1]["payload"]["pages"] >= 10


def test_a_question_is_answered_with_the_right_passage_and_page(alice: Person, workspace: str):
    session = alice.finished(alice.ask(workspace, ANSWERED))

    assert session["status"] == "completed"
    assert "26" in session["response"]
    assert session["citations"][0]["filename"] == "hr-handbook.docx"
    assert session["ledger"]["summary"]["evidence_coverage"] == 1.0
    assert session["metrics"]["time_to_first_token_ms"] < session["metrics"]["processing_time_ms"]
    assert session["warnings"] == []


def test_what_the_documents_do_not_say_is_said_openly(alice: Person, workspace: str):
    session = alice.finished(alice.ask(workspace, UNANSWERED))

    assert session["status"] == "completed"
    assert session["citations"] == []
    assert session["ledger"]["summary"]["total_claims"] == 0
    assert "do not contain" in session["response"]
    assert [warning["code"] for warning in session["warnings"]] == ["NO_MATCHES"]


def test_documents_that_contradict_each_other_are_both_quoted_and_flagged(alice: Person, workspace: str):
    session = alice.finished(alice.ask(workspace, DISPUTED))

    assert "75%" in session["response"]
    assert "70%" in session["response"]
    disputed = [entry for entry in session["ledger"]["entries"] if entry["verdict"] == "contradicted"]
    assert len(disputed) == 2, "each side of the conflict is flagged"
    assert [warning["code"] for warning in session["warnings"]] == ["SOURCES_CONFLICT"]
    for entry in disputed:
        assert entry["reason"] == "conflict"
        assert {held["stance"] for held in entry["evidence"]} == {"supports", "contradicts"}
        assert len({held["document_id"] for held in entry["evidence"]}) == 2


def test_a_question_over_the_workspaces_socket_tells_the_session_to_its_end(alice: Person, workspace: str):
    message = {"type": "query", "payload": {"query": ANSWERED, "mode": "answer"}}

    events = alice.listen(
        f"/ws/workspaces/{workspace}/?after=100000",
        send=message,
        until=lambda event: event["type"] == "generation_complete",
    )

    types = [event["type"] for event in events]
    assert types[0] == "session_created"
    order = ["retrieval_started", "retrieval_complete", "generation_started", "content_chunk", "claim_extracted"]
    places = [types.index(name) for name in [*order, "claim_verified", "ledger_updated", "generation_complete"]]
    assert places == sorted(places)
    session = alice.finished({"id": events[0]["session_id"]})
    assert alice.events(session["id"]) == events


def test_the_command_line_uses_the_workers_of_a_running_stack(alice: Person, workspace: str, live_stack: LiveStack):
    shown = json.loads(live_stack.manage("ask", "--workspace", "Asked", "--json", ANSWERED))

    query = "SELECT DISTINCT p.worker FROM runs_phaserun p JOIN runs_run r ON r.id = p.run_id WHERE r.session_id = %s"
    with psycopg.connect(alice.library.database_url) as connection:
        workers = [worker for (worker,) in connection.execute(query, [shown["id"]])]
    pool = set(map(str, live_stack.pids("verify prefork")))
    assert workers
    assert {worker.rsplit(":", 1)[1] for worker in workers} <= pool
    assert_session_holds(shown, alice.events(shown["id"]), alice.library)


def run(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BASE_DIR / "manage.py"), *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=300)


def assert_told_in_one_line(done: subprocess.CompletedProcess[str], said: str) -> None:
    assert done.returncode != 0
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_without_a_stack_files_are_read_and_a_question_answered_in_one_process(tmp_path: Path):
    alone = {**os.environ, "DATA_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": "", "LOG_LEVEL": "WARNING"}
    read = run(alone, "ingest", "--workspace", "Mine", str(SAMPLES / FILES[1]), str(SAMPLES / FILES[2]))
    assert read.returncode == 0, read.stderr
    assert "Reading" not in read.stderr, "nobody watches a bar that is not drawn on a terminal"
    assert [line.split(":")[0] for line in read.stdout.splitlines()] == [FILES[1], FILES[2]]

    asked = run(alone, "ask", "--workspace", "Mine", "--json", ANSWERED)
    assert asked.returncode == 0, asked.stderr
    session = json.loads(asked.stdout)
    assert session["status"] == "completed"
    assert "26" in session["response"]

    assert_told_in_one_line(run(alone, "ask", "--workspace", "Mine", "  "), "query")
    assert eventually(lambda: not (tmp_path / "postgres" / "postmaster.pid").exists(), 20), "the services have stopped"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ask", "--workspace", "Mine", "--mode", "poem", "What?"), "mode"),
        (("ask", "--workspace", "Mine", "--verification", "lax", "What?"), "verification"),
        (("ask", "--workspace", "Mine", "  "), "query"),
        (("ask", "--workspace", "Mine", "x" * 100_000), "query"),
        (("ingest", "--workspace", "Mine", "/nowhere/file.pdf"), "1 of 1 files"),
    ],
)
def test_bad_input_on_the_command_line_is_told_in_one_line(live_stack: LiveStack, words: tuple[str, ...], said: str):
    assert_told_in_one_line(run({**live_stack.env, "LOG_LEVEL": "WARNING"}, *words), said)


def test_nobody_is_let_in_without_a_token(live_stack: LiveStack):
    answer = requests.get(f"{live_stack.base_url}/api/v1/workspaces", timeout=10)

    assert answer.status_code == 401
    assert answer.headers["Content-Type"] == "application/problem+json"
