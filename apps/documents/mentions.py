"""How often a document refers to its own sections: what many passages name is what readers look for. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from apps.documents.types import Heading

SHORTEST, LONGEST = (
    3,
    14,
)  # words of a heading that is counted: fewer (The Company, Revenue) are met everywhere by chance
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


def chunk_mentions(
    *,
    heading_path: Iterable[str],
    start_offset: int,
    end_offset: int,
    headings: Sequence[Heading],
    mentions: dict[str, int],
) -> int:
    """The highest count among the section a passage belongs to and the headings inside it; 0 when none is named."""
    own = tuple(heading_path)[-1:]
    inside = (heading.title for heading in headings if start_offset <= heading.start_offset < end_offset)
    return max((mentions.get(title, 0) for title in (*own, *inside)), default=0)


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
