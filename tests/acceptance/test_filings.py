"""The shared filings, asked over HTTP: whatever the answer is, every quote of it stands on the page it names."""

import json
import re
from pathlib import Path

import pytest

from tests.acceptance.test_answers import library_of
from tests.acceptance.test_endpoint_answers import coverage_of_cycles, coverages_told
from tests.live import LiveStack
from tests.person import Person
from tests.unit.extraction_files import FILINGS, needs_filings

pytestmark = [
    pytest.mark.full,
    needs_filings,
]
PATIENCE = 900.0  # seconds for the longest filing behind all others
NAMES = ("NETFLIX_2017_10K.pdf", "BESTBUY_2023_10K.pdf", "AMCOR_2023_10K.pdf")
REQUEST = "Write a report that compares the business, the main risks and the dividends of Netflix, Best Buy and Amcor"


def three_filings(person: Person) -> str:
    """A workspace in which NAMES are ready."""
    workspace = person.workspace("Three filings")
    documents = [person.upload(workspace, (FILINGS / name).read_bytes(), name) for name in NAMES]
    assert {person.read_through(document, within=PATIENCE)["status"] for document in documents} == {"ready"}
    return workspace


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
    workspace = three_filings(alice)

    session = alice.finished(alice.ask(workspace, REQUEST, mode="draft"), within=PATIENCE)

    assert session["status"] == "completed", session["errors"]
    headings = re.findall(r"^## (.+)$", session["response"], re.MULTILINE)
    assert headings[1:-1] == ["Business", "Risks", "Dividends"], "between introduction and closing"
    assert len(headings) == 5
    summary = session["ledger"]["summary"]
    assert summary["total_claims"] >= 25
    assert summary["evidence_coverage"] >= 0.85
    assert (summary["contradicted"], summary["unchecked"]) == (0, 0)
    assert {citation["filename"] for citation in session["citations"]} == set(NAMES)
    assert coverage_of_cycles(session) == coverages_told(alice.events(session["id"]))
    assert session["cycles"][-1]["gate_met"]
