"""What each of the cast is asked and answers, whichever engine plays it.

A side registers itself under its engine's name in ``WRITERS``, ``SKEPTICS`` or ``JUDGES`` (registry.py); a model
endpoint is one more side.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from apps.verification.types import ClaimDraft, ContextChunk, Judgement, Mode, SkepticReport


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A claim of the earlier text that did not hold."""

    claim_text: str
    start_offset: int
    end_offset: int
    verdict: str
    reason: str
    suggested_key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriterTask:
    """A question and the passages to answer it from, best first."""

    query: str
    chunks: tuple[ContextChunk, ...]
    mode: str = "answer"
    verification: Mode = Mode.STRICT
    conversation: tuple[tuple[str, str], ...] = ()  # earlier (question, answer)


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionTask:
    """A text, what of it did not hold, and the passages that may be cited."""

    query: str
    text: str
    problems: tuple[Problem, ...]
    chunks: tuple[ContextChunk, ...]
    verification: Mode = Mode.STRICT


class Writer(Protocol):
    """Writes text with ``[cite:KEY]`` anchors before the full stop or right after a sentence."""

    name: str

    def write(self, task: WriterTask) -> Iterator[str]:
        """Pieces of the text in order; joined they are the text. Says so, uncited, when nothing answers."""

    def revise(self, task: RevisionTask) -> Iterator[str]:
        """Pieces of the whole revised text: a citation added, a claim softened or removed; never a new key."""


class Skeptic(Protocol):
    """Takes a text apart."""

    name: str

    def review(
        self, *, query: str, text: str, chunks: tuple[ContextChunk, ...], intensity: str = "light"
    ) -> SkepticReport:
        """Claims in text order with exact offsets, and what to doubt. ``intensity``: ``light`` or ``aggressive``."""


class Judge(Protocol):
    """Holds a claim against passages."""

    name: str

    def judge(self, *, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...]) -> Iterator[Judgement]:
        """One Judgement per claim, in order, each as soon as it is known."""
