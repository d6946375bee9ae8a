"""How well search finds what answers, through PostgreSQL and the services that really store and search.

    python -m tests.benchmarks.bench_retrieval [--vectors FILE]

Ten filings in one workspace, 32 questions: is a page of the evidence among the first 10 distinct pages of the passages
found, for vector alone, full text alone, both fused, and the whole ranking. 240 paragraphs of xquad, each a document,
1,190 questions: recall and MRR. And how often a question finds a match in documents that answer it, and in documents on
other things, where it should find none. ``--vectors`` keeps the passages' vectors between runs (minutes of work).
"""

import argparse
import hashlib
import json
import pickle
import statistics
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from tests.benchmarks.database import own_database

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
FILINGS = DATA / "documents" / "sec_filings"
XQUAD = DATA / "retrieval" / "xquad.en.json"
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


def store_filings(embedder: KeptVectors) -> tuple[Any, list[tuple[str, set[tuple[str, int]]]]]:
    """The workspace, and each question with its evidence as (filename, page from 1)."""
    from apps.documents.extraction.contract import Limits
    from apps.documents.extraction.sandbox import extract
    from apps.workspaces.models import Workspace

    workspace = Workspace.objects.create(name="filings")
    for path in sorted(FILINGS.glob("*.pdf")):
        extracted = extract(path, filename=path.name, limits=Limits())
        store(workspace, embedder, title="", filename=path.name, extracted=extracted)
    lines = [json.loads(line) for line in (FILINGS / "questions.jsonl").read_text().splitlines()]
    return workspace, [
        (
            line["question"],
            {
                (line["document"].removesuffix(".pdf") + ".pdf", each["evidence_page_num"] + 1)
                for each in line["evidence"]
            },
        )
        for line in lines
    ]


def store_xquad(embedder: KeptVectors) -> tuple[Any, list[tuple[str, str]]]:
    """The workspace, and each question with the filename of its paragraph."""
    from apps.documents.types import Extracted
    from apps.workspaces.models import Workspace

    workspace = Workspace.objects.create(name="xquad")
    questions = []
    for article in json.loads(XQUAD.read_text())["data"]:
        for number, paragraph in enumerate(article["paragraphs"]):
            filename, title = f"{article['title']}-{number}.txt", article["title"].replace("_", " ")
            store(workspace, embedder, title=title, filename=filename, extracted=Extracted(text=paragraph["context"]))
            questions += [(asked["question"], filename) for asked in paragraph["qas"]]
    return workspace, questions


def rank_of(found: Iterable[Any], wanted: set[Any]) -> float:
    """Place from 1 among the distinct things found; infinity when it is not there."""
    distinct = list(dict.fromkeys(found))
    return next((place for place, each in enumerate(distinct, 1) if each in wanted), float("inf"))


def pages(hits: Sequence[Any]) -> list[tuple[str, int]]:
    return [(hit.filename, page) for hit in hits for page in range(hit.page, hit.page_end + 1)]


def rankings() -> dict[str, Any]:
    """The whole ranking and what is left when parts of it are switched off."""
    from apps.retrieval.ranking import RANKING, Ranking

    off: dict[str, Any] = {"naming": 0, "headings": 0, "mentions": 0, "digits": 0, "expansion": False}
    return {
        "vector": Ranking(vector=1.0, pairs=0, **off),
        "text": Ranking(vector=0.0, **off),
        "fused": Ranking(**off),
        "whole": RANKING,
    }


def measure_filings(workspace: Any, questions: Sequence[tuple[str, set[tuple[str, int]]]], embedder: Any) -> None:
    from apps.retrieval.search import search

    for name, ranking in rankings().items():
        ranks, spent = [], []
        for question, evidence in questions:
            began = time.perf_counter()
            hits = search(workspace_id=workspace.pk, query=question, k=40, embedder=embedder, ranking=ranking)
            spent.append(time.perf_counter() - began)
            ranks.append(rank_of(pages(hits), evidence))
        shares = "  ".join(f"@{k} {np.mean([rank <= k for rank in ranks]):.3f}" for k in (1, 5, 10, 20))
        print(f"filings {name:7} {shares}  MRR {np.mean([1 / rank for rank in ranks]):.3f}  {_ms(spent)}")


def measure_xquad(workspace: Any, questions: Sequence[tuple[str, str]], embedder: Any) -> None:
    from apps.retrieval.search import search

    for name, ranking in rankings().items():
        ranks, spent = [], []
        for question, filename in tqdm(questions, desc=f"xquad {name}", leave=False):
            began = time.perf_counter()
            hits = search(workspace_id=workspace.pk, query=question, k=20, embedder=embedder, ranking=ranking)
            spent.append(time.perf_counter() - began)
            ranks.append(rank_of([hit.filename for hit in hits], {filename}))
        shares = "  ".join(f"@{k} {np.mean([rank <= k for rank in ranks]):.4f}" for k in (1, 5, 10))
        print(f"xquad   {name:7} {shares}  MRR {np.mean([1 / rank for rank in ranks]):.4f}  {_ms(spent)}")


def measure_matches(workspaces: dict[str, Any], questions: dict[str, list[str]], embedder: Any) -> None:
    """How often something is found, by what is asked and where."""
    from apps.retrieval.context import retrieve_context

    for asked in questions:
        for where in workspaces:
            found = [
                bool(
                    retrieve_context(
                        workspace_id=workspaces[where].pk, query=question, document_ids=None, embedder=embedder
                    ).chunks
                )
                for question in tqdm(questions[asked], desc="matches", leave=False)
            ]
            print(f"questions on {asked:7} find a match in {where:7} {np.mean(found):.3f}")


def _ms(spent: Sequence[float]) -> str:
    return f"{1000 * statistics.median(spent):.0f} ms (slowest {1000 * max(spent):.0f})"


def measure(vectors: Path | None) -> None:
    from apps.inference.embedders import get_embedder

    embedder = KeptVectors(get_embedder("builtin"), vectors)
    filings, filing_questions = store_filings(embedder)
    xquad, xquad_questions = store_xquad(embedder)
    measure_filings(filings, filing_questions, embedder)
    measure_xquad(xquad, xquad_questions, embedder)
    measure_matches(
        {"filings": filings, "xquad": xquad},
        {"filings": [each[0] for each in filing_questions], "xquad": [each[0] for each in xquad_questions[::4]]},
        embedder,
    )


def main() -> None:
    """Prints one line per corpus and ranking."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=Path)
    vectors = parser.parse_args().vectors
    if not FILINGS.is_dir() or not XQUAD.exists():
        print(f"no data in {DATA}: nothing measured")
        return
    with own_database():
        measure(vectors)


if __name__ == "__main__":
    main()
