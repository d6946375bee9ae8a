"""Regular expressions that are compiled when they are first used.

Hundreds of large ones would cost every process that starts more than half a second, be it one that reads no text.
"""

import re
from functools import cached_property
from typing import Any, cast

_waiting: "list[_Lazy]" = []


class _Lazy:
    """Stands for ``re.compile(pattern, flags)``; each of its methods is taken from it at first use."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(self.compiled, name)
        setattr(self, name, value)
        return value


def lazy_regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """``re.compile`` at first use; its ``pattern`` can be read before. A mistake in it shows then."""
    made = _Lazy(pattern, flags)
    _waiting.append(made)
    return cast(re.Pattern[str], made)


def any_of(words: str) -> str:
    """The pattern of any word of a text: ``way*`` for all that begin so, ``set_aside`` for two words in a row."""
    ways = (re.escape(word).replace(r"\*", r"\w*").replace("_", r"\s+") for word in words.split())
    return rf"(?:{'|'.join(ways)})"


def compile_all() -> int:
    """Compile what still waits, as before a fork, so that no child has to; how many there were."""
    many = len(_waiting)
    while _waiting:
        _ = _waiting.pop().compiled
    return many
