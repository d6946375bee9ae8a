"""/sessions: asking, watching, cancelling"""

import uuid

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.core.errors import Problem
from apps.core.pagination import NewestFirst, positive_parameter
from apps.drafting.models import Session
from apps.drafting.selectors import ledger_of, session_as_dict
from apps.drafting.serializers import (
    ArtifactSerializer,
    EventPage,
    Question,
    SessionItem,
    SessionSerializer,
)
from apps.drafting.services import session_cancel, session_create, session_delete
from apps.runs.models import Artifact
from apps.runs.selectors import events_after
from apps.verification.serializers import LedgerSerializer
from apps.workspaces.models import Role
from apps.workspaces.views import TenantView

LARGEST_SEQ = 2**63 - 1
EVENTS_A_PAGE = 200
MOST_EVENTS = 1000


class Sessions(TenantView):
    """The sessions of a workspace."""

    roles = {"POST": Role.EDITOR}
    pagination_class = NewestFirst

    @extend_schema(operation_id="session_list", responses=SessionItem(many=True))
    def get(self, request: Request, ws: uuid.UUID) -> Response:
        """Every session of the workspace, whoever asked."""
        return self.page(Session.objects.filter(workspace=self.workspace).select_related("author"), SessionItem)

    @extend_schema(operation_id="session_create", request=Question, responses={202: SessionSerializer})
    def post(self, request: Request, ws: uuid.UUID) -> Response:
        """Ask; the answer is written and verified by workers, and told on the stream."""
        session = session_create(workspace=self.workspace, author=request.user, **self.valid(Question))
        return Response(
            session_as_dict(session),
            status=202,
            headers={"Location": reverse("session", args=[session.pk])},
        )


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

    @extend_schema(operation_id="session_cancel", request=None, responses={202: SessionSerializer})
    def post(self, request: Request, session: uuid.UUID) -> Response:
        """End the turn under way; a session that has ended stays as it is."""
        found = self.object_of(Session.objects.all(), session)
        session_cancel(session=found, by=request.user)
        found.refresh_from_db()
        return Response(session_as_dict(found), status=202)


class Events(TenantView):
    """What readers of a session were told."""

    @extend_schema(
        operation_id="session_events",
        responses=EventPage,
        parameters=[
            OpenApiParameter("after", OpenApiTypes.INT, description="Only events with a greater `seq`."),
            OpenApiParameter("limit", OpenApiTypes.INT, description=f"At most {MOST_EVENTS}."),
        ],
    )
    def get(self, request: Request, session: uuid.UUID) -> Response:
        """The events after `after`, in order, without a gap."""
        found = self.object_of(Session.objects.all(), session)
        after = positive_parameter(request, "after", default=0, largest=LARGEST_SEQ, smallest=0)
        limit = positive_parameter(request, "limit", default=EVENTS_A_PAGE, largest=MOST_EVENTS)
        events = events_after(stream_id=found.pk, after=after, limit=limit)
        following = f"?after={events[-1]['seq']}&limit={limit}" if len(events) == limit else None
        here = request.build_absolute_uri(request.path)
        return Response({"next": following and here + following, "results": events})


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
