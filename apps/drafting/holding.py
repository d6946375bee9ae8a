"""One change at a time to what turns a session has: asked on, deleted, expired."""

from uuid import UUID

from django.db import connection

from apps.drafting.models import Session


def session_hold(*, session_id: UUID) -> Session | None:
    """The session as it now is, nobody else's to ask on or delete until the transaction ends; None when it is gone.

    No row is locked: a worker that ends a turn locks its run and then the
    session, and who deletes the runs of a session would meet it half way.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"session {session_id}"])
    return Session.objects.select_related("workspace", "author").filter(pk=session_id).first()
