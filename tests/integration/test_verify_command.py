"""`manage.py verify`: a text from a file or from standard input, its ledger printed, mistakes told in one line."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.documents.models import Document
from apps.drafting.models import Session
from apps.runs import bells
from apps.workspaces.models import Workspace
from tests.integration.answer_fixture import PASSAGES, held

pytestmark = pytest.mark.django_db(transaction=True)

ALTERED = "An application fee of $850 must be paid before an appraisal is ordered."
TEXT = f"{PASSAGES[0]}\n\n{ALTERED}\n"


@pytest.fixture(autouse=True)
def at_hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("workers.local.prepare", lambda: None)
    yield
    bells.silence(False)  # a command that works by itself rings nobody


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "report.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def verify(*words: Any, workspace: str = "Alice's") -> str:
    out = io.StringIO()
    call_command("verify", "--workspace", workspace, *map(str, words), stdout=out)
    return out.getvalue()


def piped(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_a_file_is_verified_and_each_claim_printed_with_its_verdict(document: Document, report: Path) -> None:
    told = verify(report)
    session = Session.objects.get()
    assert (session.query, session.mode, session.status) == ("report.md", "verify", "completed")
    assert "75%" in told
    assert "$850" in told
    assert "contradicted" in told
    assert told.rstrip().endswith(f"(session {session.pk})")


def test_as_json_the_session_is_printed_as_programs_get_it(document: Document, report: Path) -> None:
    shown = json.loads(verify(report, "--json", "--title", "The report", "--verification", "helpful"))
    assert shown == held(Session.objects.get())
    assert (shown["query"], shown["verification"], shown["response"]) == ("The report", "helpful", TEXT.rstrip())
    assert [entry["verdict"] for entry in shown["ledger"]["entries"]] == ["supported", "contradicted"]


def test_a_text_from_standard_input_is_verified_without_what_cannot_be_stored(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    piped(monkeypatch, b"\xef\xbb\xbf" + TEXT.replace("75%", "75\0%").encode())
    shown = json.loads(verify("-", "--json", "--title", "A\0 title\udcff"))
    assert (shown["response"], shown["query"]) == (TEXT, "A title")


def test_a_workspace_that_there_is_not_yet_is_made(report: Path) -> None:
    shown = json.loads(verify(report, "--json", workspace="New"))
    assert str(Workspace.objects.get(name="New").pk) == shown["workspace_id"]
    assert {warning["code"] for warning in shown["warnings"]} >= {"NO_MATCHES"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("missing.md",), r"\Amissing\.md: No such file or directory\Z"),
        (("REPORT", "--verification", "lax"), r"\Averification: Unknown verification mode; known: .*\Z"),
        (("-",), r"\Astandard input is not valid UTF-8\Z"),
    ],
)
def test_what_cannot_be_verified_is_told_in_one_line(
    report: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    piped(monkeypatch, b"\xff\xfe")
    with pytest.raises(CommandError, match=said):
        verify(*[word.replace("REPORT", str(report)) for word in words])
    assert not Session.objects.exists()


def test_a_name_that_several_workspaces_have_is_told_in_one_line(report: Path) -> None:
    Workspace.objects.bulk_create([Workspace(name="Twice"), Workspace(name="Twice")])
    with pytest.raises(CommandError, match=r"\Aseveral workspaces are called 'Twice'; use the API\Z"):
        verify(report, workspace="Twice")
