"""The steps of a document: extract, chunk, embed, index. Each can be killed anywhere and done again."""

from apps.documents.chunking import chunk as cut
from apps.documents.extraction import ExtractionError
from apps.documents.models import Document
from apps.documents.selectors import extracted_of
from apps.documents.storage import chunks_without_embedding, store_chunks, store_embeddings, store_extracted
from apps.documents.subjects import progress_event
from apps.documents.vectors import active_model_held
from apps.runs.context import PhaseContext
from apps.runs.registry import phase
from apps.runs.types import PhaseError, PhaseResult
from workers.phases.embedding import batches, embedded
from workers.queues import INGEST, always

TELL_EVERY_PAGES = 10


def document_of(ctx: PhaseContext) -> Document:
    """The run's document; without it there is nothing to do."""
    mine = Document.objects.select_related("workspace").filter(workspace_id=ctx.workspace_id)
    document = mine.filter(id=ctx.subject_id).first()
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
        ctx.check()  # broken off because the lease is gone: no fault of the file
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
    model = document.workspace.embedding_model
    _embed_missing(ctx, document, model)
    return PhaseResult(artifact={"model": model, "chunks": document.chunk_count})


def _embed_missing(ctx: PhaseContext, document: Document, model: str) -> None:
    missing = chunks_without_embedding(document=document, model=model)
    total = document.chunk_count
    done = total - len(missing)
    tell(ctx, document, "embed", done, total)
    embedder = ctx.tools.embedder(model)
    for batch in batches(embedder, missing):
        vectors = embedded(ctx, embedder, batch)
        done += len(batch)
        event, progress = progress_event(document_id=document.id, stage="embed", done=done, total=total)

        def project(batch=batch, vectors=vectors, progress=progress) -> None:
            store_embeddings(document=document, model=model, chunks=batch, vectors=vectors)
            Document.objects.filter(id=document.id).update(stage="embed", progress=progress)

        ctx.emit(event, project=project)


@phase("index", queue=always(INGEST), deadline=3600)
def index(ctx: PhaseContext) -> PhaseResult:
    """Make sure that everything a search needs is there; the document becomes ready with this commit.

    The workspace may have switched to another embedding model since its chunks were embedded.
    """
    document = document_of(ctx)
    model = document.workspace.embedding_model
    if chunks_without_embedding(document=document, model=model):
        _embed_missing(ctx, document, model)
    tell(ctx, document, "index", 0, 1)

    def nothing_lacks_a_vector() -> None:
        active = active_model_held(workspace_id=document.workspace_id)
        missing = len(chunks_without_embedding(document=document, model=active or model))
        if missing:
            raise PhaseError("index_incomplete", f"{missing} chunks have no vector.", retryable=True)

    return PhaseResult(artifact={"chunks": document.chunk_count, "model": model}, project=nothing_lacks_a_vector)
