"""/sessions/{id}/messages: asking on"""

import uuid

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import idempotency
from apps.drafting.asking_on import session_ask
from apps.drafting.models import Session
from apps.drafting.selectors import session_as_dict
from apps.drafting.serializers import FollowUp, SessionSerializer
from apps.workspaces.models import Role
from apps.workspaces.views import TenantView


class Messages(TenantView):
    """Further questions of a session."""

    roles = {"POST": Role.EDITOR}

    @extend_schema(
        operation_id="session_ask",
        request=FollowUp,
        responses={202: SessionSerializer},
        parameters=idempotency.DESCRIBED,
    )
    def post(self, request: Request, session: uuid.UUID) -> Response:
        """Ask on: a further turn, told on the session's stream; 409 while an earlier one is under way."""
        found = self.object_of(Session.objects.select_related("workspace"), session)
        return self.once(lambda: self._asked(found))

    def _asked(self, session: Session) -> Response:
        session_ask(session=session, by=self.request.user, **self.valid(FollowUp))
        session.refresh_from_db()
        headers = {"Location": reverse("session", args=[session.pk])}
        return Response(session_as_dict(session), status=202, headers=headers)
