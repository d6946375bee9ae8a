"""How much of a text that is still being written is read as it will be read in the end. Pure.

Sentences are told by what surrounds them (``apps.core.sentences``): a full stop by the word behind it, the end of a
line by the lines of its paragraph. A sentence is settled once nothing that may follow can change where it ends, what it
cites, or anything before it. What is settled stays so, however the text goes on.
"""

import re
from itertools import pairwise

from apps.core.sentences import Span, is_table_row, split_sentences

_ANCHOR_LENGTH = len("[cite:0123456789ab]")
LONGEST_LINE = 4000  # characters; of a longer one the end or the beginning is read
_LOOK = 40  # characters behind a full stop that are looked at
_OPENS_WORD = re.compile(r"[\"'“‘(\[$€£]*")
_ITEM = re.compile(r"\s*(?:[-*+•]|\(?\d{1,3}\))\s+\S")
_NUMBERED = re.compile(r"\s*\d{1,3}\.\s+\S")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+\S")


def settled_end(text: str) -> int:
    """Where the first sentence begins that is not settled; everything before it is."""
    begun = _open_paragraph(text)
    spans = [span for span in split_sentences(text) if span.start >= begun]
    for span, following in pairwise(spans):
        breaks = _line_ends(text, span.start, following.start)
        if not all(_is_settled_break(text, at, span) for at in breaks):
            return span.start
        if not breaks and not _is_told_from(text, following.start):
            return span.start
    return spans[-1].start if spans else begun


def _open_paragraph(text: str) -> int:
    """Where the paragraph begins that may still go on: behind the last empty line that is complete."""
    begun = position = 0
    for line in text.splitlines(keepends=True):
        position += len(line)
        if line.isspace() and line.splitlines() != [line]:
            begun = position
    return begun


def _line_ends(text: str, start: int, end: int) -> list[int]:
    """Where lines end in text[start:end], counted in the text."""
    lines = text[start:end].splitlines(keepends=True)
    ends, position = [], start
    for line in lines:
        position += len(line)
        if line.splitlines() != [line]:
            ends.append(position)
    return ends


def _is_told_from(text: str, at: int) -> bool:
    """Whether enough stands from ``at`` on to say that a sentence begins there: its first word to the end."""
    rest = text[at : at + _LOOK + 1]
    if rest.startswith("[") and len(rest) <= _ANCHOR_LENGTH:
        return False  # may become a citation of the sentence before
    opened = _OPENS_WORD.match(rest)
    word = rest[opened.end() if opened else 0 :]
    letters = next((place for place, char in enumerate(word) if not char.isalnum()), len(word))
    return len(rest) > _LOOK or letters < len(word)


def _is_settled_break(text: str, at: int, span: Span) -> bool:
    """Whether the line that ends at ``at`` parts two sentences for good: ``span`` and what the next line opens."""
    before, after = _line_before(text, at), _line_after(text, at)
    if text[at - 1] != "\n" or at < span.end or not after.strip():
        return False
    if _HEADING.match(after) or _ITEM.match(after) or _HEADING.match(before) or is_table_row(before):
        return True
    if _NUMBERED.match(after) and before.rstrip()[-1:] in set(".:;!?"):
        return True
    indent = len(after) - len(after.lstrip())
    if not _is_told_from(text, at + indent):
        return False
    # parted whether the two lines are read as one or not
    joined = f"{before.rstrip()} {after.lstrip()}"
    return len(before.rstrip()) in {one.end for one in split_sentences(joined)}


def _line_before(text: str, at: int) -> str:
    return text[max(0, at - LONGEST_LINE) : at].splitlines()[-1]


def _line_after(text: str, at: int) -> str:
    lines = text[at : at + LONGEST_LINE].splitlines()
    return lines[0] if lines else ""
