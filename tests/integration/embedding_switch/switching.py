"""Small embedding models, and a switch between them done by the test's own thread."""

import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from apps.documents.models import Embedding
from apps.documents.switching import SUBJECT, embedding_switch
from apps.inference.contracts import Passage
from apps.inference.embedders import get_embedder
from apps.retrieval.search import search
from apps.runs import executor
from apps.runs.selectors import active_run_of, events_after
from apps.workspaces.models import Workspace
from workers.toolbox import Toolbox

LETTERS, WORDS = "letters-26", "words-512"


class Counting:
    """A bag of letters, or of words by their hash: other dimensions, another order, and no model to load."""

    similarity_floor = 0.1

    def __init__(self, name: str, dimensions: int) -> None:
        self.name, self.dimensions = name, dimensions
        self.calls: list[list[str]] = []
        self.before: Any = lambda: None  # what happens when it is asked

    def embed_passages(self, passages: Sequence[Passage]) -> np.ndarray:
        self.calls.append([passage.content for passage in passages])
        self.before()
        return self._vectors([f"{passage.context_line} {passage.content}" for passage in passages])

    def embed_texts(self, texts: Sequence[str]) -> np.ndarray:
        return self._vectors(texts)

    @property
    def embedded(self) -> list[str]:
        return [text for call in self.calls for text in call]

    def _vectors(self, texts: Sequence[str]) -> np.ndarray:
        vectors = np.full((len(texts), self.dimensions), 1e-3, np.float32)
        for row, text in enumerate(texts):
            lowered = text.lower()
            units = lowered.split() if self.dimensions > 26 else [each for each in lowered if each.isascii()]
            for unit in units:
                vectors[row, zlib.crc32(unit.encode()) % self.dimensions] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


class Tools(Toolbox):
    """The real ones, with the counting models beside the built-in one."""

    def __init__(self, *embedders: Counting) -> None:
        self.embedders = {embedder.name: embedder for embedder in embedders}

    def embedder(self, model: str) -> Any:
        return self.embedders.get(model) or get_embedder(model)


def switch(workspace: Workspace, model: str, tools: Tools) -> Workspace:
    """Wanted, and done by this thread."""
    embedding_switch(workspace=workspace, model=model)
    return work(workspace, tools)


def work(workspace: Workspace, tools: Tools) -> Workspace:
    run = active_run_of(subject_kind=SUBJECT, subject_id=workspace.pk)
    if run is not None:
        executor.drain(run_id=run.pk, tools=tools)
    workspace.refresh_from_db()
    return workspace


def models_of(workspace: Workspace) -> dict[str, int]:
    rows = Embedding.objects.filter(workspace_id=workspace.pk).values_list("model", flat=True)
    return {model: list(rows).count(model) for model in rows}


def told(workspace: Workspace) -> list[str]:
    page = events_after(stream_id=workspace.pk, limit=1000)
    assert [event["seq"] for event in page] == list(range(1, len(page) + 1))
    return [event["type"] for event in page if event["type"].startswith("embedding_")]


def found(workspace: Workspace, query: str, tools: Tools) -> list[str]:
    workspace.refresh_from_db()
    hits = search(workspace_id=workspace.pk, query=query, k=3, embedder=tools.embedder(workspace.embedding_model))
    return [hit.content for hit in hits]
