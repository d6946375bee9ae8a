"""The shared filings, asked over HTTP: whatever the answer is, every quote of it stands on the page it names."""

import json
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
