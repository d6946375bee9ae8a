"""Documents and what was read out of them."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from pgvector.django import HalfVectorField

from apps.core.models import UUIDModel
from apps.workspaces.models import Workspace


class DocumentStatus(models.TextChoices):
    UPLOADED = "uploaded"  # the bytes are stored; its run has not begun
    PROCESSING = "processing"  # a run reads it
    READY = "ready"  # searched and cited
    ERROR = "error"  # its run gave up; error_reason says why, a retry is possible


def file_path(document: "Document", filename: str) -> str:
    """Where a document's bytes are stored: by workspace and id, never by a name a user chose."""
    return f"documents/{document.workspace_id}/{document.id}"


class Document(UUIDModel):
    """An uploaded file; unique by its bytes within a workspace."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="documents")
    uploaded_by = models.ForeignKey("accounts.User", null=True, on_delete=models.SET_NULL, related_name="+")
    title = models.CharField(max_length=500)
    filename = models.CharField(max_length=255)
    media_type = models.CharField(max_length=100)
    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()
    file = models.FileField(upload_to=file_path, max_length=300)
    status = models.CharField(max_length=20, choices=DocumentStatus, default=DocumentStatus.UPLOADED)
    stage = models.CharField(max_length=20, blank=True)  # extract, structure, chunk, embed, index
    progress = models.FloatField(default=0.0)  # 0 … 1 of the whole pipeline
    error_code = models.CharField(max_length=60, blank=True)
    error_reason = models.TextField(blank=True)
    page_count = models.IntegerField(null=True, blank=True)
    chunk_count = models.IntegerField(default=0)
    char_count = models.IntegerField(default=0)
    notices = models.JSONField(default=list, blank=True)  # [{code, message, pages?}]: scanned pages and the like
    ready_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "sha256"], name="one_document_per_bytes")]

    def __str__(self) -> str:
        return self.title or self.filename


class DocumentText(models.Model):
    """The extracted text: what every offset of the document counts into (Unicode code points)."""

    document = models.OneToOneField(Document, on_delete=models.CASCADE, primary_key=True, related_name="extracted")
    text = models.TextField()
    headings = models.JSONField(default=list)  # [{title, level, start_offset, end_offset, page}]


class Page(models.Model):
    """Where one page lies in the extracted text; numbers count from 1."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="pages")
    number = models.IntegerField()
    start_offset = models.IntegerField()
    end_offset = models.IntegerField()
    has_text = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="one_row_per_page")]
        ordering = ["document", "number"]


class Chunk(UUIDModel):
    """A passage that can be retrieved and cited; text[start_offset:end_offset] == content, exactly."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="chunks")
    chunk_hash = models.CharField(max_length=64)
    key = models.CharField(max_length=12)  # what [cite:KEY] names
    content = models.TextField()
    # title › heading path: embedded and indexed with the content, never quoted
    context_line = models.TextField(blank=True)
    chunk_index = models.IntegerField()
    page_number = models.IntegerField(null=True)
    page_end = models.IntegerField(null=True)
    heading_path = ArrayField(models.TextField(), default=list)
    start_offset = models.IntegerField()
    end_offset = models.IntegerField()
    token_count = models.IntegerField()
    metadata = models.JSONField(default=dict)
    search = SearchVectorField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "chunk_index"], name="one_chunk_per_index")]
        indexes = [models.Index(fields=["workspace", "key"], name="chunk_key")]
        ordering = ["document", "chunk_index"]

    def __str__(self) -> str:
        return f"{self.key} of {self.document_id}"


class Embedding(models.Model):
    """One chunk's vector under one embedding model.

    The table is written in SQL (migration 0002): hash-partitioned by workspace so that exact search inside one tenant
    stays fast, ``halfvec`` stored plain, deleted with its chunk by the database.
    """

    pk = models.CompositePrimaryKey("workspace_id", "model", "chunk_id")
    workspace_id = models.UUIDField()
    model = models.CharField(max_length=200)
    chunk = models.ForeignKey(Chunk, on_delete=models.DO_NOTHING, related_name="embeddings")
    vector = HalfVectorField()

    class Meta:
        db_table = "documents_embedding"
