"""The tables that migrations make are those that the models describe."""

import pytest
from django.core.management import call_command
from django.db import connection

from apps.documents.models import Document
from apps.documents.storage import store_chunks
from apps.documents.types import ChunkDraft
from apps.workspaces.models import Workspace

pytestmark = pytest.mark.django_db


def test_no_change_of_a_model_lacks_its_migration():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_vectors_are_partitioned_by_workspace_and_stored_plain():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT partstrat, partnatts FROM pg_partitioned_table WHERE partrelid = 'documents_embedding'::regclass"
        )
        assert cursor.fetchall() == [("h", 1)]
        cursor.execute(
            "SELECT DISTINCT attstorage FROM pg_attribute JOIN pg_inherits ON attrelid = inhrelid"
            " WHERE inhparent = 'documents_embedding'::regclass AND attname = 'vector'"
        )
        assert cursor.fetchall() == [("p",)]


def test_what_a_search_reads_of_every_passage_lies_in_its_row():
    workspace = Workspace.objects.create(name="A")
    document = Document.objects.create(workspace=workspace, title="D", filename="d.txt", sha256="0" * 64, size=1)
    text = " ".join(f"word{number} liability{number % 50}" for number in range(250))  # as long as passages get
    draft = ChunkDraft(
        content=text,
        chunk_hash="a" * 64,
        chunk_index=0,
        start_offset=0,
        end_offset=len(text),
        page_number=1,
        page_end=1,
        heading_path=(),
        token_count=500,
    )
    store_chunks(document=document, drafts=[draft])

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_column_size(search), pg_column_toast_chunk_id(search),"
            " (SELECT attstorage FROM pg_attribute WHERE attrelid = 'documents_chunk'::regclass AND attname = 'search')"
            " FROM documents_chunk"
        )
        size, elsewhere, storage = cursor.fetchone()
    assert size > 2000, "more than would stay by itself"
    assert (elsewhere, storage) == (None, "m")
