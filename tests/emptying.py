"""The test database after a test that commits: emptied row by row, for a test leaves few.

Django truncates: new files for each of some hundred tables and their indexes, however empty, take a third of a second.
"""

from functools import cache

from django.db import DatabaseError, connection, transaction

# rows of the migrations that no test changes
KEPT = ("django_content_type", "auth_permission")
# where a test left many: what is deleted still lies there, and what the planner learnt of it
LARGE = "relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 256 * 1024"


@cache
def _all_rows() -> str:
    """The statements that delete them."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return ";".join(f"DELETE FROM {connection.ops.quote_name(name)}" for name in tables if name not in KEPT)


def empty(_case: object) -> None:
    """What Django's ``flush`` leaves of a migrated database. Foreign keys are looked at in the end."""
    try:
        _delete()
    except DatabaseError:  # what a thread of the test did to its end meanwhile
        _delete()


def _delete() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT string_agg(oid::regclass::text, ', ') FROM pg_class WHERE {LARGE}")
        if (tables := cursor.fetchone()[0]) is not None:
            cursor.execute(f"TRUNCATE {tables} CASCADE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        cursor.execute(_all_rows())
