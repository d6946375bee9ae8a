"""Documents over a real PostgreSQL and a real storage folder: upload, read again, store, delete."""

import hashlib
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection, transaction

from apps.core.errors import Problem
from apps.documents import services
from apps.documents.chunking import chunk
from apps.documents.errors import ExtractionError
from apps.documents.models import Chunk, Document, DocumentStatus, DocumentText, Embedding, Page
from apps.documents.selectors import extracted_of
from apps.documents.services import document_delete, document_reprocess, document_upload
from apps.documents.storage import (
    chunks_without_embedding,
    context_line_of,
    store_chunks,
    store_embeddings,
    store_extracted,
)
from apps.documents.types import ChunkDraft, Extracted, Heading, Notice, PageSpan
from apps.documents.upkeep import orphan_files_remove
from apps.drafting.outcome import citations_of
from apps.runs import bells, claiming
from apps.runs.context import PhaseContext
from apps.runs.models import Run, RunState
from apps.runs.selectors import active_run_of
from apps.runs.services import run_cancel
from apps.runs.types import PhaseKey, Superseded
from apps.workspaces.models import Workspace
from workers.phases import ingest as phases
from workers.pipelines import ingest as pipeline

pytestmark = pytest.mark.django_db(transaction=True)
REGISTERED = (phases, pipeline)  # by importing them

TEXT = b"LENDING POLICY\n\nThe limit is 80%. It may be raised to 95% with insurance.\n"


@pytest.fixture(autouse=True)
def quiet(settings, tmp_path) -> Iterator[None]:
    settings.MEDIA_ROOT = tmp_path / "files"
    bells.silence()
    yield
    bells.silence(False)


@pytest.fixture
def workspace() -> Workspace:
    return Workspace.objects.create(name="Alice's")


def upload(workspace, data=TEXT, filename="policy.txt", title=None):
    return document_upload(workspace=workspace, user=None, file=ContentFile(data), filename=filename, title=title)


def stored_files(settings) -> list[Path]:
    return [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]


def words(texts):
    return [len(text.split()) for text in texts]


def extracted(text="Limits\n\nThe limit is 80%.\n\nIt may be raised.", pages=True) -> Extracted:
    cut = text.rfind("It may")
    return Extracted(
        text=text,
        pages=(
            PageSpan(number=1, start_offset=0, end_offset=cut - 2),
            PageSpan(number=2, start_offset=cut, end_offset=len(text)),
        )
        if pages
        else (),
        headings=(Heading(title="Limits", level=1, start_offset=0, end_offset=6, page=1),),
        title="Lending policy",
        notices=(Notice(code="scanned_pages", message="No text.", pages=(3,)),),
    )


def draft(content: str, index: int = 0, chunk_hash: str | None = None) -> ChunkDraft:
    return ChunkDraft(
        content=content,
        chunk_hash=chunk_hash or hashlib.sha256(content.encode()).hexdigest(),
        chunk_index=index,
        start_offset=0,
        end_offset=len(content),
        page_number=None,
        page_end=None,
        heading_path=("A", "B"),
        token_count=3,
    )


def test_an_upload_is_stored_with_its_hash_and_a_run_that_reads_it(workspace, settings):
    document, duplicate = upload(workspace, title="  The\x00 policy ")

    assert not duplicate
    assert document.sha256 == hashlib.sha256(TEXT).hexdigest()
    assert (document.size, document.media_type, document.title) == (len(TEXT), "text/plain", "The policy")
    assert document.file.read() == TEXT
    assert document.file.name == f"documents/{workspace.pk}/{document.pk}"
    assert active_run_of(subject_kind="document", subject_id=document.pk).pipeline == "ingest"


def test_the_same_bytes_give_the_document_that_is_there(workspace, settings):
    first, _ = upload(workspace)
    again, duplicate = upload(workspace, filename="other name.txt")

    assert duplicate
    assert again.pk == first.pk
    assert again.filename == "policy.txt"
    assert Run.objects.count() == 1
    assert len(stored_files(settings)) == 1


def test_the_same_bytes_in_another_workspace_are_another_document(workspace):
    other = Workspace.objects.create(name="Bob's")
    assert upload(workspace)[0].pk != upload(other)[0].pk


def test_a_document_in_error_is_read_again_when_its_bytes_come_again(workspace, settings):
    first, _ = upload(workspace)
    run_cancel(run=active_run_of(subject_kind="document", subject_id=first.pk))
    first.refresh_from_db()
    assert first.status == DocumentStatus.ERROR
    stored_files(settings)[0].unlink()  # even when the storage lost the file

    again, duplicate = upload(workspace)

    assert duplicate
    assert (again.status, again.error_code) == (DocumentStatus.UPLOADED, "")
    assert again.file.read() == TEXT
    assert Run.objects.filter(state=RunState.ACTIVE).count() == 1


