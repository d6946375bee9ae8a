"""/workspaces/{ws}/audit"""

import uuid

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.audit.models import AuditEntry
from apps.audit.serializers import AuditEntrySerializer
from apps.core.errors import invalid
from apps.core.pagination import NewestFirst
from apps.workspaces.models import Role
from apps.workspaces.views import TenantView

LONGEST_ACTION = AuditEntry._meta.get_field("action").max_length


class ByNumber(NewestFirst):
    """As they were written, newest first."""

    ordering = ("-id",)


class AuditLog(TenantView):
    """Who did what in a workspace."""

    roles = {"GET": Role.OWNER, "HEAD": Role.OWNER, "OPTIONS": Role.OWNER}
    pagination_class = ByNumber

    @extend_schema(
        operation_id="audit_list",
        responses=AuditEntrySerializer(many=True),
        parameters=[OpenApiParameter("action", {"type": "string", "maxLength": LONGEST_ACTION, "minLength": 1})],
    )
    def get(self, request: Request, ws: uuid.UUID) -> Response:
        """What was done in it and by whom, newest first, all of it or one kind of `action` (owners)."""
        entries = AuditEntry.objects.filter(workspace=self.workspace)
        action = request.query_params.get("action")
        if action is not None:
            if not 0 < len(action) <= LONGEST_ACTION or "\x00" in action:
                raise invalid(action="No action is called this.")
            entries = entries.filter(action=action)
        return self.page(entries, AuditEntrySerializer)
