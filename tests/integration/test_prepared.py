"""Statements of phases on their way to the server: values, transactions, and connections that break."""

import datetime as dt
import json
import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError, NotSupportedError, OperationalError, connection, transaction

from apps.runs import prepared
from apps.runs.models import PhaseRun, Run, Stream
from apps.runs.prepared import Prepared
from apps.workspaces.models import Workspace
from tests.integration.runs_fixture import toy_run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]
COUNT = Prepared("count_streams", "SELECT count(*) FROM runs_stream WHERE seq >= %(seq)s")
RAISE = Prepared("raise_streams", "UPDATE runs_stream SET seq = seq + %(by)s")
SAY = Prepared(
    "say",
    "SELECT %(text)s::text, %(number)s::bigint, %(share)s::float8, %(id)s::uuid, %(at)s::timestamptz, %(json)s::jsonb",
)
END_SERVER = Prepared("end_server", "SELECT pg_terminate_backend(%(pid)s)")


def seq_of(run: Run) -> int:
    return Stream.objects.get(id=run.stream_id).seq


def in_another_connection(look: Callable[[], int]) -> int:
    seen: list[int] = []

    def work() -> None:
        seen.append(look())
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return seen[0]


def test_statements_sent_together_are_executed_in_their_order(workspace: Workspace):
    toy_run(workspace)

    assert prepared.send() == []
    assert prepared.send(COUNT({"seq": 7}), RAISE({"by": 7}), COUNT({"seq": 7})) == [[(0,)], [], [(1,)]]


@pytest.mark.parametrize(
    "text", ["it's", "a\\'b\\", "'; DROP TABLE runs_run; --", "100 %s %(text)s", "ä ✓ 𝔘", "$1", ""]
)
def test_values_arrive_as_they_are(text: str):
    sent: dict[str, Any] = {"text": text, "number": -5, "share": 0.1, "id": UUID(int=7), "at": None, "json": None}

    assert prepared.send(SAY(sent)) == [[(text, -5, 0.1, UUID(int=7), None, None)]]
    assert prepared.send(SAY({**sent, "at": "2026-01-02 03:04Z", "json": json.dumps([text])}))[0][0][4:] == (
        dt.datetime(2026, 1, 2, 3, 4, tzinfo=dt.UTC),
        json.dumps([text], ensure_ascii=False),
    )


def test_a_text_that_cannot_be_stored_is_refused_and_not_cut():
    with pytest.raises(ValueError, match="NUL"):
        prepared.send(SAY({"text": "a\0b", "number": 1, "share": 1.0, "id": None, "at": None, "json": None}))


def test_a_connection_that_breaks_says_so_and_is_replaced():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    with pytest.raises(OperationalError):
        prepared.send(END_SERVER({"pid": pid}), COUNT({"seq": 1}))
    with pytest.raises(OperationalError):
        prepared.send(COUNT({"seq": 1}))

    connection.close_if_unusable_or_obsolete()
    assert prepared.send(COUNT({"seq": 1})) == [[(0,)]]


def test_a_column_whose_type_a_migration_changes_costs_one_call():
    everything = Prepared("every_stream", "SELECT * FROM runs_stream WHERE seq > %(seq)s")
    prepared.send(everything({"seq": 0}))
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE runs_stream ALTER kind TYPE varchar(21)")
    try:
        with pytest.raises(NotSupportedError):
            prepared.send(everything({"seq": 0}))
        assert prepared.send(everything({"seq": 0})) == [[]]
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE runs_stream ALTER kind TYPE varchar(20)")


def test_nothing_is_sent_in_a_transaction_that_has_failed():
    with transaction.atomic():
        with pytest.raises(DatabaseError), transaction.atomic(savepoint=False):
            prepared.send(COUNT({"seq": "nothing of a number"}))
        with pytest.raises(transaction.TransactionManagementError):
            prepared.send(COUNT({"seq": 1}))
        transaction.set_rollback(True)


