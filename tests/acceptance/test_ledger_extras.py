"""Over HTTP: what a ledger warns of, what it suggests to ask next, and what its figures are held against."""

import json

import pytest

from tests.acceptance.test_answers import ANSWERED, FILES, SAMPLES, library_of
from tests.live import LiveStack
from tests.person import Person

OLD = """# Acme annual report

## Capital expenditure

Capital expenditure of Acme was $1,577 million, most of which was spent on plants and laboratories in Ohio.

## Pension obligations

Pension obligations of Acme are funded by a trust, which held assets of $14,803 million at the end of the year.
"""
NEW = """# Acme annual report

## Workforce

Acme had 93,516 employees at the end of the year, of whom 40 percent worked in the United States.
"""


@pytest.fixture(scope="module")
def alice(live_stack: LiveStack) -> Person:
    return Person(base_url=live_stack.base_url, token=live_stack.person(), library=library_of(live_stack))


@pytest.fixture(scope="module")
def workspace(alice: Person) -> str:
    workspace = alice.workspace("Acme")
    for name, text in (("Acme_2018_10K.md", OLD), ("Acme_2022_10K.md", NEW)):
        document = alice.read_through(alice.upload(workspace, text.encode(), name))
        assert document["status"] == "ready", document
    return workspace


def test_a_source_that_is_out_of_date_is_flagged_and_the_ledger_says_the_same_everywhere(alice, workspace, live_stack):
    session = alice.finished(alice.ask(workspace, "What was the capital expenditure of Acme?"))

    assert "1,577" in session["response"]
    (flag,) = [flag for flag in session["ledger"]["risk_flags"] if flag["code"] == "stale_source"]
    assert "Acme_2018_10K.md is cited although Acme_2022_10K.md is later" in flag["message"]
    assert alice.get(f"/sessions/{session['id']}/ledger") == session["ledger"]
    shown = json.loads(
        live_stack.manage("ask", "--workspace", "Acme", "--json", "What was the capital expenditure of Acme?")
    )
    assert [flag["code"] for flag in shown["ledger"]["risk_flags"]] == [
        flag["code"] for flag in session["ledger"]["risk_flags"]
    ]


def test_what_is_suggested_to_ask_next_is_answered_when_it_is_asked(alice):
    workspace = alice.workspace("Handbooks")
    for name in FILES[:2]:
        alice.read_through(alice.upload(workspace, (SAMPLES / name).read_bytes(), name))
    session = alice.finished(alice.ask(workspace, ANSWERED))

    questions = session["ledger"]["follow_up_questions"]
    assert questions
    for question in questions:
        answer = alice.finished(alice.ask(workspace, question))
        assert answer["citations"], (question, answer["response"])


def test_figures_stand_beside_their_targets(alice, workspace):
    session = alice.finished(alice.ask(workspace, "What was the capital expenditure of Acme in 2018?"))

    targets = {one["name"]: one for one in session["metrics"]["targets"]}
    assert targets["evidence_coverage"] == {
        "name": "evidence_coverage", "value": 1.0, "target": 0.85, "comparison": ">=", "met": True,
    }  # fmt: skip
    assert 0 < targets["first_token_overhead_ms"]["value"] < targets["total_overhead_ms"]["value"]
    assert targets["verification_overhead_ms_per_claim"]["value"] > 0
    assert "stale_source" not in {flag["code"] for flag in session["ledger"]["risk_flags"]}
