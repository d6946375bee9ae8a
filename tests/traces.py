"""What a running stack holds, seen past the application: rows, files, what lies around, who is still reading."""

import contextlib
from dataclasses import dataclass
from pathlib import Path

import psycopg

from apps.documents.extraction.folders import PREFIX
from tests.invariants import Library
from tests.live import LiveStack

# rows about the processes themselves come and go by their own
NOT_COUNTED = ("runs_worker",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """``rows`` by table; ``files`` of documents; ``scratch`` is what lies in the stack's folder for temporary files."""

    rows: dict[str, int]
    files: frozenset[str]
    scratch: frozenset[str]
    readers: frozenset[int]

    def more_than(self, before: "Traces") -> dict[str, int]:
        """The tables that have grown or shrunk, and by how many rows."""
        changed = {table: count - before.rows.get(table, 0) for table, count in self.rows.items()}
        return {table: count for table, count in changed.items() if count}


def traces_of(stack: LiveStack, library: Library) -> Traces:
    """The state of things now."""
    return Traces(
        rows=rows_by_table(library.database_url),
        files=frozenset(names_below(library.files)),
        scratch=frozenset(names_below(scratch_of(stack))),
        readers=frozenset(readers_of(stack)),
    )


def scratch_of(stack: LiveStack) -> Path:
    """Where the stack's processes put temporary files, when it was started with this as TMPDIR."""
    return stack.data_dir / "tmp"


def rows_by_table(database_url: str) -> dict[str, int]:
    """Rows of every table of ours; a partitioned table counts once."""
    tables = (
        "SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition"
    )
    with psycopg.connect(database_url) as connection:
        names = [name for (name,) in connection.execute(tables) if name not in NOT_COUNTED]
        return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}


def names_below(folder: Path) -> list[str]:
    """Every file below a folder."""
    return [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]


def readers_of(stack: LiveStack) -> list[int]:
    """Extraction processes at work on files of this stack."""
    return readers_in(scratch_of(stack))


def readers_in(temporary: Path) -> list[int]:
    """Processes at work in a reading folder of this folder for temporary files: where they stand names it."""
    found, temporary = [], temporary.resolve()
    for entry in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):
            if entry.readlink().is_relative_to(temporary) and entry.readlink().name.startswith(PREFIX):
                found.append(int(entry.parent.name))
    return found


def peak_bytes(pid: int) -> int:
    """The most memory that a process has had resident at any moment of its life; 0 when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")), 0)
