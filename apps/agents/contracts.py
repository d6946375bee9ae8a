"""What each of the cast is asked and answers, whichever engine plays it.

A side registers itself under its engine's name in ``WRITERS``, ``SKEPTICS`` or ``JUDGES`` (registry.py); any other name
is that of a model at the endpoint. A side raises ModelError when its model cannot be asked or answers nothing usable;
``prompts`` says by which wording it asks (name → the first 12 hex digits of the SHA-256; empty for a built-in side).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from apps.verification.types import ClaimDraft, ContextChunk, Judgement, Mode, SkepticReport, Thresholds


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

    query: str  # stands by itself
    chunks: tuple[ContextChunk, ...]
    mode: str = "answer"
    verification: Mode = Mode.STRICT
    asked: str = ""  # in the reader's words, which may refer to the conversation; empty: as ``query``
    conversation: tuple[tuple[str, str], ...] = ()  # earlier (question, answer without citations), newest last


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionTask:
    """A text, what of it did not hold, and the passages that may be cited."""

    query: str
    text: str
    problems: tuple[Problem, ...]
    chunks: tuple[ContextChunk, ...]
    verification: Mode = Mode.STRICT
    missing: tuple[str, ...] = ()  # what the Skeptic found to be left out, in sentences
    contradictions: tuple[str, ...] = ()  # between the sources, as the Skeptic saw them
    elsewhere: str = ""  # the other sections of a draft: what they say is not to be said again
    conversation: tuple[tuple[str, str], ...] = ()  # as for the text itself


class SectionKind(StrEnum):
    INTRODUCTION = "introduction"  # what the draft says, before it says it
    BODY = "body"
    CLOSING = "closing"  # what follows from the sections, and what the documents leave open


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a draft as it is planned. ``brief`` says what it is to tell; its passages are retrieved by it."""

    heading: str
    brief: str
    kind: SectionKind = SectionKind.BODY


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A draft as it is planned: an introduction, sections of the body, a closing, in this order.

    ``gaps``: what was asked for and no passage speaks of, each as a sentence for the reader.
    """

    title: str
    sections: tuple[Section, ...]
    gaps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineTask:
    """What the draft is to be about, and passages that show what the documents have on it, best first.

    ``parts``: headings of what the documents are made of, in their order, where they are asked for as a whole; the
    passages are spread over them.
    """

    query: str
    chunks: tuple[ContextChunk, ...]
    verification: Mode = Mode.STRICT
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionTask:
    """One section of a draft, written beside the others.

    ``chunks`` may be cited, best first; those of ``elsewhere`` (keys of them) are for another section to tell of, so
    that nothing is told twice. ``text`` is the draft so far, for a closing only. ``several``: the draft tells of more
    documents than the one that ``chunks`` may be of.
    """

    query: str
    outline: Outline
    index: int
    chunks: tuple[ContextChunk, ...]
    elsewhere: frozenset[str] = frozenset()
    text: str = ""
    verification: Mode = Mode.STRICT
    several: bool = False

    @property
    def section(self) -> Section:
        return self.outline.sections[self.index]


class Writer(Protocol):
    """Writes text with ``[cite:KEY]`` anchors before the full stop or right after a sentence."""

    name: str
    prompts: Mapping[str, str]

    def write(self, task: WriterTask) -> Iterator[str]:
        """Pieces of the text in order; joined they are the text. Says so, uncited, when nothing answers."""

    def revise(self, task: RevisionTask) -> Iterator[str]:
        """Pieces of the whole revised text: a citation added, a claim softened or removed; never a new key.

        Of a draft one section is mended at a time; ``text`` is that section without its heading.
        """

    def outline(self, task: OutlineTask) -> Outline:
        """The plan of a draft: 3 to 8 sections of the body between introduction and closing; without passages none."""

    def section(self, task: SectionTask) -> Iterator[str]:
        """Pieces of one section in paragraphs, without its heading; what it cannot say for want of sources it names."""


class Skeptic(Protocol):
    """Takes a text apart."""

    name: str
    prompts: Mapping[str, str]

    def settled(self, *, query: str, text: str, final: bool) -> tuple[ClaimDraft, ...] | None:
        """Claims of a text that is still being written: those that no further word can change, in text order.

        What is told of a text is the beginning of what is told of any longer one; with ``final`` all of ``review``'s
        claims. None for a side that reads whole texts only.
        """

    def review(
        self, *, query: str, text: str, chunks: tuple[ContextChunk, ...], intensity: str = "light"
    ) -> SkepticReport:
        """Claims in text order with exact offsets, and what to doubt. ``intensity``: ``light`` or ``aggressive``.

        ``query`` is empty for a text that answers none: nothing is missing in it then, and it need not cite.
        """


class Judge(Protocol):
    """Holds a claim against passages.

    ``together``: how many claims, each with passages of its own, one call should be asked about; 1 for a side that
    gains nothing by it. ``thresholds``: where its scores are cut, for one judge's 0.8 is not another's.
    """

    name: str
    prompts: Mapping[str, str]
    together: int
    thresholds: Thresholds

    def judge(self, *, claims: tuple[ClaimDraft, ...], chunks: tuple[ContextChunk, ...]) -> Iterator[Judgement | None]:
        """One Judgement per claim, in order, each as soon as it is known; None for one that could not be judged.

        May raise ModelError after some: those stand, the others were not judged.
        """
