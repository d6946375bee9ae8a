"""What must hold after the storm. Each check gives sentences about what does not."""

from collections.abc import Iterator
from pathlib import Path

import psycopg

from tests.chaos.listening import Listener
from tests.chaos.load import Tenant
from tests.chaos.plan import Report
from tests.invariants import TERMINAL, assert_session_holds
from tests.person import ENDED

# name: a query that finds nothing where all is well
NOTHING = {
    "a run is still active": "SELECT id FROM runs_run WHERE state = 'active'",
    "a phase is still open": "SELECT id FROM runs_phaserun WHERE state IN ('ready', 'running')",
    "a finished phase has not one artifact": (
        "SELECT p.id FROM runs_phaserun p LEFT JOIN runs_artifact a"
        " ON (a.run_id, a.name, a.cycle, a.index) = (p.run_id, p.name, p.cycle, p.index)"
        " WHERE p.state = 'done' GROUP BY p.id HAVING count(a.id) <> 1"
    ),
    "an artifact belongs to no finished phase": (
        "SELECT a.id FROM runs_artifact a LEFT JOIN runs_phaserun p"
        " ON (a.run_id, a.name, a.cycle, a.index) = (p.run_id, p.name, p.cycle, p.index) AND p.state = 'done'"
        " WHERE p.id IS NULL"
    ),
    "a checkpoint of a finished phase is left": (
        "SELECT c.id FROM runs_checkpoint c JOIN runs_phaserun p ON p.id = c.phase_id WHERE p.state = 'done'"
    ),
    "a stream has a gap": (
        "SELECT s.id FROM runs_stream s LEFT JOIN runs_event e ON e.stream_id = s.id GROUP BY s.id"
        " HAVING s.seq <> count(e.id) OR s.seq <> coalesce(max(e.seq), 0)"
    ),
    "a vector has no chunk": (
        "SELECT e.chunk_id FROM documents_embedding e LEFT JOIN documents_chunk c ON c.id = e.chunk_id"
        " WHERE c.id IS NULL"
    ),
    "a chunk of a ready document has not one vector": (
        "SELECT c.id FROM documents_chunk c JOIN documents_document d ON d.id = c.document_id AND d.status = 'ready'"
        " LEFT JOIN documents_embedding e ON e.chunk_id = c.id GROUP BY c.id HAVING count(e.chunk_id) <> 1"
    ),
    "a document does not have the chunks it says": (
        "SELECT d.id FROM documents_document d LEFT JOIN documents_chunk c ON c.document_id = d.id"
        " WHERE d.status = 'ready' GROUP BY d.id HAVING count(c.id) <> d.chunk_count"
    ),
    "a text of a turn has several ledgers": (
        "SELECT turn_id FROM verification_ledger GROUP BY turn_id, cycle HAVING count(*) > 1"
    ),
    "a turn shows a text without its ledger": (
        "SELECT t.id FROM drafting_turn t LEFT JOIN verification_ledger l ON l.turn_id = t.id AND l.cycle = t.cycle"
        " WHERE t.status = 'completed' AND l.id IS NULL"
    ),
    "a workspace has a document twice": (
        "SELECT sha256 FROM documents_document GROUP BY workspace_id, sha256 HAVING count(*) > 1"
    ),
}


def rows_hold(database_url: str, tenants: list[Tenant], report: Report) -> Iterator[str]:
    """Nothing open, nothing doubled, no gap, no orphan; as many rows as were accepted."""
    with psycopg.connect(database_url) as connection:
        for what, query in NOTHING.items():
            if found := connection.execute(query).fetchall():
                yield f"{what}: {[str(row[0]) for row in found[:5]]} ({len(found)} in all)"
        for table, accepted in (
            ("drafting_session", {one["id"] for tenant in tenants for one in tenant.sessions}),
            ("documents_document", {one["id"] for tenant in tenants for one in tenant.documents}),
        ):
            stored = {str(row[0]) for row in connection.execute(f"SELECT id FROM {table}")}
            if lost := accepted - stored:
                yield f"{table}: accepted and lost: {sorted(lost)}"
            if made := stored - accepted:
                yield f"{table}: made without being accepted: {sorted(made)}"
        report.lost_leases = connection.execute("SELECT coalesce(sum(losses), 0) FROM runs_phaserun").fetchone()[0]
        report.events = connection.execute("SELECT count(*) FROM runs_event").fetchone()[0]


def files_hold(files: Path, tenants: list[Tenant]) -> Iterator[str]:
    """Each document has its file, and once upkeep was here nobody else has one."""
    stored = {path.name for path in files.rglob("*") if path.is_file()}
    wanted = {one["id"] for tenant in tenants for one in tenant.documents}
    if stored != wanted:
        yield f"files of no document: {sorted(stored - wanted)}; documents without a file: {sorted(wanted - stored)}"


def sessions_hold(tenants: list[Tenant], report: Report) -> Iterator[str]:
    """Each session and document has reached one terminal state; what completed holds against every invariant."""
    for tenant in tenants:
        for one in tenant.documents:
            status = tenant.person.get(f"/documents/{one['id']}")["status"]
            report.states[f"document {status}"] += 1
            if status != "ready":
                yield f"document {one['id']} of {tenant.name} is {status}"
        for one in tenant.sessions:
            session = tenant.person.get(f"/sessions/{one['id']}")
            report.states[f"session {session['status']}"] += 1
            events = tenant.person.events(one["id"])
            ends = [event["type"] for event in events if event["type"] in TERMINAL]
            if session["status"] not in ENDED or len(ends) != 1:
                yield f"session {one['id']} of {tenant.name} is {session['status']} and was told to end by {ends}"
                continue
            if session["status"] == "error":
                yield f"session {one['id']} of {tenant.name} ended in an error: {session['errors'][-1:]}"
            try:
                assert_session_holds(session, events, tenant.person.library)
            except AssertionError as error:
                yield f"session {one['id']} of {tenant.name} does not hold: {str(error)[:500]}"


def strangers_see_nothing(tenants: list[Tenant]) -> Iterator[str]:
    """What one tenant owns is 404 to the next."""
    for tenant, stranger in zip(tenants, [*tenants[1:], tenants[0]], strict=True):
        for kind, owned in (("sessions", tenant.sessions), ("documents", tenant.documents)):
            for one in owned[:5]:
                if (status := stranger.person.call("GET", f"/{kind}/{one['id']}").status_code) != 404:
                    yield f"{stranger.name} asks for {kind} of {tenant.name} and gets {status}"


def listeners_heard_all(listeners: list[Listener], report: Report) -> Iterator[str]:
    """Who followed over sockets has heard each event once, in order, to the end."""
    for listener in listeners:
        listener.thread.join(30)
        report.reconnects += max(0, listener.connections - 1)
        stored = listener.person.events(listener.session_id)
        if listener.events != stored:
            heard = [event.get("seq") for event in listener.events]
            yield f"a listener of {listener.session_id} heard {heard[-5:]} of {len(stored)} events"
