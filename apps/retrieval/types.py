"""The values retrieval speaks in. All frozen; offsets count Unicode code points; pages count from 1."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextChunk:
    """A passage as the cast sees it. ``content`` is text[start_offset:end_offset] of its document."""

    chunk_id: str
    key: str  # 12 hex digits, what [cite:KEY] names
    document_id: str
    title: str  # of the document
    filename: str
    content: str
    heading_path: tuple[str, ...] = ()
    context_line: str = ""  # title › headings; embedded and indexed with the content, never quoted
    page: int | None = None
    page_end: int | None = None
    start_offset: int = 0
    end_offset: int = 0
    token_count: int = 0
    # offsets (into the document's text) at which a further page of this passage begins: ((page, start_offset), …)
    page_starts: tuple[tuple[int, int], ...] = ()
    score: float = 0.0  # what the order follows, higher is better; comparable within one search only
    before: str = ""  # what stands in the document before a passage that begins amid a list; its head may be there
    scaled: bool = False  # whether its document gives amounts in thousands or more: a bare one may have lost its scale


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(ContextChunk):
    """A passage that was found, and how."""

    similarity: float = 0.0  # cosine of question and passage, -1 … 1
    text_score: float = 0.0  # full-text score as a share of the best passage's, 0 … 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """Chunk ids of what earlier turns of a conversation were written from, newest first."""

    cited: tuple[UUID, ...] = ()  # by their answers
    chunks: tuple[UUID, ...] = ()  # all of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """What a text may be written from, best first, and what was looked at to find it."""

    chunks: tuple[Hit, ...]  # empty: the documents do not speak of it (NO_MATCHES)
    queries: tuple[str, ...]  # the question as it was searched, and what was added to it
    searched_documents: int
    searched_chunks: int
    nearest: tuple[Hit, ...] = ()  # with no match: the passages that came closest
    named: tuple[str, ...] = ()  # ids of the documents that the question names
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # their ids → the words that name each
