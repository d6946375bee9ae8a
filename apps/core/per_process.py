"""What a process makes once, when it is first asked for, and never shares with the children it forks."""

import os
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class PerProcess(Generic[T]):
    """Call it for this process's one ``T``. ``made`` is that as far as there is one yet, else None.

    A forked child makes its own: it inherits no thread, and perhaps a lock that nobody will release. ``keep``: it keeps
    what it inherits, unused, where letting go of that waits for threads, as a session of onnxruntime does for ever.
    """

    def __init__(self, make: Callable[[], T], *, keep: bool = False) -> None:
        self._make, self._keep = make, keep
        self._inherited: list[T | None] = []
        self.made: T | None = None
        self._forget()
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        self._lock = threading.Lock()
        if self._keep:
            self._inherited.append(self.made)
        self.made = None

    def __call__(self) -> T:
        with self._lock:
            if self.made is None:
                self.made = self._make()
            return self.made
