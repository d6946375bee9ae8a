"""Extracted text cut into passages that can be retrieved and cited. Pure.

Passages are made of whole sentences, about ``target`` tokens long, and begin with the last sentences of the one before
(``overlap`` tokens at most) inside the same section. Small sections go together when they are related: a section and
those below it, or neighbours under the same heading; never two sections of the top level.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from apps.core.sentences import Span, split_sentences
from apps.documents.mentions import chunk_mentions, mentions_of
from apps.documents.scales import gives_scaled_amounts
from apps.documents.types import ChunkDraft, Extracted, PageSpan

KEY_DIGITS = 12
CountTokens = Callable[[list[str]], list[int]]

_SMALL = 0.3  # of target: a passage below it takes in the next related section even when that must be parted
_TAIL = 0.2  # of target: a rest below it stays with the passage before it
_WIDE_SENTENCE = 1.5  # of overlap: the longest sentence that is repeated
_LONGEST_WORD = 1000  # characters; what has no space for so long is cut anywhere


class KeysExhaustedError(ValueError):
    """Every key that a hash could give belongs to another text; five collisions of 48 bits each."""


@dataclass(frozen=True, slots=True)
class Unit:
    """text[start:end]: a sentence, heading, row or piece of an overlong sentence, and its length in tokens."""

    start: int
    end: int
    tokens: int
    section: int
    heading: bool


@dataclass(frozen=True, slots=True)
class Section:
    """What stands between two headings; ``path`` ends with its own heading."""

    path: tuple[str, ...]
    start: int
    end: int
    body: int  # where the heading ends


def key_of(chunk_hash: str, taken: Mapping[str, str]) -> str:
    """The citation key of a text: the first 12 hex digits of its hash that no other text has, 12 digits at a time.

    ``taken``: key → hash of the texts that have one in the workspace. Equal texts share a key, also one that was given
    to the earlier of them because of a text that is gone by now.
    """
    candidates = keys_of(chunk_hash)
    for key in candidates:
        if taken.get(key) == chunk_hash:
            return key
    for key in candidates:
        if key not in taken:
            return key
    raise KeysExhaustedError(chunk_hash)


def keys_of(chunk_hash: str) -> tuple[str, ...]:
    """The keys that a hash can give, in the order in which they are tried."""
    starts = range(0, len(chunk_hash) - KEY_DIGITS + 1, KEY_DIGITS)
    return tuple(chunk_hash[start : start + KEY_DIGITS] for start in starts)


def chunk(
    extracted: Extracted, *, count_tokens: CountTokens, target: int = 500, overlap: int = 100
) -> tuple[ChunkDraft, ...]:
    """Passages in order; together they hold every sentence of the text.

    ``count_tokens`` gives the number of tokens (without special ones) of each text. ``target`` is exceeded by at most
    a fifth. ``page_end`` is the page of the last character, equal to ``page_number`` when the passage lies on one.
    """
    sections = sections_of(extracted)
    units = _units(extracted.text, sections, count_tokens, target)
    groups = _groups(units, sections, target)
    passages = [passage for group in groups for passage in _passages(group, target, overlap)]
    starts = [page.start_offset for page in extracted.pages]
    mentions = mentions_of(text=extracted.text, headings=extracted.headings)
    scaled = gives_scaled_amounts(extracted.text)
    drafts = (_draft(index, passage, extracted, sections, starts) for index, passage in enumerate(passages))
    return tuple(
        replace(draft, mentions=chunk_mentions(draft, headings=extracted.headings, mentions=mentions), scaled=scaled)
        for draft in drafts
    )


def sections_of(extracted: Extracted) -> tuple[Section, ...]:
    """The text from heading to heading, each part under its path of titles."""
    bounds = [(0, 0, ())]
    stack: list[tuple[int, str]] = []
    for heading in extracted.headings:
        while stack and stack[-1][0] >= heading.level:
            stack.pop()
        stack.append((heading.level, heading.title))
        bounds.append((heading.start_offset, heading.end_offset, tuple(title for _, title in stack)))
    ends = [start for start, _, _ in bounds[1:]] + [len(extracted.text)]
    return tuple(
        Section(path=path, start=start, end=end, body=body)
        for (start, body, path), end in zip(bounds, ends, strict=True)
    )


def _units(text: str, sections: Sequence[Section], count_tokens: CountTokens, target: int) -> list[Unit]:
    """Sentences of all sections with their lengths; those longer than ``target`` are cut between words."""
    spans: list[tuple[Span, int, bool]] = []
    for number, section in enumerate(sections):
        for base, end, heading in ((section.start, section.body, True), (section.body, section.end, False)):
            piece = text[base:end]
            if heading and piece.strip():
                spans.append((_stripped(piece, base), number, True))
            elif not heading:
                spans.extend(
                    (Span(start=base + span.start, end=base + span.end), number, False)
                    for span in split_sentences(piece)
                )
    counts = count_tokens([text[span.start : span.end] for span, _, _ in spans])
    units = []
    for (span, number, heading), tokens in zip(spans, counts, strict=True):
        if tokens <= target:
            units.append(Unit(span.start, span.end, tokens, number, heading))
        else:
            units.extend(
                Unit(start, end, size, number, heading) for start, end, size in _cut(text, span, count_tokens, target)
            )
    return units


def _stripped(piece: str, base: int) -> Span:
    lead = len(piece) - len(piece.lstrip())
    return Span(start=base + lead, end=base + len(piece.rstrip()))


def _cut(text: str, span: Span, count_tokens: CountTokens, target: int) -> Iterable[tuple[int, int, int]]:
    """(start, end, tokens) of pieces of an overlong sentence, each of at most ``target`` tokens."""
    words = list(_words(text, span))
    counts = count_tokens([text[start:end] for start, end in words])
    first, size = 0, 0
    for index, tokens in enumerate(counts):
        if size and size + tokens > target:
            yield words[first][0], words[index - 1][1], size
            first, size = index, 0
        size += tokens
    yield words[first][0], words[-1][1], size


def _words(text: str, span: Span) -> Iterable[tuple[int, int]]:
    position = span.start
    for word in text[span.start : span.end].split():
        start = text.index(word, position)
        position = start + len(word)
        for cut in range(start, position, _LONGEST_WORD):
            yield cut, min(position, cut + _LONGEST_WORD)


def _groups(units: Sequence[Unit], sections: Sequence[Section], target: int) -> list[list[Unit]]:
    """Units of sections that may share a passage."""
    sizes: dict[int, int] = {}
    for unit in units:
        sizes[unit.section] = sizes.get(unit.section, 0) + unit.tokens
    groups: list[list[Unit]] = []
    size = 0
    for unit in units:
        group = groups[-1] if groups else []
        same = bool(group) and group[-1].section == unit.section
        if group and (same or _joins(group, size, unit, sizes[unit.section], sections, target)):
            group.append(unit)
            size += unit.tokens
        else:
            groups.append([unit])
            size = unit.tokens
    return groups


def _joins(
    group: Sequence[Unit], size: int, unit: Unit, section_size: int, sections: Sequence[Section], target: int
) -> bool:
    """Whether the section that begins with ``unit`` goes with the group before it."""
    if all(member.heading for member in group):
        return True  # a heading alone is no passage
    if size + section_size > target and size >= target * _SMALL:
        return False
    first, here = sections[group[0].section].path, sections[unit.section].path
    below = bool(first) and here[: len(first)] == first
    parent = first[:-1]
    beside = bool(parent) and here[: len(parent)] == parent
    return below or beside


def _passages(group: Sequence[Unit], target: int, overlap: int) -> list[list[Unit]]:
    """A group's units in passages of about ``target`` tokens."""
    passages: list[list[Unit]] = []
    current: list[Unit] = []
    size = 0
    left = sum(unit.tokens for unit in group)
    for unit in group:
        if current and size + unit.tokens > target and left > target * _TAIL:
            passages.append(current)
            current = _repeated(current, overlap, target - unit.tokens)
            size = sum(repeated.tokens for repeated in current)
        current.append(unit)
        size += unit.tokens
        left -= unit.tokens
    return [*passages, current] if current else passages


