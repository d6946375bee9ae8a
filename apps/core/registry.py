"""Named kinds (pipelines, phases, extractors …) that register themselves.

They are stored as plain strings, so a new kind is never a migration.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class UnknownKindError(LookupError):
    """Asked for a name that nothing registered."""


class Registry(Generic[T]):
    """A mapping name → item that refuses a second item under the same name."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._items: dict[str, T] = {}

    def add(self, name: str, item: T) -> T:
        """Register ``item``; raises ValueError when ``name`` is taken by another item."""
        if self._items.get(name, item) is not item:
            raise ValueError(f"{self.what} {name!r} is registered twice")
        self._items[name] = item
        return item

    def register(self, name: str) -> Callable[[T], T]:
        """Decorator form of :meth:`add`."""
        return lambda item: self.add(name, item)

    def get(self, name: str) -> T:
        """The item called ``name``; raises UnknownKindError naming what there is."""
        try:
            return self._items[name]
        except KeyError:
            known = ", ".join(sorted(self._items)) or "none"
            raise UnknownKindError(f"unknown {self.what} {name!r}; known: {known}") from None

    def names(self) -> tuple[str, ...]:
        """Registered names in the order of registration."""
        return tuple(self._items)

    def __contains__(self, name: object) -> bool:
        return name in self._items
