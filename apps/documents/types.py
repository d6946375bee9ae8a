"""What comes out of reading a file. Offsets count Unicode code points into ``text``; pages count from 1."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSpan:
    """text[start_offset:end_offset] is what one page says."""

    number: int
    start_offset: int
    end_offset: int
    has_text: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """text[start_offset:end_offset] is a heading line; level 1 is the highest."""

    title: str
    level: int
    start_offset: int
    end_offset: int
    page: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something a reader of the document should know that is no error: pages without a text layer, say."""

    code: str
    message: str
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """The text of a document and its landmarks, in order. ``pages`` is empty for a format that has none."""

    text: str
    pages: tuple[PageSpan, ...] = ()
    headings: tuple[Heading, ...] = ()
    title: str | None = None
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkDraft:
    """A passage: text[start_offset:end_offset] == content."""

    content: str
    chunk_hash: str  # SHA-256 of content, hex
    chunk_index: int
    start_offset: int
    end_offset: int
    page_number: int | None
    page_end: int | None
    heading_path: tuple[str, ...]
    token_count: int
    mentions: int = 0  # how often the document refers to the table or short section this holds: see mentions.py
    scaled: bool = False  # whether the document gives amounts in thousands or more: see scales.py
