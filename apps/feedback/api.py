"""/sessions/{session}/feedback"""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import idempotency
from apps.accounts.models import Scope
from apps.accounts.views import LOOKING
from apps.core.pagination import NewestFirst
from apps.drafting.models import Session
from apps.feedback.models import SessionFeedback
from apps.feedback.serializers import FeedbackSerializer, NewFeedback
from apps.feedback.services import feedback_give
from apps.workspaces.models import Role
from apps.workspaces.views import TenantView


class Feedback(TenantView):
    """What readers say of a session."""

    roles = {"POST": Role.VIEWER}
    pagination_class = NewestFirst

    def scope_for(self, method: str) -> Scope:
        """Viewers give feedback too, but a token to read changes nothing."""
        return Scope.READ if method in LOOKING else Scope.WRITE

    @extend_schema(operation_id="feedback_list", responses=FeedbackSerializer(many=True))
    def get(self, request: Request, session: uuid.UUID) -> Response:
        """All feedback on the session, newest first; every member of its workspace sees all of it."""
        found = self.object_of(Session.objects.all(), session)
        given = SessionFeedback.objects.filter(workspace_id=found.workspace_id, session_id=found.pk)
        return self.page(given.select_related("author").prefetch_related("corrections"), FeedbackSerializer)

    @extend_schema(
        operation_id="feedback_give",
        request=NewFeedback,
        responses={201: FeedbackSerializer},
        parameters=idempotency.DESCRIBED,
    )
    def post(self, request: Request, session: uuid.UUID) -> Response:
        """Say whether it was helpful, incorrect or lacks a citation, and what of its ledger should be otherwise.

        Viewers may, with a token of scope `write`. The Judge can be measured against the corrections
        (`manage.py evaluate feedback`); they are kept for a year by default, also when the session goes before.
        """
        found = self.object_of(Session.objects.select_related("workspace"), session)
        return self.once(lambda: self._given(found))

    def _given(self, session: Session) -> Response:
        feedback = feedback_give(session=session, author=self.request.user, **self.valid(NewFeedback))
        return Response(FeedbackSerializer(feedback).data, status=201)
