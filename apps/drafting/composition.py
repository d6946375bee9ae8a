"""A draft put together from its sections, always in the same way: while it is told, and when it is whole. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A section as it stands in the draft: text[start:end] is what its Writer wrote, without the heading."""

    heading: str
    start: int
    end: int


def opening(title: str) -> str:
    """What stands above the first section."""
    return f"# {title}"


def lead(heading: str) -> str:
    """What stands between a section and the text before it."""
    return f"\n\n## {heading}\n\n"


def composed(title: str, sections: Sequence[tuple[str, str]]) -> tuple[str, tuple[Part, ...]]:
    """The whole text of (heading, body) pairs, and where each section's body lies in it; an empty one is left out."""
    text, parts = opening(title), []
    for heading, body in sections:
        if not body:
            parts.append(Part(heading=heading, start=len(text), end=len(text)))
            continue
        text += lead(heading)
        parts.append(Part(heading=heading, start=len(text), end=len(text) + len(body)))
        text += body
    return text, tuple(parts)
