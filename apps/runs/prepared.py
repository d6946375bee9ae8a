"""Statements of each phase, which the server reads and plans once per connection: that takes longer than to do them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

from django.db import connection
from psycopg import Connection, generators
from psycopg.adapt import Transformer
from psycopg.errors import FeatureNotSupported, error_from_result
from psycopg.pq import Escaping, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

Value = str | int | float | UUID | None
Rows = list[tuple[Any, ...]]
PARAMETER = re.compile(r"%\((\w+)\)s")
UNSYNCED = "SET LOCAL synchronous_commit TO off"

_prepared: WeakKeyDictionary[Connection[Any], set[str]] = WeakKeyDictionary()  # the names that each connection knows


class Prepared:
    """A statement with ``%(name)s`` for its values, whose types follow from where they stand."""

    def __init__(self, name: str, sql: str) -> None:
        self.name = name
        self.parameters = tuple(dict.fromkeys(PARAMETER.findall(sql)))
        self.preparation = f"PREPARE {name} AS " + PARAMETER.sub(lambda found: self._place(found[1]), sql)

    def _place(self, parameter: str) -> str:
        return f"${self.parameters.index(parameter) + 1}"

    def __call__(self, values: Mapping[str, Value]) -> "Call":
        return Call(statement=self, values=[values[name] for name in self.parameters])


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A statement and its values."""

    statement: Prepared
    values: list[Value]

    def sql(self, escaping: Escaping) -> str:
        """The text that executes it."""
        return f"EXECUTE {self.statement.name} ({', '.join(_literal(value, escaping) for value in self.values)})"


def _literal(value: Value, escaping: Escaping) -> str:
    """As psycopg's own literals, in a fifth of the time: of some thirty values a phase."""
    if value is None:
        return "NULL"
    if type(value) in (int, float):
        return repr(value)
    text = str(value)
    if "\0" in text:  # libpq would end it there
        raise ValueError("a text with NUL cannot be stored")
    return escaping.escape_literal(text.encode()).decode()


def send(*calls: Call) -> list[Rows]:
    """Execute statements one after the other in a single round trip; the rows of each."""
    return _sent(calls) if calls else []


def conclude(*calls: Call, durable: bool = True) -> list[Rows]:
    """As ``send``, for the last statements of ``transaction.atomic``: it is committed along with them.

    Django's own commit, which runs what waits for it, then finds nothing left to send. Inside of another transaction
    that one commits. Not ``durable``: the commit does not wait for the disk, and may be lost with the machine.
    """
    if connection.savepoint_ids:
        return send(*calls)
    return _sent(calls, () if durable else (UNSYNCED,), ("COMMIT",))


def _sent(calls: Sequence[Call], *further: Sequence[str]) -> list[Rows]:
    with connection.wrap_database_errors:
        link = _link()
        try:
            results = _exchanged(link, calls, further)
        except (FeatureNotSupported, KeyboardInterrupt, SystemExit):
            # a migration has changed the type of a column: this connection's plans are of no use; or nobody knows what
            # the server was told
            link.close()
            connection.close()
            raise
    reader = Transformer(link)
    return [_rows(reader, result) for result in results[: len(calls)]]


def _exchanged(link: Connection[Any], calls: Sequence[Call], further: Sequence[Sequence[str]]) -> list[PGresult]:
    known = _prepared.setdefault(link, set())
    for call in calls:
        if call.statement.name not in known:
            _exchange(link, [call.statement.preparation])
            known.add(call.statement.name)
    escaping = Escaping(link.pgconn)
    return _exchange(link, [*(call.sql(escaping) for call in calls), *chain(*further)])


def _link() -> Connection[Any]:
    """What Django's cursors would work on."""
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    connection.validate_thread_sharing()
    connection.validate_no_broken_transaction()
    return connection.connection


def _exchange(link: Connection[Any], statements: Sequence[str]) -> list[PGresult]:
    """One round trip, with the transaction's beginning where it has not begun; the result of each statement.

    What a cursor does, without one: psycopg sends the beginning by itself, and its cursors and Django's together take
    as long as the server. Django's log of queries does not show it. The lock tells finalizers to keep their hands off
    (see ``inference.usage``).
    """
    with link.lock:
        begins = not link.autocommit and link.pgconn.transaction_status == TransactionStatus.IDLE
        link.pgconn.send_query("; ".join(("BEGIN", *statements) if begins else statements).encode())
        results = link.wait(generators.execute(link.pgconn))
    for result in results:
        if result.status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
            raise error_from_result(result)
    return results[1:] if begins else results


def _rows(reader: Transformer, result: PGresult) -> Rows:
    reader.set_pgresult(result)
    return reader.load_rows(0, result.ntuples, tuple)
