"""From an answer over what readers said of it to figures about the Judge, through everything an operator starts."""

import json

import pytest

from tests.acceptance.test_answers import ANSWERED, SAMPLES, library_of
from tests.live import LiveStack
from tests.person import Person

HANDBOOK = "hr-handbook.docx"


@pytest.fixture(scope="module")
def alice(live_stack: LiveStack) -> Person:
    return Person(base_url=live_stack.base_url, token=live_stack.person(), library=library_of(live_stack))


@pytest.fixture(scope="module")
def bob(live_stack: LiveStack) -> Person:
    token = live_stack.person("bob@example.org")
    return Person(base_url=live_stack.base_url, token=token, library=library_of(live_stack))


def test_readers_correct_an_answer_and_the_judge_is_measured_by_it(
    live_stack: LiveStack, alice: Person, bob: Person
) -> None:
    workspace = alice.workspace("Read")
    settled = alice.call("PATCH", f"/workspaces/{workspace}", json={"settings": {"default_verification": "helpful"}})
    assert settled.ok, settled.text
    document = alice.read_through(alice.upload(workspace, (SAMPLES / HANDBOOK).read_bytes(), HANDBOOK))
    session = alice.finished(alice.ask(workspace, ANSWERED))
    assert session["verification"] == "helpful"
    claim, entry = session["claims"][0], session["ledger"]["entries"][0]
    assert entry["verdict"] == "supported"
    alice.call("POST", f"/workspaces/{workspace}/members", json={"email": "bob@example.org", "role": "viewer"})

    body = {
        "feedback_type": "incorrect",
        "comment": "The passage says so.",
        "corrections": [
            {
                "issue": "wrong_verdict",
                "claim_id": claim["id"],
                "expected_verdict": "supported",
                "correct_chunk_ids": entry["chunk_ids"],
                "explanation": "It is in the handbook.",
            },
            {"issue": "missing_claim", "explanation": "It is silent on part-time employees."},
        ],
    }
    where, once = f"/sessions/{session['id']}/feedback", {"Idempotency-Key": "mine"}
    given = bob.call("POST", where, json=body, headers=once)
    assert given.status_code == 201, given.text
    assert bob.call("POST", where, json=body, headers=once).json() == given.json()
    refused = bob.call("POST", where, json={**body, "feedback_type": "bad"})
    assert (refused.status_code, refused.headers["Content-Type"]) == (422, "application/problem+json")
    assert bob.call("DELETE", f"/sessions/{session['id']}").status_code == 403
    assert [row["id"] for row in alice.get(where)["results"]] == [given.json()["id"]]

    assert alice.call("DELETE", f"/sessions/{session['id']}").status_code == 204
    figures = json.loads(live_stack.manage("evaluate", "feedback", "--workspace", "Read", "--json"))
    assert (figures["corrections"], figures["measured"]) == (2, 1)
    assert [one["reason"] for one in figures["not_used"]] == ["no_claim"]
    assert figures["now"]["verdicts"]["supported"] == {"precision": 1.0, "recall": 1.0, "expected": 1, "given": 1}

    assert alice.call("DELETE", f"/documents/{document['id']}").status_code == 204
    told = live_stack.manage("evaluate", "feedback", "--workspace", "Read")
    assert "2 corrections in workspace Read, 0 measured" in told
    assert "1  a document that the claim was judged by was deleted" in told
