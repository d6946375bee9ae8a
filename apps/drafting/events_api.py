"""/sessions/{id}/events and /workspaces/{id}/events: what readers were told, as pages or as it comes"""

import uuid

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, OpenApiTypes, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from apps.core.pagination import positive_parameter
from apps.drafting.models import Session
from apps.drafting.serializers import EventPage
from apps.runs.events import stream_open
from apps.runs.selectors import events_after
from apps.runs.server_sent import EventStreamRenderer, event_stream, wants_stream
from apps.workspaces.views import TenantView

LARGEST_SEQ = 2**63 - 1
EVENTS_A_PAGE = 200
MOST_EVENTS = 1000

STREAM = OpenApiResponse(
    OpenApiTypes.STR,
    description=(
        "JSON: the events after `after`. `text/event-stream`: the same and then what comes, until the client closes; "
        "`id` is the `seq`, `event` the type, `data` the envelope."
    ),
)
DESCRIBED = {
    "responses": {
        (200, "application/json"): OpenApiResponse(EventPage, description=STREAM.description),
        (200, "text/event-stream"): STREAM,
    },
    "parameters": [
        OpenApiParameter("after", OpenApiTypes.INT, description="Only events with a greater `seq`."),
        OpenApiParameter("limit", OpenApiTypes.INT, description=f"At most {MOST_EVENTS}; pages only."),
        OpenApiParameter(
            "Last-Event-ID",
            OpenApiTypes.STR,
            OpenApiParameter.HEADER,
            description="Streams only: as `after`, and before it. A browser that was cut off sends it.",
        ),
    ],
}


class EventsView(TenantView):
    """Events of one stream: a page of JSON, or the stream itself for who accepts ``text/event-stream``."""

    renderer_classes = (JSONRenderer, EventStreamRenderer)

    def events(self, request: Request, stream_id: uuid.UUID) -> HttpResponseBase:
        """The answer for a stream that the user may read."""
        after = positive_parameter(request, "after", default=0, largest=LARGEST_SEQ, smallest=0)
        if wants_stream(request):
            return event_stream(request, stream_id=stream_id, after=after)
        limit = positive_parameter(request, "limit", default=EVENTS_A_PAGE, largest=MOST_EVENTS)
        events = events_after(stream_id=stream_id, after=after, limit=limit)
        following = f"?after={events[-1]['seq']}&limit={limit}" if len(events) == limit else None
        here = request.build_absolute_uri(request.path)
        return Response({"next": following and here + following, "results": events})


class SessionEvents(EventsView):
    """What readers of a session were told."""

    @extend_schema(operation_id="session_events", **DESCRIBED)
    def get(self, request: Request, session: uuid.UUID) -> HttpResponseBase:
        """The events after `after`, in order, without a gap; every turn of the session is told on the same stream."""
        return self.events(request, self.object_of(Session.objects.all(), session).pk)


class WorkspaceEvents(EventsView):
    """What readers of a workspace were told of its documents."""

    @extend_schema(operation_id="workspace_events", **DESCRIBED)
    def get(self, request: Request, ws: uuid.UUID) -> HttpResponseBase:
        """The events after `after`, in order, without a gap."""
        stream_open(stream_id=self.workspace.pk, kind="workspace", workspace=self.workspace)
        return self.events(request, self.workspace.pk)
