"""Documents over the API: upload, look, fetch, read again, delete; and every bad file or field as a clear problem."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import AsyncClient
from django.urls import reverse

from apps.accounts.models import User
from apps.accounts.services import token_create
from apps.documents.models import Chunk, Document
from apps.runs.models import Run
from apps.workspaces.models import Workspace
from tests.integration.conftest import Holdings, client_of
from tests.integration.test_api_errors import assert_problem

TEXT = b"# Lending policy\n\nThe limit is 40 % of the collateral.\n"


def upload(user: User, workspace: Workspace, data: bytes = TEXT, name: str = "policy.md", **fields: Any) -> Any:
    file = SimpleUploadedFile(name, data, content_type="application/x-made-up")
    where = reverse("documents", args=[workspace.pk])
    return client_of(user, "write").post(where, {"file": file, **fields}, format="multipart")


def test_an_upload_is_accepted_stored_and_waiting_for_a_worker(alice: User, workspace_a: Workspace) -> None:
    answer = upload(alice, workspace_a, title="The policy")
    assert answer.status_code == 202
    shown = answer.json()
    assert shown["sha256"] == hashlib.sha256(TEXT).hexdigest()
    assert (shown["filename"], shown["title"], shown["size"]) == ("policy.md", "The policy", len(TEXT))
    assert (shown["status"], shown["duplicate"], shown["media_type"]) == ("uploaded", False, "text/markdown")
    assert answer["Location"] == reverse("document", args=[shown["id"]])
    one = client_of(alice).get(answer["Location"]).json()
    assert one == {name: value for name, value in shown.items() if name != "duplicate"}
    assert Run.objects.get(subject_id=shown["id"]).workspace == workspace_a


def test_the_same_bytes_again_are_the_same_document(alice: User, workspace_a: Workspace) -> None:
    first = upload(alice, workspace_a).json()
    again = upload(alice, workspace_a, name="other name.txt")
    assert (again.status_code, again.json()["id"], again.json()["duplicate"]) == (200, first["id"], True)
    assert Document.objects.count() == 1


def test_the_same_bytes_in_two_workspaces_are_two_documents(
    alice: User, bob: User, workspace_a: Workspace, workspace_b: Workspace
) -> None:
    first, second = upload(alice, workspace_a), upload(bob, workspace_b)
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json()["id"] != second.json()["id"]


@pytest.mark.parametrize(
    ("data", "name", "status", "kind"),
    [
        (b"", "empty.txt", 422, "invalid"),
        (b"\x00\x01\x02" * 100, "noise.bin", 415, "unsupported-type"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 64, "picture.pdf", 415, "unsupported-type"),
    ],
)
def test_a_file_that_cannot_be_a_document_leaves_nothing_behind(
    data: bytes, name: str, status: int, kind: str, alice: User, workspace_a: Workspace, tmp_path: Any
) -> None:
    assert_problem(upload(alice, workspace_a, data, name), status, kind)
    assert not Document.objects.exists()
    assert not [path for path in (tmp_path / "files").rglob("*") if path.is_file()]


def test_a_file_over_the_limit(alice: User, workspace_a: Workspace, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = len(TEXT) - 1
    assert_problem(upload(alice, workspace_a), 413, "too-large")
    assert not Document.objects.exists()


def test_an_upload_without_a_file_and_one_that_is_no_form(alice: User, workspace_a: Workspace) -> None:
    where, client = reverse("documents", args=[workspace_a.pk]), client_of(alice)
    without = client.post(where, {"title": "x"}, format="multipart")
    assert list(assert_problem(without, 422, "invalid")["errors"]) == ["file"]
    assert_problem(client.post(where, {"file": "x"}, format="json"), 415, "unsupported-type")
    broken = client.post(where, b"--x\r\nnonsense", content_type="multipart/form-data; boundary=x")
    assert_problem(broken, 422, "invalid")
    assert_problem(client.post(where, b"--x", content_type="multipart/form-data"), 400, "malformed")


@pytest.mark.parametrize("name", ["../../etc/passwd.md", "a\x00b.md", "x" * 400 + ".md", "it's; x=.md", "ä\r\nX: y.md"])
def test_an_odd_file_name_neither_escapes_nor_breaks_a_header(
    name: str, alice: User, workspace_a: Workspace, tmp_path: Any
) -> None:
    shown = upload(alice, workspace_a, name=name).json()
    assert "/" not in shown["filename"]
    assert len(shown["filename"]) <= 255
    stored = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path.relative_to(tmp_path).parts[0] for path in stored] == ["files"]
    answer = client_of(alice).get(reverse("document-content", args=[shown["id"]]))
    assert answer["Content-Disposition"].startswith("attachment")
    assert "X" not in answer.headers


def test_a_browser_uploads_with_its_session(alice: User, workspace_a: Workspace) -> None:
    from django.test import Client

    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    browser.get("/")
    form = {"file": SimpleUploadedFile("policy.md", TEXT)}
    where = reverse("documents", args=[workspace_a.pk])
    token = browser.cookies["csrftoken"].value
    assert browser.post(where, form, headers={"X-CSRFToken": token}).status_code == 202


def test_the_original_bytes_come_back_as_a_download_that_no_browser_runs(alice: User, workspace_a: Workspace) -> None:
    page = b"<!doctype html><html><body><p>The limit is 40 %.</p><script>alert(1)</script></body></html>"
    shown = upload(alice, workspace_a, page, "page.html").json()
    answer = client_of(alice, "read").get(reverse("document-content", args=[shown["id"]]))
    assert b"".join(answer.streaming_content) == page
    assert answer["Content-Disposition"] == 'attachment; filename="page.html"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer["Content-Security-Policy"]
    assert int(answer["Content-Length"]) == len(page)


@pytest.mark.django_db(transaction=True)
def test_under_asgi_the_bytes_leave_piece_by_piece(holdings_a: Holdings, alice: User) -> None:
    large = b"0123456789abcdef" * 65_536  # 1 MiB
    holdings_a.document.file.save("large", ContentFile(large))
    Document.objects.filter(pk=holdings_a.document.pk).update(size=len(large))
    _, secret = token_create(user=alice, name="x", scopes=["read"])

    async def fetch() -> list[bytes]:
        where = reverse("document-content", args=[holdings_a.document.pk])
        answer = await AsyncClient().get(where, headers={"Authorization": f"Bearer {secret}"})
        stream = answer.streaming_content  # type: ignore[attr-defined]
        assert isinstance(stream, AsyncIterator)
        pieces = [piece async for piece in stream]
        await sync_to_async(lambda: connection.close())()  # that of the thread which ran the view
        return pieces

    pieces = asyncio.run(fetch())
    assert len(pieces) == 4
    assert b"".join(pieces) == large


def test_a_file_the_storage_lost_is_404_not_500(holdings_a: Holdings, alice: User) -> None:
    holdings_a.document.file.storage.delete(holdings_a.document.file.name)
    answer = client_of(alice).get(reverse("document-content", args=[holdings_a.document.pk]))
    assert_problem(answer, 404, "not-found")


def test_chunks_come_in_reading_order_page_by_page(holdings_a: Holdings, alice: User) -> None:
    first = holdings_a.chunk
    for index in range(1, 6):
        Chunk.objects.create(
            workspace=first.workspace,
            document=first.document,
            chunk_hash=f"{index:064x}",
            key=f"{index:012x}",
            content="x",
            chunk_index=index,
            start_offset=index,
            end_offset=index + 1,
            token_count=1,
        )
    url, seen = reverse("document-chunks", args=[first.document_id]) + "?limit=4", []
    while url:
        page = client_of(alice).get(url).json()
        seen += page["results"]
        url = page["next"]
    assert [row["chunk_index"] for row in seen] == list(range(6))
    assert (seen[0]["key"], seen[0]["content"]) == (first.key, first.content)
    assert (seen[0]["start_offset"], seen[0]["end_offset"]) == (0, len(first.content))


def test_reading_again_begins_a_run_and_says_so(holdings_a: Holdings, alice: User) -> None:
    where = reverse("document-reprocess", args=[holdings_a.document.pk])
    answer = client_of(alice, "write").post(where)
    assert answer.status_code == 202
    assert Run.objects.filter(subject_id=holdings_a.document.pk, state="active").count() == 1
    assert client_of(alice, "write").post(where).status_code == 202
    assert Run.objects.filter(subject_id=holdings_a.document.pk, state="active").count() == 1


def test_a_deleted_document_is_gone_with_file_and_chunks_and_the_session_stays(
    holdings_a: Holdings, alice: User, django_capture_on_commit_callbacks: Any
) -> None:
    file = holdings_a.document.file
    with django_capture_on_commit_callbacks(execute=True):
        answer = client_of(alice, "write").delete(reverse("document", args=[holdings_a.document.pk]))
    assert answer.status_code == 204
    for row in (holdings_a.chunk, holdings_a.extracted, holdings_a.page, holdings_a.embedding):
        assert not type(row).objects.filter(pk=row.pk).exists()
    assert not file.storage.exists(file.name)
    shown = client_of(alice).get(reverse("session", args=[holdings_a.session.pk])).json()
    assert shown["ledger"]["entries"][0]["evidence"][0]["quote"]
