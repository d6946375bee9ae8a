"""Faults 10, 19, 23: Redis dies or forgets, a client or web process goes away, documents and workspaces are deleted."""

import os
import signal

import pytest

from tests.faults.conftest import POLICY, QUESTION, pdf
from tests.faults.stack import Stack, kill_group
from tests.live import eventually

pytestmark = pytest.mark.usefixtures("no_marks_of_others")


def test_redis_that_forgets_everything_in_the_middle_of_a_run_loses_nothing(stack: Stack, library_of_two: str):
    hold = stack.order("hold", "write", "end")
    asked = [stack.person().ask(library_of_two, QUESTION) for _ in range(3)]
    stack.arrived("write", "end")
    stack.redis().flushall()
    hold.unlink()

    assert {stack.finished(one)["status"] for one in asked} == {"completed"}


def test_redis_killed_and_started_empty_loses_nothing(stack: Stack, library_of_two: str):
    hold = stack.order("hold", "retrieve", "end")
    asked = [stack.person().ask(library_of_two, QUESTION) for _ in range(3)]
    stack.arrived("retrieve", "end")
    pid = stack.redis().info("server")["process_id"]
    os.kill(pid, signal.SIGKILL)
    hold.unlink()
    during = stack.person().ask(library_of_two, QUESTION)

    assert {stack.finished(one)["status"] for one in [*asked, during]} == {"completed"}
    assert eventually(lambda: stack.redis().info("server")["process_id"]) != pid


def test_a_client_resumes_on_another_web_process_after_its_own_was_killed(stack: Stack, library_of_two: str):
    first_process = stack.web
    second = stack.start_web()
    hold = stack.order("hold", "skeptic", "begin")
    asked = stack.person().ask(library_of_two, QUESTION)
    stack.arrived("skeptic", "begin")

    path = f"/ws/sessions/{asked['id']}/"
    before = stack.person().listen(path, until=lambda event: event["type"] == "content_chunk")
    kill_group(first_process)
    stack.base = second
    hold.unlink()
    after = stack.person().listen(
        f"{path}?after={before[-1]['seq']}", until=lambda event: event["type"] == "generation_complete"
    )

    session = stack.finished(asked)
    assert [event["seq"] for event in [*before, *after]] == list(range(1, after[-1]["seq"] + 1))
    assert [*before, *after] == stack.person().events(session["id"])


def test_a_document_deleted_while_a_session_uses_it_leaves_nothing_behind(stack: Stack, library_of_two: str):
    workspace = stack.person().workspace("Deleted document")
    document = stack.person().read_through(stack.person().upload(workspace, pdf(POLICY), "policy.pdf"))
    hold = stack.order("hold", "judge", "begin")
    asked = stack.person().ask(workspace, QUESTION)
    stack.arrived("judge", "begin")

    assert stack.person().call("DELETE", f"/documents/{document['id']}").status_code == 204
    hold.unlink()

    session = stack.finished(asked)
    assert session["status"] == "completed"
    assert all(citation["source_deleted"] for citation in session["citations"])
    assert_no_trace_of(stack, document["id"])


def test_a_document_deleted_while_it_is_read_leaves_nothing_behind(stack: Stack, library_of_two: str):
    workspace = stack.person().workspace("Deleted while read")
    hold = stack.order("hold", "embed", "told")
    document = stack.person().upload(workspace, pdf(POLICY), "policy.pdf")
    stack.arrived("embed", "told")
    run = stack.sql("SELECT id FROM runs_run WHERE subject_id = %s", document["id"])[0][0]

    assert stack.person().call("DELETE", f"/documents/{document['id']}").status_code == 204
    stack.let_go(hold, "embed:0:0", run)

    assert_no_trace_of(stack, document["id"])


def test_a_workspace_deleted_while_it_works_leaves_nothing_behind(stack: Stack, library_of_two: str):
    workspace = stack.person().workspace("Deleted workspace")
    document = stack.person().read_through(stack.person().upload(workspace, pdf(POLICY), "policy.pdf"))
    hold = stack.order("hold", "write", "end")
    session = stack.person().ask(workspace, QUESTION)
    stack.arrived("write", "end")
    run = stack.sql("SELECT id FROM runs_run WHERE session_id = %s", session["id"])[0][0]

    assert stack.person().call("DELETE", f"/workspaces/{workspace}").status_code == 204
    stack.let_go(hold, "write:0:0", run)

    assert_no_trace_of(stack, document["id"])
    for table, column in [
        ("workspaces_workspace", "id"),
        ("drafting_session", "workspace_id"),
        ("runs_run", "workspace_id"),
        ("runs_stream", "workspace_id"),
        ("verification_ledger", "workspace_id"),
        ("workspaces_membership", "workspace_id"),
    ]:
        assert stack.sql(f"SELECT count(*) FROM {table} WHERE {column} = %s", workspace) == [(0,)], table
    assert stack.person().call("GET", f"/sessions/{session['id']}").status_code == 404


def assert_no_trace_of(stack: Stack, document: str) -> None:
    """I6: no row and no file of a deleted document."""
    for table in ("documents_chunk", "documents_documenttext", "documents_page"):
        assert stack.sql(f"SELECT count(*) FROM {table} WHERE document_id = %s", document) == [(0,)], table
    assert stack.sql("SELECT count(*) FROM runs_run WHERE subject_id = %s", document) == [(0,)]
    orphans = (
        "SELECT count(*) FROM documents_embedding e LEFT JOIN documents_chunk c ON c.id = e.chunk_id WHERE c.id IS NULL"
    )
    assert stack.sql(orphans) == [(0,)]
    assert not list((stack.data_dir / "files").rglob(f"*{document}*"))
