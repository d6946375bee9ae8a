"""Bringing the database's tables up to date."""

from django.core.management import call_command
from django.db import connection

# any number, as long as nobody else uses it: "verity" on a telephone's keys
LOCK = 837489


def migrate() -> None:
    """Applies what is missing. Several processes may do so at once: the first works, the others wait for it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            call_command("migrate", interactive=False, verbosity=0)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
