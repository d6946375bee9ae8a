"""Pages as pictures over the API: who gets which, what is kept of them, and every refusal as a clear problem."""

import os
import time
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse

from apps.accounts.models import User
from apps.documents import page_pictures
from apps.documents.extraction import Limits, extract
from apps.documents.models import Chunk, Document
from apps.documents.page_cache import KEPT_SECONDS, page_cache_tidy
from apps.documents.pictures import Picture
from apps.documents.storage import store_extracted
from apps.workspaces.models import Workspace
from tests.integration.conftest import Holdings, client_of
from tests.integration.test_api_errors import assert_problem
from tests.unit.extraction_files import SAMPLES, bomb_pdf
from tests.unit.test_pictures import assert_about, image_of, line_box, marked

POLICY = SAMPLES / "lending-policy.pdf"
SENTENCE = "Mortgage insurance is not accepted for second homes or investment property."


@pytest.fixture(autouse=True)
def pictures(settings: Any, tmp_path: Path) -> Path:
    """The folder where they are kept."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "pages"


@pytest.fixture
def policy(workspace_a: Workspace) -> Document:
    """The sample, read through, with a passage on page 3 and one that goes on from page 3 to page 4."""
    document = Document(
        workspace=workspace_a,
        filename="policy.pdf",
        media_type="application/pdf",
        sha256="1" * 64,
        size=POLICY.stat().st_size,
        status="ready",
    )
    document.file.save("policy.pdf", ContentFile(POLICY.read_bytes()), save=True)
    extracted = extract(POLICY, filename="policy.pdf", limits=Limits())
    store_extracted(document=document, extracted=extracted)
    start = extracted.text.index(SENTENCE)
    passage(document, extracted.text, "a" * 12, start, start + len(SENTENCE), 3, 3)
    border = extracted.pages[3].start_offset
    passage(document, extracted.text, "b" * 12, border - 100, border + 200, 3, 4)
    return document


def passage(document: Document, text: str, key: str, start: int, end: int, page: int, page_end: int) -> None:
    Chunk.objects.create(
        workspace=document.workspace,
        document=document,
        chunk_hash=key * 5 + "0000",
        key=key,
        content=text[start:end],
        chunk_index=Chunk.objects.filter(document=document).count(),
        page_number=page,
        page_end=page_end,
        start_offset=start,
        end_offset=end,
        token_count=1,
    )


def url(document: Document, n: int = 3, query: str = "") -> str:
    return reverse("document-page", args=[document.pk, n]) + query


def shown(answer: Any) -> Any:
    return image_of(Picture(png=answer.content, highlight=None))


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_page_comes_as_a_picture_with_the_cited_passage_highlighted(policy: Document, charlie: User) -> None:
    answer = client_of(charlie, "read").get(url(policy, query=f"?chunk={'a' * 12}"), headers={"Accept": "image/png"})
    assert (answer.status_code, answer["Content-Type"], answer["Highlight"]) == (200, "image/png", "exact")
    assert answer["Cache-Control"].startswith("private")
    assert_about(marked(shown(answer)).getbbox(), line_box(POLICY, SENTENCE, number=3))
    bare = client_of(charlie).get(url(policy))
    assert "Highlight" not in bare.headers
    assert marked(shown(bare)).getbbox() is None


def test_of_a_passage_over_two_pages_each_shows_its_own_part(policy: Document, alice: User) -> None:
    for number, half in ((3, "lower"), (4, "upper")):
        answer = client_of(alice).get(url(policy, number, f"?chunk={'b' * 12}"))
        image = shown(answer)
        top, bottom = marked(image).getbbox()[1::2]
        assert answer["Highlight"] == "exact"
        assert bottom < image.height / 2 if half == "upper" else top > image.height / 2


def test_the_width_is_the_one_asked_for_within_bounds(policy: Document, alice: User) -> None:
    client = client_of(alice)
    assert [abs(shown(client.get(url(policy, 1, f"?width={n}"))).width - n) <= 1 for n in (200, 640)] == [True, True]
    assert abs(shown(client.get(url(policy, 1, "?width=99999"))).width - 2000) <= 1
    for wrong in ("199", "0", "-1", "x", ""):
        assert list(assert_problem(client.get(url(policy, 1, f"?width={wrong}")), 422, "invalid")["errors"]) == [
            "width"
        ]


def test_a_browser_that_has_the_picture_is_not_sent_it_again(policy: Document, alice: User, pictures: Path) -> None:
    client, where = client_of(alice), url(policy, query=f"?chunk={'a' * 12}")
    tag = client.get(where)["ETag"]
    again = client.get(where, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert client.get(url(policy), headers={"If-None-Match": tag}).status_code == 200
    assert client.get(url(policy, query=f"?chunk={'a' * 12}&width=500"))["ETag"] != tag


def test_a_picture_is_drawn_once(policy: Document, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    draw = page_pictures.draw
    monkeypatch.setattr(page_pictures, "draw", lambda *args, **how: drawn.append(args) or draw(*args, **how))
    client, where = client_of(alice), url(policy, query=f"?chunk={'a' * 12}")
    first, second = client.get(where), client.get(where)
    assert len(drawn) == 1
    assert (first.content, first["Highlight"]) == (second.content, second["Highlight"])
    client.get(url(policy))
    assert len(drawn) == 2


@pytest.mark.parametrize(
    ("number", "key", "says"),
    [
        (0, None, "page 0"),
        (14, None, "1 to 13"),
        (10**30, None, "1 to 13"),
        (3, "f" * 12, "no passage"),
        (3, "nonsense", "no passage"),
        (3, "%00", "no passage"),
        (3, "", "no passage"),
        (5, "b" * 12, "not on page 5"),
    ],
)
def test_what_is_not_there_is_a_404_that_says_which(
    number: int, key: str | None, says: str, policy: Document, alice: User, pictures: Path
) -> None:
    answer = client_of(alice).get(url(policy, number, "" if key is None else f"?chunk={key}"))
    assert says in assert_problem(answer, 404, "not-found")["detail"]
    assert not files(pictures)


def test_a_passage_of_another_document_or_tenant_is_not_on_this_one(
    policy: Document, holdings_b: Holdings, alice: User, bob: User
) -> None:
    answer = client_of(alice).get(url(policy, 1, f"?chunk={holdings_b.chunk.key}"))
    assert "no passage" in assert_problem(answer, 404, "not-found")["detail"]
    client_of(alice).get(url(policy))  # it is kept now
    assert "no such" in assert_problem(client_of(bob).get(url(policy)), 404, "not-found")["detail"]


def test_a_format_without_pages_has_none(policy: Document, alice: User) -> None:
    Document.objects.filter(pk=policy.pk).update(media_type="text/markdown", page_count=None)
    assert "has no pages" in assert_problem(client_of(alice).get(url(policy, 1)), 404, "not-found")["detail"]


@pytest.mark.parametrize("status", ["uploaded", "processing", "error"])
def test_before_it_is_ready_there_is_a_conflict(status: str, policy: Document, alice: User) -> None:
    Document.objects.filter(pk=policy.pk).update(status=status)
    assert_problem(client_of(alice).get(url(policy)), 409, "conflict")


def test_a_file_the_storage_lost_is_404(policy: Document, alice: User) -> None:
    policy.file.storage.delete(policy.file.name)
    assert "missing" in assert_problem(client_of(alice).get(url(policy)), 404, "not-found")["detail"]


def test_a_page_that_is_a_bomb_is_refused_and_the_next_page_is_drawn(
    policy: Document, alice: User, settings: Any
) -> None:
    bounds = settings.PAGE_MEMORY_BYTES
    settings.PAGE_MEMORY_BYTES, settings.PAGES_AT_ONCE = 400 * 1024 * 1024, 1
    good = policy.file.name
    policy.file.save("bomb", ContentFile(bomb_pdf(60)))
    problem = assert_problem(client_of(alice).get(url(policy, 1)), 422, "page-not-drawn")
    assert "memory" in problem["detail"]
    Document.objects.filter(pk=policy.pk).update(file=good)
    settings.PAGE_MEMORY_BYTES = bounds
    assert client_of(alice).get(url(policy, 1)).status_code == 200


def test_while_too_many_are_drawn_others_are_told_when_to_come_again(
    policy: Document, alice: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PAGES_AT_ONCE = 1
    monkeypatch.setattr(page_pictures, "WAIT_SECONDS", 0.1)
    client = client_of(alice)
    client.get(url(policy, 1))
    with page_pictures._places:
        answer = client.get(url(policy, 2))
        assert_problem(answer, 503, "unavailable")
        assert int(answer["Retry-After"]) >= 0
        assert client.get(url(policy, 1)).status_code == 200  # what was drawn before takes no place
    assert client.get(url(policy, 2)).status_code == 200


def test_a_deleted_document_takes_its_pictures_along(
    policy: Document, alice: User, pictures: Path, django_capture_on_commit_callbacks: Any
) -> None:
    client_of(alice).get(url(policy))
    assert len(files(pictures)) == 1
    with django_capture_on_commit_callbacks(execute=True):
        assert client_of(alice, "write").delete(reverse("document", args=[policy.pk])).status_code == 204
    assert not files(pictures)
    assert client_of(alice).get(url(policy)).status_code == 404


def test_a_document_deleted_while_its_page_is_drawn_leaves_no_picture(
    policy: Document, alice: User, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = page_pictures.draw

    def late(*args: Any, **how: Any) -> Picture:
        picture = draw(*args, **how)
        Document.objects.filter(pk=policy.pk).delete()
        return picture

    monkeypatch.setattr(page_pictures, "draw", late)
    assert_problem(client_of(alice).get(url(policy)), 404, "not-found")
    assert not files(pictures)


def test_tidying_takes_pictures_of_documents_that_are_gone_and_leaves_the_others(
    policy: Document, alice: User, pictures: Path
) -> None:
    client_of(alice).get(url(policy))
    gone = pictures / "00000000-0000-4000-8000-000000000000"
    gone.mkdir()
    (gone / f"{'0' * 64}.plain").write_bytes(b"x")
    assert page_cache_tidy() == 1
    assert not gone.exists()
    assert [path.parent.name for path in files(pictures)] == [str(policy.pk)]


def test_tidying_takes_old_pictures_and_above_the_bound_those_not_asked_for_longest(
    policy: Document, alice: User, pictures: Path, settings: Any
) -> None:
    client = client_of(alice)
    for number in (1, 2, 3, 4):
        client.get(url(policy, number))
        for path in files(pictures):
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 100))
    by_age = sorted(files(pictures), key=lambda path: path.stat().st_mtime)
    os.utime(by_age[0], (0, time.time() - KEPT_SECONDS - 1000))
    client.get(url(policy, 2))  # the second oldest is asked for again
    settings.PAGE_CACHE_BYTES = by_age[1].stat().st_size + by_age[3].stat().st_size
    assert page_cache_tidy() == 2
    assert set(files(pictures)) == {by_age[1], by_age[3]}
