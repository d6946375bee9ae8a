"""The shared filings, asked over HTTP: whatever the answer is, every quote of it stands on the page it names."""

import json
import re
from pathlib import Path

import pytest

from tests.acceptance.test_answers import library_of
from tests.live import LiveStack
from tests.person import Person
from tests.unit.extraction_files import FILINGS

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not FILINGS.exists(), reason=f"the shared filings are not there ({FILINGS})"),
]
PATIENCE = 900.0  # seconds for the longest filing behind all others


def test_answers_from_real_filings_quote_their_pages_exactly(live_stack: LiveStack):
    alice = Person(
        base_url=live_stack.base_url,
        token=live_stack.person("alice@example.org"),
        library=library_of(live_stack),
    )
    workspace = alice.workspace("Filings")
    paths: list[Path] = sorted(FILINGS.glob("*.pdf"))
    documents = [alice.upload(workspace, path.read_bytes(), path.name) for path in paths]
    read = [alice.read_through(document, within=PATIENCE) for document in documents]
    assert [document["status"] for document in read] == ["ready"] * len(paths)
    asked = [json.loads(line)["question"] for line in (FILINGS / "questions.jsonl").read_text().splitlines()]

    sessions = [alice.finished(alice.ask(workspace, question), within=PATIENCE) for question in asked]

    assert {session["status"] for session in sessions} == {"completed"}
    cited = [session for session in sessions if session["citations"]]
    assert len(cited) >= len(sessions) // 2, "most of these questions are answered by the filings"


def test_a_draft_compares_three_companies_and_each_of_its_claims_stands_on_its_page(live_stack: LiveStack):
    token = live_stack.person("alice@example.org")
    alice = Person(base_url=live_stack.base_url, token=token, library=library_of(live_stack))
    workspace = alice.workspace("Three filings")
    names = ("NETFLIX_2017_10K.pdf", "BESTBUY_2023_10K.pdf", "AMCOR_2023_10K.pdf")
    documents = [alice.upload(workspace, (FILINGS / name).read_bytes(), name) for name in names]
    assert {alice.read_through(document, within=PATIENCE)["status"] for document in documents} == {"ready"}
    request = (
        "Write a report that compares the business, the main risks and the dividends of Netflix, Best Buy and Amcor"
    )

    session = alice.finished(alice.ask(workspace, request, mode="draft"), within=PATIENCE)

    assert session["status"] == "completed", session["errors"]
    headings = re.findall(r"^## (.+)$", session["response"], re.MULTILINE)
    assert headings[1:-1] == ["Business", "Risks", "Dividends"], "between introduction and closing"
    assert len(headings) == 5
    summary = session["ledger"]["summary"]
    assert summary["total_claims"] >= 25
    assert summary["evidence_coverage"] >= 0.85
    assert (summary["contradicted"], summary["unchecked"]) == (0, 0)
    assert {citation["filename"] for citation in session["citations"]} == set(names)
    told = [event for event in alice.events(session["id"]) if event["type"] == "ledger_updated"]
    assert told, "the coverage of each cycle is told"
    assert told[-1]["payload"]["summary"]["evidence_coverage"] == summary["evidence_coverage"]
