"""A draft over HTTP and WebSocket with real workers: a document that someone would send, every claim of it checked."""

import re

import pytest

from tests.acceptance.test_answers import FILES, SAMPLES, library_of
from tests.live import LiveStack
from tests.person import Person

REQUEST = "Write a memo for line managers on annual leave, sick leave, overtime, remote work and notice periods."
CITED = re.compile(r"\[cite:[0-9a-f]{12}\]")


@pytest.fixture(scope="module")
def alice(live_stack: LiveStack) -> Person:
    token = live_stack.person("alice@example.org")
    return Person(base_url=live_stack.base_url, token=token, library=library_of(live_stack))


@pytest.fixture(scope="module")
def workspace(alice: Person) -> str:
    workspace = alice.workspace("Samples")
    for name in FILES:
        document = alice.read_through(alice.upload(workspace, (SAMPLES / name).read_bytes(), name))
        assert document["status"] == "ready", document
    return workspace


def test_a_memo_is_planned_written_in_sections_and_every_claim_of_it_judged(alice: Person, workspace: str):
    session = alice.finished(alice.ask(workspace, REQUEST, mode="draft"), within=180)

    assert session["status"] == "completed", session["errors"]
    text = session["response"]
    assert text.startswith("# ")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert len(headings) >= 7, "introduction, five topics, closing"
    for topic in ("Annual Leave", "Sick Leave", "Overtime", "Remote Work", "Notice Periods"):
        assert topic in headings
    summary = session["ledger"]["summary"]
    assert summary["total_claims"] >= 12
    assert summary["unchecked"] == 0
    assert summary["evidence_coverage"] >= 0.85
    sentences = [line for line in text.splitlines() if line and not line.startswith("#")]
    cited = [CITED.sub("", line) for line in sentences if CITED.search(line)]
    assert len(cited) == len(set(cited)), "no paragraph twice"
    assert {citation["filename"] for citation in session["citations"]} >= {"hr-handbook.docx"}
    assert len(session["flags"]) == summary["total_claims"] - summary["supported"]


def test_the_stream_of_a_draft_is_its_text_and_a_follow_up_is_answered_beside_it(alice: Person, workspace: str):
    session = alice.ask(workspace, REQUEST, mode="draft")

    events = alice.listen(
        f"/ws/sessions/{session['id']}/?after=0", until=lambda event: event["type"] == "generation_complete"
    )
    told = "".join(event["payload"]["delta"] for event in events if event["type"] == "content_chunk")
    shown = alice.finished(session)
    assert events[-1]["payload"]["flags"] == shown["flags"]
    if not shown["flags"] and shown["metrics"]["revision_cycles"] == 0:
        assert told == shown["response"]

    answer = alice.call("POST", f"/sessions/{session['id']}/messages", json={"query": "And during probation?"})
    assert answer.status_code == 202, answer.text
    shown = alice.finished(session)
    assert [turn["mode"] for turn in shown["turns"]] == ["draft", "answer"]
    assert shown["turns"][0]["response"].startswith("# ")


def test_what_the_documents_do_not_speak_of_is_named(alice: Person, workspace: str):
    session = alice.finished(
        alice.ask(workspace, "Write a report on football results and transfer fees.", mode="draft"),
        within=180,
    )

    assert session["status"] == "completed", session["errors"]
    assert "do not contain" in session["response"]
    assert session["ledger"]["summary"]["contradicted"] == 0
