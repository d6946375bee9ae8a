"""Sentences of passages taken together as a draft tells them, and told only once. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.reading.context import Context, Place
from apps.agents.reading.words import plain
from apps.verification.citations import strip_citations
from apps.verification.types import ContextChunk

OVERLAP = 80  # words at most by which a passage repeats the one before it
LONGEST_HEADING = 10  # words
LONGEST_RUN = 4  # sentences of one passage that are told together


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Places of one passage that are told together, in their order: sentences, a list with what opens it, or rows."""

    places: tuple[Place, ...]

    @property
    def document_id(self) -> str:
        return self.places[0].chunk.document_id

    @property
    def is_rows(self) -> bool:
        return self.places[0].unit.row is not None

    @property
    def is_list(self) -> bool:
        return self.places[0].text.endswith(":")


def places_in(runs: Sequence[Run]) -> list[Place]:
    """The places of several runs, in their order."""
    return [place for run in runs for place in run.places]


def fingerprint(text: str) -> str:
    """What two tellings of one sentence have in common whatever their marks and citations."""
    return " ".join(re.findall(r"\w+", strip_citations(text).lower()))


def repeated_from_before(context: Context) -> frozenset[tuple[int, int]]:
    """(rank, index) of the sentences that may be the end of an earlier passage, which another section may tell.

    A passage begins with the last sentences of the one before it unless it begins with its heading. Where that one is
    among the passages too, the sentences are known and need no guess.
    """
    chunks = {place.rank: place.chunk for place in context.places}
    guessed = {
        rank
        for rank, chunk in chunks.items()
        if chunk.start_offset and not _opens_section(chunk) and not any(_goes_before(o, chunk) for o in chunks.values())
    }
    found: set[tuple[int, int]] = set()
    words: dict[int, int] = {}
    for place in context.places:
        words[place.rank] = words.get(place.rank, 0) + len(place.text.split())
        if place.rank in guessed and words[place.rank] <= OVERLAP:
            found.add(place.at)
    return frozenset(found)


def _opens_section(chunk: ContextChunk) -> bool:
    """Whether a passage begins with a heading: what it repeats are sentences."""
    begins = plain(chunk.content.lstrip().partition("\n")[0])
    headed = any(begins.lower().startswith(plain(heading).lower()) for heading in chunk.heading_path)
    return headed or (len(begins.split()) <= LONGEST_HEADING and begins[-1:] not in set(".!?:;,"))


def _goes_before(other: ContextChunk, chunk: ContextChunk) -> bool:
    same = other.document_id == chunk.document_id
    return same and other.start_offset < chunk.start_offset <= other.end_offset


def runs_of(usable: Sequence[Place]) -> tuple[tuple[Place, ...], ...]:
    """Sentences that stand one after another in a passage under one heading, all of them usable."""
    runs: list[list[Place]] = []
    for place in sorted(usable, key=lambda place: place.at):
        last = runs[-1][-1] if runs else None
        follows = last and (last.rank, last.index + 1, last.unit.heading) == (
            place.rank,
            place.index,
            place.unit.heading,
        )
        if follows:
            runs[-1].append(place)
        else:
            runs.append([place])
    return tuple(tuple(run) for run in runs)
