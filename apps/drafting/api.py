"""/sessions: asking, watching, cancelling"""

import uuid

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts import idempotency
from apps.core.errors import Problem
from apps.core.pagination import NewestFirst
from apps.drafting.models import Session
from apps.drafting.selectors import ledger_of, session_as_dict
from apps.drafting.serializers import (
    ArtifactSerializer,
    Question,
    QuestionTo,
    SessionItem,
    SessionSerializer,
)
from apps.drafting.services import session_cancel, session_create, session_delete
from apps.runs.models import Artifact
from apps.verification.serializers import LedgerSerializer
from apps.workspaces.models import Role
from apps.workspaces.views import TenantView


class Asking(TenantView):
    """Begins a session in ``self.workspace``."""

    roles = {"POST": Role.EDITOR}

    def asked(self) -> Response:
        """Raises Problem for a question that cannot be asked."""
        session = session_create(workspace=self.workspace, author=self.request.user, **self.valid(Question))
        headers = {"Location": reverse("session", args=[session.pk])}
        return Response(session_as_dict(session), status=202, headers=headers)


class Sessions(Asking):
    """The sessions of a workspace."""

    pagination_class = NewestFirst

    @extend_schema(operation_id="session_list", responses=SessionItem(many=True))
    def get(self, request: Request, ws: uuid.UUID) -> Response:
        """Every session of the workspace, whoever asked."""
        return self.page(Session.objects.filter(workspace=self.workspace).select_related("author"), SessionItem)

    @extend_schema(
        operation_id="session_create",
        request=Question,
        responses={202: SessionSerializer},
        parameters=idempotency.DESCRIBED,
    )
    def post(self, request: Request, ws: uuid.UUID) -> Response:
        """Ask; the answer is written and verified by workers, and told on the stream."""
        return self.once(self.asked)


class QueryAlias(Asking):
    """``POST /query`` at the site's root, with the workspace as a field."""

    @extend_schema(
        operation_id="session_create_alias",
        request=QuestionTo,
        responses={202: SessionSerializer},
        parameters=idempotency.DESCRIBED,
    )
    def post(self, request: Request) -> Response:
        """Ask the workspace that a field names, or your only one; the answer is that of `POST …/sessions`."""
        self.workspace = self.workspace_of_body()
        return self.once(self.asked)


class OneSession(TenantView):
    """One session."""

    roles = {"DELETE": Role.EDITOR}

    @extend_schema(operation_id="session_get", responses=SessionSerializer)
    def get(self, request: Request, session: uuid.UUID) -> Response:
        """The whole session: turns, response, citations, claims, ledger, metrics, warnings."""
        return Response(session_as_dict(self.object_of(Session.objects.all(), session)))

    @extend_schema(operation_id="session_delete", responses={204: None})
    def delete(self, request: Request, session: uuid.UUID) -> Response:
        """Delete it with its events, ledger and artifacts; work under way ends."""
        session_delete(session=self.object_of(Session.objects.all(), session))
        return Response(status=204)


class Cancel(TenantView):
    """Ending what a session is at."""

    roles = {"POST": Role.EDITOR}

    @extend_schema(
        operation_id="session_cancel",
        request=None,
        responses={202: SessionSerializer},
        parameters=idempotency.DESCRIBED,
    )
    def post(self, request: Request, session: uuid.UUID) -> Response:
        """End the turn under way; a session that has ended stays as it is."""
        found = self.object_of(Session.objects.all(), session)
        return self.once(lambda: self._ended(found))

    def _ended(self, session: Session) -> Response:
        session_cancel(session=session, by=self.request.user)
        session.refresh_from_db()
        return Response(session_as_dict(session), status=202)


class SessionLedger(TenantView):
    """A session's evidence ledger."""

    @extend_schema(operation_id="session_ledger", responses=LedgerSerializer)
    def get(self, request: Request, session: uuid.UUID) -> Response:
        """Entries, summary, risk flags and follow-up questions of the last turn; 404 before there is one."""
        ledger = ledger_of(self.object_of(Session.objects.all(), session))
        if ledger is None:
            raise Problem("not-found", "Nothing has been verified in this session yet.")
        return Response(ledger)


class Artifacts(TenantView):
    """What a session's finished phases left."""

    pagination_class = NewestFirst

    @extend_schema(operation_id="session_artifacts", responses=ArtifactSerializer(many=True))
    def get(self, request: Request, session: uuid.UUID) -> Response:
        """The artifacts, newest first."""
        found = self.object_of(Session.objects.all(), session)
        return self.page(artifacts_of(found), ArtifactSerializer)


def artifacts_of(session: Session) -> QuerySet[Artifact]:
    """The artifacts of every run of the session; the workspace is part of the question, not only the id."""
    return Artifact.objects.filter(run__workspace_id=session.workspace_id, run__session_id=session.pk)