def test_two_uploads_of_the_same_bytes_at_once_make_one_document(workspace, settings):
    barrier, results = threading.Barrier(2), []

    def one():
        try:
            barrier.wait()
            results.append(upload(workspace))
        finally:
            connection.close()

    threads = [threading.Thread(target=one) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(duplicate for _, duplicate in results) == [False, True]
    assert len({document.pk for document, _ in results}) == 1
    assert (Document.objects.count(), Run.objects.count(), len(stored_files(settings))) == (1, 1, 1)


@pytest.mark.parametrize(
    ("data", "status", "type_"),
    [
        (b"", 422, "invalid"),
        (b"\xff\xfe\xfd caf\xe9 \xe9t\xe9" * 3 + b"\x81", 422, "invalid"),
        (b"caf\xe9 au lait", 422, "invalid"),
        (b"\x7fELF\x02\x01\x01" + bytes(64), 415, "unsupported-type"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old Word", 415, "unsupported-type"),
        (b"x" * 2000, 413, "too-large"),
    ],
)
def test_a_refused_file_leaves_nothing_behind(workspace, settings, data, status, type_):
    settings.MAX_UPLOAD_BYTES = 1000
    with pytest.raises(Problem) as refused:
        upload(workspace, data)
    assert (refused.value.status, refused.value.type) == (status, type_)
    assert refused.value.detail
    assert (Document.objects.count(), Run.objects.count(), stored_files(settings)) == (0, 0, [])


def test_an_upload_that_fails_half_way_leaves_no_file(workspace, settings, monkeypatch):
    def fail(**_):
        raise RuntimeError("the database went away")

    monkeypatch.setattr("apps.documents.services.run_create", fail)
    with pytest.raises(RuntimeError):
        upload(workspace)
    assert (Document.objects.count(), stored_files(settings)) == (0, [])


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd.txt", "passwd.txt"),
        ("C:\\docs\\a\tb.txt", "a b.txt"),
        ("", "document"),
        ("x" * 300 + ".txt", "x" * 251 + ".txt"),
    ],
)
def test_a_filename_is_only_a_name(workspace, given, kept):
    assert upload(workspace, filename=given)[0].filename == kept


def test_a_reader_that_is_broken_off_with_its_lease_is_no_error_of_the_file(workspace):
    lost = threading.Event()

    class Tools:
        def extract(self, document, **asked):
            lost.set()
            assert asked["should_stop"]()
            raise ExtractionError("cancelled", "Reading the file was cancelled.")

    run = active_run_of(subject_kind="document", subject_id=upload(workspace)[0].pk)
    lease = claiming.claim(run_id=run.id, key=PhaseKey("extract"))
    with pytest.raises(Superseded):
        phases.extract(PhaseContext(lease, tools=Tools(), lost=lost))


def test_reading_again_waits_for_the_run_that_is_going_on(workspace):
    document, _ = upload(workspace)
    document_reprocess(document=document)
    assert Run.objects.count() == 1
    run_cancel(run=Run.objects.get())
    document_reprocess(document=document)
    assert Run.objects.filter(state=RunState.ACTIVE).count() == 1


def test_reading_again_tells_of_its_order_and_not_of_a_quick_worker(transactional_db, workspace, monkeypatch):
    document, _ = upload(workspace)
    run_cancel(run=Run.objects.get())
    begin = services._begin

    def begin_at_once(one: Document) -> None:
        begin(one)
        taken = Document.objects.filter(pk=one.pk)
        transaction.on_commit(lambda: taken.update(status=DocumentStatus.PROCESSING))

    monkeypatch.setattr(services, "_begin", begin_at_once)
    document_reprocess(document=document)

    assert document.status == DocumentStatus.UPLOADED
    assert Document.objects.get().status == DocumentStatus.PROCESSING


def test_deleting_a_document_takes_everything_with_it(workspace, settings):
    document, _ = upload(workspace)
    store_extracted(document=document, extracted=extracted())
    store_chunks(document=document, drafts=chunk(extracted(), count_tokens=words))
    rows = chunks_without_embedding(document=document, model="m")
    store_embeddings(document=document, model="m", chunks=rows, vectors=np.ones((len(rows), 3), np.float32))

    document_delete(document=document)

    for model in (Document, DocumentText, Page, Chunk, Embedding, Run):
        assert not model.objects.exists(), model
    assert stored_files(settings) == []
    with pytest.raises(Problem):
        document_reprocess(document=document)


def test_what_was_read_comes_back_as_it_was(workspace):
    document, _ = upload(workspace)
    store_extracted(document=document, extracted=extracted())

    document.refresh_from_db()
    assert extracted_of(document) == extracted()
    assert (document.title, document.page_count, document.char_count) == ("Lending policy", 2, len(extracted().text))


