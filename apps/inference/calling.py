"""For whom models are called: set once around a piece of work, read by whoever makes a call inside it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from apps.inference.contracts import ModelError

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallScope:
    """Who pays for calls made now, and when they must be left.

    ``stopped`` is asked several times a second while a call is open; once it says so the call is closed. ``note`` is
    told of errors that were got over by another try.
    """

    workspace_id: UUID | None = None
    run_id: UUID | None = None
    phase: str = ""  # name:cycle:index
    stopped: Callable[[], bool] = lambda: False
    note: Callable[[ModelError], None] = lambda error: None


_current: ContextVar[CallScope] = ContextVar("call_scope")
NOBODY = CallScope()


def current_scope() -> CallScope:
    """The scope of the work under way; one without names outside of any."""
    return _current.get(NOBODY)


@contextmanager
def calls_for(scope: CallScope) -> Iterator[None]:
    """Every model call made inside is made for ``scope``."""
    token = _current.set(scope)
    try:
        yield
    finally:
        _current.reset(token)


@contextmanager
def closed_when_left(answer: Iterator[T]) -> Iterator[Iterator[T]]:
    """What a model says piece by piece; its call is closed and on the books once the block is left, however that is.

    A generator that an error leaves behind would go on until the garbage collector finds it: in any thread's next line.
    """
    try:
        yield answer
    finally:
        close = getattr(answer, "close", None)  # an iterator that is no generator holds no call
        if close is not None:
            close()
