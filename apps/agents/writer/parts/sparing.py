"""What the sections of a draft can spare of what they tell, so that its closing can end on it. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.agents.reading.cited import read_cited
from apps.agents.writer.sentences.differing import SOURCES_DIFFER
from apps.agents.writer.sentences.leaning import leans
from apps.agents.writer.sentences.prose import fingerprint
from apps.verification.citations import strip_citations

FEWEST = 3  # cited statements of a part, and rows of a list, of which it can spare one

_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_PART = re.compile(r"^### .+$", re.MULTILINE)
EMPTY_LINE = re.compile(r"\n[ \t]*\n")
ITEM = "- "


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A sentence or row, as it is written.

    ``rows``: how many stand in its list; ``leads``: others follow it in its paragraph; ``held``: it has to stay there.
    """

    text: str
    cited: bool
    rows: int
    leads: bool
    held: bool


def spared(text: str, headings: Sequence[str]) -> tuple[str, ...]:
    """Fingerprints, in the order of ``text``, of what the sections under ``headings`` can do without.

    That is no part's first statement, nor a paragraph's that others follow, nothing that the next sentence leans on,
    nothing of a list under a cited sentence and nothing of a part that sets sources against one another.
    """
    sections = [body for heading, body in _sections(text) if heading in headings]
    return tuple(fingerprint(one.text) for body in sections for part in _parts(body) for one in _spared_of(part))


def loose_in(body: str) -> tuple[str, ...]:
    """Fingerprints of the statements of a section that nothing else in it needs where another says them too."""
    return tuple(fingerprint(one.text) for part in _parts(body) for one in _free(part) if one.cited)


def text_under(text: str, headings: Sequence[str]) -> str:
    """What ``text`` tells under ``headings``; all of it where it has no headings of sections."""
    sections = _sections(text)
    return "\n\n".join(body for heading, body in sections if heading in headings) if sections else text


def _sections(text: str) -> list[tuple[str, str]]:
    """(heading, what stands under it)."""
    _, *rest = _SECTION.split(text)
    return [(heading.strip(), body) for heading, body in zip(rest[::2], rest[1::2], strict=True)]


def _parts(body: str) -> list[list[_Told]]:
    """What is told of each company or document, where sources are not set against one another."""
    return [list(_told(part)) for part in _PART.split(body) if SOURCES_DIFFER not in part]


def _spared_of(part: Sequence[_Told]) -> Iterator[_Told]:
    cited = [one for one in part if one.cited]
    if len(cited) >= FEWEST:
        yield from (one for one in _free(part) if one in cited[1:] and not one.leads and not 0 < one.rows < FEWEST)


def _free(part: Sequence[_Told]) -> Iterator[_Told]:
    """What is not held where it stands, and nothing leans on."""
    for number, one in enumerate(part):
        needed = any(not after.rows and leans(after.text) for after in part[number + 1 : number + 2])
        if not one.held and not needed:
            yield one


def _told(part: str) -> Iterator[_Told]:
    """The sentences and rows of a part in their order."""
    paragraphs = [one for one in EMPTY_LINE.split(part) if one.strip()]
    for before, paragraph in zip(["", *paragraphs], paragraphs, strict=False):
        listed = paragraph.startswith(ITEM)
        under_cited = listed and any(one.keys for one in read_cited(before)[-1:]) and announces(before)
        sentences = read_cited(paragraph)
        for number, one in enumerate(sentences):
            words = strip_citations(paragraph[one.start : one.end]).removeprefix(ITEM).strip()
            yield _Told(
                text=words,
                cited=bool(one.keys) and not one.heading,
                rows=len(sentences) if listed else 0,
                leads=not listed and not number and len(sentences) > 1,
                held=under_cited or words.endswith(":"),
            )


def announces(paragraph: str) -> bool:
    """Whether a paragraph announces a list."""
    return strip_citations(paragraph).rstrip().endswith(":")
