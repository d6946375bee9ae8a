"""/documents and their chunks"""

import uuid

from django.http import StreamingHttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from apps.core.pagination import InReadingOrder, NewestFirst
from apps.documents.downloads import original_bytes
from apps.documents.models import Chunk, Document
from apps.documents.serializers import ChunkSerializer, DocumentSerializer, Upload, UploadedDocumentSerializer
from apps.documents.services import document_delete, document_reprocess, document_upload
from apps.workspaces.models import Role
from apps.workspaces.views import TenantView


class Documents(TenantView):
    """The documents of a workspace."""

    roles = {"POST": Role.EDITOR}
    pagination_class = NewestFirst
    parser_classes = (MultiPartParser,)

    @extend_schema(operation_id="document_list", responses=DocumentSerializer(many=True))
    def get(self, request: Request, ws: uuid.UUID) -> Response:
        """Every document, whatever its state."""
        return self.page(Document.objects.filter(workspace=self.workspace), DocumentSerializer)

    @extend_schema(
        operation_id="document_upload",
        request={"multipart/form-data": Upload},
        responses={
            202: OpenApiResponse(UploadedDocumentSerializer, description="Stored; it is being processed."),
            200: OpenApiResponse(UploadedDocumentSerializer, description="The workspace had these bytes already."),
        },
    )
    def post(self, request: Request, ws: uuid.UUID) -> Response:
        """Upload a file; its type is decided by its content."""
        wanted = self.valid(Upload)
        document, duplicate = document_upload(
            workspace=self.workspace,
            user=request.user,
            file=wanted["file"],
            filename=wanted["file"].name,
            title=wanted["title"],
        )
        return Response(
            DocumentSerializer(document).data | {"duplicate": duplicate},
            status=200 if duplicate else 202,
            headers={"Location": reverse("document", args=[document.pk])},
        )


class OneDocument(TenantView):
    """One document."""

    roles = {"DELETE": Role.EDITOR}

    @extend_schema(operation_id="document_get", responses=DocumentSerializer)
    def get(self, request: Request, document: uuid.UUID) -> Response:
        """Its state, its figures and what a reader should know."""
        return Response(DocumentSerializer(self.object_of(Document.objects.all(), document)).data)

    @extend_schema(operation_id="document_delete", responses={204: None})
    def delete(self, request: Request, document: uuid.UUID) -> Response:
        """Delete it with file, chunks and vectors; sessions that cite it stay readable."""
        document_delete(document=self.object_of(Document.objects.all(), document))
        return Response(status=204)


class Reprocess(TenantView):
    """Reading a document again."""

    roles = {"POST": Role.EDITOR}

    @extend_schema(operation_id="document_reprocess", request=None, responses={202: DocumentSerializer})
    def post(self, request: Request, document: uuid.UUID) -> Response:
        """Read it again from its stored bytes."""
        found = self.object_of(Document.objects.all(), document)
        document_reprocess(document=found)
        found.refresh_from_db()
        return Response(DocumentSerializer(found).data, status=202)


class Content(TenantView):
    """A document's bytes."""

    @extend_schema(operation_id="document_content", responses={(200, "*/*"): OpenApiTypes.BINARY})
    def get(self, request: Request, document: uuid.UUID) -> StreamingHttpResponse:
        """The file as it was uploaded, as a download."""
        return original_bytes(self.object_of(Document.objects.all(), document), request._request)


class Chunks(TenantView):
    """A document's passages."""

    pagination_class = InReadingOrder

    @extend_schema(operation_id="chunk_list", responses=ChunkSerializer(many=True))
    def get(self, request: Request, document: uuid.UUID) -> Response:
        """The chunks in reading order."""
        found = self.object_of(Document.objects.all(), document)
        return self.page(Chunk.objects.filter(document=found).defer("search"), ChunkSerializer)