def test_a_given_title_stays(workspace):
    document, _ = upload(workspace, title="Mine")
    store_extracted(document=document, extracted=extracted())
    assert Document.objects.get().title == "Mine"


def test_storing_chunks_again_keeps_the_rows_that_did_not_change(workspace):
    document, _ = upload(workspace)
    store_chunks(document=document, drafts=[draft("one", 0), draft("two", 1), draft("three", 2)])
    before = dict(Chunk.objects.values_list("content", "id"))
    rows = chunks_without_embedding(document=document, model="m")
    store_embeddings(document=document, model="m", chunks=rows, vectors=np.ones((3, 2), np.float32))

    store_chunks(document=document, drafts=[draft("one", 0), draft("2", 1)])

    after = dict(Chunk.objects.values_list("content", "id"))
    assert set(after) == {"one", "2"}
    assert after["one"] == before["one"]
    assert [row.content for row in chunks_without_embedding(document=document, model="m")] == ["2"]
    document.refresh_from_db()
    assert document.chunk_count == 2


def test_chunks_are_found_by_their_words_and_numbers(workspace):
    document, _ = upload(workspace, title="Lending policy")
    store_chunks(document=document, drafts=[draft("Loans of $1,577.00 are approved by the committee.")])

    def found(words):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM documents_chunk WHERE search @@ plainto_tsquery('english', %s)", [words]
            )
            return cursor.fetchone()[0]

    assert found("committee approves 1577") == 1
    assert found("lending policy") == 1  # the context line is indexed too
    assert Chunk.objects.get().context_line == "Lending policy › A › B"


def test_equal_texts_share_a_key_and_resolve_to_all_their_places(workspace):
    first, _ = upload(workspace)
    second, _ = upload(workspace, TEXT + b"more")
    for document in (first, second):
        store_chunks(document=document, drafts=[draft("the same words")])
        Document.objects.filter(pk=document.pk).update(status=DocumentStatus.READY)
    key = hashlib.sha256(b"the same words").hexdigest()[:12]

    (citation,) = citations_of(keys=[key], context=(), retrieved=[{"key": key}], ledger=None, workspace_id=workspace.pk)
    assert {place["document_id"] for place in citation["places"]} == {str(first.pk), str(second.pk)}


def test_another_text_with_the_same_first_digits_takes_the_next_ones(workspace):
    first, _ = upload(workspace)
    second, _ = upload(workspace, TEXT + b"more")
    third, _ = upload(workspace, TEXT + b"most")
    other = "a" * 12 + "b" * 52
    store_chunks(document=first, drafts=[draft("x", chunk_hash="a" * 64)])
    store_chunks(document=second, drafts=[draft("y", chunk_hash=other)])
    document_delete(document=first)
    store_chunks(document=third, drafts=[draft("y", chunk_hash=other)])

    assert set(Chunk.objects.values_list("key", flat=True)) == {"b" * 12}


def test_keys_of_another_workspace_do_not_matter(workspace):
    bobs = Workspace.objects.create(name="Bob's")
    store_chunks(document=upload(workspace)[0], drafts=[draft("x", chunk_hash="a" * 64)])
    store_chunks(document=upload(bobs)[0], drafts=[draft("y", chunk_hash="a" * 12 + "b" * 52)])
    assert set(Chunk.objects.values_list("key", flat=True)) == {"a" * 12}


def test_vectors_are_stored_per_model_and_replaced(workspace):
    document, _ = upload(workspace)
    store_chunks(document=document, drafts=[draft("one", 0), draft("two", 1)])
    rows = chunks_without_embedding(document=document, model="m")
    for value in (1.0, 0.25):
        store_embeddings(document=document, model="m", chunks=rows, vectors=np.full((2, 4), value, np.float32))

    assert [list(vector) for vector in Embedding.objects.values_list("vector", flat=True)] == [[0.25] * 4] * 2
    assert chunks_without_embedding(document=document, model="m") == []
    assert len(chunks_without_embedding(document=document, model="other")) == 2


def test_a_long_heading_path_keeps_the_headings_nearest_to_the_text():
    line = context_line_of("Title", ["upper " * 40, "middle " * 10, "nearest"])
    assert line.startswith("Title › ")
    assert line.endswith("› nearest")
    assert len(line) <= 300


def test_files_without_a_document_are_removed_once_they_are_old(workspace, settings):
    kept, _ = upload(workspace)
    default_storage.save(f"documents/{workspace.pk}/lost", ContentFile(b"x"))

    assert orphan_files_remove() == 0
    assert orphan_files_remove(older_than=timedelta(seconds=-1)) == 1
    assert [path.name for path in stored_files(settings)] == [str(kept.pk)]


def test_deleting_a_workspace_removes_the_files_of_its_documents(workspace, settings):
    upload(workspace)
    Workspace.objects.filter(pk=workspace.pk).delete()
    assert stored_files(settings) == []
