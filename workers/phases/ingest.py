"""The steps of a document: extract, chunk, embed, index. Each can be killed anywhere and done again."""

from collections.abc import Sequence

from apps.documents.chunking import chunk as cut
from apps.documents.extraction import ExtractionError
from apps.documents.models import Chunk, Document
from apps.documents.selectors import extracted_of
from apps.documents.storage import chunks_without_embedding, store_chunks, store_embeddings, store_extracted
from apps.documents.subjects import progress_event
from apps.inference.contracts import Passage
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.types import PhaseError, PhaseResult
from workers.queues import INGEST, always

EMBED_BATCH = 16  # chunks per checkpoint: a second or two of work that a kill can cost
EMBED_TRIES = 3
TELL_EVERY_PAGES = 10


def document_of(ctx: PhaseContext) -> Document:
    """The run's document; without it there is nothing to do."""
    document = Document.objects.select_related("workspace").filter(id=ctx.subject_id).first()
    if document is None:
        raise PhaseError("document_gone", "The document was deleted.", retryable=False)
    return document


def tell(ctx: PhaseContext, document: Document, stage: str, done: int, total: int) -> None:
    """Store and emit how far a stage is."""
    event, progress = progress_event(document_id=document.id, stage=stage, done=done, total=total)
    row = Document.objects.filter(id=document.id)
    ctx.emit(event, project=lambda: row.update(stage=stage, progress=progress))


@phase("extract", queue=always(INGEST), deadline=900)
def extract(ctx: PhaseContext) -> PhaseResult:
    """The stored bytes to text, pages and headings."""
    document = document_of(ctx)
    told = 0

    def on_progress(done: int, total: int) -> None:
        nonlocal told
        if done - told >= TELL_EVERY_PAGES or done == total:
            told = done
            tell(ctx, document, "extract", done, total)

    try:
        extracted = ctx.tools.extract(document, on_progress=on_progress, should_stop=lambda: ctx.superseded)
    except ExtractionError as error:
        raise PhaseError(error.code, str(error), retryable=error.retryable) from error
    ctx.check()
    return PhaseResult(
        artifact={"pages": len(extracted.pages), "chars": len(extracted.text), "headings": len(extracted.headings)},
        project=lambda: store_extracted(document=document, extracted=extracted),
    )


@phase("chunk", queue=always(INGEST), deadline=300)
def chunk(ctx: PhaseContext) -> PhaseResult:
    """Text to passages of about 500 tokens."""
    document = document_of(ctx)
    tell(ctx, document, "chunk", 0, 1)
    drafts = cut(extracted_of(document), count_tokens=ctx.tools.count_tokens)
    if not drafts:
        raise PhaseError("empty_document", "The document has no text that could be cited.", retryable=False)
    return PhaseResult(
        artifact={"chunks": len(drafts)},
        project=lambda: store_chunks(document=document, drafts=drafts),
    )


@phase("embed", queue=always(INGEST), deadline=3600)
def embed(ctx: PhaseContext) -> PhaseResult:
    """A vector for each chunk that has none yet, batch by batch."""
    document = document_of(ctx)
    embedder = ctx.tools.embedder(document.workspace.embedding_model)
    missing = chunks_without_embedding(document=document, model=embedder.name)
    total = document.chunk_count
    done = total - len(missing)
    tell(ctx, document, "embed", done, total)
    for start in range(0, len(missing), EMBED_BATCH):
        ctx.check()
        batch = missing[start : start + EMBED_BATCH]
        vectors = _embedded(ctx, embedder, batch)
        done += len(batch)
        event, progress = progress_event(document_id=document.id, stage="embed", done=done, total=total)

        def project(batch=batch, vectors=vectors, progress=progress) -> None:
            store_embeddings(document=document, model=embedder.name, chunks=batch, vectors=vectors)
            Document.objects.filter(id=document.id).update(stage="embed", progress=progress)

        ctx.emit(event, project=project)
    return PhaseResult(artifact={"model": embedder.name, "chunks": total})


def _embedded(ctx: PhaseContext, embedder, batch: Sequence[Chunk]):
    """Vectors of a batch, tried three times; every error is kept."""
    passages = [Passage(context_line=row.context_line, content=row.content) for row in batch]
    for attempt in range(1, EMBED_TRIES + 1):
        try:
            return embedder.embed_passages(passages)
        except Exception as error:
            failure = PhaseError("embedding_failed", f"The embedding model failed: {error}", retryable=False)
            if attempt == EMBED_TRIES:
                raise failure from error
            ctx.note_error(failure)
            ctx.check()
    raise AssertionError("unreachable")


@phase("index", queue=always(INGEST), deadline=300)
def index(ctx: PhaseContext) -> PhaseResult:
    """Make sure that everything a search needs is there; the document becomes ready with this commit."""
    document = document_of(ctx)
    tell(ctx, document, "index", 0, 1)
    model = ctx.artifact("embed")["model"]
    missing = len(chunks_without_embedding(document=document, model=model))
    if missing:
        raise PhaseError("index_incomplete", f"{missing} chunks have no vector.", retryable=False)
    return PhaseResult(artifact={"chunks": document.chunk_count, "model": model})
