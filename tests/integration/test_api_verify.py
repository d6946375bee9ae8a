"""POST /workspaces/{ws}/verify: what is accepted, what is refused, and how."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from apps.audit.models import AuditEntry
from apps.drafting.models import Session
from apps.runs import bells
from apps.runs.models import Run
from tests.integration.conftest import client_of
from tests.integration.verify_fixture import TEXT, docx

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_is_rung() -> Iterator[None]:
    bells.silence()
    yield
    bells.silence(False)


def post(user: Any, workspace: Any, body: dict[str, Any], *, format: str = "json", **headers: str) -> Any:
    return client_of(user, "write").post(reverse("verify", args=[workspace.pk]), body, format=format, **headers)


def file(content: bytes = TEXT.encode(), name: str = "report.md") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def assert_problem(answer: Any, status: int, slug: str, *fields: str) -> None:
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json"), answer.content
    assert answer.json()["type"] == f"urn:veritydraft:problem:{slug}"
    assert set(answer.json().get("errors", {})) == set(fields)
    assert not Session.objects.exists()
    assert not Run.objects.exists()


def test_a_text_is_accepted_as_a_session_whose_response_it_is(alice, workspace_a):
    answer = post(alice, workspace_a, {"text": TEXT, "verification": "helpful"})

    shown = answer.json()
    assert (answer.status_code, answer["Location"]) == (202, reverse("session", args=[shown["id"]]))
    assert (shown["mode"], shown["verification"], shown["status"]) == ("verify", "helpful", "pending")
    assert (shown["query"], shown["response"]) == ("Lending", TEXT)
    assert AuditEntry.objects.get(action="session.created").details == {"mode": "verify"}


def test_it_is_called_by_its_title_else_by_its_first_words(alice, workspace_a):
    named = post(alice, workspace_a, {"text": TEXT, "title": "  The  report "}).json()
    words = post(alice, workspace_a, {"text": "\n> " + "many words " * 20}).json()

    assert named["query"] == named["turns"][0]["query"] == "The report"
    assert words["query"].startswith("many words many")
    assert len(words["query"]) <= 82


@pytest.mark.parametrize(
    ("content", "name"), [(TEXT.encode(), "report.md"), (docx([("The fee is $450.", None)]), "report.docx")]
)
def test_a_file_is_accepted_without_being_read(alice, workspace_a, content, name):
    answer = post(alice, workspace_a, {"file": file(content, name), "title": "Report"}, format="multipart")

    assert (answer.status_code, answer.json()["query"], answer.json()["response"]) == (202, "Report", "")
    assert Run.objects.get().pipeline == "verify_file"


def test_the_same_key_and_body_are_answered_once(alice, workspace_a):
    again = [post(alice, workspace_a, {"file": file()}, format="multipart", HTTP_IDEMPOTENCY_KEY="k") for _ in range(2)]

    assert again[0].json() == again[1].json()
    assert Session.objects.count() == 1
    assert post(alice, workspace_a, {"text": TEXT}, HTTP_IDEMPOTENCY_KEY="k").status_code == 422


def test_a_text_that_cannot_be_verified_is_refused(alice, workspace_a, settings):
    settings.MAX_VERIFY_CHARS = 100
    refused = post(alice, workspace_a, {"text": "x" * 101})
    assert_problem(refused, 413, "too-large")
    assert "101 characters; 100" in refused.json()["detail"]
    assert_problem(post(alice, workspace_a, {"text": " \n"}), 422, "invalid", "text")
    assert_problem(post(alice, workspace_a, {}), 422, "invalid", "text")
    assert_problem(post(alice, workspace_a, {"text": "a\x00b"}), 422, "invalid", "text")
    wrong = {"text": "The fee is $450.", "verification": "lax", "title": "x" * 5000}
    assert_problem(post(alice, workspace_a, wrong), 422, "invalid", "verification", "title")
    unknown = {"text": "The fee is $450.", "document_ids": ["00000000-0000-4000-8000-000000000000"]}
    assert_problem(post(alice, workspace_a, unknown), 422, "invalid", "document_ids")


def test_a_file_that_cannot_be_verified_is_refused_and_not_kept(alice, workspace_a, settings, tmp_path):
    settings.MAX_UPLOAD_BYTES = 1000
    tries = [
        (413, "too-large", file(b"x" * 1001), ()),
        (415, "unsupported-type", file(b"PK\x03\x04 no archive"), ()),
        (422, "invalid", file(b""), ("file",)),
    ]
    for status, slug, given, fields in tries:
        assert_problem(post(alice, workspace_a, {"file": given}, format="multipart"), status, slug, *fields)
    assert_problem(post(alice, workspace_a, {"title": "x"}, format="multipart"), 422, "invalid", "file")
    wrong = {"file": file(), "verification": "lax"}
    assert_problem(post(alice, workspace_a, wrong, format="multipart"), 422, "invalid", "verification")
    kept = tmp_path / "files" / "verify"
    assert not [path for path in kept.rglob("*") if path.is_file()]


def test_a_viewer_may_not(charlie, workspace_a):
    assert post(charlie, workspace_a, {"text": TEXT}).json()["type"].endswith("role-too-low")
