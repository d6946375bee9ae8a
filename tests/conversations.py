"""Conversations over the samples and the shared filings, written for this project: what is asked on, and its answer.

``conversations.jsonl``: the questions asked before, the question that is asked on, and the passage that answers it:
words of it (samples) or its pages (filings). ``stands_alone``: the question needs nothing of what was asked before.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any
from uuid import UUID

from apps.retrieval.context import retrieve_context
from apps.retrieval.conversation.standalone import standalone
from apps.retrieval.types import Earlier, Hit

KEPT = 6  # passages of an answer's context
CITED = 2  # of the last turn's passages, as an answer has them


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    library: str
    earlier: tuple[str, ...]
    question: str
    file: str
    text: str = ""
    pages: tuple[int, ...] = ()
    stands_alone: bool = False

    def standalone(self, names: Collection[str] = ()) -> tuple[list[str], str]:
        """The questions before, and the last one, each as it stands by itself."""
        asked: list[str] = []
        for question in self.earlier:
            asked.append(standalone(question, asked, names=names))
        return asked, standalone(self.question, asked, names=names)

    def is_answered_by(self, hits: Sequence[Hit]) -> bool:
        """Whether the passage is among them."""
        return any(self._holds(hit) for hit in hits if hit.filename == self.file)

    def _holds(self, hit: Hit) -> bool:
        if self.pages:
            return any(page in self.pages for page in range(hit.page or 0, (hit.page_end or hit.page or 0) + 1))
        return squeezed(self.text) in squeezed(hit.content)


def squeezed(text: str) -> str:
    return " ".join(text.replace("|", " ").split())


def conversations(library: str) -> list[Conversation]:
    lines = Path(__file__).with_suffix(".jsonl").read_text().splitlines()
    read = [json.loads(line) for line in lines]
    return [
        Conversation(**{**row, "earlier": tuple(row["earlier"]), "pages": tuple(row.get("pages", ()))})
        for row in read
        if row["library"] == library
    ]


def found(workspace_id: Any, embedder: Any, query: str, *, earlier: Earlier | None = None) -> tuple[Hit, ...]:
    """The context of an answer."""
    more = {} if earlier is None else {"earlier": earlier}
    return retrieve_context(
        workspace_id=workspace_id, query=query, document_ids=None, keep=KEPT, embedder=embedder, **more
    ).chunks


def measured(workspace_id: Any, embedder: Any, asked: Sequence[Conversation], names: Collection[str]) -> dict[str, Any]:
    """Of each way to ask, the conversations whose passage is in the context: as asked, rewritten, and with what was
    found before."""
    ways: dict[str, list[bool]] = {"asked": [], "rewritten": [], "merged": []}
    alone = cache(partial(found, workspace_id, embedder))  # many lean on the same question
    for each in asked:
        before, query = each.standalone(names)
        last = alone(before[-1])
        ids = tuple(UUID(hit.chunk_id) for hit in last)
        earlier = Earlier(cited=ids[:CITED], chunks=ids)
        ways["asked"].append(each.is_answered_by(alone(each.question)))
        ways["rewritten"].append(each.is_answered_by(alone(query)))
        ways["merged"].append(each.is_answered_by(found(workspace_id, embedder, query, earlier=earlier)))
    return ways
