"""Untrusted text as marked blocks of a message, so that a model can tell what it reads from what it is told.

Every request draws a delimiter of its own. Its lines are the only ones that carry it: a delimiter that occurs in any of
the marked texts is drawn again, so no text can close its own block, nor open another's. After "delimiting" in Hines et
al. 2024, "Defending Against Indirect Prompt Injection Attacks With Spotlighting", arXiv:2403.14720.
"""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from apps.agents.contracts import Problem
from apps.verification.citations import is_key
from apps.verification.types import ClaimDraft, ContextChunk

DRAWS = 100  # a text that holds that many random delimiters does not exist; a broken source of them does
LONGEST_LABEL = 300  # characters of a title or heading path

Draw = Callable[[], str]


def draw_delimiter() -> str:
    """64 random bits in hex."""
    return secrets.token_hex(8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A text to be marked. ``label`` is our own word for it and never holds anything of a document."""

    label: str
    text: str


def delimiter_for(blocks: Iterable[Marked], draw: Draw) -> str:
    """A delimiter that occurs in none of the blocks, in whatever case."""
    texts = [block.text.casefold() for block in blocks]
    for _ in range(DRAWS):
        delimiter = draw()
        if not any(delimiter.casefold() in text for text in texts):
            return delimiter
    raise RuntimeError(f"{DRAWS} delimiters were drawn and all occur in the text")


def marked(blocks: Iterable[Marked], delimiter: str) -> str:
    """The blocks one below the other, each between two lines that carry the delimiter."""
    return "\n\n".join(f"<<<{delimiter} {block.label}>>>\n{block.text}\n<<<{delimiter} end>>>" for block in blocks)


def passages(chunks: Iterable[ContextChunk]) -> tuple[Marked, ...]:
    """Passages under their keys; title, page and headings are a document's words too and stand inside."""
    return tuple(Marked(label=f"passage {chunk.key}", text=_passage(chunk)) for chunk in chunks)


def marked_claims(drafts: Iterable[ClaimDraft]) -> tuple[Marked, ...]:
    """Claims numbered from 1, with the keys they cite."""
    return tuple(
        Marked(label=f"claim {number}{_cites(draft.citations)}", text=draft.in_full)
        for number, draft in enumerate(drafts, start=1)
    )


def problems(found: Iterable[Problem]) -> tuple[Marked, ...]:
    """Claims that did not hold, with what was held against them."""
    return tuple(
        Marked(label=f"problem {number}: {_verdict(problem)}", text=problem.claim_text)
        for number, problem in enumerate(found, start=1)
    )


def conversation(turns: Iterable[tuple[str, str]]) -> tuple[Marked, ...]:
    """Earlier questions and answers: answers quote documents, and are no more to be trusted than they."""
    return tuple(
        Marked(label=f"earlier {who} {number}", text=text)
        for number, turn in enumerate(turns, start=1)
        for who, text in zip(("question", "answer"), turn, strict=True)
    )


def _passage(chunk: ContextChunk) -> str:
    page = str(chunk.page or "")
    if chunk.page and chunk.page_end and chunk.page_end != chunk.page:
        page = f"{chunk.page}-{chunk.page_end}"
    about = {
        "title": chunk.title or chunk.filename,
        "page": page,
        "section": " › ".join(chunk.heading_path),
    }
    lines = [f"{name}: {' '.join(value.split())[:LONGEST_LABEL]}" for name, value in about.items() if value.strip()]
    return "\n".join([*lines, "text:", chunk.content])


def _cites(keys: Iterable[str]) -> str:
    known = [key for key in keys if is_key(key)]
    return f", cites {' '.join(known)}" if known else ", cites nothing"


def _verdict(problem: Problem) -> str:
    reason = f" ({problem.reason})" if problem.reason else ""
    suggested = f", borne out by {problem.suggested_key}" if is_key(problem.suggested_key) else ""
    return f"{problem.verdict}{reason}{suggested}"
