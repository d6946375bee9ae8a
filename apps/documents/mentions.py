"""How often a document refers to its own sections: what many passages name is what readers look for. Pure."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from apps.documents.types import ChunkDraft, Heading

SHORTEST, LONGEST = (
    3,
    14,
)  # words of a heading that is counted: fewer (The Company, Revenue) are met everywhere by chance
PLACE = 3000  # characters: a longer section is no place that one looks something up in
RUNNING = 4  # a heading that is printed more often than this is a running title and says nothing

_NOT_A_LETTER = re.compile(r"[^a-z]+")


def mentions_of(*, text: str, headings: Sequence[Heading]) -> dict[str, int]:
    """Heading title → how often it is named in ``text`` elsewhere; headings that are not named are left out.

    A title is also named by its last words, three at least: "Acme Inc. Consolidated Balance Sheets" by "Consolidated
    Balance Sheets".
    """
    printed = Counter(_plain(heading.title) for heading in headings)
    body = _plain(text)
    seen: dict[str, int] = {}
    mentions: dict[str, int] = {}
    for title in dict.fromkeys(heading.title for heading in headings):
        words = _plain(title).split()
        if not SHORTEST <= len(words) <= LONGEST or printed[_plain(title)] > RUNNING:
            continue
        count = max(_elsewhere(words[start:], body, printed, seen) for start in range(len(words) - SHORTEST + 1))
        if count:
            mentions[title] = count
    return mentions


def chunk_mentions(draft: ChunkDraft, *, headings: Sequence[Heading], mentions: Mapping[str, int]) -> int:
    """The highest count among the sections of at most PLACE characters that a passage lies in or that begin in it."""
    own = draft.heading_path[-1:]
    counts = [0]
    for place, heading in enumerate(headings):
        if heading.start_offset >= draft.end_offset:
            break
        count = mentions.get(heading.title, 0)
        if count and (heading.start_offset >= draft.start_offset or heading.title in own):
            end = section_end(headings, place)
            if end is not None and end > draft.start_offset and end - heading.start_offset <= PLACE:
                counts.append(count)
    return max(counts)


def section_end(headings: Sequence[Heading], place: int) -> int | None:
    """Where the section of headings[place] ends: at the next heading of its level or above; None for the last."""
    level = headings[place].level
    following = (heading.start_offset for heading in headings[place + 1 :] if heading.level <= level)
    return next(following, None)


def _elsewhere(words: Sequence[str], body: str, printed: Counter[str], seen: dict[str, int]) -> int:
    """How often ``words`` stand in ``body`` outside of headings; 0 when too many headings end with them."""
    phrase = f" {' '.join(words)} "
    if phrase not in seen:
        in_headings = sum(count for heading, count in printed.items() if phrase in heading)
        seen[phrase] = 0 if in_headings > RUNNING else max(0, body.count(phrase) - in_headings)
    return seen[phrase]


def _plain(text: str) -> str:
    """Letters only, in lower case, one space between words and one on each side."""
    return f" {' '.join(_NOT_A_LETTER.sub(' ', text.lower()).split())} "
