"""Documents and chunks as programs see them."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.documents.models import Chunk, Document
from apps.workspaces.views import InWorkspace


class NoticeSerializer(serializers.Serializer):
    """Something a reader of the document should know that is no error."""

    code = serializers.CharField()
    message = serializers.CharField()
    pages = serializers.ListField(child=serializers.IntegerField(), required=False)


class DocumentSerializer(serializers.ModelSerializer):
    """A document without its text."""

    workspace_id = serializers.UUIDField(read_only=True)
    uploaded_by = serializers.UUIDField(source="uploaded_by_id", read_only=True, allow_null=True)
    notices = NoticeSerializer(many=True, read_only=True)

    class Meta:
        model = Document
        fields = (
            "id",
            "workspace_id",
            "uploaded_by",
            "title",
            "filename",
            "media_type",
            "sha256",
            "size",
            "status",
            "stage",
            "progress",
            "error_code",
            "error_reason",
            "page_count",
            "chunk_count",
            "char_count",
            "notices",
            "created_at",
            "ready_at",
        )
        read_only_fields = fields


class UploadedDocumentSerializer(DocumentSerializer):
    """A document as an upload answers with it."""

    duplicate = serializers.BooleanField(read_only=True, help_text="The workspace had these bytes already.")

    class Meta(DocumentSerializer.Meta):
        fields = (*DocumentSerializer.Meta.fields, "duplicate")
        read_only_fields = fields


@extend_schema_field(OpenApiTypes.BINARY)
class AnyFile(serializers.FileField):
    """A file as it is sent. An empty one is for the service to refuse, in the words it has for unreadable files."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_empty_file=True, **options)


class Upload(serializers.Serializer):
    """A file, and what to call it if not by the title found in it."""

    file = AnyFile()
    title = serializers.CharField(max_length=500, required=False, allow_null=True, default=None)


class UploadInto(Upload, InWorkspace):
    """A file, and where it belongs."""


class ChunkSerializer(serializers.ModelSerializer):
    """A passage; ``content`` is the document's text from ``start_offset`` to ``end_offset`` (code points)."""

    document_id = serializers.UUIDField(read_only=True)
    heading_path = serializers.ListField(child=serializers.CharField(), read_only=True)
    metadata = serializers.DictField(read_only=True)

    class Meta:
        model = Chunk
        fields = (
            "id",
            "document_id",
            "chunk_hash",
            "key",
            "content",
            "context_line",
            "chunk_index",
            "page_number",
            "page_end",
            "heading_path",
            "start_offset",
            "end_offset",
            "token_count",
            "metadata",
            "created_at",
        )
        read_only_fields = fields
