"""The marks of list items: bullets, figures, letters, ordinals ("First, …") and labels ("Option A: …"). Pure."""

import re
from dataclasses import dataclass

from apps.core.patterns import lazy_regex

_BULLETS = "-*+•‣▪●○◦–—·■□➢✓→⁃‒§"
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
_MARK = lazy_regex(
    rf"(?P<indent>\s*)(?:(?P<bullet>[{re.escape(_BULLETS)}])\s+"
    r"|(?P<section>\d{1,2}(?:\.\d{1,2})+)\s+(?=[A-Za-z])"
    rf"|(?P<ordinal>{'|'.join(one.title() for one in _ORDINALS)}|Last|Final)(?:ly)?,\s+"
    r"|(?P<label>[A-Z][a-z]+)\s+(?:(?P<nth>\d{1,2})[.:)]|(?P<which>[A-Z])[:)])\s+"
    r"|(?P<open>[(\[]?)(?P<value>(?P<number>\d{1,3}(?:\.\d{1,3})*)|[A-Za-z]{1,2}|[ivxIVX]{1,5})(?P<close>[.)\]])"
    r"(?:\s+|(?=[A-Z])))(?=\S)"
)
_BY_ITSELF = lazy_regex(r"\s*[(\[]?(?:\d{1,2}|[a-z]{1,2}|[ivx]{1,5})[.)\]]\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mark:
    """``value``: which item it marks, in small letters; empty for a bullet."""

    style: str
    indent: int
    value: str = ""

    @property
    def may_begin(self) -> bool:
        """Whether it can mark the first item of a list."""
        return self.value in ("", "1", "a", "i", "first")

    def like(self, other: "Mark") -> bool:
        """Whether both are of one kind."""
        return self.style == other.style

    def is_before(self, other: "Mark") -> bool:
        """Whether the other one marks the item behind it."""
        return self.like(other) and self.indent >= other.indent and other.value in _next(self.value)


def _next(value: str) -> set[str]:
    """What may be counted behind a value; letters may be figures of Rome."""
    *above, last = value.split(".")
    if last.isdigit():
        return {".".join((*above, str(int(last) + 1)))}
    following = {row[row.index(value) + 1] for row in (_ORDINALS, _ROMAN) if value in row[:-1]}
    return following | {chr(ord(value) + 1)} if len(value) == 1 and value < "z" else following


def mark_of(line: str) -> Mark | None:
    """The mark that opens a line."""
    found = _MARK.match(line)
    if found is None:
        return None
    value = (found["nth"] or found["which"] or found["value"] or found["section"] or found["ordinal"] or "").lower()
    style = (
        found["bullet"]
        or (found["section"] and "1.1")
        or (found["ordinal"] and "first,")
        or (found["label"] and f"{found['label']} 1")
        or f"{found['open']}{'1' if found['number'] else 'a'}{found['close']}"
    )
    return Mark(style, len(found["indent"].expandtabs(4)), value)


def mark_alone(line: str) -> Mark | None:
    """The mark that is all of a line: what it marks stands on the next one."""
    return mark_of(f"{line.rstrip()} …") if _BY_ITSELF.fullmatch(line) else None


def unmarked(item: str) -> str:
    """An item without its mark."""
    mark = _MARK.match(item)
    return item[mark.end() if mark else 0 :].lstrip()
