"""The tables that migrations make are those that the models describe."""

import pytest
from django.core.management import call_command
from django.db import connection

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
