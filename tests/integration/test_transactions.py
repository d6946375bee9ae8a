"""A transaction that nobody goes on with is ended by the database, and what it had locked is free again."""

import time

import pytest
from django.db import DatabaseError, connection, transaction

from apps.core import transactions
from apps.core.transactions import limit_idle_transactions

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_connection_bounds_how_long_it_may_idle_inside_a_transaction():
    with connection.cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("1min",)


def test_a_transaction_that_nobody_goes_on_with_is_ended(monkeypatch):
    monkeypatch.setattr(transactions, "WORKER_SECONDS", 1)
    limit_idle_transactions(connection=connection)

    with pytest.raises(DatabaseError):
        stay_in_a_transaction(seconds=2)
    connection.close()


def stay_in_a_transaction(*, seconds: float) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        time.sleep(seconds)
        cursor.execute("SELECT 1")
