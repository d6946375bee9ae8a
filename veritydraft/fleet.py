"""What `serve` and `worker` run: which processes there are, and the command each of them is."""

import os
import sys
from dataclasses import dataclass, replace

THREADS_FOR_MODEL_CALLS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A Celery worker: the queues it takes from and the kind and number of hands it has."""

    name: str
    queues: tuple[str, ...]
    pool: str = "prefork"
    size: int = 1


def groups() -> tuple[Group, ...]:
    """One group per kind of work: waiting for models in threads, computing in processes, long jobs apart from short."""
    return (
        Group(name="llm", queues=("llm",), pool="threads", size=THREADS_FOR_MODEL_CALLS),
        Group(name="verify", queues=("verify",), size=len(os.sched_getaffinity(0))),
        Group(name="ingest", queues=("ingest",)),
        Group(name="export", queues=("export", "upkeep")),
    )


def all_queues() -> tuple[str, ...]:
    """Every queue there is."""
    return tuple(queue for group in groups() for queue in group.queues)


def groups_for(queues: tuple[str, ...]) -> tuple[Group, ...]:
    """The workers that serve just these queues, of each kind of work one: what takes long holds up nothing else."""
    wanted = ((group, tuple(queue for queue in group.queues if queue in queues)) for group in groups())
    return tuple(replace(group, name="-".join(served), queues=served) for group, served in wanted if served)


def command(kind: str, *words: str) -> tuple[str, ...]:
    """How this process starts one of :mod:`veritydraft.processes`."""
    return (sys.executable, "-m", f"veritydraft.processes.{kind}", str(os.getpid()), *words)


def web_command(listening_fd: int) -> tuple[str, ...]:
    """The web process on a socket that listens already: it stays open while the process is replaced."""
    return command("web", str(listening_fd))


def worker_command(group: Group) -> tuple[str, ...]:
    """One Celery worker."""
    return command("worker", group.name, group.pool, str(group.size), ",".join(group.queues))


def scheduler_command() -> tuple[str, ...]:
    """Celery's beat, or one that waits for the place where another of this DATA_DIR runs."""
    return command("scheduler")
