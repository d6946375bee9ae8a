"""`manage.py evaluate retrieval` and `evaluate answers`: documents read in, asked and, unless kept, gone again."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from apps.accounts.models import User
from apps.documents.models import Document
from apps.drafting.models import Session
from apps.runs import bells
from apps.workspaces.models import Workspace
from apps.workspaces.services import workspace_create
from tests.unit.extraction_files import pdf
from workers.local import local_owner

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = (
    "The annual fee for a mooring is 240 euros. It is due in May.",
    "The harbour master may close the harbour in a storm.",
)
RULES = [
    {
        "question": "What is the annual fee for a mooring?",
        "answer": "€240",
        "document": "rules.pdf",
        "evidence": [{"evidence_page_num": 0}],
    },
    {
        "question": "Who may close the harbour in a storm?",
        "answer": "The harbour master.",
        "document": "rules.pdf",
        "evidence": [{"evidence_page_num": 1}],
    },
]
BEES = {
    "data": [
        {
            "title": "Bees",
            "paragraphs": [
                {
                    "context": "A queen bee lays about two thousand eggs a day in early summer.",
                    "qas": [{"question": "How many eggs does a queen bee lay?", "answers": [{"text": "two thousand"}]}],
                }
            ],
        }
    ]
}


@pytest.fixture(autouse=True)
def at_hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("workers.local.prepare", lambda: None)
    yield
    bells.silence(False)


@pytest.fixture
def data(tmp_path: Path) -> list[str]:
    """Two sets: rules on two pages, and a paragraph on bees."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "rules.pdf").write_bytes(pdf([[(page, 11, False)] for page in PAGES]))
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, RULES)))
    (tmp_path / "bees.json").write_text(json.dumps(BEES))
    return [str(folder), str(tmp_path / "bees.json")]


def evaluate(*words: str) -> str:
    out = io.StringIO()
    call_command("evaluate", *words, stdout=out)
    return out.getvalue()


def measured(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(evaluate(*words, "--json"))
    return found


def test_search_is_measured_by_pages_and_by_documents_beside_parts_of_itself(data: list[str]) -> None:
    found = measured("retrieval", "--data", *data)

    rows = {(row["set"], row["ranking"]): row for row in found["rankings"]}
    assert {name for _, name in rows} == {"vector", "text", "fused", "search"}
    whole = rows["rules", "search"]
    assert whole["questions"] == 2
    assert whole["recall"] == {"1": 0.5, "5": 1.0, "10": 1.0, "20": 1.0}, "one passage has both pages, in their order"
    assert (whole["mrr"], rows["bees", "search"]["mrr"]) == (0.75, 1.0)
    matched = {(one["questions"], one["documents"]): one["matched"] for one in found["matches"]}
    assert matched["rules", "rules"] == matched["bees", "bees"] == 1.0
    assert matched["bees", "rules"] == 0.0
    assert not Workspace.objects.exists()


def test_search_is_measured_with_its_first_passages_read_where_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Reader:
        def logits(self, pairs: Any) -> Any:
            return np.array([[3.0 * ("carry" in text), 0.0, 0.0] for _, text in pairs], np.float32)

    asked = [{"question": "What do worker bees bring to the queen bee?", "answers": [{"text": "royal jelly"}]}]
    told = ("A queen bee is fed by worker bees, and worker bees obey a queen bee.", "Nurses carry royal jelly.")
    paragraphs = [{"context": told[0], "qas": []}, {"context": told[1], "qas": asked}]
    (tmp_path / "hive.json").write_text(json.dumps({"data": [{"title": "Hive", "paragraphs": paragraphs}]}))
    monkeypatch.setattr("workers.evaluations.retrieval.get_entailment", Reader)

    found = measured("retrieval", "--data", str(tmp_path / "hive.json"), "--rerank")
    assert {row["ranking"]: row["mrr"] for row in found["rankings"] if row["ranking"] in {"search", "reranked"}} == {
        "search": 0.5,
        "reranked": 1.0,
    }


def test_answers_are_measured_where_they_are_and_where_they_are_not(data: list[str]) -> None:
    found = measured("answers", "--data", *data)

    rows = {row["set"]: row for row in found["sets"]}
    assert rows["rules"]["answered"] == rows["rules"]["cited_evidence"] == rows["rules"]["claims_supported"] == 1.0
    assert (rows["rules"]["right"], rows["rules"]["right_known"]) == (1.0, 1), "one of the answers has a figure"
    assert (rows["bees"]["right"], rows["bees"]["cited_evidence"]) == (1.0, 1.0)
    assert {one["answered"] for one in found["other_documents"]} == {0.0}
    assert not Session.objects.exists()


def test_what_is_kept_is_not_read_again(data: list[str]) -> None:
    told = evaluate("answers", "--data", data[0], "--keep")
    assert "rules" in told
    kept = Document.objects.get()
    evaluate("retrieval", "--data", data[0], "--keep")
    assert Document.objects.get() == kept


def test_of_what_is_kept_only_what_is_still_the_same_is_used(data: list[str]) -> None:
    evaluate("answers", "--data", data[1], "--keep")
    Path(data[1]).write_text(json.dumps(BEES).replace("two thousand", "nine hundred"))
    found = measured("answers", "--data", data[1], "--keep")
    assert found["sets"][0]["right"] == 1.0
    assert Document.objects.count() == 1


def test_a_workspace_of_that_name_that_others_made_is_left_alone(data: list[str], alice: User) -> None:
    theirs = workspace_create(name="evaluation: bees", owner=alice)
    mine = workspace_create(name="evaluation: bees", owner=local_owner())
    assert measured("answers", "--data", data[1])["sets"][0]["right"] == 1.0
    assert set(Workspace.objects.all()) == {theirs, mine}


def test_a_document_that_cannot_be_read_is_named_and_nothing_is_left(data: list[str]) -> None:
    Path(data[0], "notes.exe").write_bytes(b"\0\1")
    with pytest.raises(CommandError, match=r"notes\.exe: refused"):
        evaluate("retrieval", "--data", data[0])
    assert not Workspace.objects.exists()
