"""/documents and their chunks"""

import uuid
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import idempotency
from apps.core.auditing import audit
from apps.core.pagination import InReadingOrder, NewestFirst, positive_parameter
from apps.documents.downloads import original_bytes
from apps.documents.models import Chunk, Document
from apps.documents.page_pictures import KEY_PATTERN, fingerprint, page_picture, page_wanted
from apps.documents.serializers import (
    ChunkSerializer,
    DocumentSerializer,
    Upload,
    UploadedDocumentSerializer,
    UploadInto,
)
from apps.documents.services import document_delete, document_reprocess, document_upload
from apps.workspaces.models import Role
from apps.workspaces.views import TenantView

UPLOADED = {
    202: OpenApiResponse(UploadedDocumentSerializer, description="Stored; it is being processed."),
    200: OpenApiResponse(UploadedDocumentSerializer, description="The workspace had these bytes already."),
}

PNG = "image/png"
WIDTHS = (200, 1000, 2000)  # pixels: least, where nothing is asked for, most
PAGE_PARAMETERS = [
    OpenApiParameter("n", {"type": "integer", "minimum": 1}, OpenApiParameter.PATH, description="The page, from 1."),
    OpenApiParameter(
        "chunk",
        {"type": "string", "pattern": KEY_PATTERN},
        description="The citation key of a passage on this page, to be highlighted.",
    ),
    OpenApiParameter(
        "width",
        {"type": "integer", "minimum": WIDTHS[0], "default": WIDTHS[1]},
        description=f"Pixels, at most {WIDTHS[2]}; a very high page is made smaller.",
    ),
    OpenApiParameter(
        "Highlight",
        {"type": "string", "enum": ["exact", "partial", "none"]},
        OpenApiParameter.HEADER,
        response=[200],
        description="Where a passage was asked for: whether all of it, most of it or nothing was found on the page.",
    ),
]


class Uploading(TenantView):
    """Takes a file into ``self.workspace``."""

    roles = {"POST": Role.EDITOR}
    parser_classes = (MultiPartParser,)

    def uploaded(self) -> Response:
        """Raises Problem for a file or a field that is not accepted."""
        wanted = self.valid(Upload)
        document, duplicate = document_upload(
            workspace=self.workspace,
            user=self.request.user,
            file=wanted["file"],
            filename=wanted["file"].name,
            title=wanted["title"],
        )
        return Response(
            DocumentSerializer(document).data | {"duplicate": duplicate},
            status=200 if duplicate else 202,
            headers={"Location": reverse("document", args=[document.pk])},
        )


class Documents(Uploading):
    """The documents of a workspace."""

    pagination_class = NewestFirst

    @extend_schema(operation_id="document_list", responses=DocumentSerializer(many=True))
    def get(self, request: Request, ws: uuid.UUID) -> Response:
        """Every document, whatever its state."""
        return self.page(Document.objects.filter(workspace=self.workspace), DocumentSerializer)

    @extend_schema(
        operation_id="document_upload",
        request={"multipart/form-data": Upload},
        responses=UPLOADED,
        parameters=idempotency.DESCRIBED,
    )
    def post(self, request: Request, ws: uuid.UUID) -> Response:
        """Upload a file; its type is decided by its content."""
        return self.once(self.uploaded)


class UploadAlias(Uploading):
    """``POST /documents/upload`` at the site's root, with the workspace as a field."""

    @extend_schema(
        operation_id="document_upload_alias",
        request={"multipart/form-data": UploadInto},
        responses=UPLOADED,
        parameters=idempotency.DESCRIBED,
    )
    def post(self, request: Request) -> Response:
        """Upload a file into the workspace that a field names, or into your only one."""
        self.workspace = self.workspace_of_body()
        return self.once(self.uploaded)


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

    @extend_schema(
        operation_id="document_reprocess",
        request=None,
        responses={202: DocumentSerializer},
        parameters=idempotency.DESCRIBED,
    )
    def post(self, request: Request, document: uuid.UUID) -> Response:
        """Read it again from its stored bytes."""
        found = self.object_of(Document.objects.all(), document)
        return self.once(lambda: self._begun(found))

    def _begun(self, document: Document) -> Response:
        document_reprocess(document=document)
        return Response(DocumentSerializer(document).data, status=202)


class Content(TenantView):
    """A document's bytes."""

    @extend_schema(operation_id="document_content", responses={(200, "*/*"): OpenApiTypes.BINARY})
    def get(self, request: Request, document: uuid.UUID) -> StreamingHttpResponse:
        """The file as it was uploaded, as a download."""
        found = self.object_of(Document.objects.all(), document)
        answer = original_bytes(found, request._request)
        audit(action="document.downloaded", workspace=found.workspace, obj=found, label=found.filename)
        return answer


class PictureRenderer(BaseRenderer):
    """Lets a request ask for a picture; the view answers with its bytes, errors are problems."""

    media_type = PNG
    format = "png"
    charset = None
    render_style = "binary"

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        """Nothing: the view's answer is none of those that are rendered."""
        return b""


class PagePicture(TenantView):
    """A page of a PDF as a picture."""

    renderer_classes = (JSONRenderer, PictureRenderer)

    @extend_schema(
        operation_id="document_page",
        parameters=PAGE_PARAMETERS,
        responses={
            (200, PNG): OpenApiResponse(OpenApiTypes.BINARY, description="The page."),
            304: OpenApiResponse(description="It is still the picture of the ETag in If-None-Match."),
        },
    )
    def get(self, request: Request, document: uuid.UUID, n: int) -> HttpResponse:
        """A page of a PDF as a picture, with the passage `chunk` highlighted.

        404 for what is not there, and for a document of a format without pages; 409 until the document is ready; 422
        for a page that cannot be drawn within bounds; 503 with `Retry-After` while too many are being drawn.
        """
        found = self.object_of(Document.objects.all(), document)
        least, usual, most = WIDTHS
        width = positive_parameter(request, "width", default=usual, largest=most, smallest=least)
        wanted = page_wanted(document=found, number=n, key=request.query_params.get("chunk"), width=width)
        headers = {"ETag": f'"{fingerprint(found, wanted)}"', "Cache-Control": "private, max-age=300"}
        fresh = HttpResponse(headers=headers)
        answer = get_conditional_response(request._request, etag=headers["ETag"], response=fresh)
        if answer is not fresh:
            return answer
        picture = page_picture(document=found, wanted=wanted)
        if picture.highlight:
            headers["Highlight"] = picture.highlight
        return HttpResponse(picture.png, content_type=PNG, headers=headers)


class Chunks(TenantView):
    """A document's passages."""

    pagination_class = InReadingOrder

    @extend_schema(operation_id="chunk_list", responses=ChunkSerializer(many=True))
    def get(self, request: Request, document: uuid.UUID) -> Response:
        """The chunks in reading order."""
        found = self.object_of(Document.objects.all(), document)
        return self.page(Chunk.objects.filter(document=found).defer("search"), ChunkSerializer)
