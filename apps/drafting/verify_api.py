"""/workspaces/{ws}/verify: a ledger for a text written elsewhere"""

import uuid
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import idempotency
from apps.core.fields import Text
from apps.core.parsers import StrictJSONParser
from apps.documents.serializers import AnyFile
from apps.drafting.selectors import session_as_dict
from apps.drafting.serializers import AnyText, DocumentId, KnownVerification, SessionSerializer
from apps.drafting.verifying import Wanted, file_verify, text_verify
from apps.workspaces.models import Role
from apps.workspaces.views import TenantView


class Verification(serializers.Serializer):
    """How a text is to be verified."""

    verification = KnownVerification(required=False)
    document_ids = serializers.ListField(
        child=DocumentId(), default=list, max_length=1000, help_text="Only these; none: all."
    )
    title = Text(
        default="",
        allow_blank=True,
        help_text="What the session is called by; left out: the file's name or first words.",
    )


class TextToVerify(Verification):
    """A text written elsewhere."""

    text = AnyText(trim_whitespace=False)


class FileToVerify(Verification):
    """A file with such a text: Markdown, plain text, DOCX, PDF or HTML."""

    file = AnyFile()


class Verify(TenantView):
    """Texts held against the documents of ``self.workspace``."""

    roles = {"POST": Role.EDITOR}
    parser_classes = (StrictJSONParser, MultiPartParser)

    @extend_schema(
        operation_id="verify",
        request={"application/json": TextToVerify, "multipart/form-data": FileToVerify},
        responses={202: SessionSerializer},
        parameters=idempotency.DESCRIBED,
    )
    def post(self, request: Request, ws: uuid.UUID) -> Response:
        """Verify a text written elsewhere; its response is the text itself, told and stored as it is."""
        return self.once(self._begun)

    def _begun(self) -> Response:
        """Raises Problem for a text, a file or a field that is not accepted."""
        common: dict[str, Any] = {"workspace": self.workspace, "author": self.request.user}
        if isinstance(self.request.data, QueryDict):
            given = self.valid(FileToVerify)
            file = given.pop("file")
            session = file_verify(**common, file=file, filename=file.name, wanted=Wanted(**given))
        else:
            given = self.valid(TextToVerify)
            session = text_verify(**common, text=given.pop("text"), wanted=Wanted(**given))
        headers = {"Location": reverse("session", args=[session.pk])}
        return Response(session_as_dict(session), status=202, headers=headers)