def test_a_statement_outlives_the_transaction_that_sent_it_first_and_not_its_connection(workspace: Workspace):
    toy_run(workspace)
    connection.close()
    for _ in range(2):
        with pytest.raises(DatabaseError), transaction.atomic():
            prepared.send(RAISE({"by": 1}), COUNT({"seq": "nothing of a number"}))
        assert prepared.send(COUNT({"seq": 1})) == [[(0,)]]
        connection.close()


def test_the_last_statements_of_a_transaction_are_committed_along(workspace: Workspace):
    run = toy_run(workspace)
    rung: list[int] = []

    with transaction.atomic():
        transaction.on_commit(lambda: rung.append(seq_of(run)))
        assert prepared.conclude(RAISE({"by": 7}), COUNT({"seq": 7})) == [[], [(1,)]]
        assert in_another_connection(lambda: seq_of(run)) == 7
        assert rung == []
    assert rung == [7]

    with transaction.atomic():
        prepared.conclude(RAISE({"by": 1}), durable=False)
    assert in_another_connection(lambda: seq_of(run)) == 8


def test_a_transaction_in_another_is_committed_by_that_one(workspace: Workspace):
    run = toy_run(workspace)

    with transaction.atomic():
        with transaction.atomic():
            prepared.conclude(RAISE({"by": 7}))
        assert seq_of(run) == 7
        transaction.set_rollback(True)
    assert seq_of(run) == 0


@pytest.mark.parametrize("spoiled", [{"by": 1 << 62}, {"by": 7}])
def test_what_cannot_be_committed_is_not_and_says_so(workspace: Workspace, spoiled: dict[str, int]):
    run = toy_run(workspace)
    rung: list[int] = []

    @transaction.atomic
    def spoil() -> None:
        transaction.on_commit(lambda: rung.append(1))
        PhaseRun.objects.filter(run=run).update(run_id=workspace.pk)  # no such run: told at the commit
        prepared.conclude(RAISE(spoiled), RAISE(spoiled))

    with pytest.raises(DatabaseError):
        spoil()
    assert (seq_of(run), rung) == (0, [])
    assert PhaseRun.objects.filter(run=run).exists()
    assert prepared.send(COUNT({"seq": 1})) == [[(0,)]], "the connection is of use"


def test_whatever_interrupts_an_exchange_finds_the_connection_taken(workspace: Workspace):
    shout = Prepared("shout", "SELECT pg_temp.shout(%(number)s)")
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION pg_temp.shout(number int) RETURNS int LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE NOTICE 'amid an exchange'; RETURN number; END $$"
        )
    link = connection.connection
    seen: list[bool] = []
    link.add_notice_handler(lambda notice: seen.append(link.lock.locked()))

    assert prepared.send(shout({"number": 1})) == [[(1,)]]
    assert seen == [True]
    assert not link.lock.locked()


def test_a_transaction_begins_with_its_first_statements(workspace: Workspace):
    run = toy_run(workspace)

    with transaction.atomic():
        prepared.send(RAISE({"by": 7}))
        assert in_another_connection(lambda: seq_of(run)) == 0
        Stream.objects.filter(id=run.stream_id).update(kind="session")
        transaction.set_rollback(True)
    assert seq_of(run) == 0

    with transaction.atomic():
        Stream.objects.filter(id=run.stream_id).update(seq=1)
        prepared.send(RAISE({"by": 7}))
    assert seq_of(run) == 8


@pytest.mark.parametrize("exchange", [0, 1], ids=["amid the preparation", "amid the statement"])
def test_a_connection_that_an_interrupt_left_in_doubt_is_not_used_again(monkeypatch: Any, exchange: int):
    odd = Prepared("odd_streams", "SELECT count(*) FROM runs_stream WHERE seq % 2 = %(rest)s")
    execute, exchanges = prepared.generators.execute, []

    def interrupted(link: Any) -> Any:
        exchanges.append(link)
        if len(exchanges) - 1 == exchange:
            raise KeyboardInterrupt
        return execute(link)

    monkeypatch.setattr(prepared.generators, "execute", interrupted)
    with pytest.raises(KeyboardInterrupt):
        prepared.send(odd({"rest": 1}))
    assert prepared.send(odd({"rest": 1})) == [[(0,)]]
