"""Ten filings in a workspace of a benchmark's own database, with vectors that may be kept between runs."""

import hashlib
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
FILINGS = DATA / "documents" / "sec_filings"
BATCH = 16


class KeptVectors:
    """The built-in embedder that remembers what it has embedded, in a file when given one."""

    def __init__(self, embedder: Any, file: Path | None) -> None:
        self.embedder, self.file = embedder, file
        self.name, self.dimensions = embedder.name, embedder.dimensions
        self.similarity_floor = embedder.similarity_floor
        self.known: dict[str, Any] = pickle.loads(file.read_bytes()) if file and file.exists() else {}
        self.embed_texts = embedder.embed_texts

    def embed_passages(self, passages: Sequence[Any]) -> Any:
        keys = [hashlib.sha256(f"{each.context_line}\0{each.content}".encode()).hexdigest() for each in passages]
        new = [place for place, key in enumerate(keys) if key not in self.known]
        for start in tqdm(range(0, len(new), BATCH), desc="embed", unit="batch", disable=len(new) < BATCH):
            places = new[start : start + BATCH]
            vectors = self.embedder.embed_passages([passages[place] for place in places])
            self.known |= {keys[place]: vector for place, vector in zip(places, vectors, strict=True)}
        if self.file and new:
            self.file.write_bytes(pickle.dumps(self.known))
        return np.array([self.known[key] for key in keys])


def store(workspace: Any, embedder: KeptVectors, *, title: str, filename: str, extracted: Any) -> None:
    """One document from its extracted text to ready, as the phases do it."""
    from apps.documents.chunking import chunk
    from apps.documents.models import Document
    from apps.documents.storage import chunks_without_embedding, store_chunks, store_embeddings, store_extracted
    from apps.inference.contracts import Passage
    from apps.inference.embedders import count_tokens

    document = Document.objects.create(
        workspace=workspace,
        title=title,
        filename=filename,
        media_type="application/pdf",
        sha256=hashlib.sha256(filename.encode()).hexdigest(),
        size=1,
    )
    store_extracted(document=document, extracted=extracted)
    store_chunks(document=document, drafts=chunk(extracted, count_tokens=count_tokens))
    rows = chunks_without_embedding(document=document, model=embedder.name)
    vectors = embedder.embed_passages([Passage(context_line=row.context_line, content=row.content) for row in rows])
    store_embeddings(document=document, model=embedder.name, chunks=rows, vectors=vectors)
    Document.objects.filter(pk=document.pk).update(status="ready")


def store_filings(embedder: KeptVectors) -> Any:
    """The workspace."""
    from apps.documents.extraction.contract import Limits
    from apps.documents.extraction.sandbox import extract
    from apps.workspaces.models import Workspace

    workspace = Workspace.objects.create(name="filings")
    for path in sorted(FILINGS.glob("*.pdf")):
        extracted = extract(path, filename=path.name, limits=Limits())
        store(workspace, embedder, title="", filename=path.name, extracted=extracted)
    return workspace
