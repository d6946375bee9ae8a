"""A section as it streams, without the headings a model writes although it was told not to. Pure."""

import re
from collections.abc import Iterator

from apps.core.patterns import lazy_regex

LONGEST = 200  # characters of a heading's line; a longer line is prose, whatever it begins with
_STATEMENT_WORDS = 4  # that end in a full stop are no title

_LINE = lazy_regex(r"[^\n]*\n|[^\n]+")
_MARKED = lazy_regex(r"\s*#{1,6}(?:\s+|$)")
_BOLD = lazy_regex(r"\s*(\*\*|__)(?P<inside>(?:(?!\1).)+)\1\s*:?\s*\Z")
_RULE = lazy_regex(r"\s*(?:[=*_-]\s?){2,}\s*\Z")
_ENUMERATOR = lazy_regex(
    r"\A\W*(?:(?:section|part|chapter)\s+)?(?:\d{1,2}(?:\.\d{1,2})*[.):]?|[ivx]{1,4}[.):])\s+", re.IGNORECASE
)
# the beginning of an enumerator, as far as it has come
_ENUMERATING = lazy_regex(
    r"\W*(?:s(?:e(?:c(?:t(?:i(?:on?)?)?)?)?)?|p(?:a(?:rt?)?)?|c(?:h(?:a(?:p(?:t(?:er?)?)?)?)?)?)?"
    r"\s*[\divx.]*[.):]?\s*",
    re.IGNORECASE,
)
# of lines that open with a mark: a list item, a word that begins with "#", a bold word that a sentence follows
_PROSE = lazy_regex(
    r"\s*(?:[-*]\s+[^\s*_=-]|#{1,6}[^#\s]|#{7}|[-=][^\s*_=-]|[*_][^\s*_=-]|(\*\*|__)(?:(?!\1).)+\1\s*:?\s*[^\s:*_])"
)


class Headless:
    """Lets prose through as it comes; a line is held back only while it may still turn out to be a heading.

    Dropped are lines marked as headings, lines that are bold throughout, rules, and, before the first prose, a line
    that only repeats one of ``headings``. A statement under a heading's mark loses the mark and stays. However a text
    is cut into pieces, the joined output is the same.
    """

    def __init__(self, *headings: str) -> None:
        self._headings = frozenset(filter(None, map(_bare, headings)))
        self._line = ""  # what is held back of the line that is open
        self._inside = False  # the open line is prose and passes
        self._begun = False  # prose was given out
        self._dropped = False  # a line fell: the empty ones behind it fall with it

    def feed(self, piece: str) -> Iterator[str]:
        """Take the next piece; what can be shown by now."""
        for part in _LINE.findall(piece):
            if shown := self._take(part):
                yield shown

    def finish(self) -> Iterator[str]:
        """The text is over: what was held back of its last line, unless that is a heading."""
        if shown := self._whole():
            yield shown

    def _take(self, part: str) -> str:
        ended = part[-1] == "\n"
        if self._inside:
            self._inside = not ended
            return part
        self._line += part
        if ended:
            return self._whole()
        if self._may_be_heading(self._line):
            return ""
        shown, self._line, self._inside = self._line, "", True
        return self._given(shown)

    def _whole(self) -> str:
        """The line that was held back, now that it is complete; nothing where it is a heading."""
        line, self._line = self._line, ""
        if not line.strip():
            return "" if self._dropped or not self._begun else line
        shown = self._unheaded(line)
        if shown != line and any(not self._may_be_heading(line[:end]) for end in range(1, len(line.rstrip()) + 1)):
            shown = line  # cut into smaller pieces it would have passed as prose
        self._dropped = not shown
        return self._given(shown)

    def _unheaded(self, line: str) -> str:
        mark, bold = _MARKED.match(line), _BOLD.match(line)
        if mark:
            return line[mark.end() :] if _is_statement(line) else ""
        if _RULE.match(line) or (bold and not _is_statement(bold["inside"])):
            return ""
        return "" if not self._begun and _bare(line) in self._headings else line

    def _given(self, shown: str) -> str:
        shown = shown if self._begun else shown.lstrip()
        self._begun, self._dropped = self._begun or bool(shown), self._dropped and not shown
        return shown

    def _may_be_heading(self, begun: str) -> bool:
        """Whether a line that begins so may still turn out to be a heading."""
        held = begun.strip()
        if len(held) > LONGEST:
            return False
        if not held or (held[0] in "#*_=-" and not _PROSE.match(held)):
            return True
        if self._begun:
            return False
        bare = _bare(held)
        return any(heading.startswith(bare) for heading in self._headings) or bool(_ENUMERATING.fullmatch(held))


def without_headings(pieces: Iterator[str], *headings: str) -> Iterator[str]:
    """The pieces of a section without heading lines; ``headings``: the section's own and the draft's title."""
    prose = Headless(*headings)
    for piece in pieces:
        yield from prose.feed(piece)
    yield from prose.finish()


def _bare(line: str) -> str:
    """A heading by its words alone: "## 2. Liquidity:" is "liquidity"."""
    plain = re.sub(r"[*_`#]", "", line)
    return " ".join(re.findall(r"\w+", _ENUMERATOR.sub("", plain, count=1).casefold()))


def _is_statement(line: str) -> bool:
    """Whether a line says something a reader would check, whatever its marks."""
    return "[cite:" in line or (
        line.rstrip(" \t\r\n*_\"'”’)")[-1:] in set(".!") and len(line.split()) >= _STATEMENT_WORDS
    )