def _repeated(passage: Sequence[Unit], overlap: int, room: int) -> list[Unit]:
    """The last sentences of a passage that the next one begins with."""
    taken: list[Unit] = []
    size = 0
    for unit in reversed(passage[1:]):
        limit = overlap if taken else overlap * _WIDE_SENTENCE
        if size + unit.tokens > min(limit, room):
            break
        taken.append(unit)
        size += unit.tokens
    return taken[::-1]


def _draft(
    index: int, passage: Sequence[Unit], extracted: Extracted, sections: Sequence[Section], starts: Sequence[int]
) -> ChunkDraft:
    start, end = passage[0].start, passage[-1].end
    content = extracted.text[start:end]
    return ChunkDraft(
        content=content,
        chunk_hash=hashlib.sha256(content.encode()).hexdigest(),
        chunk_index=index,
        start_offset=start,
        end_offset=end,
        page_number=page_at(extracted.pages, start, starts),
        page_end=page_at(extracted.pages, end - 1, starts),
        heading_path=_common_path(passage, sections),
        token_count=sum(unit.tokens for unit in passage),
    )


def page_at(pages: Sequence[PageSpan], offset: int, starts: Sequence[int] | None = None) -> int | None:
    """The number of the page that ``offset`` lies on; None for a text without pages. ``starts``: where pages begin."""
    if not pages:
        return None
    starts = [page.start_offset for page in pages] if starts is None else starts
    return pages[max(0, bisect_right(starts, offset) - 1)].number


def _common_path(passage: Sequence[Unit], sections: Sequence[Section]) -> tuple[str, ...]:
    """The headings that a passage's sections share; one of which only the heading is there does not count."""
    numbers = {unit.section for unit in passage if not unit.heading} or {unit.section for unit in passage}
    paths = [sections[number].path for number in sorted(numbers)]
    shared = paths[0]
    for _, path in pairwise([shared, *paths]):
        same = 0
        while same < min(len(shared), len(path)) and shared[same] == path[same]:
            same += 1
        shared = shared[:same]
    return shared
