"""An index of its own for a workspace that has outgrown exact search.

One index over all tenants with a filter finds few of a small tenant's true neighbours, so each large workspace gets a
partial one over its active model's vectors, on the partition that holds them. (On the partitioned table itself an index
cannot be built concurrently, and a ``halfvec`` without dimensions takes none: hence the cast.)
"""

import hashlib
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Sum
from psycopg import sql

from apps.documents.models import Document, DocumentStatus
from apps.workspaces.models import Workspace

logger = logging.getLogger(__name__)
PREFIX = "documents_vectors_"
KEPT_SHARE = 0.5  # of the size at which it is built: one that a workspace shrinks below is dropped
MOST_DIMENSIONS = 4000  # that pgvector indexes of a halfvec
OPERATORS = "halfvec_ip_ops"  # of vectors of unit length: a third faster than cosine, and the same order
M, EF_CONSTRUCTION = 16, 128  # see tests/benchmarks/bench_search.py
BUILD_MEMORY = "256MB"  # 100,000 vectors of 384 dimensions are linked in memory
LOCK = int.from_bytes(hashlib.sha256(b"vector indexes").digest()[:8], signed=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What one pass did: names of indexes."""

    built: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


def index_name(*, workspace_id: UUID, model: str) -> str:
    """The name that tells whose index it is; at most 63 characters."""
    made = f"{model} {OPERATORS} {M} {EF_CONSTRUCTION}"  # one that is made otherwise is another
    return f"{PREFIX}{workspace_id.hex}_{hashlib.sha256(made.encode()).hexdigest()[:8]}"


def index_expected(*, chunks: int) -> bool:
    """Whether a workspace with so many passages may have an index."""
    return chunks > settings.EXACT_SEARCH_MAX_CHUNKS * KEPT_SHARE > 0


def vector_indexes_tidy() -> Change:
    """Build the indexes that are lacking and drop those no longer wanted. To be run now and then, outside transactions.

    What an interrupted build left is dropped and built again; what is replaced goes once the new one is complete. One
    build that fails keeps no other from its own; its error is raised at the end. While one process is at it, another
    does nothing.
    """
    if not connection.get_autocommit() or connection.in_atomic_block:
        raise RuntimeError("an index cannot be built concurrently inside a transaction")
    with _alone() as alone:
        if not alone:
            return Change()
        there = _indexes()
        large = _workspaces_above(settings.EXACT_SEARCH_MAX_CHUNKS * KEPT_SHARE)
        owners = {_owner(name) for name in large}
        dropped = [name for name, valid in there.items() if not valid or _owner(name) not in owners]
        _drop(dropped)
        left = set(there).difference(dropped)
        built: list[str] = []
        failed: list[Exception] = []
        for name, (workspace_id, model, chunks) in large.items():
            try:
                if name not in left and chunks > settings.EXACT_SEARCH_MAX_CHUNKS and _build(name, workspace_id, model):
                    built.append(name)
            except DatabaseError as error:
                failed.append(error)
                continue
            replaced = [other for other in sorted(left) if _owner(other) == _owner(name) and other != name]
            _drop(replaced)
            dropped += replaced
        if failed:
            raise failed[0]
        return Change(built=tuple(built), dropped=tuple(dropped))


def _owner(name: str) -> str:
    """The workspace, in 32 hexadecimal digits, whose index has this name."""
    return name.removeprefix(PREFIX)[:32]


def _drop(names: Iterable[str]) -> None:
    for name in names:
        _run("DROP INDEX CONCURRENTLY IF EXISTS {}", name)


def _workspaces_above(least: float) -> dict[str, tuple[UUID, str, int]]:
    """Index name → workspace, its active model and its passages, where those are more than ``least``."""
    if not settings.EXACT_SEARCH_MAX_CHUNKS:
        return {}
    ready = Document.objects.filter(status=DocumentStatus.READY).values("workspace")
    counts = dict(ready.annotate(chunks=Sum("chunk_count")).filter(chunks__gt=least).values_list("workspace", "chunks"))
    models = Workspace.objects.filter(pk__in=counts).order_by("pk").values_list("pk", "embedding_model")
    return {index_name(workspace_id=id_, model=model): (id_, model, counts[id_]) for id_, model in models}


def _indexes() -> dict[str, bool]:
    """The indexes there are: name → whether it is complete."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, indisvalid FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid"
            " WHERE starts_with(relname, %s) AND pg_table_is_visible(pg_class.oid) ORDER BY relname",
            [PREFIX],
        )
        return dict(cursor.fetchall())


def _build(name: str, workspace_id: UUID, model: str) -> bool:
    """Build it where the workspace's vectors lie; False when there is nothing to build it over."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (tableoid::regclass)::text, vector_dims(vector) FROM documents_embedding"
            " WHERE workspace_id = %s AND model = %s LIMIT 1",
            [workspace_id, model],
        )
        row = cursor.fetchone()
        if row is None or row[1] > MOST_DIMENSIONS:
            return False
        partition, dimensions = row
        cursor.execute("SELECT set_config('maintenance_work_mem', %s, false)", [BUILD_MEMORY])
    try:
        logger.info("building %s over %s", name, partition)
        _run(
            "CREATE INDEX CONCURRENTLY IF NOT EXISTS {} ON {} USING hnsw ((vector::halfvec({})) {})"
            " WITH (m = {}, ef_construction = {}) WHERE workspace_id = {} AND model = {}",
            name,
            partition,
            dimensions,
            OPERATORS,
            M,
            EF_CONSTRUCTION,
            sql.Literal(str(workspace_id)),
            sql.Literal(model),
        )
    finally:
        _run("RESET maintenance_work_mem")
    return True


def _run(statement: str, *parts: object) -> None:
    """A statement of data definition; texts name tables and indexes."""
    composed = [sql.Identifier(part) if isinstance(part, str) else part for part in parts]
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL(statement).format(*composed))


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether no other process is at it; ends with the connection of a process that dies."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        alone = cursor.fetchone()[0]
    try:
        yield alone
    finally:
        if alone:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
