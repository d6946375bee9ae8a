"""Work from the command line: by the workers of a running stack, else in this process by the same claim and commit."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.core.management import CommandError
from django.db import IntegrityError, close_old_connections, connection, transaction

from apps.accounts.models import User
from apps.core.errors import Problem
from apps.core.migrating import migrate
from apps.runs import bells, executor, sweeper
from apps.runs.models import Run, RunState
from apps.runs.selectors import events_after
from apps.workspaces.models import Workspace
from apps.workspaces.services import workspace_create
from workers.queues import INGEST, VERIFY
from workers.toolbox import toolbox

LOCAL_OWNER = "local@localhost"
LOOK_SECONDS = 0.05
NEEDED = {INGEST, VERIFY}


def prepare() -> None:
    """Bring the database's tables up to date."""
    migrate()


def local_owner() -> User:
    """The person at this machine: cannot log in, owns what the command line makes."""
    try:
        with transaction.atomic():
            return User.objects.filter(email=LOCAL_OWNER).first() or User.objects.create_user(LOCAL_OWNER)
    except IntegrityError:  # another command was first
        return User.objects.get(email=LOCAL_OWNER)


@transaction.atomic
def workspace_named(name: str) -> Workspace:
    """The local owner's workspace of that name, else the only one so named, else a new one."""
    owner = User.objects.select_for_update().get(pk=local_owner().pk)  # two commands at once make one workspace
    mine = Workspace.objects.filter(name=name, memberships__user=owner).first()
    if mine is not None:
        return mine
    others = list(Workspace.objects.filter(name=name)[:2])
    if len(others) > 1:
        raise CommandError(f"several workspaces are called {name!r}; use the API")
    return others[0] if others else workspace_create(name=name, owner=owner)


@contextmanager
def clear_errors() -> Iterator[None]:
    """One line for what a service refuses."""
    try:
        yield
    except Problem as problem:
        fields = "; ".join(f"{field}: {' '.join(messages)}" for field, messages in problem.errors.items())
        raise CommandError(fields or str(problem)) from None


def stack_runs() -> bool:
    """Whether workers of a running stack take the work."""
    return sweeper.live_queues() >= NEEDED


def finish(run_id: UUID, *, stop: threading.Event | None = None) -> RunState:
    """Return when the run has ended: done by live workers, or by this thread where there are none."""
    halt = stop or threading.Event()
    while not halt.is_set():
        if stack_runs():
            state = _watch(run_id, halt)
        else:
            bells.silence()
            state = executor.drain(run_id=run_id, tools=toolbox(), until=halt.is_set)
        if state != RunState.ACTIVE:
            return state
    return RunState.ACTIVE


def _watch(run_id: UUID, halt: threading.Event) -> RunState:
    """Wait for the workers; back with ACTIVE when they are gone."""
    while not halt.wait(LOOK_SECONDS):
        state = Run.objects.filter(id=run_id).values_list("state", flat=True).first()
        if state != RunState.ACTIVE:
            return RunState(state or RunState.CANCELLED)
        if not stack_runs():
            break
    return RunState.ACTIVE


def in_background(work: Callable[[], object]) -> threading.Thread:
    """A started thread that gives its database connection back."""

    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    close_old_connections()
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def events_while(thread: threading.Thread, *, stream_id: UUID, after: int = 0) -> Iterator[dict[str, Any]]:
    """The events of a stream as they come, until the thread has ended and all are told."""
    while True:
        alive = thread.is_alive()
        page = events_after(stream_id=stream_id, after=after)
        yield from page
        if page:
            after = page[-1]["seq"]
        elif not alive:
            return
        else:
            time.sleep(LOOK_SECONDS)  # not join: an interrupted one holds the thread to be over in Python 3.11
