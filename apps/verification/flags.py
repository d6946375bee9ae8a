"""Flags in a text: behind each statement that its sources do not bear out, ``[flag:VERDICT]``. Pure.

Offsets count Unicode code points.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

UNCHECKED = "unchecked"

# what still belongs to a statement: its full stop, a closing mark, the citations behind it
_REST = re.compile(r"[.!?]?[\"”’')\]]*(?:[ \t]*\[cite:[0-9a-f]{12}\])*[.!?]?")
_FLAG = re.compile(r" \[flag:[a-z_]+\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """``marker`` goes into the text at ``offset``, which counts in the text without any flag."""

    offset: int
    marker: str


def flags_for(text: str, statements: Sequence[tuple[int, str]]) -> tuple[Flag, ...]:
    """A flag behind each (end offset, verdict); statements that end at the same place share the first one's."""
    found: dict[int, str] = {}
    for end, verdict in statements:
        rest = _REST.match(text, end)
        found.setdefault(rest.end() if rest else end, verdict)
    return tuple(Flag(offset=offset, marker=f" [flag:{verdict}]") for offset, verdict in sorted(found.items()))


def with_flags(text: str, flags: Sequence[Flag]) -> str:
    """The text with its flags."""
    parts, at = [], 0
    for flag in flags:
        parts += [text[at : flag.offset], flag.marker]
        at = flag.offset
    return "".join([*parts, text[at:]])


def moved(start: int, end: int, flags: Sequence[Flag]) -> tuple[int, int]:
    """Where text[start:end] lies once the flags are in; a flag right behind it stays outside."""
    before = sum(len(flag.marker) for flag in flags if flag.offset <= start)
    inside = sum(len(flag.marker) for flag in flags if start < flag.offset < end)
    return start + before, end + before + inside


def without_flags(text: str) -> str:
    """The text as it was before it was flagged."""
    return _FLAG.sub("", text)
